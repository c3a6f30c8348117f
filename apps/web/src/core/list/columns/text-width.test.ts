import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { headWidth, lastCharacters, textWidth } from "./text-width.ts";

describe("headWidth", () => {
  /** Without the padding of the cell. */
  const words = (head: string, lines: 1 | 2) => headWidth(head, false, lines) - 18;

  it("of two lines is the longer one, where the head breaks best", () => {
    assert.equal(words("Amount approved", 2), words("approved", 1));
    assert.equal(words("Level of the skill", 2), words("the skill", 1));
    assert.equal(words("核定金额", 2), words("核定", 1));
  });

  it("breaks no word, and nothing in brackets", () => {
    assert.equal(words("Qualification", 2), words("Qualification", 1));
    assert.equal(words("金额（元）", 2), words("（元）", 1));
    assert.equal(words("", 2), 0);
  });

  it("leaves room for the arrows of a column that sorts", () => {
    assert.ok(headWidth("金额", true) > headWidth("金额", false));
  });
});

describe("textWidth", () => {
  it("is more for digits and capitals than for small letters, and most for Chinese characters", () => {
    assert.ok(textWidth("B2026") > textWidth("level"));
    assert.equal(textWidth("五级"), 28);
  });
});

describe("lastCharacters", () => {
  it("keeps the last six characters of a text", () => {
    assert.equal(lastCharacters("春晖养老护理员（五级）2026年第1期", 200), "26年第1期");
  });

  it("keeps fewer where these need more than the given width, so that the beginning is never pushed out", () => {
    const end = lastCharacters("养老护理员（五级）", 44);
    assert.equal(end, "五级）");
    assert.ok(textWidth(end) <= 44);
    assert.equal(lastCharacters("养老护理员（五级）", 10), "");
  });
});
