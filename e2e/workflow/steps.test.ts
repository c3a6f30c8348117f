import type { Page } from "@playwright/test";
import { becomes, choose, closed, dialog, expectMessage, lookAgain, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A process that an administrator writes down step by step: started, returned, handed in again, and agreed to by two of three. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    name: "外出培训审批",
    title: "林经办外出培训",
    newSteps: "按步骤新建",
    step: "部门会签",
    starts: "发起时填写",
    addField: "增加字段",
    field: ["字段1：名称", "字段1：变量", "字段1：控件", "数字"],
    label: "天数",
    listed: "字段1：列表中显示",
    byForm: ["按表单查询", "流程表单"],
    addColumn: "字段2：增加列",
    table: ["字段2：名称", "字段2：变量", "字段2：控件", "表格", "费用明细"],
    column: ["字段2 列1：名称", "字段2 列1：变量", "字段2 列1：控件", "金额", "费用"],
    computed: ["字段3：名称", "字段3：变量", "字段3：控件", "金额", "费用合计", "字段3：公式"],
    addRow: "费用明细：增加一行",
    cells: ["第1行 费用", "第2行 费用"],
    people: ["办理人", "指定人员", "办理方式", "至少几人同意"],
    labels: { name: "流程名称", key: "流程标识", step: "步骤名称", title: "标题" },
    save: "保存",
    saved: "已保存",
    deploy: "部署",
    deployed: "已部署",
    start: "发起 外出培训审批",
    handIn: "提交",
    handedIn: "已提交",
    return: "退回",
    reason: "原因",
    again: "重新提交",
    agree: "同意",
    done: "已办理",
    passed: "通过",
    running: "运行中",
    steps: "流程步骤",
  },
  en: {
    name: "Study trip",
    title: "A trip to study",
    newSteps: "New by steps",
    step: "Sections",
    starts: "Filled in by the starter",
    addField: "Add a field",
    field: ["Field 1: Label", "Field 1: Variable", "Field 1: Kind", "Number"],
    label: "Days",
    listed: "Field 1: In lists",
    byForm: ["Search by form", "Form of"],
    addColumn: "Field 2: add a column",
    table: ["Field 2: Label", "Field 2: Variable", "Field 2: Kind", "Table", "Costs"],
    column: ["Field 2 column 1: Label", "Field 2 column 1: Variable", "Field 2 column 1: Kind", "Amount", "Cost"],
    computed: ["Field 3: Label", "Field 3: Variable", "Field 3: Kind", "Amount", "All costs", "Field 3: Formula"],
    addRow: "Costs: add a row",
    cells: ["Row 1 Cost", "Row 2 Cost"],
    people: ["Done by", "Named people", "How many", "At least so many agree"],
    labels: { name: "Name", key: "Key", step: "Name of the step", title: "Title" },
    save: "Save",
    saved: "Saved",
    deploy: "Deploy",
    deployed: "Deployed",
    start: "Start Study trip",
    handIn: "Hand in",
    handedIn: "Handed in",
    return: "Return",
    reason: "Reason",
    again: "Hand in again",
    agree: "Agree",
    done: "Completed",
    passed: "Passed",
    running: "Running",
    steps: "Steps",
  },
} as const;

/** Fills in what a field of a form is called, and of which kind it is. */
async function state(page: Page, [label, variable, kind, chosen, name]: readonly string[], as: string): Promise<void> {
  const editor = pane(page);
  await editor.getByLabel(label ?? "", { exact: true }).fill(name ?? "");
  await editor.getByLabel(variable ?? "", { exact: true }).fill(as);
  await choose(page, kind ?? "", chosen ?? "", editor);
}

const signers = ["周初审", "吴复审", "郑财务"] as const;

for (const language of ["zh", "en"] as const)
  test(`two of three agree to what was returned and handed in again (${language})`, async () => {
    const w = words[language];
    const key = `trip-${language}`;

    const admin = await product.as("admin", { language, path: "/flow/model" });
    await row(admin, "leave").waitFor();
    await assertAccessible(admin);
    await shot(admin, `flow-models-${language}`);
    await pane(admin).getByRole("button", { name: w.newSteps }).click();
    const editor = pane(admin);
    await editor.getByLabel(w.labels.name, { exact: true }).fill(w.name);
    await editor.getByLabel(w.labels.key, { exact: true }).fill(key);
    await editor.getByRole("button", { name: w.addField }).click();
    const [label, variable, kind, number] = w.field;
    await editor.getByLabel(label, { exact: true }).fill(w.label);
    await editor.getByLabel(variable, { exact: true }).fill("days");
    await choose(admin, kind, number, editor);
    await editor.getByLabel(w.listed, { exact: true }).check();
    await editor.getByRole("button", { name: w.addField }).click();
    await state(admin, w.table, "costs");
    await editor.getByRole("button", { name: w.addColumn }).click();
    await state(admin, w.column, "cost");
    await editor.getByRole("button", { name: w.addField }).click();
    await state(admin, w.computed, "all");
    await editor.getByLabel(w.computed[5], { exact: true }).fill("sum(costs.cost)");
    await editor.getByLabel(w.labels.step, { exact: true }).fill(w.step);
    const [by, named, how, least] = w.people;
    await choose(admin, by, named, editor);
    for (const signer of signers) await choose(admin, named, signer, editor);
    await choose(admin, how, least, editor);
    await editor.locator(".djs-element[data-element-id=step1]").waitFor();
    await assertAccessible(admin);
    await shot(admin, `flow-steps-${language}`);
    await editor.getByRole("button", { name: w.save, exact: true }).click();
    await admin.waitForURL(/\/flow\/model\/steps\/\d+$/);
    await editor.getByRole("button", { name: w.deploy, exact: true }).click();
    await send(admin);
    await closed(admin);

    const clerk = await product.as("clerk", { language, path: "/work/start" });
    await assertAccessible(clerk);
    await shot(clerk, `flow-start-${language}`);
    await pane(clerk).getByRole("button", { name: w.start }).click();
    await pane(clerk).getByLabel(w.labels.title, { exact: true }).fill(w.title);
    await pane(clerk).getByLabel(w.label, { exact: true }).fill("3");
    for (const [at, cell] of w.cells.entries()) {
      await pane(clerk).getByRole("button", { name: w.addRow }).click();
      await pane(clerk)
        .getByLabel(cell, { exact: true })
        .fill(`${at + 1}00.55`);
    }
    await pane(clerk).locator("output", { hasText: "301.10" }).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `flow-form-${language}`);
    await pane(clerk).getByRole("button", { name: w.handIn, exact: true }).click();
    await pane(clerk).getByRole("heading", { name: w.title }).waitFor();
    await pane(clerk).locator(".mark-standing").first().waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `flow-detail-${language}`);

    const first = await product.as("first", { language, path: "/work/todo" });
    await row(first, w.title).waitFor();
    await assertAccessible(first);
    await shot(first, `flow-todo-${language}`);
    await row(first, w.title).getByRole("button", { name: w.title }).first().click();
    await pane(first).getByRole("button", { name: w.return, exact: true }).click();
    await dialog(first).getByLabel(w.reason, { exact: true }).fill("请写明地点");
    await assertAccessible(first);
    await shot(first, `flow-return-${language}`);
    await send(first);
    await closed(first);

    await open(clerk, "/work/todo");
    await row(clerk, w.title).getByRole("button", { name: w.title }).first().click();
    await pane(clerk).getByLabel(w.label, { exact: true }).fill("2");
    await pane(clerk).getByRole("button", { name: w.again, exact: true }).first().click();
    await send(clerk);
    await closed(clerk);

    for (const account of ["first", "second"] as const) {
      const signer = await product.as(account, { language, path: "/work/todo", size: phone });
      await pane(signer)
        .getByRole("button", { name: w.title })
        .or(pane(signer).getByRole("link", { name: w.title }))
        .first()
        .click();
      await pane(signer).getByText("301.10").first().waitFor();
      await assertAccessible(signer);
      await shot(signer, `flow-phone-${account}-${language}`);
      await pane(signer).getByRole("button", { name: w.agree, exact: true }).click();
      await dialog(signer).getByRole("button", { name: w.agree, exact: true }).click();
      await closed(signer);
    }

    await open(clerk, "/work/send");
    await row(clerk, w.title).getByText(w.passed, { exact: true }).waitFor();
    const [search, formOf] = w.byForm;
    await pane(clerk).getByRole("button", { name: search }).click();
    await choose(clerk, formOf, w.name, pane(clerk));
    await pane(clerk).getByRole("columnheader", { name: w.label }).waitFor();
    await row(clerk, w.title).getByText("2", { exact: true }).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `flow-listed-${language}`);
    await row(clerk, w.title).getByRole("button", { name: w.title }).first().click();
    await pane(clerk).getByText("请写明地点").first().waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `flow-ended-${language}`);
  });

test("steps that a colleague has saved meanwhile are shown, and are not overwritten", async () => {
  const admin = await product.as("admin", { path: "/flow/model/steps/new", fresh: true });
  await admin.clock.install();
  const lookLater = async () => {
    await admin.clock.fastForward(60_000);
    await lookAgain(admin);
  };
  const save = (page: Page) => pane(page).getByRole("button", { name: "保存", exact: true }).click();
  const field = (page: Page, name: string) => pane(page).getByLabel(name, { exact: true });
  await field(admin, "流程名称").fill("公章使用");
  await save(admin);
  await expectMessage(admin, "已保存");
  await admin.waitForURL(/steps\/\d+$/);
  await field(admin, "步骤名称").fill("科室审批");

  const colleague = await product.as("admin", { path: new URL(admin.url()).pathname });
  await field(colleague, "流程名称").fill("公章使用登记");
  await save(colleague);
  await expectMessage(colleague, "已保存");
  const asked = admin.waitForResponse((response) => response.url().includes("/model/detail"));
  await lookLater();
  await asked;
  await save(admin);
  await pane(admin).getByText("数据已被他人修改").first().waitFor();
  await becomes(() => field(admin, "步骤名称").inputValue(), "科室审批");
  await admin.reload();
  await becomes(() => field(admin, "流程名称").inputValue(), "公章使用登记");

  await field(colleague, "步骤名称").fill("主任审批");
  await save(colleague);
  await expectMessage(colleague, "已保存");
  await lookLater();
  await becomes(() => field(admin, "步骤名称").inputValue(), "主任审批");
});
