import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FlowValue, FormRow } from "../flow-form.ts";
import { findFormulaIssues } from "./check-formulas.ts";
import { type FormulaField, computeForm } from "./compute-form.ts";

const field = (name: string, more: Partial<FormulaField> = {}): FormulaField => ({
  name,
  label: name,
  kind: "number",
  ...more,
});
const items = field("items", {
  kind: "table",
  columns: [
    field("what", { kind: "text" }),
    field("price", { kind: "money" }),
    field("pieces"),
    field("amount", { kind: "money", calculation: "price * pieces" }),
  ],
});

/** The value of a formula over a few fields. */
const valueOf = (calculation: string, given: FormRow, more: Partial<FormulaField> = {}): FlowValue =>
  computeForm(
    [field("a"), field("b"), field("from", { kind: "date" }), field("to", { kind: "date" }), items].concat(
      field("result", { calculation, ...more }),
    ),
    given,
  ).values.result ?? null;

describe("computeForm", () => {
  it("calculates in decimals, and rounds amounts half up", () => {
    assert.equal(valueOf("a + b", { a: 0.1, b: 0.2 }), 0.3);
    assert.equal(valueOf("a * b", { a: 1.005, b: 1 }, { kind: "money" }), 1.01);
    assert.equal(valueOf("a / b", { a: 1, b: 3 }), 0.333333);
    assert.equal(valueOf("round(a / b, 1)", { a: 1, b: 3 }), 0.3);
    assert.equal(valueOf("a > b ? a - b : 0", { a: 5, b: 3 }), 2);
    assert.equal(valueOf("${ a + 1 }", { a: 1 }), 2);
  });

  it("counts days, and takes columns of tables", () => {
    const rows = [
      { what: "纸", price: 12.5, pieces: 4 },
      { what: "笔", price: 1.1, pieces: 3 },
      { what: "墨", price: null, pieces: null },
    ];
    assert.equal(valueOf("daysBetween(from, to) + 1", { from: "2026-02-27", to: "2026-03-02" }), 4);
    assert.equal(valueOf("sum(items.amount)", { items: rows }), 53.3);
    assert.equal(valueOf("max(items.price) - min(items.price)", { items: rows }), 11.4);
    assert.equal(valueOf("count(items.price)", { items: rows }), 2);
    assert.equal(valueOf("max(a, b)", { a: 9, b: 10 }), 10);
  });

  it("fills in the computed columns of each row, whatever was said for them", () => {
    const { values } = computeForm([items], { items: [{ what: "纸", price: 2, pieces: 3, amount: 999 }] });
    assert.deepEqual(values, { items: [{ what: "纸", price: 2, pieces: 3, amount: 6 }] });
  });

  it("takes numbers that are still being typed", () => {
    assert.equal(valueOf("a + b", { a: "1500.50", b: "2" }), 1502.5);
    assert.equal(valueOf("a + b", { a: "15,", b: "2" }), 2);
    assert.equal(valueOf("sum(items.pieces)", { items: [{ pieces: "9" }, { pieces: "10" }] }), 19);
  });

  it("is nothing while nothing that it needs is there, or its divisor is missing", () => {
    for (const given of [{}, { a: null, b: null }, { a: 5 }, { a: 5, b: 0 }])
      assert.deepEqual(computeForm([field("a"), field("b"), field("c", { calculation: "a / b" })], given), {
        values: { c: null },
        failures: [],
      });
    assert.equal(valueOf("sum(items.amount)", { items: [] }), null);
  });

  it("computes what needs computed fields, in whatever order they stand", () => {
    const fields = [
      field("total", { calculation: "net + tax" }),
      field("tax", { calculation: "net * 0.13" }),
      field("net", { calculation: "a * 2" }),
      field("a"),
    ];
    assert.deepEqual(computeForm(fields, { a: 50, total: 1, tax: 1 }).values, { total: 113, tax: 13, net: 100 });
  });

  it("says why a formula has no result", () => {
    const failed = (calculation: string, given: FormRow) =>
      computeForm([field("a"), field("t", { kind: "text" }), field("c", { calculation })], given).failures[0]?.zh;
    assert.equal(failed("a * 1000000", { a: 1e11 }), "数值过大");
    assert.equal(failed("a > 1", { a: 2 }), "结果不是数字");
    assert.equal(failed("t + 1", { t: "viel" }), "“viel”不是数字");
    const long = computeForm([items], { items: [{ price: 1e11, pieces: 1e9 }] });
    assert.deepEqual(long.failures, [
      { name: "items", zh: "第1行“amount”：数值过大", en: "row 1, “amount”: the number is too large" },
    ]);
  });
});

describe("findFormulaIssues", () => {
  const issues = (calculation: string, more: Partial<FormulaField> = {}) =>
    findFormulaIssues([
      field("a"),
      field("scan", { kind: "file" }),
      items,
      field("result", { label: "合计", calculation, ...more }),
    ]).map(({ label, zh }) => `${label} ${zh}`);

  it("accepts what can be computed", () => {
    for (const good of ["a + 1", "sum(items.amount) * 0.5", "empty a ? 0 : round(a, 2)", "count(items.what)"])
      assert.deepEqual(issues(good), [], good);
  });

  it("names fields that are not there, and what is no formula", () => {
    const cases: Readonly<Record<string, string>> = {
      "b + 1": "合计 表单没有“b”",
      "sum(items.cost)": "合计 表格“items”没有列“cost”",
      "sum(a.cost)": "合计 “a”不是表格",
      "items + 1": "合计 请写出表格“items”的列，如 sum(items.列)",
      "items.amount + 1": "合计 “items”的列只能用于 sum、count、min、max",
      "scan + 1": "合计 附件“scan”不能计算",
      "a +": "合计 表达式不完整",
      "a.size()": "合计 公式不能使用“size()”",
      "execution.setVariable('pass', true)": "合计 公式不能使用“setVariable()”",
      "leaderOf(a)": "合计 方法“leaderOf”不在允许的列表中",
      "constructor + 1": "合计 名称“constructor”不允许使用",
    };
    for (const [formula, expected] of Object.entries(cases)) assert.deepEqual(issues(formula), [expected], formula);
    assert.deepEqual(issues("a + 1", { kind: "date" }), ["合计 只有数字和金额可以计算"]);
  });

  it("finds formulas that need each other, also within a row", () => {
    assert.deepEqual(issues("result + 1"), ["合计 公式循环引用"]);
    const columns = [
      field("x", { calculation: "y" }),
      field("y", { calculation: "x" }),
      field("z", { calculation: "a" }),
    ];
    assert.deepEqual(
      findFormulaIssues([field("a"), field("t", { kind: "table", columns })]).map(({ label, zh }) => `${label} ${zh}`),
      ["t · z 表单没有“a”", "t · x 公式循环引用", "t · y 公式循环引用"],
    );
  });
});
