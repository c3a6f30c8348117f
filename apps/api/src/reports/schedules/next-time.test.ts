import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nextTime } from "./next-time.ts";

describe("nextTime", () => {
  it("is the next day of the rhythm at its time, the last of a shorter month", () => {
    const at = (rhythm: "daily" | "weekly" | "monthly", day: number | null, after: string) =>
      nextTime({ rhythm, day, time: "08:30" }, after);
    assert.equal(at("daily", null, "2026-11-28 08:00:00"), "2026-11-28 08:30:00");
    assert.equal(at("daily", null, "2026-11-28 08:30:00"), "2026-11-29 08:30:00");
    // A Saturday.
    assert.equal(at("weekly", 6, "2026-11-28 09:00:00"), "2026-12-05 08:30:00");
    assert.equal(at("weekly", 1, "2026-11-28 09:00:00"), "2026-11-30 08:30:00");
    assert.equal(at("weekly", 7, "2026-11-28 09:00:00"), "2026-11-29 08:30:00");
    assert.equal(at("monthly", 31, "2026-11-30 08:30:00"), "2026-12-31 08:30:00");
    assert.equal(at("monthly", 31, "2027-02-01 00:00:00"), "2027-02-28 08:30:00");
    assert.equal(at("monthly", 1, "2026-12-01 08:30:00"), "2027-01-01 08:30:00");
  });
});
