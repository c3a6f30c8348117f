import assert from "node:assert/strict";
import { test } from "node:test";
import { RowDrafts } from "./row-drafts.ts";

test("a key in one row changes what is typed there, and leaves what other rows read as it was", () => {
  const drafts = new RowDrafts<{ amount: string; note: string }>();
  let told = 0;
  const stop = drafts.subscribe(() => told++);
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
  assert.deepEqual([drafts.changes(), drafts.dirty, told], [[], false, 5]);
  stop();
  drafts.edit("3", { amount: "1" });
  assert.equal(told, 5);
});
