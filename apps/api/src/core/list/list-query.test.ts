import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entity } from "@jipei/contract/core/entity.ts";
import { yesNo } from "@jipei/contract/core/fields/flags.ts";
import { entities } from "@jipei/contract/entities.ts";
import {
  code,
  codes,
  date,
  datetime,
  decimal,
  type Field,
  type Fields,
  int,
  ref,
  refs,
  text,
  texts,
} from "@jipei/contract/core/fields/field.ts";
import { type FilterOperator, getOperators } from "@jipei/contract/core/fields/filters.ts";
import { InvalidFields } from "../foundation/refusal.ts";
import { parseField } from "../entity/input.ts";
import { parseListQuery } from "./list-query.ts";

const Thing = entity(
  "Thing",
  "物",
  "Thing",
  {
    name: text(20, "名称", "Name"),
    phone: text(11, "手机", "Phone", "optional", { masked: "phone", encrypted: true }),
    state: code(yesNo, "状态", "State"),
    kinds: codes(yesNo, "种类", "Kinds"),
    words: texts(9, "词", "Words"),
    owner: ref("User", "人", "Owner"),
    roles: refs("Role", "角色", "Roles"),
    count: int("数", "Count"),
    amount: decimal(10, 2, "额", "Amount"),
    day: date("日", "Day"),
    time: datetime("时", "Time"),
    hidden: text(20, "未声明", "Not declared"),
    row: text(20, "行", "Row", "computed", { exact: true, within: "state" }),
  },
  {
    title: "name",
    filters: ["name", "phone", "state", "kinds", "words", "owner", "roles", "count", "amount", "day", "time", "row"],
  },
);
const parse = (query: Readonly<Record<string, unknown>>) => parseListQuery(Thing, {}, query, parseField);

type Meant = readonly [field: string, operator: FilterOperator, value: string];
/** What parameters mean. */
const taken: readonly [parameter: string, value: unknown, ...meant: Meant[]][] = [
  ["name", " a ", ["name", "contains", "a"]],
  ["name", 12, ["name", "contains", "12"]],
  ["name_equal", "a", ["name", "equal", "a"]],
  ["name_notequal", "a", ["name", "notEqual", "a"]],
  ["name_like", "a", ["name", "contains", "a"]],
  ["name_notlike", "a", ["name", "notContains", "a"]],
  ["name_likeleft", "a", ["name", "endsWith", "a"]],
  ["name_likeright", "a", ["name", "startsWith", "a"]],
  ["name_null", "1", ["name", "null", "1"]],
  ["name_notnull", "true", ["name", "notNull", "true"]],
  ["name_ignore", "a"],
  ["hidden_ignore", "a"],
  ["name", ""],
  ["name_like", null],
  ["tenantId", "000009"],
  ["phone", "13800000000", ["phone", "equal", "13800000000"]],
  ["state", "1", ["state", "equal", "1"]],
  ["state_notequal", 1, ["state", "notEqual", "1"]],
  ["state_notnull", "1", ["state", "notNull", "1"]],
  ["kinds", "1", ["kinds", "contains", "1"]],
  ["kinds_notlike", "1", ["kinds", "notContains", "1"]],
  ["words_like", "甲", ["words", "contains", "甲"]],
  ["words_null", "1", ["words", "null", "1"]],
  ["owner", 7, ["owner", "equal", "7"]],
  ["owner_null", "1", ["owner", "null", "1"]],
  ["roles", "7", ["roles", "contains", "7"]],
  ["count", "3", ["count", "equal", "3"]],
  ["count_ge", "3", ["count", "ge", "3"]],
  ["count_notequal", "3", ["count", "notEqual", "3"]],
  ["amount_lt", "3.5", ["amount", "lt", "3.5"]],
  ["day", "2026-03-07", ["day", "equal", "2026-03-07"]],
  ["day_datege", "2026-03-07 00:00:00", ["day", "ge", "2026-03-07"]],
  ["day_dategt", "2026-03-07", ["day", "ge", "2026-03-07"]],
  ["day_datelt", "2026-03-07", ["day", "le", "2026-03-07"]],
  ["time_datege", "2026-03-07", ["time", "ge", "2026-03-07 00:00:00"]],
  ["time_datele", "2026-03-07", ["time", "lt", "2026-03-07 24:00:00"]],
  ["time_datelt", "2026-03-07", ["time", "lt", "2026-03-07 24:00:00"]],
  ["time_dategt", "2026-03-07 08:30:00", ["time", "gt", "2026-03-07 08:30:00"]],
  ["time_datelt", "2026-03-07T08:30", ["time", "lt", "2026-03-07 08:30:00"]],
  ["time_dateequal", "2026-03-07", ["time", "ge", "2026-03-07 00:00:00"], ["time", "lt", "2026-03-07 24:00:00"]],
  ["timeRange", "2026-03-01,2026-03-07", ["time", "ge", "2026-03-01 00:00:00"], ["time", "lt", "2026-03-07 24:00:00"]],
  ["time_dateequal", "2026-03-07 08:30:00", ["time", "equal", "2026-03-07 08:30:00"]],
  [
    "timeRange",
    "2026-03-01,2026-03-07 12:00:00",
    ["time", "ge", "2026-03-01 00:00:00"],
    ["time", "le", "2026-03-07 12:00:00"],
  ],
];
const refused: readonly [parameter: string, value: unknown][] = [
  ["hidden", "a"],
  ["hidden_like", "a"],
  ["unknown", "a"],
  ["name_", "a"],
  ["_like", "a"],
  ["name_like_equal", "a"],
  ["name_constructor", "a"],
  ["name_ge", "a"],
  ["name_like", "a".repeat(201)],
  ["name_like", "\u0000"],
  ["name", ["a", "b"]],
  ["name", { a: "b" }],
  ["nameRange", "a,b"],
  ["phone_like", "138"],
  ["phone_notlike", "138"],
  ["state", "9"],
  ["state_like", "1"],
  ["kinds", "9"],
  ["owner", "x"],
  ["owner_ge", "1"],
  ["roles", "x"],
  ["count", "x"],
  ["count_like", "1"],
  ["amount", "1e3"],
  ["day", "2026-02-30"],
  ["time_datege", "yesterday"],
  ["timeRange", "2026-03-01"],
  ["timeRange", "2026-03-01,2026-02-30"],
  ["row", "7"],
  ["row_equal", "7"],
  ["row_like", "7"],
];

/** Texts that are numbers of something else than a row of ours. */
const ofOthers: ReadonlySet<string> = new Set([
  "clientId",
  "groupId",
  "logId",
  "operatorId",
  "prjId",
  "requestId",
  "serviceId",
  "tenantId",
]);

describe("parseListQuery", () => {
  for (const [parameter, value, ...meant] of taken)
    it(`takes ${parameter}=${JSON.stringify(value)}`, () =>
      assert.deepEqual(
        parse({ [parameter]: value }).filters.map(({ field, operator, value: one }) => [field, operator, one]),
        meant,
      ));

  for (const [parameter, value] of refused)
    it(`refuses ${parameter}=${JSON.stringify(value).slice(0, 40)} (FIELD_INVALID)`, () =>
      void assert.throws(
        () => parse({ [parameter]: value }),
        (error) => error instanceof InvalidFields && /[\u4e00-\u9fff]/.test(JSON.stringify(error.failures)),
      ));

  it("takes the number of a row together with its kind, and not with what its kind is not", () => {
    assert.deepEqual(
      parse({ row: "7", state_equal: "1" }).filters.map(({ field, operator }) => [field, operator]),
      [
        ["row", "equal"],
        ["state", "equal"],
      ],
    );
    assert.throws(() => parse({ row: "7", state_notequal: "1" }), InvalidFields);
  });

  for (const { name, fields, filters } of entities)
    it(`finds no ${name} by a number that rows of several kinds may have`, () => {
      const numbers = filters.filter((one) => {
        const field = (fields as Fields)[one];
        return field?.kind === "text" && one.endsWith("Id") && !ofOthers.has(one);
      });
      for (const one of numbers) {
        const kind = (fields as Fields)[one]?.within ?? "";
        assert.ok(filters.includes(kind), `${one} says no kind`);
        assert.equal(getOperators((fields as Fields)[kind] as Field)[0], "equal", kind);
      }
    });
});
