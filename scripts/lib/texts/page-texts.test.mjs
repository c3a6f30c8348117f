import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesBelow } from "../files.mjs";
import { root } from "../paths.mjs";

const sources = filesBelow("apps/web/src").filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts") && !/\.(zh|en)\.ts$/.test(file),
);
const read = (file) => readFileSync(join(root, file), "utf8");

test("each bundle of texts has a name of its own: two of one name would show each other's keys", () => {
  const names = sources.flatMap((file) => [...read(file).matchAll(/= texts\("([^"]+)"/g)].map(([, name]) => name));
  assert.ok(names.length > 10);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});
