import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { buildZip } from "@jipei/xlsx/testing/ooxml.ts";
import { findUnpackedSize } from "./zip-size.ts";

const sizeOf = (bytes: Uint8Array) => findUnpackedSize(new Uint8Array(bytes).buffer);

describe("findUnpackedSize", () => {
  it("adds up what the directory says, whatever is packed how well", () => {
    const file = buildZip({ "word/document.xml": "x".repeat(5_000_000), "a.xml": "abc" }, true);
    assert.ok(file.length < 20_000);
    assert.equal(sizeOf(file), 5_000_003);
  });

  it("finds none in what is no archive, or one that was cut off", () => {
    const file = buildZip({ "a.xml": "abc" });
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(100), file.subarray(0, -30), file.subarray(50)])
      assert.equal(sizeOf(bytes), null);
  });
});
