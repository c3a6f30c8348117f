import assert from "node:assert/strict";
import { test } from "node:test";
import { withLayout } from "./layout.ts";
import { bpmn, issuesOf, modelOf, path, user } from "./scenarios/scenario.ts";

const xml = bpmn(
  `<startEvent id="s"/>${user("a", `flowable:assignee="\${starter}"`)}<endEvent id="e"/>${path("s > a > e")}`,
);

test("a diagram is added where there is none, and the model stays the same", async () => {
  const drawn = await withLayout(xml);
  assert.ok(drawn);
  for (const id of ["s", "a", "e", "sequenceFlow_without_id_1", "sequenceFlow_without_id_2"])
    assert.match(drawn, new RegExp(`bpmnElement="${id}"`));
  assert.deepEqual(await issuesOf(drawn), []);
  assert.deepEqual(await modelOf(drawn), await modelOf(xml));
  assert.equal(await withLayout(drawn), drawn);
});

test("what a reference says stays, though it leads to nothing", async () => {
  const named = bpmn(
    `<startEvent id="s"/><userTask id="a"><multiInstanceLoopCharacteristics><loopDataInputRef>people</loopDataInputRef></multiInstanceLoopCharacteristics></userTask>
     <intermediateCatchEvent id="c"><messageEventDefinition messageRef="arrived"/></intermediateCatchEvent>
     <endEvent id="e"><errorEventDefinition errorRef="BAD"/></endEvent>${path("s > a > c > e")}`,
  );
  const drawn = await withLayout(named);
  assert.ok(drawn);
  assert.deepEqual(await modelOf(drawn), await modelOf(named));
});

test("what is no model is not drawn", async () => {
  assert.equal(await withLayout("<html></html>"), null);
  assert.equal(await withLayout(`<!DOCTYPE x>${xml}`), null);
});
