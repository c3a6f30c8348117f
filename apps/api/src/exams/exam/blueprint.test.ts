import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getTotal, shareOut, splitByDifficulty } from "./blueprint.ts";

const rates = { easyRate: 30, hardRate: 20 };
const counts = (count: number, of = rates) => Object.values(splitByDifficulty(count, of));

describe("the questions of a blueprint (rules.md §3.4)", () => {
  it("splits 60, 10 and 25 questions at 30/50/20 as the examples do", () => {
    assert.deepEqual(counts(60), [18, 30, 12]);
    assert.deepEqual(counts(10), [3, 5, 2]);
    assert.deepEqual(counts(25), [8, 12, 5]);
  });

  it("never asks for more than there are, however few", () => {
    assert.deepEqual(counts(1, { easyRate: 50, hardRate: 50 }), [1, 0, 0]);
    assert.deepEqual(counts(0), [0, 0, 0]);
    for (let count = 0; count <= 200; count++)
      for (const easyRate of [0, 33, 50, 100]) {
        const parts = counts(count, { easyRate, hardRate: 100 - easyRate });
        assert.ok(parts.every((part) => part >= 0));
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          count,
        );
      }
  });

  it("adds up 60 × 1 + 20 × 1 + 10 × 2 to 100", () => {
    const plan = {
      singleCount: 60,
      singleScore: "1",
      judgeCount: 20,
      judgeScore: "1.0",
      multiCount: 10,
      multiScore: "2",
    };
    assert.equal(getTotal({ ...plan, easyRate: 30, mediumRate: 50, hardRate: 20 }).toFixed(2), "100.00");
  });

  it("shares out by weights, the largest remainders first, and gives away all of it", () => {
    assert.deepEqual(shareOut(18, ["60", "30", "10"]), [11, 5, 2]);
    assert.deepEqual(shareOut(5, ["33.33", "33.33", "33.34"]), [2, 1, 2]);
    assert.deepEqual(shareOut(0, ["50", "50"]), [0, 0]);
  });
});
