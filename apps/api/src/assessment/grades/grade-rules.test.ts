import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Decimal } from "decimal.js";
import { grade } from "./grade-rules.ts";

const d = (value: string) => new Decimal(value);
const marks = { pass: d("60"), good: d("80"), excellent: d("95") };
const weights = { theory: d("0.40"), practice: d("0.60"), high: [d("0.30"), d("0.40"), d("0.30")] as const };

/** The worked examples of assessments, by their numbers. */
const examples: [
  name: string,
  level: string,
  theory: string | null,
  practice: string | null,
  review: string | null,
  state: { absent?: true; cheat?: true },
  total: string | null,
  result: string,
  band: string | null,
][] = [
  ["G1", "5", "72.00", "85.00", null, {}, "79.80", "1", "pass"],
  ["G2", "4", "60.00", "60.00", null, {}, "60.00", "1", "pass"],
  ["G3", "3", "59.99", "98.00", null, {}, "82.80", "2", "fail"],
  ["G4", "3", "96.00", "95.50", null, {}, "95.70", "1", "excellent"],
  ["G5", "4", "88.00", "80.00", null, {}, "83.20", "1", "good"],
  ["G6", "2", "70.00", "75.00", "65.00", {}, "70.50", "1", "pass"],
  ["G7", "1", "85.00", "90.00", "59.50", {}, "79.35", "2", "fail"],
  ["G8", "2", "82.00", "85.00", "80.00", {}, "82.60", "1", "good"],
  ["G9", "5", "66.67", "73.33", null, {}, "70.67", "1", "pass"],
  ["G10", "4", null, "80.00", null, { absent: true }, null, "3", null],
  ["G11", "4", "90.00", "90.00", null, { cheat: true }, "0.00", "2", "fail"],
];
describe("the worked examples of a grade", () => {
  for (const [name, level, theory, practice, review, state, total, result, band] of examples)
    it(`${name}: total, result and band`, () => {
      const subjects =
        review === null ? (["theory", "practice"] as const) : (["theory", "practice", "review"] as const);
      const graded = grade(
        { theory, practice, review },
        subjects,
        level,
        { isAbsent: state.absent ?? false, isCheat: state.cheat ?? false },
        marks,
        weights,
      );
      assert.deepEqual(graded, { totalScore: total, result, gradeBand: band });
    });
});

describe("grade", () => {
  it("takes the score of a single subject as the total", () => {
    const graded = grade(
      { theory: "61.50", practice: null, review: null },
      ["theory"],
      "0",
      { isAbsent: false, isCheat: false },
      marks,
      weights,
    );
    assert.deepEqual(graded, { totalScore: "61.50", result: "1", gradeBand: "pass" });
  });
});
