import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { standardPeriod } from "./standard-period.ts";

describe("standardPeriod", () => {
  it("is in force from the first to the last day, both included", () => {
    const on = (day: string, row = {}) =>
      standardPeriod({ effectDate: "2025-01-01", expireDate: "2025-12-31", isValid: "isValid", ...row }, day).value;
    assert.deepEqual(
      ["2024-12-31", "2025-01-01", "2025-12-31", "2026-01-01"].map((day) => on(day)),
      ["later", "now", "now", "past"],
    );
    assert.deepEqual(
      [on("2099-01-01", { expireDate: null }), on("2025-06-01", { isValid: "unValid" })],
      ["now", "off"],
    );
  });
});
