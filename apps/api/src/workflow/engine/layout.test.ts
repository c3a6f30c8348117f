import assert from "node:assert/strict";
import { test } from "node:test";
import { withLayout } from "./layout.ts";
import { bpmn, issuesOf, path, user } from "./scenarios/scenario.ts";

const xml = bpmn(`<startEvent id="s"/>${user("a")}<endEvent id="e"/>${path("s > a > e")}`);

test("a diagram is added where there is none, and the model stays the same", async () => {
  const drawn = await withLayout(xml);
  assert.ok(drawn);
  for (const id of ["s", "a", "e"]) assert.match(drawn, new RegExp(`bpmnElement="${id}"`));
  assert.deepEqual(await issuesOf(drawn), []);
  assert.equal(await withLayout(drawn), drawn);
});

test("what is no model is not drawn", async () => {
  assert.equal(await withLayout("<html></html>"), null);
  assert.equal(await withLayout(`<!DOCTYPE x>${xml}`), null);
});
