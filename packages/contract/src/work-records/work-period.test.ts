import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { daysOf, monthsOf } from "./work-period.ts";

describe("a period of work records", () => {
  it("has the days of its months, a leap February among them", () => {
    assert.deepEqual(daysOf(2026, "11"), { from: "2026-11-01", to: "2026-11-30" });
    assert.deepEqual(daysOf(2028, "02"), { from: "2028-02-01", to: "2028-02-29" });
    assert.deepEqual(daysOf(2026, "Q4"), { from: "2026-10-01", to: "2026-12-31" });
    assert.deepEqual(daysOf(2026, "Y"), { from: "2026-01-01", to: "2026-12-31" });
  });

  it("ends in the month that closes it", () => {
    assert.deepEqual(
      [monthsOf("03"), monthsOf("Q1"), monthsOf("Y")],
      [
        [3, 3],
        [1, 3],
        [1, 12],
      ],
    );
  });
});
