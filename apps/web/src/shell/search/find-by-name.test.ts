import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findByName } from "./find-by-name.ts";
import { readsAs } from "./pinyin.ts";

describe("findByName", () => {
  const all = [
    ["学员审核", "Student check"],
    ["班级查询", ""],
    ["单位审核", "Review of units"],
    ["大门", "Gate"],
    ["深色外观", "Dark appearance"],
    ["审核", "Review"],
    ["复审", "Second review"],
  ].map((names) => ({ names }));
  const find = (typed: string) => findByName(all, typed, readsAs).map(({ names }) => names[0]);

  it("takes any part of a name, in either language", () => {
    assert.deepEqual(find("班级"), ["班级查询"]);
    assert.deepEqual(find(" stud"), ["学员审核"]);
    assert.deepEqual(find("查询"), ["班级查询"]);
    assert.deepEqual(find("管理"), []);
    assert.deepEqual(find(" "), []);
  });

  it("takes the sounds of a name, their first letters too", () => {
    assert.deepEqual(find("xysh"), ["学员审核"]);
    assert.deepEqual(find("xueyuan"), ["学员审核"]);
    assert.deepEqual(find("bjcx"), ["班级查询"]);
    assert.deepEqual(find("xyzz"), []);
  });

  it("puts whole names first, then beginnings, words, parts, and sounds last", () => {
    assert.deepEqual(find("review"), ["审核", "单位审核", "复审"]);
    assert.deepEqual(find("审核"), ["审核", "学员审核", "单位审核"]);
    assert.deepEqual(find("da"), ["深色外观", "单位审核", "大门"]);
  });
});
