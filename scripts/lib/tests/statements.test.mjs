import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { issuesOf } from "./statements.mjs";

const template = { place: "x.ts:1:5", parts: ["select ", " from t"], isTemplate: true };
const text = { place: "x.ts:2:5", parts: ["delete from t where n = ", ""], isTemplate: false };
const texts = [template, text];

describe("issuesOf", () => {
  it("reports texts that no test has run: a template by its place, a string by its parts", () => {
    assert.deepEqual(issuesOf(texts, [], []), [
      "x.ts:1:5 is run by no test: select ${…} from t",
      "x.ts:2:5 is run by no test: delete from t where n = ${…}",
    ]);
    const other = { places: ["x.ts:1:6"], texts: ["select 1 from t", "delete from t where m = 1"] };
    assert.equal(issuesOf(texts, [other], []).length, 2);
  });

  it("accepts texts that any process has run", () => {
    const written = [
      { places: ["x.ts:1:5"], texts: [] },
      { places: [], texts: ["delete from t where n = 1"] },
    ];
    assert.deepEqual(issuesOf(texts, written, []), []);
  });

  it("accepts an excuse, and reports one that is not needed", () => {
    const excuse = { file: "x.ts", text: "delete from t", why: "" };
    const written = [{ places: ["x.ts:1:5"], texts: [] }];
    assert.deepEqual(issuesOf(texts, written, [excuse]), []);
    assert.deepEqual(issuesOf([template], written, [excuse]), ["not-run.mjs excuses without need: x.ts delete from t"]);
  });
});
