import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RowDrafts } from "./row-drafts.ts";

describe("RowDrafts", () => {
  it("changes what is typed in one row, and leaves what other rows read as it was", () => {
    const drafts = new RowDrafts<{ amount: string; note: string }>();
    let calls = 0;
    const stop = drafts.subscribe(() => calls++);
    drafts.edit("1", { amount: "5" });
    const first = drafts.of("1");
    drafts.edit("2", { amount: "7" });
    drafts.edit("2", { note: "x" });
    assert.equal(drafts.of("1"), first);
    assert.deepEqual(drafts.changes(), [
      { id: "1", amount: "5" },
      { id: "2", amount: "7", note: "x" },
    ]);
    drafts.drop("1");
    assert.deepEqual([drafts.of("1"), drafts.dirty], [undefined, true]);
    drafts.clear();
    assert.deepEqual([drafts.changes(), drafts.dirty, calls], [[], false, 5]);
    stop();
    drafts.edit("3", { amount: "1" });
    assert.equal(calls, 5);
  });
});
