import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, it } from "node:test";
import { giveUp, guarded, through } from "./streams.ts";

const src = join(import.meta.dirname, "..");

/** What works or fails before its receiver listens, and where it is made so that somebody does. */
const bare: readonly { pattern: RegExp; instead: string; in: readonly string[] }[] = [
  { pattern: /(?<!(guarded|pipeline)\()(?<!guarded\(file\.handle\.)createReadStream\(/, instead: "guarded()", in: [] },
  { pattern: /(?<!pipeline\([^\n]*)createWriteStream\(/, instead: "pipeline() of node:stream/promises", in: [] },
  { pattern: /(?<!guarded\()Readable\.fromWeb\(/, instead: "guarded()", in: [] },
  { pattern: /\.pipe\(/, instead: "pipeline() of node:stream/promises, or through()", in: [] },
  {
    pattern: /import [^\n]*\b(pipeline|PassThrough|Duplex|compose|finished)\b[^\n]* from 'node:stream'/,
    instead: "through()",
    in: ["core/streams.ts"],
  },
  {
    pattern: /\.destroy\((?!\))/,
    instead: "a generator that throws",
    in: ["develop/connection.ts", "files/virus-scanner.ts"],
  },
  { pattern: /new pg\.Client\(/, instead: "connected()", in: ["core/connected.ts", "develop/connection.ts"] },
  { pattern: /new pg\.Pool\(/, instead: "openPool()", in: ["core/db.ts"] },
  { pattern: /(?<!guarded\([^\n]*)\bconnect\([^)]*(port|path)/i, instead: "guarded()", in: [] },
  {
    pattern: /new (Worker|Socket)\(/,
    instead: "one of those that have their listeners",
    in: ["core/excel/import-seal.ts", "develop/connection.ts", "core/replica-watch.ts"],
  },
  {
    pattern: /\bset(Timeout|Interval|Immediate)\(\s*async\b/,
    instead: "a function that catches what it awaits",
    in: [],
  },
];

describe("sources of the server", () => {
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));

  it("make no stream, socket, thread or connection whose error could come before its listener", () => {
    const found = files.flatMap((file) => {
      const path = file.replaceAll("\\", "/");
      const text = readFileSync(join(src, file), "utf8");
      return bare
        .filter(({ pattern, in: allowed }) => !allowed.includes(path) && pattern.test(text))
        .map(({ pattern, instead }) => `${path}: ${pattern.source}, use ${instead}`);
    });
    assert.deepEqual(found, []);
  });

  it("still have every exception that is allowed here", () => {
    for (const { pattern, in: allowed } of bare)
      for (const path of allowed) assert.match(readFileSync(join(src, path), "utf8"), pattern, path);
  });
});

describe("a guarded stream", () => {
  const turn = () => new Promise((go) => setImmediate(go));

  it("that fails before anybody listens keeps its error for whoever reads it", async () => {
    const body = guarded(new PassThrough());
    body.destroy(new Error("the disk is gone"));
    await turn();
    await assert.rejects(Readable.from(body).toArray(), /the disk is gone/);
  });

  it("behind a transform fails with what was before it", async () => {
    const from = new PassThrough();
    const body = through(from, new PassThrough());
    from.destroy(new Error("cut off"));
    await turn();
    await assert.rejects(body.toArray(), /cut off/);
  });
});

describe("giving up", () => {
  it("lets go of a stream, and leaves alone what has not begun", async () => {
    const stream = new PassThrough();
    let begun = false;
    giveUp(stream);
    giveUp(
      (async function* () {
        begun = true;
        yield "";
      })(),
    );
    assert.deepEqual([stream.destroyed, begun], [true, false]);
  });
});
