import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import { toVariables } from "./form-entity.ts";
import { computeLive, findLive } from "./live-fields.ts";
import { findRowsIssue } from "./rows-issue.ts";

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  kind: "number",
  right: "write",
  required: false,
  choices: [],
  columns: [],
  inLists: false,
  ...more,
});
const computed = (name: string, calculation: string, right: FormField["right"] = "read") =>
  field(name, { right, calculation });
const cell = { required: false, choices: [] };
const items = field("items", {
  kind: "table",
  mostRows: 2,
  columns: [
    { ...cell, name: "what", label: "品名", kind: "text", required: true },
    { ...cell, name: "price", label: "单价", kind: "money" },
    { ...cell, name: "cost", label: "金额", kind: "money", calculation: "price * 2" },
  ],
});

describe("findLive", () => {
  const live = (...fields: FormField[]) => findLive(fields).map(({ name }) => name);

  it("finds what is computed of fields that are written, by whatever leads there", () => {
    assert.deepEqual(live(field("a"), computed("b", "a * 2"), computed("c", "b + 1")), ["b", "c"]);
    assert.deepEqual(live(items, computed("sum", "sum(items.cost)")), ["sum"]);
  });

  it("leaves to the server what needs fields that the reader does not see, or that nobody writes here", () => {
    assert.deepEqual(live(field("a", { right: "hidden" }), field("d"), computed("b", "a + d")), []);
    assert.deepEqual(live(field("a", { right: "read" }), computed("b", "a * 2")), []);
    assert.deepEqual(live(field("a"), computed("b", "elsewhere + a")), []);
    assert.deepEqual(live(field("a"), computed("b", "a * 2", "hidden")), []);
    assert.deepEqual(live(computed("b", "b"), computed("c", "broken (")), []);
  });
});

describe("computeLive", () => {
  it("computes what stands in the controls of a form", () => {
    const fields = [
      items,
      field("off", { kind: "money" }),
      { ...computed("sum", "sum(items.cost) - off"), kind: "money" as const },
    ];
    const values = {
      "variables.items": [
        { what: "纸", price: "12.50" },
        { what: "笔", price: null },
      ],
      "variables.off": "0.1",
    };
    assert.deepEqual(computeLive(fields, findLive(fields), values), { "variables.sum": "24.90" });
    assert.deepEqual(computeLive(fields, findLive(fields), {}), { "variables.sum": null });
  });
});

describe("findRowsIssue", () => {
  it("says what is wrong by row and column", () => {
    const zh = (rows: unknown) => findRowsIssue(items, rows)?.zh ?? null;
    assert.equal(zh([{ what: "纸", price: "12.50" }]), null);
    assert.equal(zh([{ what: "纸" }, { what: "", price: "1" }]), "第2行：请输入品名");
    assert.equal(zh([{ what: "纸", price: "1.234" }]), "第1行：单价最多2位小数");
    assert.equal(zh([{ what: "a" }, { what: "b" }, { what: "c" }]), "items最多2行");
    assert.equal(findRowsIssue({ ...items, leastRows: 1 }, [])?.zh, "items至少填写1行");
  });

  it("says one row in the singular", () => {
    const en = (least: number, most: number, rows: unknown) =>
      findRowsIssue({ ...items, leastRows: least, mostRows: most }, rows)?.en;
    assert.equal(en(1, 2, []), "items needs at least 1 row");
    assert.equal(en(2, 2, []), "items needs at least 2 rows");
    assert.equal(en(0, 1, [{ what: "a" }, { what: "b" }]), "items may have at most 1 row");
  });
});

describe("toVariables", () => {
  it("sends rows as the process takes them, without what is computed", () => {
    assert.deepEqual(
      toVariables([items, computed("sum", "1")], { "variables.items": [{ what: "纸", price: "12.50", cost: "9" }] }),
      {
        items: [{ what: "纸", price: 12.5 }],
      },
    );
  });
});
