import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { localStorage } from "./storage.local.ts";

const folder = join(mkdtempSync(join(tmpdir(), "jipei-storage-")), "files");
const storage = localStorage(folder);

after(() => rmSync(join(folder, ".."), { recursive: true }));

describe("localStorage.put", () => {
  it("stores what get returns, in files readable by our account only", async () => {
    assert.deepEqual(await storage.put("2026/a-1.pdf", Readable.from(["技", "培"])), {
      size: 6,
      sha256: createHash("sha256").update("技培").digest("hex"),
    });
    assert.equal(await text(await storage.get("2026/a-1.pdf")), "技培");
    assert.equal(await text(await storage.get("2026/a-1.pdf", { from: 3, to: 5 })), "培");
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, "2026/a-1.pdf")).mode & 0o777, 0o600);
  });

  it("leaves nothing of a broken upload", async () => {
    const broken = Readable.from(
      (async function* () {
        yield "half";
        throw new Error("connection lost");
      })(),
    );
    await assert.rejects(storage.put("2026/broken.pdf", broken), /connection lost/);
    assert.deepEqual(readdirSync(join(folder, "2026")), ["a-1.pdf"]);
  });
});

describe("localStorage.get", () => {
  it("refuses a missing file (MissingFile); remove accepts it", async () => {
    await assert.rejects(storage.get("2026/gone.pdf"), /no file/);
    await storage.remove("2026/gone.pdf");
    await storage.remove("2026/a-1.pdf");
    await assert.rejects(storage.get("2026/a-1.pdf"), /no file/);
  });
});

describe("localStorage", () => {
  it("refuses keys that could leave the folder", async () => {
    for (const key of ["../keys/field", "/etc/passwd", "a/../../b", "a//b", ".hidden", "", "a\0b"]) {
      await assert.rejects(async () => storage.get(key), /not a storage key/, key);
    }
  });
});
