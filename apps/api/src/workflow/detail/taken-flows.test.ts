import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { bpmn } from "../../../test/factories/workflow.ts";
import type { ProcessModel } from "../engine/model.ts";
import { readModel } from "../engine/read-model.ts";
import { findTakenFlows } from "./taken-flows.ts";

const flow = (id: string, from: string, to: string) =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`;
const xml = bpmn(
  "taken",
  `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/><parallelGateway id="join"/>
    <exclusiveGateway id="choice" default="no"/><endEvent id="good"/><endEvent id="bad"/>
    ${flow("begin", "start", "fork")}${flow("toA", "fork", "a")}${flow("toB", "fork", "b")}${flow("fromA", "a", "join")}${flow("fromB", "b", "join")}
    ${flow("on", "join", "choice")}<sequenceFlow id="yes" sourceRef="choice" targetRef="good"><conditionExpression>\${pass}</conditionExpression></sequenceFlow>
    ${flow("no", "choice", "bad")}<sequenceFlow id="again" sourceRef="choice" targetRef="fork"><conditionExpression>\${once}</conditionExpression></sequenceFlow>`,
);
let model: ProcessModel;
before(async () => {
  const { models } = await readModel(xml, { actions: [], methods: [] });
  assert.ok(models[0]);
  model = models[0];
});

describe("findTakenFlows", () => {
  it("names the flows that tokens went along, up to where they stand", () => {
    const stays = [
      { element: "start", start: 1, end: 1 },
      { element: "fork", start: 1, end: 1 },
      { element: "a", start: 1, end: 2 },
      { element: "b", start: 1, end: null },
    ];
    assert.deepEqual(findTakenFlows(model, stays), ["begin", "toA", "toB"]);
  });

  it("has all flows of a join, which came at different times, and of a choice only the one that was taken", () => {
    const stays = [
      { element: "start", start: 1, end: 1 },
      { element: "fork", start: 1, end: 1 },
      { element: "a", start: 1, end: 2 },
      { element: "b", start: 1, end: 3 },
      { element: "join", start: 3, end: 3 },
      { element: "choice", start: 3, end: 3 },
      { element: "good", start: 3, end: 3 },
    ];
    assert.deepEqual(findTakenFlows(model, stays), ["begin", "toA", "toB", "fromA", "fromB", "on", "yes"]);
  });
});
