import assert from "node:assert/strict";
import { test } from "node:test";
import { entryOf, heatOf, markOf, openingLesson } from "./attendance-marks.ts";

const lesson = {
  id: "1",
  lessonDate: "2026-11-20",
  startTime: "08:30",
  endTime: "11:30",
  hours: "4.0",
  isHeld: "1",
} as any;

test("minutes become the clock times of that day, and come back as minutes", () => {
  const late = entryOf("7", { attendStatus: "2", minutes: 20 }, lesson);
  assert.deepEqual([late["signInTime"], late["signOutTime"]], ["2026-11-20 08:50:00", null]);
  assert.deepEqual(markOf({ scheduleId: "1", countedHours: "2", ...late } as any, lesson), {
    attendStatus: "2",
    minutes: 20,
  });
  const early = entryOf("7", { attendStatus: "3", minutes: 35 }, lesson);
  assert.deepEqual([early["signOutTime"], markOf(early as any, lesson).minutes], ["2026-11-20 10:55:00", 35]);
});
test("heat: what counted of a held lesson", () => {
  assert.deepEqual(
    [
      heatOf({ countedHours: "4.00" } as any, lesson),
      heatOf({ countedHours: "2.00" } as any, lesson),
      heatOf(undefined, lesson),
      heatOf(undefined, { ...lesson, isHeld: "0" }),
    ],
    ["full", "half", "zero", "none"],
  );
});
test("the lesson that is opened", () => {
  const lessons = [
    { ...lesson, id: "a", lessonDate: "2026-11-18" },
    { ...lesson, id: "b", lessonDate: "2026-11-19", isHeld: "0" },
    { ...lesson, id: "c", isHeld: "0" },
    { ...lesson, id: "d", lessonDate: "2026-11-25", isHeld: "0" },
  ];
  assert.equal(openingLesson(lessons, "2026-11-20 09:00:00")?.id, "c");
  assert.equal(openingLesson(lessons, "2026-11-20 07:00:00")?.id, "b");
  assert.equal(openingLesson(lessons, "2026-11-01 07:00:00")?.id, "a");
});
