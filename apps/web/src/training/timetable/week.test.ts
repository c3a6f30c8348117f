import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findHours, isSamePlace, getMonday, moved, openingWeek, resized, weekDays } from "./week.ts";

const place = { lessonDate: "2026-11-20", startTime: "08:30", endTime: "11:30" };

describe("getMonday", () => {
  it("begins weeks on Monday", () => {
    assert.deepEqual(["2026-11-16", "2026-11-20", "2026-11-22", "2026-11-23"].map(getMonday), [
      "2026-11-16",
      "2026-11-16",
      "2026-11-16",
      "2026-11-23",
    ]);
    assert.equal(weekDays("2026-12-28").at(-1), "2027-01-03");
  });
});

describe("moved", () => {
  it("moves a lesson by days and half hours, and keeps it inside the day", () => {
    assert.deepEqual(moved(place, 2, 60), { lessonDate: "2026-11-22", startTime: "09:30", endTime: "12:30" });
    assert.deepEqual(moved(place, 0, -600), { lessonDate: "2026-11-20", startTime: "06:00", endTime: "09:00" });
    assert.deepEqual(moved(place, 0, 6000), { lessonDate: "2026-11-20", startTime: "19:00", endTime: "22:00" });
  });
});

describe("resized", () => {
  it("leaves a lesson half an hour at least", () => {
    assert.equal(resized(place, 30).endTime, "12:00");
    assert.equal(resized(place, -600).endTime, "09:00");
    assert.equal(resized(place, 6000).endTime, "22:00");
    assert.ok(isSamePlace(place, { ...place, startTime: "08:30:00" }));
  });
});

describe("openingWeek", () => {
  it("opens the week of today, else the nearest of the class", () => {
    assert.equal(openingWeek("2026-11-20", "2026-11-10", "2026-12-10", []), "2026-11-16");
    assert.equal(openingWeek("2026-11-20", "2026-12-01", "2026-12-10", [{ lessonDate: "2026-12-08" }]), "2026-12-07");
  });
});

describe("findHours", () => {
  it("sums hours and the share of practice, for which online lessons do not count", () => {
    assert.deepEqual(
      findHours([
        { lessonType: "1", hours: "3.0" },
        { lessonType: "2", hours: "5.0" },
        { lessonType: "3", hours: "2.5" },
      ]),
      { planned: "10.5", practiceShare: 62 },
    );
    assert.equal(findHours([]).practiceShare, null);
    const share = (theory: string, practice: string) =>
      findHours([
        { lessonType: "1", hours: theory },
        { lessonType: "2", hours: practice },
      ]).practiceShare;
    assert.deepEqual([share("21.0", "29.0"), share("7.0", "3.5"), share("0.5", "0.0")], [58, 33, 0]);
  });
});
