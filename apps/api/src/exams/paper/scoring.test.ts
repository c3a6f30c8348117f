import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Decimal } from "decimal.js";
import { type Marked, scoreAnswer } from "./scoring.ts";

const nothing = new Decimal(0);
const question = (questionType: Marked["questionType"], key: string, points: string): Marked => ({
  questionType,
  key,
  points,
  isStruck: false,
});
const multiple = question("2", "ABC", "2.0");

describe("the score of an answer (rules.md §3.4)", () => {
  it("gives 79.0 for 51 single choices, 16 true or false and 6 multiple choices of 60, 20 and 10", () => {
    const sheet = [
      ...Array.from({ length: 60 }, (_, n) => scoreAnswer(question("1", "B", "1"), n < 51 ? "B" : "A", nothing)),
      ...Array.from({ length: 20 }, (_, n) => scoreAnswer(question("3", "A", "1"), n < 16 ? "A" : "B", nothing)),
      ...Array.from({ length: 10 }, (_, n) => scoreAnswer(multiple, n < 6 ? "ABC" : "AB", nothing)),
    ];
    assert.equal(sheet.reduce((sum, { score }) => sum.plus(score), new Decimal(0)).toFixed(1), "79.0");
  });

  it("gives an incomplete but faultless multiple choice its share, and one with a wrong letter nothing", () => {
    const half = new Decimal("0.5");
    assert.deepEqual(scoreAnswer(multiple, "AB", half), { isRight: false, score: "1.0" });
    assert.deepEqual(scoreAnswer(multiple, "ABD", half), { isRight: false, score: "0.0" });
    assert.deepEqual(scoreAnswer(multiple, null, half), { isRight: false, score: "0.0" });
    assert.deepEqual(scoreAnswer(multiple, "ABC", half), { isRight: true, score: "2.0" });
    assert.equal(scoreAnswer(question("2", "ABC", "0.5"), "A", half).score, "0.3", "half up");
  });

  it("gives single choices all or nothing, whatever the share", () => {
    for (const kind of ["1", "3"] as const) {
      assert.equal(scoreAnswer(question(kind, "B", "1"), "A", new Decimal(1)).score, "0.0");
      assert.equal(scoreAnswer(question(kind, "B", "1"), null, new Decimal(1)).score, "0.0");
    }
  });

  it("gives a struck question in full to everybody", () => {
    assert.equal(scoreAnswer({ ...multiple, isStruck: true }, "D", nothing).score, "2.0");
    assert.equal(scoreAnswer({ ...multiple, isStruck: true }, null, nothing).score, "2.0");
  });
});
