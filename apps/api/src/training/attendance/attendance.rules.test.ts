import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Decimal } from "decimal.js";
import { attendanceRate, countedHours, makeupLimit } from "./attendance.rules.ts";

/** The worked examples of docs/rules.md. */
const morning = { startTime: "08:30", endTime: "11:30", hours: "4.0" };
const at = (clock: string) => `2026-11-20 ${clock}:00`;
const counted = (attendStatus: string, signInTime?: string, signOutTime?: string, lesson = morning) =>
  countedHours(
    { attendStatus, signInTime: signInTime ? at(signInTime) : null, signOutTime: signOutTime ? at(signOutTime) : null },
    lesson,
    15,
  ).toFixed(2);

const examples = [
  ["A1", "56.0", "56", "100.00", true],
  ["A2", "56.0", "44.8", "80.00", true],
  ["A3", "56.0", "44.5", "79.46", false],
  ["A4", "40.0", "32", "80.00", true],
  ["A5", "72.0", "57.50", "79.86", false],
  ["A6", "60.0", "47.99", "79.98", false],
  ["A7", "48.0", "38.5", "80.21", true],
] as const;

describe("countedHours", () => {
  it("counts presence and late entry in full", () => assert.deepEqual([counted("1"), counted("6")], ["4.00", "4.00"]));

  it("counts leave and absence as nothing", () => assert.deepEqual([counted("4"), counted("5")], ["0.00", "0.00"]));

  it("counts 15 minutes late in full, 16 half", () =>
    assert.deepEqual([counted("2", "08:45"), counted("2", "08:46")], ["4.00", "2.00"]));

  it("counts half of the lesson missed half, a minute more nothing", () =>
    assert.deepEqual([counted("2", "10:00"), counted("2", "10:01")], ["2.00", "0.00"]));

  it("counts early leaving likewise", () =>
    assert.deepEqual(
      [counted("3", "08:30", "11:15"), counted("3", "08:30", "11:14"), counted("3", "08:30", "09:59")],
      ["4.00", "2.00", "0.00"],
    ));

  it("adds up late and early minutes", () =>
    assert.deepEqual([counted("2", "08:38", "11:23"), counted("2", "08:38", "11:22")], ["4.00", "2.00"]));

  it("counts half of 1.5 hours, a multiple of a quarter", () =>
    assert.equal(counted("2", "09:30", undefined, { startTime: "09:00", endTime: "10:10", hours: "1.5" }), "0.75"));
});

describe("attendanceRate", () => {
  for (const [name, held, hours, rate, may] of examples)
    it(`${name}: ${hours} of ${held}`, () => {
      assert.equal(attendanceRate(hours, held), rate);
      assert.equal(new Decimal(rate).gte(80), may);
    });

  it("gives no rate while nothing is held", () => assert.equal(attendanceRate("0", "0"), null));
});

describe("makeupLimit", () => {
  it("is a tenth of the lessons, rounded down", () =>
    assert.deepEqual(
      [makeupLimit(10, 10), makeupLimit(19, 10), makeupLimit(20, 10), makeupLimit(9, 10)],
      [1, 1, 2, 0],
    ));
});
