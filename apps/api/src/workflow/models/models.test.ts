import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { flowDefinitionCalls as definitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { flowModelCalls as calls } from "@jipei/contract/workflow/flow-model.ts";
import { processCalls, workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, chain, flow, started, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Models and what is deployed of them. */
let app: TestApp;
let admin: TestUser;
let one: TestUser;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  one = await aColleague(app, "firstReviewer");
});
after(() => app.close());

const step = (id = "check") => [id, `flowable:assignee="${one.actor.userId}"`] as [string, string];
const model = async (key: string) => (await admin.list(calls.list, { key_equal: key })).records[0];
const versions = async (key: string) => admin.list(definitionCalls.list, { key });

describe("FlowModel.submit", () => {
  it("stores a model under the key of its process; the list answers its XML where one id is named", async () => {
    const xml = chain("stored", [step()]);
    await admin.call(calls.submit, { name: "存储", key: "stored", xml });
    const row = await model("stored");
    assert.deepEqual(
      [row?.key, row?.modelKey, row?.name, row?.category, row?.version],
      ["stored", "stored", "存储", "9", 1],
    );
    assert.equal(row && "xml" in row, false);
    const [whole] = (await admin.list(calls.list, { id: row?.id ?? "" })).records;
    assert.match(whole?.xml ?? "", /BPMNShape/, "a diagram is added where there is none");
    await admin.call(calls.submit, { id: row?.id, name: "改名", key: "stored", xml, version: 1 });
    assert.deepEqual([(await model("stored"))?.name, (await model("stored"))?.version], ["改名", 2]);
    const stale = { id: row?.id, name: "再改", key: "stored", xml, version: 1 };
    assert.equal((await admin.refused(calls.submit, stale)).errorCode, "VERSION_CONFLICT");
  });

  it("refuses a key that is taken (DUPLICATE), one that is not the process (FIELD_INVALID), and who is no administrator (ROLE_DENIED)", async () => {
    const xml = chain("taken", [step()]);
    await admin.call(calls.submit, { name: "x", key: "taken", xml });
    assert.equal((await admin.refused(calls.submit, { name: "y", key: "taken", xml })).errorCode, "DUPLICATE");
    assert.equal((await admin.refused(calls.submit, { name: "y", key: "other", xml })).failures[0]?.field, "key");
    for (const by of [app.as("clerk"), app.as("leader"), app.as("orgAdmin", { orgId: "1" })])
      assert.equal((await by.refused(calls.submit, { name: "y", key: "taken", xml })).errorCode, "ROLE_DENIED");
  });

  it("refuses what is no BPMN, has entities, or names what the product does not have, by name and place (FLOW_INVALID)", async () => {
    const wrong: Record<string, string> = {
      text: "kein XML",
      cut: chain("cut", [step()]).slice(0, -20),
      entity: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${chain("entity", [step()])}`,
      start: bpmn("start", `<endEvent id="end" />`),
      service: bpmn(
        "service",
        `<startEvent id="s" />${flow("s", "t")}<serviceTask id="t" name="删库" flowable:delegateExpression="\${dropAll}" />${flow("t", "e")}<endEvent id="e" />`,
      ),
    };
    for (const [key, xml] of Object.entries(wrong))
      assert.equal((await admin.refused(calls.submit, { name: key, key, xml })).errorCode, "FLOW_INVALID", key);
    const { failures, msg } = await admin.refused(calls.submit, { name: "x", key: "service", xml: wrong.service });
    assert.equal(failures[0]?.field, "t");
    assert.match(msg, /“删库”（t）/);
    const checked = await admin.call(calls.check, { xml: wrong.service ?? "" });
    assert.deepEqual(
      checked.issues.map(({ elementId, severity }) => [elementId, severity]),
      [["t", "error"]],
    );
  });

  it("is removed while what was deployed of it stays", async () => {
    await aDefinition(app, "removed", chain("removed", [step()]));
    const id = (await model("removed"))?.id ?? "";
    await admin.call(calls.remove, { ids: id });
    assert.equal((await versions("removed")).total, 1);
    assert.equal(await model("removed"), undefined);
  });
});

describe("FlowModel.deploy", () => {
  it("18.2-1: makes the next version, which is the one that is started; it cannot go to another tenant (FIELD_INVALID)", async () => {
    const first = await aDefinition(app, "twice", chain("twice", [step()]));
    const second = await aDefinition(app, "twice", chain("twice", [step(), step("more")]));
    const { records } = await versions("twice");
    assert.deepEqual(
      records.map(({ version, id, state }) => [version, id, state]),
      [
        [2, second, "active"],
        [1, first, "active"],
      ],
    );
    const startable = await one.list(workCalls.startList, { key: "twice" });
    assert.deepEqual(
      startable.records.map(({ id }) => id),
      [second],
    );
    const modelId = (await model("twice"))?.id ?? "";
    const input = { modelId, category: "9" as const, tenantIds: "123456" };
    assert.equal((await admin.refused(calls.deploy, input)).failures[0]?.field ?? "tenantIds", "tenantIds");
    assert.deepEqual(
      (await admin.call(calls.versions, { id: modelId })).map(({ version, running }) => [version, running]),
      [
        [2, 0],
        [1, 0],
      ],
    );
  });

  it("a model that never comes to rest is stopped, and nothing is started (FLOW_FAILED)", async () => {
    const loop = bpmn(
      "endless",
      `<startEvent id="s" />${flow("s", "a")}<exclusiveGateway id="a" />${flow("a", "b")}<exclusiveGateway id="b" />${flow("b", "a", "${1 == 1}")}${flow("b", "e", "${1 == 2}")}<endEvent id="e" />`,
    );
    const definition = await aDefinition(app, "endless", loop);
    assert.equal(
      (await one.refused(workCalls.start, { processDefinitionId: definition, variables: null })).errorCode,
      "FLOW_FAILED",
    );
    assert.equal((await one.list(workCalls.sendList)).total, 0);
  });

  it("only those start it whom the model names (ROLE_DENIED)", async () => {
    const xml = chain("forFew", [step()]).replace(
      `isExecutable="true"`,
      `isExecutable="true" flowable:candidateStarterGroups="finance"`,
    );
    const definition = await aDefinition(app, "forFew", xml);
    assert.equal(
      (await one.refused(workCalls.start, { processDefinitionId: definition, variables: null })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await one.list(workCalls.startList, { key: "forFew" })).total, 0);
    await started(await aColleague(app, "finance"), definition);
  });
});

describe("FlowDefinition.deployUpload", () => {
  const upload = (
    by: TestUser,
    files: Readonly<Record<string, string>>,
    fields: Readonly<Record<string, string>> = { category: "2", tenantIds: "" },
  ) =>
    app.http.inject({
      method: "POST",
      url: definitionCalls.deployUpload.path,
      headers: { token: by.token, "content-type": "multipart/form-data; boundary=b" },
      payload: [
        ...Object.entries(fields).map(
          ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        ),
        ...Object.entries(files).map(
          ([name, text]) =>
            `--b\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: text/xml\r\n\r\n${text}\r\n`,
        ),
        "--b--\r\n",
      ].join(""),
    });

  it("18.2-2: deploys all files under one deployment, or none where one is wrong (FLOW_INVALID with its name)", async () => {
    const good = { "甲.bpmn20.xml": chain("fileA", [step()]), "乙.bpmn": chain("fileB", [step()]) };
    const answer = await upload(admin, good);
    assert.equal(answer.statusCode, 200, answer.body);
    const both = [(await versions("fileA")).records[0], (await versions("fileB")).records[0]];
    assert.ok(both[0]?.deploymentId && both[0].deploymentId === both[1]?.deploymentId);
    const bad = await upload(admin, { "丙.bpmn": chain("fileC", [step()]), "丁.bpmn": "<x/>" });
    assert.deepEqual([bad.statusCode, bad.json().errorCode], [400, "FLOW_INVALID"]);
    assert.match(bad.json().msg, /丁\.bpmn/);
    assert.equal((await versions("fileC")).total, 0);
    assert.equal((await upload(admin, { "戊.txt": "x" })).json().errorCode, "FILE_FORMAT");
    assert.equal((await upload(app.as("clerk"), good)).statusCode, 403);
  });
});

describe("FlowDefinition.deleteDeployment", () => {
  it("18.2-4: is refused while a process runs (FLOW_RUNNING); afterwards its history stays readable", async () => {
    const definition = await aDefinition(app, "kept", chain("kept", [step()]));
    const by = await aColleague(app);
    const processInstanceId = await started(by, definition);
    const deploymentIds = (await versions("kept")).records[0]?.deploymentId ?? "";
    assert.equal((await admin.refused(definitionCalls.deleteDeployment, { deploymentIds })).errorCode, "FLOW_RUNNING");
    const held = await taskOf(one, processInstanceId);
    await one.call(workCalls.complete, { taskId: held.taskId, processInstanceId, pass: true, variables: null });
    await app.as("sysAdmin").call(definitionCalls.deleteDeployment, { deploymentIds });
    assert.equal((await versions("kept")).total, 0);
    assert.equal((await by.call(processCalls.detail, { processInstanceId })).instance.status, "finished");
    assert.equal(
      (await by.refused(workCalls.start, { processDefinitionId: definition, variables: null })).errorCode,
      "NOT_FOUND",
    );
  });
});

describe("FlowDefinition.migrate", () => {
  it("moves running processes to a version that has the steps at which they stand, and no other (FLOW_FAILED)", async () => {
    const first = await aDefinition(app, "moved", chain("moved", [step("a"), step("b")]));
    const by = await aColleague(app);
    const processInstanceId = await started(by, first);
    const without = await aDefinition(app, "moved", chain("moved", [step("c")]));
    const more = await aDefinition(app, "moved", chain("moved", [step("a"), step("c"), step("b")]));
    const to = (targetDefinitionId: string) => ({ processDefinitionId: first, targetDefinitionId });
    assert.deepEqual((await admin.call(definitionCalls.previewMigration, to(without))).steps, [
      { activityId: "a", activityName: "环节a", running: 1, obstacle: "missing" },
    ]);
    assert.equal((await admin.refused(definitionCalls.migrate, to(without))).errorCode, "FLOW_FAILED");
    assert.deepEqual(await admin.call(definitionCalls.previewMigration, to(more)), {
      running: 1,
      steps: [{ activityId: "a", activityName: "环节a", running: 1, obstacle: null }],
    });
    assert.deepEqual(await admin.call(definitionCalls.migrate, to(more)), { moved: 1 });
    const held = await taskOf(one, processInstanceId);
    await one.call(workCalls.complete, { taskId: held.taskId, processInstanceId, pass: true, variables: null });
    assert.equal((await taskOf(one, processInstanceId)).row.taskDefinitionKey, "c");
  });
});
