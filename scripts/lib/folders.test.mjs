import assert from "node:assert/strict";
import { dirname } from "node:path";
import { test } from "node:test";
import { filesBelow } from "./files.mjs";

/** Files beside each other in which one still finds something. */
const most = 25;
/** Lists in their order, which nobody looks through. */
const lists = new Set(["apps/api/migrations", "docs/decisions"]);

test(`no folder has more than ${most} files beside each other: part it by what they are for`, () => {
  const files = ["apps", "bench", "docs", "e2e", "packages", "scripts"].flatMap((folder) => filesBelow(folder));
  const crowded = [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([folder, own]) => own.length > most && !lists.has(folder))
    .map(([folder, own]) => `${folder}: ${own.length}`);
  assert.deepEqual(crowded, []);
});
