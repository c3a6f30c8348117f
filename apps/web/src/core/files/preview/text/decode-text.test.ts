import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeText, findEncoding } from "./decode-text.ts";

const read = (...bytes: number[]) => {
  const all = new Uint8Array(bytes);
  return [findEncoding(all), decodeText(all, findEncoding(all))];
};

describe("findEncoding", () => {
  it("reads UTF-8 and UTF-16 by their marks, UTF-8 without one, and else the older Chinese encoding", () => {
    assert.deepEqual(read(...new TextEncoder().encode("姓名,电话")), ["utf-8", "姓名,电话"]);
    assert.deepEqual(read(0xef, 0xbb, 0xbf, 0x41), ["utf-8", "A"]);
    assert.deepEqual(read(0xff, 0xfe, 0xd3, 0x59), ["utf-16le", "姓"]);
    assert.deepEqual(read(0xfe, 0xff, 0x59, 0xd3), ["utf-16be", "姓"]);
    assert.deepEqual(read(0xd0, 0xd5, 0xc3, 0xfb), ["gb18030", "姓名"]);
    assert.deepEqual(read(0xd0, 0xd5), ["gb18030", "姓"]);
  });

  it("finds the older one also behind much that is plain", () => {
    const long = [...new TextEncoder().encode("name,phone\n".repeat(2000)), 0xd0, 0xd5];
    assert.equal(read(...long)[0], "gb18030");
  });
});
