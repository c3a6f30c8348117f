import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type WorkPeriod, daysOf, monthsOf, findLast } from "./work-period.ts";

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

describe("findLast", () => {
  const records = [
    { workYear: 2026, workPeriod: "Y" },
    { workYear: 2026, workPeriod: "Q4" },
    { workYear: 2026, workPeriod: "11" },
    { workYear: 2026, workPeriod: "03" },
    { workYear: 2025, workPeriod: "12" },
    { workYear: 2025, workPeriod: "Y" },
  ] as const;
  it("finds the latest record before a period, of the same span", () => {
    const last = (workYear: number, workPeriod: WorkPeriod) => findLast(records, { workYear, workPeriod });
    assert.deepEqual(last(2026, "12"), { workYear: 2026, workPeriod: "11" });
    assert.deepEqual(last(2026, "11"), { workYear: 2026, workPeriod: "03" });
    assert.deepEqual(last(2026, "02"), { workYear: 2025, workPeriod: "12" });
    assert.deepEqual(last(2026, "Y"), { workYear: 2025, workPeriod: "Y" });
    assert.deepEqual(last(2027, "Q1"), { workYear: 2026, workPeriod: "Q4" });
    assert.equal(last(2025, "12"), undefined);
  });
});
