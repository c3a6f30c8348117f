import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, it } from "node:test";
import { giveUp, guarded, through } from "./streams.ts";

const src = join(import.meta.dirname, "../..");

/** Patterns of what may fail before its receiver listens for errors, and the files that may use them, because they add a listener. */
const bare: readonly { pattern: RegExp; instead: string; in: readonly string[] }[] = [
  { pattern: /(?<!(guarded|pipeline)\()(?<!guarded\(file\.handle\.)createReadStream\(/, instead: "guarded()", in: [] },
  { pattern: /(?<!pipeline\([^\n]*)createWriteStream\(/, instead: "pipeline() of node:stream/promises", in: [] },
  { pattern: /(?<!guarded\()Readable\.fromWeb\(/, instead: "guarded()", in: [] },
  { pattern: /\.pipe\(/, instead: "pipeline() of node:stream/promises, or through()", in: [] },
  {
    pattern: /import [^\n]*\b(pipeline|PassThrough|Duplex|compose|finished)\b[^\n]* from "node:stream"/,
    instead: "through()",
    in: ["core/foundation/streams.ts"],
  },
  {
    pattern: /\.destroy\((?!\))/,
    instead: "a generator that throws",
    in: ["develop/connection.ts", "files/virus-scanner.ts"],
  },
  { pattern: /new pg\.Client\(/, instead: "connected()", in: ["core/database/connected.ts", "develop/connection.ts"] },
  { pattern: /new pg\.Pool\(/, instead: "openPool()", in: ["core/database/db.ts"] },
  { pattern: /(?<!guarded\([^;]*)\bconnect\([^)]*(port|path)/i, instead: "guarded()", in: [] },
  {
    pattern: /new (Worker|Socket)\(/,
    instead: "one of those that have their listeners",
    in: [
      "core/excel/export/export-writer.ts",
      "core/excel/import/encrypt/import-encrypt.ts",
      "develop/connection.ts",
      "core/database/replica/replica-watch.ts",
      // It is never connected.
      "core/security/security-headers.ts",
    ],
  },
  {
    pattern: /\bset(Timeout|Interval|Immediate)\(\s*async\b/,
    instead: "a function that catches what it awaits",
    in: [],
  },
];

describe("source files of the server", () => {
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));

  it("create no stream, socket, thread or connection that could fail before it has an error listener", () => {
    const found = files.flatMap((file) => {
      const path = file.replaceAll("\\", "/");
      const text = readFileSync(join(src, file), "utf8");
      return bare
        .filter(({ pattern, in: allowed }) => !allowed.includes(path) && pattern.test(text))
        .map(({ pattern, instead }) => `${path}: ${pattern.source}, use ${instead}`);
    });
    assert.deepEqual(found, []);
  });

  it("still contain every exception that is allowed here", () => {
    for (const { pattern, in: allowed } of bare)
      for (const path of allowed) assert.match(readFileSync(join(src, path), "utf8"), pattern, path);
  });
});

describe("guarded", () => {
  const turn = () => new Promise((go) => setImmediate(go));

  it("keeps an early error for the reader of the stream", async () => {
    const body = guarded(new PassThrough());
    body.destroy(new Error("the disk is gone"));
    await turn();
    await assert.rejects(Readable.from(body).toArray(), /the disk is gone/);
  });

  it("and through: a transform fails with the stream before it", async () => {
    const from = new PassThrough();
    const body = through(from, new PassThrough());
    from.destroy(new Error("cut off"));
    await turn();
    await assert.rejects(body.toArray(), /cut off/);
  });
});

describe("giveUp", () => {
  it("destroys a stream, and does not start a generator", async () => {
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
