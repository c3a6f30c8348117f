import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canCommit,
  columnLetters,
  correct,
  correctionOf,
  mapColumn,
  noEdits,
  partsOf,
  takeSuggestions,
} from "./import-state.ts";

const columns = [
  { index: 0, header: "姓名", field: "name" },
  { index: 1, header: "电话", field: "phone" },
  { index: 2, header: "手机", field: null },
];
const cell = {
  row: 3,
  column: "B",
  field: "phone",
  value: "138 0000 0000",
  reasonZh: "格式",
  reasonEn: "format",
  suggestion: "13800000000",
};

test("nothing changed sends nothing but the file", () => assert.deepEqual(partsOf(noEdits), {}));

test("a field moves from one column to another, it is never read twice", () => {
  const edits = mapColumn(noEdits, columns, 2, "phone");
  assert.deepEqual(JSON.parse(partsOf(edits).mapping ?? ""), [
    { index: 0, field: "name" },
    { index: 1, field: "" },
    { index: 2, field: "phone" },
  ]);
  assert.deepEqual(JSON.parse(partsOf(mapColumn(edits, columns, 0, "")).mapping ?? ""), [
    { index: 0, field: "" },
    { index: 1, field: "" },
    { index: 2, field: "phone" },
  ]);
});

test("suggestions are taken unless the user has his own value", () => {
  const own = correct(noEdits, cell, "13900000000");
  assert.equal(correctionOf(takeSuggestions(own, [cell]), cell), "13900000000");
  const taken = takeSuggestions(noEdits, [cell, { ...cell, row: 4, suggestion: null }]);
  assert.deepEqual(JSON.parse(partsOf(taken).corrections ?? ""), [{ row: 3, field: "phone", value: "13800000000" }]);
});

test("only what was checked as it stands and is all right can be written", () => {
  const report = { rows: 2, good: 2, existing: 0, columns, fields: [], cells: [], bad: 0 };
  assert.equal(canCommit(report, false), true);
  assert.equal(canCommit(report, true), false);
  assert.equal(canCommit({ ...report, bad: 1 }, false), false);
  assert.equal(canCommit({ ...report, rows: 0, good: 0 }, false), false);
  assert.equal(canCommit(null, false), false);
});

test("column letters", () => assert.deepEqual([0, 25, 26, 701, 702].map(columnLetters), ["A", "Z", "AA", "ZZ", "AAA"]));
