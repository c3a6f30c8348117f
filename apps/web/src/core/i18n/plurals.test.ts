import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const src = join(import.meta.dirname, "../..");
/** A number before several things, `{n} rows`: of one it reads wrong. A least number is never one. */
const several = /(?<!at least )\{\w+\} (people|[a-z]{2,}[a-z]s)\b/;

describe("English texts", () => {
  it("have a form for one, or put the number behind what it counts", () => {
    const found = globSync("**/*texts.en.ts", { cwd: src }).flatMap((file) =>
      readFileSync(join(src, file), "utf8")
        // A text that is too long for its line stands below its key.
        .replaceAll(/:\n\s+/g, ": ")
        .split("\n")
        .filter((line) => several.test(line) && !/^\s*\w+_(one|other):/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(found, []);
  });
});
