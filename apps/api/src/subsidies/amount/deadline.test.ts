import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inTime, lastClaimDay } from "./deadline.ts";

/** The worked examples of the claim deadline. */
const examples: [issue: string, last: string, commit: string, allowed: boolean][] = [
  ["2025-03-15", "2026-03-15", "2026-03-15", true],
  ["2025-03-15", "2026-03-15", "2026-03-16", false],
  ["2024-02-29", "2025-02-28", "2025-02-28", true],
  ["2025-08-31", "2026-08-31", "2026-08-31", true],
];
describe("the last day of a claim", () => {
  for (const [issue, last, commit, allowed] of examples)
    it(`certificate of ${issue}, commit ${commit}`, () => {
      assert.equal(lastClaimDay(issue, 12), last);
      assert.equal(inTime(issue, commit, 12), allowed);
    });
});
