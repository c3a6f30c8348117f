import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { choicesText, readChoices } from "./choices.ts";

describe("choices in one line", () => {
  it("are read back as they were written", () => {
    for (const text of ["事假, 病假", "1=事假, 2=病假", ""]) assert.equal(choicesText(readChoices(text)), text);
  });

  it("may be divided as people type", () => {
    assert.deepEqual(
      readChoices("事假，病假；年假\n a = 其他 ").map(({ value, label }) => [value, label]),
      [
        ["事假", "事假"],
        ["病假", "病假"],
        ["年假", "年假"],
        ["a", "其他"],
      ],
    );
  });
});
