import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import { InvalidFields } from "../../core/foundation/refusal.ts";
import { checkRows } from "./check-rows.ts";
import { checkValues } from "./check-values.ts";

const table = (more: Partial<FormField>): FormField => ({
  name: "items",
  label: "items",
  kind: "table",
  right: "write",
  required: false,
  choices: [],
  columns: [{ name: "what", label: "品名", kind: "text", required: false, choices: [] }],
  inLists: false,
  ...more,
});
const papers = (count: number) => Array.from({ length: count }, () => ({ what: "纸" }));

describe("checkRows", () => {
  it("counts in words how many rows a table may have", () => {
    const issue = (most: number) => checkRows(table({ mostRows: most }), papers(most + 1), false).issues[0];
    assert.deepEqual(issue(1), ["最多1行", "at most 1 row"]);
    assert.deepEqual(issue(2), ["最多2行", "at most 2 rows"]);
  });
});

describe("checkValues", () => {
  it("counts in words how many rows a table needs", () => {
    const refuses = (least: number, words: RegExp) =>
      assert.throws(
        () => checkValues([table({ leastRows: least })], { items: papers(least - 1) }, {}, false),
        (refusal) => refusal instanceof InvalidFields && words.test(refusal.en),
      );
    refuses(1, /needs at least 1 row$/);
    refuses(2, /needs at least 2 rows$/);
  });
});
