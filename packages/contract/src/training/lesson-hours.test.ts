import assert from "node:assert/strict";
import { test } from "node:test";
import { lessonHours } from "./lesson-hours.ts";

// The worked examples of docs/rules.md.
for (const [start, end, hours] of [
  ["08:30", "11:30", "4.0"],
  ["13:00", "15:15", "3.0"],
  ["09:00", "10:00", "1.0"],
  ["09:00", "10:10", "1.5"],
  ["18:00", "20:30", "3.0"],
  ["09:00", "09:20", "0.0"],
] as const)
  test(`${start}–${end} is ${hours} hours`, () => assert.equal(lessonHours(start, end), hours));

test("another length of the lesson hour", () => assert.equal(lessonHours("08:00", "09:40", 50), "2.0"));
test("no hours backwards", () => assert.equal(lessonHours("10:00", "09:00"), "0.0"));
