import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fillText, findText } from "./fill-text.ts";

const zh = { list: { title: "班级", rows_one: "共 {count} 条", rows_other: "共 {count} 条" } };
const en = { list: { title: "Classes", rows_one: "{count} row", rows_other: "{count} rows" } };

describe("findText", () => {
  it("finds a text by its path", () => {
    assert.equal(findText(zh, "list.title", "zh"), "班级");
    assert.equal(findText(en, "list.nothing", "en"), "list.nothing");
    assert.equal(findText(en, "list", "en"), "list");
  });

  it("chooses between the plural forms by the number", () => {
    const count = (n: number) => fillText(findText(en, "list.rows", "en", { count: n }), { count: n });
    assert.deepEqual([count(0), count(1), count(2)], ["0 rows", "1 row", "2 rows"]);
    assert.equal(fillText(findText(zh, "list.rows", "zh", { count: 1 }), { count: 1 }), "共 1 条");
  });
});

describe("fillText", () => {
  it("fills holes, also twice, and leaves one without a value", () => {
    assert.equal(fillText("{a}-{b}-{a}", { a: 1, b: "二" }), "1-二-1");
    assert.equal(fillText("{a} {c}", { a: "$&" }), "$& {c}");
  });
});
