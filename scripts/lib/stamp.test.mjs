import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { cache, root } from "./paths.mjs";
import { computeHash, isDone, markDone } from "./stamp.mjs";

const folder = mkdtempSync(join(root, ".stamp-"));
const name = basename(folder);
const stamp = `test-${name}`;
after(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(cache, `${stamp}.stamp`), { force: true });
});

test("computeHash: changes with every change of the sources, and with nothing else", () => {
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/a.ts"), "a");
  const first = computeHash([name]);
  assert.equal(computeHash([name, "missing"]), first);
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/a.js"), "built");
  assert.equal(computeHash([name]), first);
  renameSync(join(folder, "src/a.ts"), join(folder, "src/b.ts"));
  const second = computeHash([name]);
  assert.notEqual(second, first);
  writeFileSync(join(folder, "src/b.ts"), "b");
  assert.notEqual(computeHash([name]), second);
});

test("isDone: a step is done for one hash", () => {
  assert.equal(isDone(stamp, "one"), false);
  markDone(stamp, "one");
  assert.equal(isDone(stamp, "one"), true);
  assert.equal(isDone(stamp, "two"), false);
});
