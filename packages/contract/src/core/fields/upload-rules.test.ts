import assert from "node:assert/strict";
import { test } from "node:test";
import { describeKind, getExtension, maxFileBytes, findUploadIssue } from "./upload-rules.ts";

const zh = (...args: Parameters<typeof findUploadIssue>) => findUploadIssue(...args)?.zh ?? null;

test("at most 20 files of at most 25 MB", () => {
  assert.equal(zh("pdf", 19, { name: "a.pdf", size: maxFileBytes }), null);
  assert.equal(zh("pdf", 20, { name: "a.pdf", size: 1 }), "文件数量超出限制");
  assert.equal(zh("pdf", 0, { name: "a.pdf", size: maxFileBytes + 1 }), "文件大小超出限制");
});

test("each kind accepts its extensions", () => {
  assert.equal(zh("pdf", 0, { name: "a.PPTX", size: 1 }), null);
  assert.equal(zh("pdf", 0, { name: "a.exe", size: 1 }), "文件格式超出限制（仅支持上传pdf/ppt/pptx文件）");
  assert.equal(zh("pic", 0, { name: "a.jpeg", size: 1 }), null);
  assert.equal(zh("pic", 0, { name: "a.gif", size: 1 }), "文件格式超出限制（仅支持上传png/jpg/jpeg文件）");
  assert.equal(zh("video", 0, { name: "a.MP4", size: 1 }), null);
  assert.equal(zh("video", 0, { name: "a.avi", size: 1 }), "文件格式超出限制（仅支持上传MP4文件）");
  assert.equal(zh("pdf", 0, { name: "pdf", size: 1 }), "文件格式超出限制（仅支持上传pdf/ppt/pptx文件）");
});

test("describeKind names the ends of the names, and a size below that of any file", () => {
  assert.deepEqual([describeKind("pdf"), describeKind("avatar")], ["pdf/ppt/pptx", "jpg/jpeg/png ≤ 500 kB"]);
});

test("getExtension returns what follows the last dot", () => {
  assert.equal(getExtension("a.pdf.exe"), "exe");
  assert.equal(getExtension("名册.XLSX"), "xlsx");
  assert.equal(getExtension("a.b/c"), "");
});
