import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countTests } from "./browser-tests.mjs";

const report = (expected, unexpected, flaky = 0) => ({ stats: { expected, unexpected, flaky, skipped: 0 } });

describe("countTests", () => {
  it("returns the numbers of the report", () => {
    assert.deepEqual(countTests(0, report(12, 0)), { passed: 12, failed: 0 });
    assert.deepEqual(countTests(1, report(12, 2)), { passed: 12, failed: 2 });
  });

  it("counts a test that passed only on a retry as failed", () => {
    assert.deepEqual(countTests(0, report(12, 0, 1)), { passed: 12, failed: 1 });
  });

  it("counts one failure where the runner ended with an error, wrote no report or ran no test", () => {
    assert.deepEqual(countTests(1, report(12, 0)), { passed: 12, failed: 1 });
    assert.deepEqual(countTests(1, null), { passed: 0, failed: 1 });
    assert.deepEqual(countTests(0, report(0, 0)), { passed: 0, failed: 1 });
  });
});
