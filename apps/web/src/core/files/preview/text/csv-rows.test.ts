import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readCsv } from "./csv-rows.ts";

describe("readCsv", () => {
  it("reads quoted cells, doubled quotes, line ends of every kind, and a last line without one", () => {
    assert.deepEqual(readCsv('姓名,备注\r\n"张,三","他说""好""\n第二行"\n李四,', 9), [
      ["姓名", "备注"],
      ["张,三", '他说"好"\n第二行'],
      ["李四", ""],
    ]);
    assert.deepEqual(readCsv("", 9), []);
  });

  it("finds what separates the columns, and stops where it is told to", () => {
    assert.deepEqual(readCsv("a;b,c;d\n1;2;3", 9), [
      ["a", "b,c", "d"],
      ["1", "2", "3"],
    ]);
    assert.deepEqual(readCsv("a\tb\n1\t2\n", 1), [["a", "b"]]);
  });
});
