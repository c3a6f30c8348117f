import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { date, decimal, text } from "@jipei/contract/core/fields/field.ts";
import { looksLikeFormula, normalised } from "./typed-text.ts";

describe("normalised", () => {
  it("takes dates, amounts and numbers as people type them", () => {
    assert.equal(normalised(date("日期", "Date"), "2026.1.5"), "2026-01-05");
    assert.equal(normalised(date("日期", "Date"), "20260105"), "2026-01-05");
    assert.equal(normalised(date("日期", "Date"), "明天"), "明天");
    assert.equal(normalised(decimal(8, 2, "金额", "Amount"), "￥1,500.00元"), "1500.00");
    assert.equal(
      normalised(text(18, "证件", "ID", "required", { format: "idNumber" }), "３２９９９９ 19900101-0011"),
      "329999199001010011",
    );
  });
});

describe("looksLikeFormula", () => {
  it("knows what a spreadsheet would take for a formula", () => {
    for (const formula of ["=1", "@SUM(1)", "+cmd|x", "-2+3+cmd", "\tx"]) assert.ok(looksLikeFormula(formula), formula);
    for (const plain of ["-5", "+86 138", "a=b", "张三", "1+1"]) assert.ok(!looksLikeFormula(plain), plain);
  });
});
