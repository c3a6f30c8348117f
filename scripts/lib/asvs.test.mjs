import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./paths.mjs";

const text = readFileSync(join(root, "docs/asvs.md"), "utf8");
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, number, level, state, how]) => ({ number, level, state, how }),
);
/** The name of a test in the tables: its folder and the file without its ending. */
const named = /`((?:e2e\/|contract\/|packages\/|test\/)?[a-z][\w-]*(?:\/[\w.-]+)+)`/g;
const folders = [
  ["e2e/", ""],
  ["contract/", "packages/contract/src/"],
  ["packages/", ""],
  ["test/", "apps/api/"],
  ["", "apps/api/src/"],
];
function getFile(name) {
  const [prefix, folder] = folders.find(([prefix]) => name.startsWith(prefix));
  const path = folder + (prefix === "contract/" ? name.slice(prefix.length) : name);
  return path.endsWith(".ts") ? path : `${path}.test.ts`;
}

describe("docs/asvs.md", () => {
  it("has each of the 70 requirements of level 1 and the 183 of level 2 once", () => {
    assert.equal(new Set(rows.map(({ number }) => number)).size, rows.length);
    assert.deepEqual(
      [rows.filter(({ level }) => level === "1").length, rows.filter(({ level }) => level === "2").length],
      [70, 183],
    );
    for (const { number, state } of rows) assert.ok(["met", "n/a", "open"].includes(state), number);
  });

  it("names tests that exist", () => {
    for (const { number, how } of rows)
      for (const [, name] of how.matchAll(named))
        assert.ok(existsSync(join(root, getFile(name))), `${number}: ${name}`);
  });

  it("meets at least 95 % of the requirements that apply, and says why not for the rest", () => {
    const applying = rows.filter(({ state }) => state !== "n/a");
    const open = applying.filter(({ state }) => state === "open");
    assert.ok(open.length <= applying.length * 0.05, `${open.length} of ${applying.length} are open`);
    const explained = text.slice(text.indexOf("## What is open"));
    for (const { number } of open) assert.ok(explained.includes(number), number);
  });
});
