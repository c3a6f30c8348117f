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
    drafts.settle(drafts.all);
    assert.deepEqual([drafts.changes(), drafts.dirty, calls], [[], false, 5]);
    stop();
    drafts.edit("3", { amount: "1" });
    assert.equal(calls, 5);
  });

  it("keeps what is typed while a save is on its way, in another row, in the same one, or the same again", () => {
    const drafts = new RowDrafts<{ amount: string }>();
    for (const id of ["1", "2", "3"]) drafts.edit(id, { amount: "5" });
    const sent = drafts.all;
    drafts.edit("2", { amount: "6" });
    drafts.edit("3", { amount: "50" });
    drafts.edit("3", { amount: "5" });
    drafts.edit("4", { amount: "7" });
    drafts.settle(sent);
    assert.deepEqual(drafts.changes(), [
      { id: "2", amount: "6" },
      { id: "3", amount: "5" },
      { id: "4", amount: "7" },
    ]);
  });
});
