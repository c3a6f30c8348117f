import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { everyLabel, calculateScale } from "./scale.ts";

describe("calculateScale", () => {
  it("ends at or above the greatest value, in few round steps", () => {
    assert.deepEqual(calculateScale([]), { top: 1, marks: [0, 1] });
    assert.deepEqual(calculateScale([0, 0]), { top: 1, marks: [0, 1] });
    assert.deepEqual(calculateScale([1, 3]), { top: 3, marks: [0, 1, 2, 3] });
    assert.deepEqual(calculateScale([97, 12]), { top: 100, marks: [0, 50, 100] });
    assert.deepEqual(calculateScale([121]), { top: 150, marks: [0, 50, 100, 150] });
    for (const value of [7, 19, 480, 1234, 98_765, 4_000_001]) {
      const { top, marks } = calculateScale([value]);
      assert.ok(top >= value && top < value * 2 + 2 && marks.length >= 3 && marks.length <= 6, `${value}: ${marks}`);
    }
  });
});

describe("everyLabel", () => {
  it("leaves out labels where they would meet", () => {
    assert.equal(everyLabel(50, 28), 1);
    assert.equal(everyLabel(24, 28), 2);
    assert.equal(everyLabel(8, 28), 4);
  });
});
