import assert from "node:assert/strict";
import { before, describe, it } from "node:test";

let numbers: typeof import("./numbers.ts");
before(async () => {
  // The language is remembered by the browser.
  Object.assign(globalThis, { window: { localStorage: { getItem: () => null } } });
  numbers = await import("./numbers.ts");
});

describe("sumDecimals", () => {
  it("is exact", () => {
    assert.equal(numbers.sumDecimals(["0.1", "0.2"]), "0.3");
    assert.equal(numbers.sumDecimals(["9999999999.99", "0.01"]), "10000000000.00");
    assert.equal(numbers.sumDecimals(["1500.00", null, "", "-200.50", "***"]), "1299.50");
    assert.equal(numbers.sumDecimals(["0.05", "-0.10"]), "-0.05");
    assert.equal(numbers.sumDecimals([]), "0");
  });
});

describe("formatMoney and formatDecimal", () => {
  it("keep every digit", () => {
    assert.equal(numbers.formatMoney("1234567890123456.78"), "1,234,567,890,123,456.78");
    assert.equal(numbers.formatMoney("1500"), "1,500.00");
    assert.equal(numbers.formatDecimal("56.0"), "56");
    assert.equal(numbers.formatDecimal("0.25", 4), "0.25");
    assert.equal(numbers.formatMoney("***"), "***");
    assert.equal(numbers.formatKb(26_214_400), "25,600.00 KB");
  });
});

describe("formatHours and formatPercent", () => {
  it("drop zeros at the end, and show that there is nothing", () => {
    assert.equal(numbers.formatHours("56.00"), "56");
    assert.equal(numbers.formatHours("1234.5"), "1,234.5");
    assert.equal(numbers.formatPercent("85.50"), "85.5%");
    assert.equal(numbers.formatPercent(100), "100%");
    assert.equal(numbers.formatPercent(null), "—");
  });
});
