import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sqlTextsIn } from "./sql-texts.mjs";

const found = (source) => sqlTextsIn("x.ts", source).map(({ place, parts }) => `${place} ${parts.join("?")}`);

describe("sqlTextsIn", () => {
  it("finds templates of sql at the places that a stack reports, with those inside their holes", () => {
    assert.deepEqual(found("const a = 1;\nconst b = sql<{ n: string }>`select ${a} from t where ${sql`t.n = 1`}`;"), [
      "x.ts:2:29 select ? from t where ?",
      "x.ts:2:60 t.n = 1",
    ]);
  });

  it("finds statements and conditions that are plain strings", () => {
    assert.deepEqual(found('pool.query("select 1"); derived(E, "n", `${a} and t.class_id = t.id`);'), [
      "x.ts:1:12 select 1",
      "x.ts:1:41 ? and t.class_id = t.id",
    ]);
  });

  it("ignores messages, names and templates of other tags", () => {
    assert.deepEqual(found('say("select a class first"); const key = "lock"; css`select 1`; // select 1'), []);
  });
});
