import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import type { FlowValues } from "@jipei/contract/workflow/flow-form.ts";
import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { processCalls, workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, chain, flow, started, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Forms that compute and hold tables: a purchase, asked for with its items and checked by a colleague who may change the discount. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let purchase: string;

const property = (id: string, more: string, inside = "") =>
  `<flowable:formProperty id="${id}" name="名称${id}" ${more}>${inside}</flowable:formProperty>`;
const column = (id: string, more: string, inside = "") =>
  `<flowable:column id="${id}" name="列${id}" ${more}>${inside}</flowable:column>`;
const form = (...properties: string[]) => `<extensionElements>${properties.join("")}</extensionElements>`;
const columns = [
  column("what", `type="string" required="true"`),
  column("kind", `type="enum"`, `<flowable:value id="a" name="甲" />`),
  column("price", `type="money" required="true"`),
  column("pieces", `type="double"`),
  column("since", `type="date"`),
  column("fragile", `type="boolean"`),
  column("amount", `type="money" calculation="price * pieces"`),
].join("");

before(async () => {
  app = await startTestApp();
  starter = await aColleague(app, "clerk");
  one = await aColleague(app, "firstReviewer");
  purchase = await aDefinition(
    app,
    "purchase",
    chain("purchase", [
      [
        "ask",
        `flowable:assignee="\${starter}"`,
        form(
          property("items", `type="table" leastRows="1" mostRows="3"`, columns),
          property("discount", `type="money"`),
          property("total", `type="money" calculation="sum(items.amount) - discount"`),
        ),
      ],
      [
        "check",
        `flowable:assignee="${one.actor.userId}"`,
        // Columns and formulas are those of the step that states them.
        form(
          property("items", `type="table" writable="false"`),
          property("discount", `type="money"`),
          property("total", `type="money"`),
        ),
      ],
    ]),
  );
});
after(() => app.close());

const paper = { what: "纸", kind: "a", price: "12.50", pieces: 4, since: "2026-03-02", fragile: "true" };
const start = (variables: object) => ({
  processDefinitionId: purchase,
  title: null,
  attachmentList: null,
  variables,
});
const refusals = async (by: TestUser, call: Parameters<TestUser["refused"]>[0], input: unknown) =>
  (await by.refused(call, input)).failures.map(({ field, msg }) => `${field} ${msg}`);
const valuesOf = async (by: TestUser, held: { taskId: string }) =>
  Object.fromEntries(
    (await by.call(processCalls.detail, { taskId: held.taskId })).fields.map(({ name, right, value }) => [
      name,
      [right, value],
    ]),
  );
const complete = (held: { taskId: string; processInstanceId: string }, variables: FlowValues) => ({
  taskId: held.taskId,
  processInstanceId: held.processInstanceId,
  pass: true,
  comment: null,
  attachmentList: null,
  variables,
});

describe("the form of a task that is delegated", () => {
  it("is read by the delegate, who fills in nothing (FIELD_INVALID), and filled in by who delegated it", async () => {
    const id = await started(starter, purchase, { items: [paper], discount: 1 });
    const delegate = await aColleague(app, "secondReviewer");
    const held = await taskOf(one, id);
    const { taskId, processInstanceId } = held;
    const given = { taskId, processInstanceId, userId: delegate.actor.userId, comment: null };
    await one.call(calls.delegate, given);
    const rights = Object.values(await valuesOf(delegate, held)).map(([right]) => right);
    assert.deepEqual(rights, ["read", "read", "read"]);
    assert.deepEqual(await refusals(delegate, calls.complete, complete(held, { discount: 9 })), [
      "variables.discount discount：由委派人填写",
    ]);
    await delegate.call(calls.complete, complete(held, {}));
    assert.deepEqual((await valuesOf(one, held)).discount, ["write", 1]);
    await one.call(calls.complete, complete(held, { discount: 2 }));
  });
});

describe("Forms that compute", () => {
  it("say how they compute, and that nobody fills it in", async () => {
    const { fields } = await starter.call(flowDefinitionCalls.detail, { processDefinitionId: purchase });
    assert.deepEqual(
      fields.map(({ name, kind, right, calculation, columns: all, leastRows, mostRows }) => [
        name,
        kind,
        right,
        calculation ?? null,
        all.length,
        leastRows,
        mostRows,
      ]),
      [
        ["items", "table", "write", null, 7, 1, 3],
        ["discount", "money", "write", null, 0, null, null],
        ["total", "money", "read", "sum(items.amount) - discount", 0, null, null],
      ],
    );
  });

  it("are computed by the server with each step, whatever a client says", async () => {
    assert.deepEqual(await refusals(starter, calls.start, start({ items: [paper], total: 1 })), [
      "variables.total total：本环节不能填写",
    ]);
    const id = await started(starter, purchase, {
      items: [
        { ...paper, amount: 999_999 },
        { what: "笔", price: 1.1 },
      ],
      discount: "0.10",
    });
    const held = await taskOf(one, id);
    const rows = [
      { what: "纸", kind: "a", price: 12.5, pieces: 4, since: "2026-03-02", fragile: true, amount: 50 },
      { what: "笔", kind: null, price: 1.1, pieces: null, since: null, fragile: null, amount: 0 },
    ];
    assert.deepEqual(await valuesOf(one, held), {
      items: ["read", rows],
      discount: ["write", 0.1],
      total: ["read", 49.9],
    });
    const refused: FlowValues[] = [{ total: 5 }, { items: [paper] }];
    for (const variables of refused)
      assert.equal((await one.refused(calls.complete, complete(held, variables))).errorCode, "FIELD_INVALID");
    await one.call(calls.complete, complete(held, { discount: 10 }));
    const { rows: stored } = await app.pool.query<{ name: string; value: unknown }>(
      `select name, value from flow_variable where instance_id = $1 and name in ('items', 'total') order by name`,
      [id],
    );
    assert.deepEqual(stored, [
      { name: "items", value: rows },
      { name: "total", value: 40 },
    ]);
  });

  it("are computed where another process starts theirs", async () => {
    const inside = form(
      property("discount", `type="money"`),
      property("total", `type="money" calculation="discount * 2"`),
    );
    await aDefinition(app, "inner", chain("inner", [["a", `flowable:assignee="${one.actor.userId}"`, inside]]));
    const outer = bpmn(
      "outer",
      `<startEvent id="s" />${flow("s", "c")}<callActivity id="c" calledElement="inner">
        <extensionElements><flowable:in sourceExpression="\${10}" target="discount" /></extensionElements>
      </callActivity>${flow("c", "e")}<endEvent id="e" />`,
    );
    const id = await started(starter, await aDefinition(app, "outer", outer));
    const { rows } = await app.pool.query<{ value: unknown }>(
      `select v.value from flow_variable v join flow_instance i on i.id = v.instance_id where i.parent_id = $1 and v.name = 'total'`,
      [id],
    );
    assert.deepEqual(rows, [{ value: 20 }]);
  });

  it("are refused where a result could not be kept", async () => {
    const items = [{ what: "纸", price: 900_000_000_000, pieces: 2 }];
    assert.deepEqual(await refusals(starter, calls.start, start({ items })), [
      "variables.items 名称items：第1行“列amount”：数值过大",
    ]);
  });
});

describe("Tables in forms", () => {
  it("refuse what is wrong in them by row and column", async () => {
    const wrong = { what: " ", kind: "b", price: "1.234", pieces: "viel", since: "2026-02-30", fragile: "maybe", x: 1 };
    assert.deepEqual(await refusals(starter, calls.start, start({ items: [paper, wrong] })), [
      "variables.items 名称items：第2行“x”：表格没有该列",
      "variables.items 名称items：第2行“列what”：请填写",
      "variables.items 名称items：第2行“列kind”：不是可选项",
      "variables.items 名称items：第2行“列price”：须为金额，最多两位小数",
      "variables.items 名称items：第2行“列pieces”：须为数字",
      "variables.items 名称items：第2行“列since”：须为有效日期",
      "variables.items 名称items：第2行“列fragile”：不是可选项",
    ]);
    const { failures } = await starter.refused(calls.start, start({ items: [wrong] }));
    assert.equal(failures[1]?.msgEn, "名称items: row 1, “列what”: has to be filled in");
  });

  it("have no fewer and no more rows than they say", async () => {
    for (const [items, msg] of [
      [[], "至少填写1行"],
      [null, "至少填写1行"],
      [[paper, paper, paper, paper], "最多3行"],
      [[{}], "第1行“列what”：请填写"],
    ] as const)
      assert.match((await refusals(starter, calls.start, start({ items })))[0] ?? "", new RegExp(msg));
    assert.match((await refusals(starter, calls.start, start({})))[0] ?? "", /至少填写1行/);
  });

  it("take rows alone, however hostile what is sent", async () => {
    const hostile: unknown[] = [
      "x",
      1,
      true,
      { length: 1 },
      [1],
      [null],
      [[paper]],
      ["x"],
      [{ ...paper, what: { a: 1 } }],
    ];
    hostile.push(JSON.parse(`[{"__proto__": {"what": "x"}, "what": "纸", "price": 1}]`));
    hostile.push([{ ...paper, constructor: "x" }], [{ ...paper, what: "x".repeat(201) }], [{ ...paper, price: [1] }]);
    hostile.push(Array.from({ length: 5000 }, () => paper));
    for (const items of hostile) {
      const { status, errorCode } = await starter.refused(calls.start, start({ items }));
      assert.equal(status, 400);
      assert.match(errorCode, /^(FIELD|BODY)_INVALID$/, JSON.stringify(items).slice(0, 80));
    }
  });
});

describe("FlowModel.check", () => {
  const issuesOf = async (...steps: string[]) => {
    const xml = chain(
      "checked",
      steps.map((inside, at) => [`step${at + 1}`, "", inside]),
    );
    const { issues } = await app.as("sysAdmin").call(flowModelCalls.check, { xml });
    return issues.map(({ elementId, zh }) => `${elementId} ${zh}`);
  };

  it("names formulas that are wrong, with their step and field", async () => {
    const a = property("a", `type="double"`);
    assert.deepEqual(await issuesOf(form(a), form(property("b", `type="double" calculation="a + c"`))), [
      "step2 字段“名称b”的公式“a + c”有误：表单没有“c”",
    ]);
    assert.deepEqual(
      await issuesOf(
        form(property("x", `type="double" calculation="y"`)),
        form(property("y", `type="double" calculation="x"`)),
      ),
      ["step1 字段“名称x”的公式“y”有误：公式循环引用", "step2 字段“名称y”的公式“x”有误：公式循环引用"],
    );
    assert.deepEqual(
      await issuesOf(
        form(a, property("b", `type="double" calculation="a"`)),
        form(property("b", `type="double" calculation="a + 1"`)),
      ),
      ["step2 字段“名称b”的公式“a + 1”有误：各环节的公式不一致"],
    );
    assert.deepEqual(await issuesOf(form(a, property("pass", `type="double" calculation="a"`))), [
      "step1 变量名“pass”不可用",
    ]);
  });

  it("names tables that are wrong", async () => {
    const cases: readonly [inside: string, zh: string][] = [
      [property("t", `type="table"`), "没有列"],
      [property("t", `type="table"`, column("a", "") + column("a", "")), "列“a”重复"],
      [property("t", `type="table"`, column("constructor", "")), "列名“constructor”不可用"],
      [property("t", `type="table"`, column("f", `type="upload"`)), "列“f”只能是文字、数字、金额、日期、选项、是否"],
      [property("t", `type="table" mostRows="101"`, column("a", "")), "行数须在0到100之间"],
      [property("t", `type="table" leastRows="3" mostRows="2"`, column("a", "")), "行数须在0到100之间"],
      [property("t", `type="table" leastRows="viele"`, column("a", "")), "行数须在0到100之间"],
      [property("t", `type="table"`, Array.from({ length: 21 }, (_, at) => column(`c${at}`, "")).join("")), "最多20列"],
    ];
    for (const [inside, zh] of cases) assert.deepEqual(await issuesOf(form(inside)), [`step1 表格“名称t”有误：${zh}`]);
    assert.deepEqual(
      await issuesOf(
        form(property("t", `type="table"`, column("a", ""))),
        form(property("t", `type="table"`, column("b", ""))),
      ),
      ["step2 表格“名称t”有误：各环节的列不一致"],
    );
  });
});
