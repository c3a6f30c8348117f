import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dayOf, relativeDays } from "./relative-days.ts";

describe("dayOf", () => {
  it("is the day that a word means, and any other value as it is", () => {
    assert.deepEqual(
      Object.keys(relativeDays.codes).map((word) => dayOf(word, "2026-01-31")),
      ["2026-01-31", "2026-01-01", "2025-12-01", "2025-12-31", "2026-01-01", "2026"],
    );
    assert.equal(dayOf("2026-02-03", "2026-01-31"), "2026-02-03");
  });
});
