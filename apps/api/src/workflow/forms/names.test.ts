import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, flow, started, task, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Names that a step without a form cannot fill in: whoever has a task changes nothing by them of who decides, or what is left out. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let two: TestUser;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app);
  one = await aColleague(app, "firstReviewer");
  two = await aColleague(app, "secondReviewer");
});
after(() => app.close());

const refusedFields = async (work: ReturnType<TestUser["refused"]>) => (await work).failures.map(({ field }) => field);

describe("FlowTask.complete of a step without a form", () => {
  it("takes no name of a sub-process around it (FIELD_INVALID), so that the next one stays who the model says", async () => {
    const each = `<multiInstanceLoopCharacteristics isSequential="true" flowable:collection="\${usersOf('${two.actor.userId}')}" flowable:elementVariable="approver" />`;
    const inside = `<startEvent id="s2" />${flow("s2", "look")}${task("look", `flowable:assignee="${one.actor.userId}"`)}${flow("look", "decide")}
      ${task("decide", 'flowable:assignee="${approver}"')}${flow("decide", "e2")}<endEvent id="e2" />`;
    const body = `<startEvent id="s" />${flow("s", "sub")}<subProcess id="sub">${each}${inside}</subProcess>${flow("sub", "e")}<endEvent id="e" />`;
    const id = await started(starter, await aDefinition(app, "scoped", bpmn("scoped", body)));
    const held = await taskOf(one, id);
    const input = { taskId: held.taskId, processInstanceId: id, pass: true };
    const variables = { approver: one.actor.userId } as never;
    assert.deepEqual(await refusedFields(one.refused(calls.complete, { ...input, variables })), ["variables.approver"]);
    await one.call(calls.complete, { ...input, variables: { note: "已核" } as never });
    assert.equal((await taskOf(two, id)).row.taskDefinitionKey, "decide");
  });
});

describe("FlowTask.start of a process without a form", () => {
  it("takes no name by which steps are skipped (FIELD_INVALID)", async () => {
    const skipped = task("check", `flowable:assignee="${one.actor.userId}" flowable:skipExpression="\${true}"`);
    const body = `<startEvent id="s" />${flow("s", "check")}${skipped}${flow("check", "e")}<endEvent id="e" />`;
    const processDefinitionId = await aDefinition(app, "skipping", bpmn("skipping", body));
    const input = { processDefinitionId, title: null, attachmentList: null };
    for (const name of ["_FLOWABLE_SKIP_EXPRESSION_ENABLED", "_ACTIVITI_SKIP_EXPRESSION_ENABLED"])
      assert.deepEqual(
        await refusedFields(starter.refused(calls.start, { ...input, variables: { [name]: true } as never })),
        [`variables.${name}`],
      );
  });
});
