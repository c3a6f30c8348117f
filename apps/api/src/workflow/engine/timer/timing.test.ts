import assert from "node:assert/strict";
import { test } from "node:test";
import { nextDue, schedule } from "./timing.ts";

const now = new Date("2026-01-31T02:00:00Z"); // 10:00 in China

const due = (kind: "date" | "duration" | "cycle", text: string) => schedule(kind, text, now)?.due.toISOString() ?? null;

test("durations follow the calendar of China", () => {
  assert.equal(due("duration", "PT5M"), "2026-01-31T02:05:00.000Z");
  assert.equal(due("duration", "P1M"), "2026-02-28T02:00:00.000Z");
  assert.equal(due("duration", "P1Y2W1DT1H0.5S"), "2027-02-15T03:00:00.500Z");
  for (const text of ["P", "PT", "5 minutes", "P-1D", "P999999Y", ""]) assert.equal(due("duration", text), null, text);
});

test("dates without a zone are meant in China", () => {
  assert.equal(due("date", "2026-02-01"), "2026-01-31T16:00:00.000Z");
  assert.equal(due("date", "2026-02-01T08:30:00"), "2026-02-01T00:30:00.000Z");
  assert.equal(due("date", "2026-02-01T08:30:00Z"), "2026-02-01T08:30:00.000Z");
  assert.equal(due("date", "2026-02-01T08:30:00.250+09:00"), "2026-01-31T23:30:00.250Z");
  for (const text of ["2026-02-30", "2026-13-01", "2026-02-01T25:00", "tomorrow"])
    assert.equal(due("date", text), null, text);
});

test("cycles of ISO 8601 say how often, from when and until when", () => {
  assert.deepEqual(schedule("cycle", "R3/PT1H", now), {
    due: new Date("2026-01-31T03:00:00Z"),
    repeats: 2,
    cycle: "PT1H",
  });
  assert.deepEqual(schedule("cycle", "R/2026-02-01T08:00/P1D", now), {
    due: new Date("2026-02-01T00:00:00Z"),
    repeats: -1,
    cycle: "P1D",
  });
  assert.equal(nextDue("PT1H/2026-01-31T10:30", now), null);
  assert.equal(nextDue("PT1H/2026-01-31T11:30", now)?.toISOString(), "2026-01-31T03:00:00.000Z");
  for (const text of ["R3/PT0S", "R0/PT1H", "R3", "R3/x", "R1/PT1H/x"])
    assert.equal(schedule("cycle", text, now), null, text);
});

test("cron expressions of Quartz and of Unix", () => {
  assert.equal(due("cycle", "0 0/5 * * * ?"), "2026-01-31T02:05:00.000Z");
  // Monday to Friday at 9:00; 31 January 2026 is a Saturday.
  assert.equal(due("cycle", "0 0 9 ? * MON-FRI"), "2026-02-02T01:00:00.000Z");
  assert.equal(due("cycle", "0 9 * * 1-5"), "2026-02-02T01:00:00.000Z");
  assert.equal(due("cycle", "0 0 12 L * ?"), "2026-01-31T04:00:00.000Z");
  assert.equal(due("cycle", "0 0 8 29 2 ?"), "2028-02-29T00:00:00.000Z");
  assert.equal(due("cycle", "0 0 8 1 1 ? 2030"), "2030-01-01T00:00:00.000Z");
  for (const text of ["* * *", "61 * * * * ?", "0 0 8 15W * ?", "0 0 8 ? * 2#1", "0 0 8 30 2 ?", "0/0 * * * * ?"])
    assert.equal(schedule("cycle", text, now), null, text);
});
