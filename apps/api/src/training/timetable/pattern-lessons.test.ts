import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { patternLessons } from "./pattern-lessons.ts";

const period = { startDate: "2026-11-23", endDate: "2026-12-06" };
const pattern = {
  classId: "1",
  weekdays: "135",
  times: [
    { startTime: "08:30", endTime: "11:30" },
    { startTime: "14:00", endTime: "17:00" },
  ],
  parts: [
    { lessonType: "1", hours: "10", content: "理论", teacherId: "7" },
    { lessonType: "2", hours: "8", content: "实操", teacherId: "8" },
  ],
} as const;
const plan = (changes: object = {}, exceptions = new Map<string, boolean>()) =>
  patternLessons({ ...pattern, ...changes } as never, period, 45, exceptions);

describe("patternLessons", () => {
  it("plans theory and then practice on the chosen days, the last lesson of each as long as is left", () => {
    const { lessons, left } = plan();
    assert.deepEqual(
      lessons.map(({ lessonDate, startTime, endTime, content }) => [lessonDate, startTime, endTime, content].join(" ")),
      [
        "2026-11-23 08:30 11:30 理论1",
        "2026-11-23 14:00 17:00 理论2",
        "2026-11-25 08:30 10:00 理论3",
        "2026-11-25 14:00 17:00 实操1",
        "2026-11-27 08:30 11:30 实操2",
      ],
    );
    assert.equal(left, "0.0");
  });

  it("leaves out public holidays when asked, and begins where it is told", () => {
    const holiday = new Map([["2026-11-25", false]]);
    const days = (changes: object) => [...new Set(plan(changes, holiday).lessons.map((lesson) => lesson.lessonDate))];
    assert.deepEqual(days({ skipHolidays: 1 }), ["2026-11-23", "2026-11-27", "2026-11-30"]);
    assert.deepEqual(days({}), ["2026-11-23", "2026-11-25", "2026-11-27"]);
    assert.deepEqual(days({ from: "2026-11-26" }), ["2026-11-27", "2026-11-30", "2026-12-02"]);
  });

  it("tells the hours for which no day is left", () => {
    assert.equal(plan({ weekdays: "7" }).left, "4.0");
  });
});
