import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { flowFollowCalls } from "@jipei/contract/workflow/flow-follow.ts";
import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { aColleague, aDefinition, chain, started, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Lists of processes and tasks that show what forms say, and are searched by it. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let ids: string[];

const property = (id: string, more: string, inside = "") =>
  `<flowable:formProperty id="${id}" name="名称${id}" ${more}>${inside}</flowable:formProperty>`;
const form = (...properties: string[]) => `<extensionElements>${properties.join("")}</extensionElements>`;
const kinds = `<flowable:value id="a" name="甲" /><flowable:value id="b" name="乙" />`;
const ask = form(
  property("reason", `type="string" inLists="true"`),
  property("kind", `type="enum" inLists="true"`, kinds),
  property("each", `type="money"`),
  property("total", `type="money" calculation="each * 2" inLists="true"`),
);
const check = form(
  property("reason", `type="string"`),
  property("kind", `type="enum" writable="false"`, kinds),
  property("total", `type="money"`),
);

before(async () => {
  app = await startTestApp();
  starter = await aColleague(app, "clerk");
  one = await aColleague(app, "firstReviewer");
  const definition = await aDefinition(
    app,
    "listed",
    chain("listed", [
      ["ask", `flowable:assignee="\${starter}"`, ask],
      ["check", `flowable:assignee="${one.actor.userId}"`, check],
    ]),
  );
  const other = await aDefinition(
    app,
    "unlisted",
    chain("unlisted", [["check", `flowable:assignee="${one.actor.userId}"`]]),
  );
  ids = [
    await started(starter, definition, { reason: "Paper for 打印机", kind: "a", each: 10 }),
    await started(starter, definition, { reason: "桌子", kind: "b", each: 500.25 }),
    await started(starter, definition, { reason: "100%", kind: "b", each: null }),
    await started(starter, other, { reason: "桌子" }),
  ];
});
after(() => app.close());

type Filter = Readonly<Record<string, string>>;
const places = (found: readonly string[]) => found.map((id) => ids.indexOf(id)).toSorted();
const sent = async (filter: Filter) =>
  places((await starter.list(calls.sendList, { ...filter, isPaging: "0" })).records.map(({ id }) => id));
const search = { formKey: "listed", formName: "reason" };

describe("FlowDefinition.listed", () => {
  it("says of each process which fields lists show", async () => {
    assert.deepEqual(await one.call(flowDefinitionCalls.listed, undefined), [
      {
        processDefinitionKey: "listed",
        processDefinitionName: "流程listed",
        fields: [
          { name: "reason", label: "名称reason", kind: "text", choices: [] },
          {
            name: "kind",
            label: "名称kind",
            kind: "choice",
            choices: [
              { value: "a", label: "甲" },
              { value: "b", label: "乙" },
            ],
          },
          { name: "total", label: "名称total", kind: "money", choices: [] },
        ],
      },
    ]);
  });
});

describe("FlowTask.sendList", () => {
  it("is narrowed to a process, and to what its form says", async () => {
    const cases: readonly [Filter, number[]][] = [
      [{}, [0, 1, 2, 3]],
      [{ formKey: "listed" }, [0, 1, 2]],
      [{ ...search, formText: "打印" }, [0]],
      [{ ...search, formText: "paper" }, [0]],
      [{ ...search, formText: "%" }, [2]],
      [{ ...search, formValue: "桌子" }, [1]],
      [{ formKey: "listed", formName: "kind", formValue: "b" }, [1, 2]],
      [{ formKey: "listed", formName: "total", formFrom: "20", formTo: "1000" }, [0]],
      [{ formKey: "listed", formName: "total", formFrom: "20.5" }, [1]],
      [{ formKey: "listed", formName: "each", formFrom: "0" }, []],
      [{ formKey: "unlisted", formName: "reason", formText: "桌子" }, []],
      [{ formKey: "listed", formName: "reason", formFrom: "2026-01-01", formTo: "2026-12-31" }, []],
    ];
    for (const [filter, expected] of cases) assert.deepEqual(await sent(filter), expected, JSON.stringify(filter));
  });

  it("shows what the form says, computed fields as well", async () => {
    const { records } = await starter.list(calls.sendList, { formKey: "listed" });
    assert.deepEqual(records.find(({ id }) => id === ids[0])?.formValues, [
      { name: "kind", value: "a" },
      { name: "reason", value: "Paper for 打印机" },
      { name: "total", value: 20 },
    ]);
    assert.deepEqual(records.find(({ id }) => id === ids[2])?.formValues, [
      { name: "kind", value: "b" },
      { name: "reason", value: "100%" },
    ]);
  });

  it("FIELD_INVALID: refuses a field without its process, and a bound that is none", async () => {
    for (const filter of [
      { formName: "reason", formText: "a" },
      { ...search, formFrom: "viel" },
    ])
      assert.equal((await starter.refused(calls.sendList, filter)).errorCode, "FIELD_INVALID");
  });
});

describe("Lists of tasks and the list of all processes", () => {
  it("are narrowed in the same way, and follow each step", async () => {
    const table = { ...search, formText: "桌子" };
    const admin = app.as("sysAdmin");
    const [row] = (await one.list(calls.todoList, table)).records;
    assert.equal(row?.processInstanceId, ids[1]);
    assert.equal(row?.formValues.length, 3);
    assert.equal((await one.list(calls.claimList, table)).total, 0);
    assert.deepEqual(places((await admin.list(flowFollowCalls.list, table)).records.map(({ id }) => id)), [1]);
    const held = await taskOf(one, ids[1]);
    await one.call(calls.complete, {
      taskId: held.taskId,
      processInstanceId: held.processInstanceId,
      pass: true,
      comment: null,
      attachmentList: null,
      variables: { reason: "椅子" },
    });
    assert.equal((await one.list(calls.doneList, table)).total, 0);
    assert.equal((await one.list(calls.doneList, { ...table, formText: "椅子" })).total, 1);
    assert.deepEqual(await sent({ ...search, formText: "椅子" }), [1]);
  });
});

describe("FlowTask.todo.export", () => {
  const rowsOf = async (path: string, user: TestUser, query: string) => {
    const response = await app.http.inject({ url: `${path}?${query}`, headers: { token: user.token } });
    const rows: unknown[][] = [];
    for await (const { values } of readWorkbook(response.rawPayload)) rows.push([...values]);
    return rows;
  };

  it("has the rows of its list, and behind their columns what the form says, choices in words", async () => {
    const [head, ...rows] = await rowsOf(calls.exportTodo.path, one, "formKey=listed");
    assert.deepEqual(head?.slice(-3), ["名称reason", "名称kind", "名称total(元)"]);
    assert.deepEqual(
      rows.map((row) => row.slice(head?.length ? head.length - 3 : 0)).toSorted(),
      [
        ["100%", "乙"],
        ["Paper for 打印机", "甲", 20],
      ].toSorted(),
    );
    const all = await rowsOf(calls.exportTodo.path, one, "");
    assert.equal(all.length, 1 + (await one.list(calls.todoList, {})).total);
    assert.ok(!all[0]?.includes("名称reason"));
  });

  it("is told apart from what one has done, and from what one has started", async () => {
    const [head, ...rows] = await rowsOf(calls.exportDone.path, one, "formKey=listed");
    assert.deepEqual(
      rows.map((row) => row[head?.indexOf("名称reason") ?? 0]),
      ["椅子"],
    );
    const sentRows = await rowsOf(calls.exportSent.path, starter, "formKey=listed&formName=kind&formValue=b");
    assert.equal(sentRows.length, 3);
    assert.equal((await rowsOf(calls.exportClaimable.path, one, "formKey=listed")).length, 1);
  });
});

describe("FlowModel.check", () => {
  const issuesOf = async (...steps: string[]) => {
    const xml = chain(
      "checked",
      steps.map((inside, at) => [`step${at + 1}`, at === 0 ? `flowable:assignee="\${starter}"` : "", inside]),
    );
    const { issues } = await app.as("sysAdmin").call(flowModelCalls.check, { xml });
    return issues.map(({ elementId, zh }) => `${elementId} ${zh}`);
  };

  it("refuses in lists what a step hides, what is too large, and more than three", async () => {
    const shown = property("a", `type="double" inLists="true"`);
    assert.deepEqual(await issuesOf(form(shown), form(property("a", `type="double"`))), []);
    assert.deepEqual(await issuesOf(form(shown), form(property("a", `type="double" readable="false"`))), [
      "step1 字段“名称a”不能在列表中显示：环节“环节step2”看不到它",
    ]);
    assert.deepEqual(await issuesOf(form(shown), ""), ["step1 字段“名称a”不能在列表中显示：环节“环节step2”看不到它"]);
    assert.deepEqual(await issuesOf(form(property("f", `type="upload" inLists="true"`))), [
      "step1 字段“名称f”不能在列表中显示：附件和表格太大",
    ]);
    assert.deepEqual(
      (
        await app.as("sysAdmin").call(flowModelCalls.check, { xml: chain("checked", [["step1", "", form(shown)]]) })
      ).issues.map(({ elementId, zh }) => `${elementId} ${zh}`),
      ["checked 字段“名称a”不能在列表中显示：发起人看不到它"],
    );
    const four = ["a", "b", "c", "d"].map((id) => property(id, `type="string" inLists="true"`));
    assert.deepEqual(await issuesOf(form(...four)), ["step1 字段“名称d”不能在列表中显示：最多3项"]);
  });

  it("shows of processes that were moved what the other version lists", async () => {
    const version = (listed: "x" | "y") => {
      const fields = ["x", "y"].map((id) => property(id, `type="string"${id === listed ? ` inLists="true"` : ""}`));
      return chain("moved", [
        ["a", `flowable:assignee="\${starter}"`, form(...fields)],
        ["b", `flowable:assignee="${one.actor.userId}"`, form(...fields)],
      ]);
    };
    const first = await aDefinition(app, "moved", version("x"));
    const id = await started(starter, first, { x: "甲", y: "乙" });
    const second = await aDefinition(app, "moved", version("y"));
    const found = async (formName: string, formValue: string) =>
      (await starter.list(calls.sendList, { formKey: "moved", formName, formValue })).records.map((row) => row.id);
    assert.deepEqual([await found("x", "甲"), await found("y", "乙")], [[id], []]);
    await app
      .as("sysAdmin")
      .call(flowDefinitionCalls.migrate, { processDefinitionId: first, targetDefinitionId: second });
    assert.deepEqual([await found("x", "甲"), await found("y", "乙")], [[], [id]]);
    await app.pool.query("delete from flow_list_field where process_definition_key = 'moved'");
  });

  it("forgets the fields of an earlier version", async () => {
    const version = (more: string) =>
      chain("changed", [["a", `flowable:assignee="\${starter}"`, form(property("x", more))]]);
    await aDefinition(app, "changed", version(`type="date" inLists="true"`));
    const keys = async () =>
      (await one.call(flowDefinitionCalls.listed, undefined)).map(({ processDefinitionKey }) => processDefinitionKey);
    assert.deepEqual(await keys(), ["changed", "listed"]);
    await aDefinition(app, "changed", version(`type="date"`));
    assert.deepEqual(await keys(), ["listed"]);
  });
});
