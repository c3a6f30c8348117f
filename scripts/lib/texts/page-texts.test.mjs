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

const template = "`(?:[^`\\\\]|\\\\.)*`";
/** The Chinese half of a text stated in both languages: `[zh, en]` or `zh: …`. */
const chineseHalf = new RegExp(`(?:\\[|\\bzh:)\\s*${template}`, "g");
const comment = /^\s*(\/\/|\/?\*|\{\/\*).*$|\/\/ .*$/gm;
/** Code that asks for the language itself. */
const ofOneLanguage = /^.*=== "zh".*$/gm;
const pattern = / = \/.*$/gm;
const plainLiteral = /"(?:[^"\\\n]|\\.)*"/g;
const punctuation = /[：（）、]/;

/** Lines of templates and of the page itself with punctuation of Chinese, which both languages would show. */
const findLines = (source) =>
  source
    .replace(comment, "")
    .replace(ofOneLanguage, "")
    .replace(pattern, "")
    .replace(plainLiteral, '""')
    .replace(chineseHalf, "")
    .split("\n")
    .filter((line) => punctuation.test(line));

test("the punctuation of one language is found outside of texts in both", () => {
  for (const bad of [
    "<p>{name}：{value}</p>",
    "title={`${a}（${b}）`}",
    "names.map((one) => `${one}、`)",
    "a ? `${a}：` : b",
  ])
    assert.equal(findLines(bad).length, 1, bad);
  for (const good of [
    "label([`${a}：${b}`, `${a}: ${b}`])",
    "label([\n  `${a}（${b}）`,\n  `${a} (${b})`,\n])",
    'label(["名称：", "Name: "])',
    "({ zh: `第${n}行：${zh}`, en })",
    "// 企业（单位）",
  ])
    assert.deepEqual(findLines(good), [], good);
});

test("pages put texts together by placeholders, never with the punctuation of one language", () => {
  assert.deepEqual(
    sources.flatMap((file) => findLines(read(file)).map((line) => `${file}: ${line.trim()}`)),
    [],
    "use placeholders: common.labelled, common.noted or a text of the page; joinNames for names",
  );
});

test("each bundle of texts has a name of its own: two of one name would show each other's keys", () => {
  const names = sources.flatMap((file) => [...read(file).matchAll(/= texts\("([^"]+)"/g)].map(([, name]) => name));
  assert.ok(names.length > 10);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});
