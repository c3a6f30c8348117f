import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { machines } from "@jipei/contract/machines.ts";
import { root } from "./paths.mjs";
import { drawDiagram, withMachines } from "./state-diagrams.mjs";

test("docs/chain.md shows every machine as it is now (npm run docs)", () => {
  const page = readFileSync(join(root, "docs/chain.md"), "utf8");
  const { text, named } = withMachines(page);
  assert.equal(page, text);
  assert.deepEqual(named.toSorted(), [...new Set(machines.map(({ name }) => name))].toSorted());
});

test("a diagram names the states and joins moves between the same two states", () => {
  const machine = {
    states: { codes: { 0: ["草稿", "Draft"], 1: ["完成", "Done"] } },
    initial: "0",
    actions: {
      a: { en: "Go", from: ["0"], to: "1" },
      b: { en: "Jump", from: ["0"], to: "1" },
      c: { en: "Look", from: ["1"], to: "1" },
    },
  };
  assert.equal(
    drawDiagram(machine),
    [
      "```mermaid",
      "stateDiagram-v2",
      '  state "Draft 草稿" as s0',
      '  state "Done 完成" as s1',
      "  [*] --> s0",
      "  s0 --> s1: Go / Jump",
      "```",
    ].join("\n"),
  );
});

test("refuses an unknown machine", () =>
  assert.throws(() => withMachines("<!-- machine nosuch -->\n<!-- end -->"), /nosuch/));
