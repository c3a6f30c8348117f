import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeText, previewKind } from "./preview-kind.ts";

describe("previewKind", () => {
  it("takes what a browser shows by itself, and nothing else", () => {
    assert.deepEqual(["JPG", ".png", "pdf", "csv", "mp4"].map(previewKind), ["image", "image", "pdf", "text", "video"]);
    for (const extension of [
      "doc",
      "docx",
      "xls",
      "xlsx",
      "ppt",
      "pptx",
      "odt",
      "zip",
      "html",
      "svg",
      "",
      "constructor",
    ])
      assert.equal(previewKind(extension), null, extension);
  });
});

describe("decodeText", () => {
  it("reads UTF-8, with or without mark, and the older Chinese encoding", () => {
    const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer;
    assert.equal(decodeText(new TextEncoder().encode("姓名,电话").buffer), "姓名,电话");
    assert.equal(decodeText(buffer(0xef, 0xbb, 0xbf, 0x41)), "A");
    assert.equal(decodeText(buffer(0xd0, 0xd5, 0xc3, 0xfb)), "姓名");
  });
});
