import assert from "node:assert/strict";
import { test } from "node:test";
import { hoursOf, isSamePlace, mondayOf, moved, openingWeek, resized, weekDays } from "./week.ts";

const place = { lessonDate: "2026-11-20", startTime: "08:30", endTime: "11:30" };

test("weeks begin on Monday", () => {
  assert.deepEqual(["2026-11-16", "2026-11-20", "2026-11-22", "2026-11-23"].map(mondayOf), [
    "2026-11-16",
    "2026-11-16",
    "2026-11-16",
    "2026-11-23",
  ]);
  assert.equal(weekDays("2026-12-28").at(-1), "2027-01-03");
});
test("a lesson moves by days and half hours and stays inside the day", () => {
  assert.deepEqual(moved(place, 2, 60), { lessonDate: "2026-11-22", startTime: "09:30", endTime: "12:30" });
  assert.deepEqual(moved(place, 0, -600), { lessonDate: "2026-11-20", startTime: "06:00", endTime: "09:00" });
  assert.deepEqual(moved(place, 0, 6000), { lessonDate: "2026-11-20", startTime: "19:00", endTime: "22:00" });
});
test("a lesson keeps half an hour at least", () => {
  assert.equal(resized(place, 30).endTime, "12:00");
  assert.equal(resized(place, -600).endTime, "09:00");
  assert.equal(resized(place, 6000).endTime, "22:00");
  assert.ok(isSamePlace(place, { ...place, startTime: "08:30:00" }));
});
test("the week that is opened", () => {
  assert.equal(openingWeek("2026-11-20", "2026-11-10", "2026-12-10", []), "2026-11-16");
  assert.equal(openingWeek("2026-11-20", "2026-12-01", "2026-12-10", [{ lessonDate: "2026-12-08" }]), "2026-12-07");
});
test("hours and share of practice; online lessons do not count for the share", () => {
  assert.deepEqual(
    hoursOf([
      { lessonType: "1", hours: "3.0" },
      { lessonType: "2", hours: "5.0" },
      { lessonType: "3", hours: "2.5" },
    ]),
    { planned: "10.5", practiceShare: 62 },
  );
  assert.equal(hoursOf([]).practiceShare, null);
});
