import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { yesNo } from "@jipei/contract/core/fields/flags.ts";
import {
  code,
  codeList,
  codes,
  date,
  datetime,
  decimal,
  type Field,
  files,
  int,
  long,
  ref,
  refs,
  text,
  texts,
  time,
} from "@jipei/contract/core/fields/field.ts";
import { record, saveShape } from "@jipei/contract/core/fields/shape.ts";
import { Dictionary } from "@jipei/contract/settings/dictionary.ts";
import { InvalidFields } from "../foundation/refusal.ts";
import { parseInput } from "./input.ts";

const autoapprove = codeList("T", "是否", "Whether", { true: ["是", "Yes"], false: ["否", "No"] });
const parse = (field: Field, value: unknown): unknown => parseInput(record({ value: field }), { value }).value;

/** What clients send, and what it means. */
const taken: readonly [field: Field, sent: unknown, meant: unknown][] = [
  [text(20, "号", "No"), 13800000000, "13800000000"],
  [text(20, "号", "No"), "  a ", "a"],
  [text(20, "号", "No"), "   ", null],
  [long("文", "Text"), 1.5, "1.5"],
  [int("数", "n"), " 12 ", 12],
  [decimal(10, 2, "额", "Amount"), 12.5, "12.5"],
  [ref("User", "人", "Person"), 42, "42"],
  [ref("User", "人", "Person"), " 42 ", "42"],
  [code(yesNo, "否", "No"), 1, "1"],
  [code(yesNo, "否", "No"), false, "0"],
  [code(autoapprove, "否", "No"), true, "true"],
  [codes(yesNo, "否", "No"), "1,0", ["1", "0"]],
  [codes(yesNo, "否", "No"), 1, ["1"]],
  [texts(9, "词", "Words"), "甲，乙, ,丙", ["甲", "乙", "丙"]],
  [refs("Role", "角色", "Roles"), "1, 2", ["1", "2"]],
  [refs("Role", "角色", "Roles"), [1, "2"], ["1", "2"]],
  [refs("Role", "角色", "Roles"), 7, ["7"]],
  [files(), "7,8", ["7", "8"]],
  [files(), [{ attId: "7", fileName: "a.pdf" }, 8], ["7", "8"]],
  [date("日", "Day"), "2026-03-07 00:00:00", "2026-03-07"],
  [date("日", "Day"), "2026-03-07T15:30", "2026-03-07"],
  [datetime("时", "Time"), "2026-03-07", "2026-03-07 00:00:00"],
  [datetime("时", "Time"), "2026-03-07 15:30", "2026-03-07 15:30:00"],
  [datetime("时", "Time"), "2026-03-07T15:30:09.120", "2026-03-07 15:30:09"],
  [time("时刻", "Hour"), "08:30:00", "08:30"],
];
/** What means nothing, or something else in another place. */
const refused: readonly [field: Field, sent: unknown][] = [
  [text(20, "号", "No"), {}],
  [text(20, "号", "No"), ["a"]],
  [text(20, "号", "No"), true],
  [text(30, "号", "No"), 2 ** 60],
  [text(3, "号", "No"), 1234],
  [int("数", "n"), "1e3"],
  [int("数", "n"), "12,5"],
  [decimal(10, 2, "额", "Amount"), 1e-9],
  [ref("User", "人", "Person"), 1.5],
  [ref("User", "人", "Person"), -1],
  [ref("User", "人", "Person"), "1,2"],
  [code(yesNo, "否", "No"), "toString"],
  [codes(yesNo, "否", "No"), "1,2"],
  [refs("Role", "角色", "Roles"), "1,x"],
  [refs("Role", "角色", "Roles"), [[1]]],
  [refs("Role", "角色", "Roles"), { length: 1 }],
  [texts(2, "词", "Words"), "一二三"],
  [files(), [{ id: "7" }]],
  [date("日", "Day"), "2026-02-30 00:00:00"],
  [date("日", "Day"), "2026-03-07T16:00:00Z"],
  [date("日", "Day"), 20260307],
  [datetime("时", "Time"), "2026-03-07T16:00:00+08:00"],
  [datetime("时", "Time"), "2026-03-07 25:00"],
  [time("时刻", "Hour"), "08:30:15"],
];

describe("parseInput", () => {
  for (const [field, sent, meant] of taken)
    it(`takes ${JSON.stringify(sent)} as a ${field.kind}`, () => assert.deepEqual(parse(field, sent), meant));

  for (const [field, sent] of refused)
    it(`refuses ${JSON.stringify(sent)} as a ${field.kind} (FIELD_INVALID)`, () =>
      void assert.throws(() => parse(field, sent), InvalidFields));

  it("takes no parent as 0, and fills the defaults of a new row only", () => {
    const shape = saveShape(Dictionary);
    const entry = { code: "x", dictKey: 1, dictValue: "一", sort: "1" };
    const row = { code: "x", dictKey: "1", dictValue: "一", sort: 1, parentId: null };
    for (const parentId of ["0", 0, "", null])
      assert.deepEqual(parseInput(shape, { ...entry, parentId }), { ...row, isSealed: "0" });
    assert.deepEqual(parseInput(shape, { id: "1", parentId: 0 }), { id: "1", parentId: null });
    assert.deepEqual(parseInput(shape, { ...entry, parentId: 0, isSealed: "1" }), { ...row, isSealed: "1" });
    assert.throws(() => parseInput(shape, { id: "1", isSealed: "" }), InvalidFields);
  });
});
