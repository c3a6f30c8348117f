import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getEntry, getHeat, getMark, isLow, openingLesson } from "./attendance-marks.ts";

const lesson = {
  id: "1",
  lessonDate: "2026-11-20",
  startTime: "08:30",
  endTime: "11:30",
  hours: "4.0",
  isHeld: "1",
} as const;

describe("getMark and getEntry", () => {
  it("make clock times of that day out of minutes, and minutes out of them", () => {
    const late = getEntry("7", { attendStatus: "2", minutes: 20 }, lesson);
    assert.deepEqual([late["signInTime"], late["signOutTime"]], ["2026-11-20 08:50:00", null]);
    assert.deepEqual(getMark(late, lesson), {
      attendStatus: "2",
      minutes: 20,
    });
    const early = getEntry("7", { attendStatus: "3", minutes: 35 }, lesson);
    assert.deepEqual([early["signOutTime"], getMark(early, lesson).minutes], ["2026-11-20 10:55:00", 35]);
  });
});

describe("getHeat", () => {
  it("says what counted of a held lesson", () => {
    assert.deepEqual(
      [
        getHeat({ countedHours: "4.00" }, lesson),
        getHeat({ countedHours: "2.00" }, lesson),
        getHeat(undefined, lesson),
        getHeat(undefined, { ...lesson, isHeld: "0" as const }),
      ],
      ["full", "half", "zero", "none"],
    );
  });
});

describe("isLow", () => {
  it("compares the rate with the limit, which itself is enough", () => {
    const rates = ["79.99", "80.00", "0.00"].map((attendanceRate) => ({ attendanceRate }));
    assert.deepEqual(
      rates.map((rate) => isLow(rate, 80)),
      [true, false, true],
    );
  });

  it("refuses nobody before the first lesson", () => {
    assert.equal(isLow({ attendanceRate: null }, 80), false);
  });
});

describe("openingLesson", () => {
  it("chooses the lesson of the hour, else the latest one that is not recorded, else the first", () => {
    const lessons = [
      { ...lesson, id: "a", lessonDate: "2026-11-18" },
      { ...lesson, id: "b", lessonDate: "2026-11-19", isHeld: "0" as const },
      { ...lesson, id: "c", isHeld: "0" as const },
      { ...lesson, id: "d", lessonDate: "2026-11-25", isHeld: "0" as const },
    ];
    assert.equal(openingLesson(lessons, "2026-11-20 09:00:00")?.id, "c");
    assert.equal(openingLesson(lessons, "2026-11-20 07:00:00")?.id, "b");
    assert.equal(openingLesson(lessons, "2026-11-01 07:00:00")?.id, "a");
  });
});
