import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import type { FlowValues } from "@jipei/contract/workflow/flow-form.ts";
import { processCalls, workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { aColleague, aDefinition, chain, started, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** An application with a report that its first approver writes and the second one does not see; a field of it is hidden from whoever applies. */
let app: TestApp;
let starter: TestUser;
let first: TestUser;
let second: TestUser;
let reader: TestUser;

const property = (id: string, more: string) => `<flowable:formProperty id="${id}" name="${id}" ${more} />`;
const form = (...properties: string[]) => `<extensionElements>${properties.join("")}</extensionElements>`;
const hidden = `readable="false" writable="false"`;
const model = (second: TestUser, seen = hidden) =>
  chain("sealed", [
    [
      "apply",
      'flowable:assignee="${starter}"',
      form(property("paper", `type="upload"`), property("report", `type="upload" ${hidden}`)),
    ],
    [
      "check",
      `flowable:assignee="${first.actor.userId}"`,
      form(
        property("paper", `type="upload" writable="false"`),
        property("report", `type="upload"`),
        property("note", ""),
      ),
    ],
    [
      "decide",
      `flowable:assignee="${second.actor.userId}"`,
      form(property("paper", `type="upload" writable="false"`), property("report", `type="upload" ${seen}`)),
    ],
  ]);
let definition: string;

before(async () => {
  app = await startTestApp();
  [starter, first, second, reader] = [
    await aColleague(app, "clerk"),
    await aColleague(app, "firstReviewer"),
    await aColleague(app, "secondReviewer"),
    await aColleague(app, "finance"),
  ];
  definition = await aDefinition(app, "sealed", model(second));
});
after(() => app.close());

const detail = (by: TestUser, input: { processInstanceId?: string; taskId?: string }) =>
  by.call(processCalls.detail, { processInstanceId: null, taskId: null, ...input });
const namesOf = async (by: TestUser, input: Parameters<typeof detail>[1]) =>
  (await detail(by, input)).fields.map(({ name, right }) => `${name} ${right}`);
const complete = async (by: TestUser, id: string, variables: FlowValues | null, files: readonly string[] = []) => {
  const { taskId } = await taskOf(by, id);
  await by.call(calls.complete, {
    taskId,
    processInstanceId: id,
    pass: true,
    comment: null,
    variables,
    attachmentList: files as never,
  });
  return taskId;
};
const opens = async (by: TestUser, fileId: string): Promise<boolean> => {
  const { attLink } = await app.db
    .selectFrom("attachment")
    .select("attLink")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  const { statusCode } = await app.http.inject({
    url: `${downloadFile.path}?${new URLSearchParams({ fileUrl: attLink })}`,
    headers: { token: by.token },
  });
  return statusCode === 200;
};
const whoOpens = async (fileId: string) => {
  const opened: string[] = [];
  for (const [name, by] of Object.entries({ starter, first, second, reader, follower: app.as("sysAdmin") }))
    if (await opens(by, fileId)) opened.push(name);
  return opened;
};

describe("FlowFollow.detail", () => {
  it("shows the form of a task to who has it alone, and to others what they have seen, whichever task they name", async () => {
    const id = await started(starter, definition);
    const { taskId } = await taskOf(first, id);
    await first.call(calls.copy, { processInstanceId: id, userIds: reader.actor.userId, comment: null });
    assert.deepEqual(await namesOf(first, { taskId }), ["paper read", "report write", "note write"]);
    for (const by of [starter, reader]) {
      assert.deepEqual(await namesOf(by, { taskId }), ["paper read"]);
      const { task, instance } = await detail(by, { taskId });
      assert.deepEqual([task, instance.id], [null, id]);
    }
    // Who follows all processes reads every field, and fills in none.
    const follower = app.as("sysAdmin");
    assert.deepEqual(await namesOf(follower, { taskId }), ["paper read", "report read", "note read"]);
    assert.equal((await detail(follower, { taskId })).task?.id, taskId);
    await complete(first, id, { note: "属实" });
    assert.deepEqual(await namesOf(first, { processInstanceId: id }), ["paper read", "report read", "note read"]);
    assert.equal((await detail(second, { taskId })).task?.taskDefinitionKey, "decide");
  });
});

describe("Files of a form", () => {
  it("are listed and opened by who sees their field, and lie with no opinion", async () => {
    const paper = await anAttachment(app, starter, "申请.pdf");
    const report = await anAttachment(app, first, "核查报告.pdf");
    const said = await anAttachment(app, first, "意见.pdf");
    const id = await started(starter, definition, { paper: [paper] });
    await first.call(calls.copy, { processInstanceId: id, userIds: reader.actor.userId, comment: null });
    assert.deepEqual(await whoOpens(paper), ["starter", "first", "reader", "follower"]);
    await complete(first, id, { report: [report] }, [said]);
    assert.deepEqual(await whoOpens(paper), ["starter", "first", "second", "reader", "follower"]);
    assert.deepEqual(await whoOpens(report), ["first", "follower"]);
    assert.deepEqual(await whoOpens(said), ["starter", "first", "second", "reader", "follower"]);
    const { opinions, fields } = await detail(first, { processInstanceId: id });
    assert.deepEqual(
      opinions.flatMap(({ attachmentList }) => (attachmentList ?? []).map(({ attId }) => attId)),
      [said],
    );
    const items = (name: string) => fields.find((field) => field.name === name)?.value as { fileName: string }[];
    assert.deepEqual(
      [items("paper"), items("report")].flat().map(({ fileName }) => fileName),
      ["申请.pdf", "核查报告.pdf"],
    );
    // A version of the model that shows the field to the second approver shows them the file.
    const next = await aDefinition(app, "sealed", model(second, `writable="false"`));
    await app
      .as("sysAdmin")
      .call(flowDefinitionCalls.migrate, { processDefinitionId: definition, targetDefinitionId: next });
    assert.deepEqual(await whoOpens(report), ["first", "second", "follower"]);
  });

  it("are refused where somebody hands in a file that they may not open (ATTACH_NOT_OWN)", async () => {
    const foreign = await anAttachment(app, second);
    const start = { processDefinitionId: definition, title: null, attachmentList: null };
    const { errorCode } = await starter.refused(calls.start, { ...start, variables: { paper: [foreign] } });
    assert.equal(errorCode, "ATTACH_NOT_OWN");
  });
});
