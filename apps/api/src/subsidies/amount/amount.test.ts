import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addMonths } from "../../core/foundation/clock.ts";
import {
  type AmountInput,
  apprenticeAdvance,
  apprenticeAmount,
  findFeeCap,
  livingAllowance,
  payableAmount,
  projectAmount,
  calculateSum,
  wholeMonths,
} from "./amount.ts";

const defaults: AmountInput = {
  base: "0",
  level: "5",
  isShortage: false,
  shortageRate: "0.20",
  isKeyGroup: false,
  keyGroupRate: "0.00",
  upliftMax: "0.30",
  classMode: "1",
  onlineRate: "0.70",
  blendedRate: "1.00",
  certShare: "1",
  roundUnit: "1",
  feeCap: null,
};

/** The worked examples of the amount formula, by their numbers. */
const examples: [name: string, input: Partial<AmountInput>, payable: string][] = [
  ["S1", { base: "1000", level: "5", feeCap: "1500" }, "1000.00"],
  ["S2", { base: "1500", level: "4", feeCap: "1800" }, "1500.00"],
  ["S3", { base: "2000", level: "3", isShortage: true, feeCap: "3000" }, "2400.00"],
  ["S4", { base: "1800", level: "3", isShortage: true, feeCap: "3000" }, "2160.00"],
  ["S5", { base: "500", level: "5", feeCap: "450" }, "450.00"],
  ["S6", { base: "2500", level: "2", isShortage: true, feeCap: "4000" }, "3000.00"],
  ["S7", { base: "4300", level: "1", isShortage: true, feeCap: "6000" }, "5160.00"],
  ["S8", { base: "1000", level: "4", isShortage: true, feeCap: "1100" }, "1000.00"],
  [
    "S9",
    { base: "2000", level: "3", isShortage: true, isKeyGroup: true, keyGroupRate: "0.15", feeCap: "3000" },
    "2600.00",
  ],
  ["S10", { base: "600", level: "0", classMode: "2", feeCap: "800" }, "420.00"],
  ["S11", { base: "350", level: "0", feeCap: "500" }, "350.00"],
  ["S12", { base: "1000", level: "0", feeCap: "1200" }, "1000.00"],
  ["S13", { base: "500", level: "0" }, "500.00"],
  ["S14", { base: "1500", level: "3", isShortage: true, shortageRate: "0.125", feeCap: "2000" }, "1688.00"],
  ["S14b", { base: "1250.50", level: "5", feeCap: "3000" }, "1251.00"],
  ["S15", { base: "3500", level: "2", isShortage: true, feeCap: "4000" }, "4000.00"],
  ["S16", { base: "800", level: "5", feeCap: findFeeCap("0", null) }, "800.00"],
];
describe("payableAmount", () => {
  it("multiplies by the share without certificate before it rounds, and is capped by the fee with its fen", () => {
    const half = { ...defaults, base: "1255", certShare: "0.5" };
    assert.deepEqual(
      [payableAmount(half).payable, payableAmount({ ...half, feeCap: "600.50" }).payable],
      ["628.00", "600.50"],
    );
    assert.ok(payableAmount(half).formula.some((step) => step.zh === "无证书补贴比例" && step.value === "0.5000"));
  });
});

describe("payableAmount", () => {
  for (const [name, input, payable] of examples)
    it(`${name}`, () => {
      const amount = payableAmount({ ...defaults, ...input });
      assert.equal(amount.payable, payable);
      assert.equal(amount.formula.at(-1)?.value, payable);
    });
});

describe("apprenticeAmount", () => {
  it("S17–S20: pays whole months, with advance and cap", () => {
    const amount = (perYear: string, months: number, level: string, advance: string) => {
      const { payable, final } = apprenticeAmount({ perYear, months, level, advance, roundUnit: "1" });
      return [payable, final];
    };
    assert.deepEqual(amount("5000", 12, "4", "2500"), ["5000.00", "2500.00"]);
    assert.deepEqual(amount("6000", 18, "3", "0"), ["9000.00", "9000.00"]);
    assert.deepEqual(amount("5000", 7, "4", "2500"), ["2917.00", "417.00"]);
    assert.deepEqual(amount("6000", 30, "3", "6000"), ["12000.00", "6000.00"]);
  });
});

describe("apprenticeAdvance", () => {
  it("is the whole units of the share, to the yuan, for every number of months", () => {
    const wrong: string[] = [];
    for (const perYear of [4000n, 4800n, 5000n, 6000n, 7000n, 8000n])
      for (let months = 1n; months <= 24n; months++)
        for (const percent of [25n, 30n, 33n, 35n, 40n, 45n, 50n, 60n, 70n])
          for (const unit of [1n, 10n, 100n]) {
            // Of whole numbers, which lose nothing: BigInt divides downwards.
            const exact = ((perYear * months * percent) / (12n * 100n * unit)) * unit;
            const { payable } = apprenticeAdvance({
              perYear: String(perYear),
              months: Number(months),
              level: "4",
              share: `0.${percent}`,
              roundUnit: String(unit),
            });
            if (payable !== `${exact}.00`) wrong.push(`${perYear} × ${months} × ${percent}% in ${unit}: ${payable}`);
          }
    assert.deepEqual(wrong, []);
  });
});

describe("livingAllowance", () => {
  it("S21–S23: pays by the day up to the limit, and nothing to other groups", () => {
    const amount = (days: number, eligible: boolean) =>
      livingAllowance({ perDay: "30", days, taken: 0, maxDays: 30, eligible }).payable;
    assert.deepEqual([amount(14, true), amount(36, true), amount(14, false)], ["420.00", "900.00", "0.00"]);
  });
});

describe("project training", () => {
  it("S24: pays the certified only, each the price", () =>
    assert.equal(calculateSum(Array.from({ length: 28 }, () => projectAmount("1350").payable)), "37800.00"));
});

describe("calculateSum", () => {
  it("C1, C2: adds up the rows of a claim", () => {
    assert.equal(calculateSum(Array.from({ length: 25 }, () => "1500.00")), "37500.00");
    assert.equal(calculateSum(Array.from({ length: 23 }, () => "1500.00")), "34500.00");
    const rows = [...Array.from({ length: 10 }, () => "2400.00"), ...Array.from({ length: 5 }, () => "2000.00")];
    assert.equal(calculateSum(rows), "34000.00");
    assert.equal(calculateSum(["2000.00", ...rows.slice(1)]), "33600.00");
  });
});

describe("wholeMonths", () => {
  it("counts whole months, clamped to month ends", () => {
    assert.equal(wholeMonths("2025-01-31", "2025-02-28", addMonths), 1);
    assert.equal(wholeMonths("2025-03-15", "2026-03-14", addMonths), 11);
    assert.equal(wholeMonths("2025-03-15", "2026-03-15", addMonths), 12);
  });
});

describe("payableAmount", () => {
  it("names every step that changed the amount in the formula", () => {
    const { formula } = payableAmount({
      ...defaults,
      base: "2000",
      level: "3",
      isShortage: true,
      isKeyGroup: true,
      keyGroupRate: "0.15",
      feeCap: "2500",
    });
    assert.deepEqual(
      formula.map((step) => step.value),
      ["2000.00", "0.2000", "0.1500", "0.3000", "2600.00", "2500.00", "2500.00"],
    );
  });
});
