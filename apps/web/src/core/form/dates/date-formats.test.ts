import assert from "node:assert/strict";
import { describe, it } from "node:test";
import dayjs from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import { dayFormats, timeFormats } from "./date-formats.ts";

dayjs.extend(customParseFormat);

/** As the pickers read what is typed: the first form that fits exactly. */
const read = (typed: string, formats: readonly string[], shown: string) =>
  formats
    .map((format) => dayjs(typed, format, true))
    .find((day) => day.isValid())
    ?.format(shown);

describe("dayFormats", () => {
  it("read a day in any usual form", () => {
    for (const typed of ["2026-11-24", "20261124", "2026.11.24", "2026/11/24", "2026年11月24日"])
      assert.equal(read(typed, dayFormats, "YYYY-MM-DD"), "2026-11-24", typed);
    for (const typed of ["2026-3-5", "2026.3.5", "2026/3/5", "2026.03.05", "2026年3月5日"])
      assert.equal(read(typed, dayFormats, "YYYY-MM-DD"), "2026-03-05", typed);
    for (const typed of ["11-24", "11.24", "11/24", "11月24日", "1124"])
      assert.equal(read(typed, dayFormats, "YYYY-MM-DD"), `${dayjs().year()}-11-24`, typed);
  });
  it("refuse days that do not exist", () => {
    for (const typed of ["2026-02-30", "20261345", "13-1"])
      assert.equal(read(typed, dayFormats, "YYYY-MM-DD"), undefined, typed);
  });
});

describe("timeFormats", () => {
  it("read a time with and without its colon", () => {
    for (const typed of ["08:30", "8:30", "0830", "8：30"])
      assert.equal(read(typed, timeFormats, "HH:mm"), "08:30", typed);
  });
});
