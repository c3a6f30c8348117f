import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  canCommit,
  columnLetters,
  confirm,
  correct,
  findCorrection,
  mapColumn,
  noEdits,
  findParts,
  takeSuggestions,
} from "./import-state.ts";

const columns = [
  { index: 0, header: "姓名", field: "name", isGuessed: "0" },
  { index: 1, header: "电话", field: "phone", isGuessed: "1" },
  { index: 2, header: "手机", field: null, isGuessed: "0" },
] as const;
const cell = {
  row: 3,
  column: "B",
  field: "phone",
  value: "138 0000 0000",
  reasonZh: "格式",
  reasonEn: "format",
  suggestion: "13800000000",
};

describe("findParts", () => {
  it("sends nothing but the file while nothing is changed", () => assert.deepEqual(findParts(noEdits), {}));
});

describe("mapColumn", () => {
  it("moves a field from one column to another, and sends no more than the user has chosen", () => {
    const edits = mapColumn(noEdits, columns, 2, "phone");
    assert.deepEqual(JSON.parse(findParts(edits).mapping ?? ""), [
      { index: 1, field: "" },
      { index: 2, field: "phone" },
    ]);
    assert.deepEqual(JSON.parse(findParts(mapColumn(edits, columns, 0, "")).mapping ?? ""), [
      { index: 1, field: "" },
      { index: 2, field: "phone" },
      { index: 0, field: "" },
    ]);
  });
});

describe("takeSuggestions", () => {
  it("takes suggestions unless the user has a value of their own", () => {
    const own = correct(noEdits, cell, "13900000000");
    assert.equal(findCorrection(takeSuggestions(own, [cell]), cell), "13900000000");
    const taken = takeSuggestions(noEdits, [cell, { ...cell, row: 4, suggestion: null }]);
    assert.deepEqual(JSON.parse(findParts(taken).corrections ?? ""), [
      { row: 3, field: "phone", value: "13800000000" },
    ]);
  });
});

describe("canCommit", () => {
  const report = {
    rows: 2,
    good: 2,
    existing: 0,
    differing: 0,
    changes: [],
    notices: [],
    previews: [],
    columns: [...columns],
    fields: [],
    cells: [],
    bad: 0,
  };
  const none: ReadonlySet<string> = new Set();

  it("allows only what was checked as it stands and is all right", () => {
    assert.equal(canCommit(report, false, none), true);
    assert.equal(canCommit(report, true, none), false);
    assert.equal(canCommit({ ...report, bad: 1 }, false, none), false);
    assert.equal(canCommit({ ...report, rows: 0, good: 0 }, false, none), false);
    assert.equal(canCommit(null, false, none), false);
  });

  it("waits until every notice is confirmed", () => {
    const noticed = { ...report, notices: ["a", "b"].map((key) => ({ key, zh: "", en: "", count: 0, cells: [] })) };
    const one = confirm(none, "a", true);
    assert.equal(canCommit(noticed, false, one), false);
    assert.equal(canCommit(noticed, false, confirm(one, "b", true)), true);
    assert.equal(canCommit(noticed, false, confirm(confirm(one, "b", true), "a", false)), false);
  });
});

describe("columnLetters", () => {
  it("counts columns as workbooks do", () =>
    assert.deepEqual([0, 25, 26, 701, 702].map(columnLetters), ["A", "Z", "AA", "ZZ", "AAA"]));
});
