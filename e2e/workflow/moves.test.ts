import type { Page } from "@playwright/test";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aDefinition, chain } from "../../apps/api/test/factories/workflow.ts";
import { today } from "../../apps/api/src/core/foundation/clock.ts";
import { act, becomes, choose, closed, dialog, expectMessage, row, send, shot, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** What Chinese offices do with a task besides deciding it: each move by its dialog, several tasks at once, absent colleagues, new versions. */

let product: Product;
const people = new Map<string, string>();
let definition: string;

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  for (const { account, id } of await product.sql<{ account: string; id: string }>("select account, id from app_user"))
    people.set(account, id);
  definition = await deploy("moves", [
    ["check", `flowable:assignee="first"`],
    ["close", `flowable:assignee="admin"`],
  ]);
});
test.afterAll(() => product?.close());

/** Deploys a chain of steps. @returns the id of its version */
async function deploy(key: string, steps: Parameters<typeof chain>[1]): Promise<string> {
  const app = await product.arrange();
  try {
    return await aDefinition(app, key, chain(key, steps));
  } finally {
    await app.close();
  }
}

/** The clerk starts a process with this title. @returns its id */
async function start(title: string, processDefinitionId = definition): Promise<string> {
  const app = await product.arrange();
  try {
    const clerk = app.as("clerk", { userId: people.get("clerk"), name: "林经办" });
    const what = { processDefinitionId, title, variables: null, attachmentList: null };
    return (await clerk.call(workCalls.start, what)).processInstanceId;
  } finally {
    await app.close();
  }
}

/** Opens a task of the list of what this user has to do. */
async function handle(page: Page, title: string): Promise<void> {
  await open(page, "/work/todo");
  await row(page, title).getByRole("button", { name: title }).first().click();
  await page.waitForURL(/\/handle\//);
}

/** Presses a move that stands in the menu of the others. */
async function pressMore(page: Page, more: string, move: string): Promise<void> {
  await pane(page).getByRole("button", { name: more }).click();
  await page.getByRole("menuitem", { name: move, exact: true }).click();
}

/** Sends the dialog in front, and waits until the history says so. */
async function done(page: Page, said: string): Promise<void> {
  await assertAccessible(page);
  await send(page);
  await closed(page);
  await pane(page).locator(".process-history").getByText(said, { exact: true }).first().waitFor();
}

test("what was filled in goes along with a refusal", async () => {
  const field = `<extensionElements><flowable:formProperty id="missing" name="缺少材料" type="string" required="true" /></extensionElements>`;
  const id = await start("补助申请", await deploy("filledIn", [["check", `flowable:assignee="first"`, field]]));
  const first = await product.as("first");
  await handle(first, "补助申请");
  await pane(first).getByLabel("缺少材料").fill("身份证复印件");
  await pane(first).getByRole("button", { name: "不同意", exact: true }).click();
  await dialog(first).getByLabel("审批意见").fill("材料不全");
  await done(first, "不同意");
  await becomes(
    () => product.sql("select value from flow_variable where name = 'missing' and instance_id = $1", [id]),
    [{ value: "身份证复印件" }],
  );
});

test("a task is copied, delegated, taken back, delegated again and answered, signed by one more, and handed over; the starter urges", async () => {
  const title = "购置打印机";
  const more = "更多操作";
  const id = await start(title);
  const clerk = await product.as("clerk", { path: `/work/process/moves/detail/${id}/-` });
  await pane(clerk).getByRole("button", { name: "催办", exact: true }).click();
  await dialog(clerk).getByLabel("说明").fill("请尽快办理");
  await done(clerk, "催办");

  const first = await product.as("first");
  await handle(first, title);
  await pressMore(first, more, "抄送");
  await send(first);
  await dialog(first).getByText("请选择人员").waitFor();
  await choose(first, "人员", "郑财务");
  await shot(first, "flow-copy");
  await done(first, "抄送");
  const finance = await product.as("finance", { path: "/work/copy" });
  await row(finance, title).waitFor();

  const delegate = async () => {
    await pressMore(first, more, "委派");
    await choose(first, "人员", "吴复审");
    await assertAccessible(first);
    await send(first);
    await closed(first);
  };
  await delegate();
  // While it is not answered it stands above what there is to do, and is taken back.
  await open(first, "/work/todo");
  await pane(first).getByRole("button", { name: "等待他人办理（1）" }).click();
  await dialog(first).getByText("等待吴复审办理").waitFor();
  await dialog(first).getByRole("link", { name: title }).click();
  await pane(first).getByRole("button", { name: "收回", exact: true }).click();
  await dialog(first).getByLabel("说明").fill("先补充型号");
  await shot(first, "flow-recall");
  await done(first, "收回委派");
  await pane(first).getByRole("button", { name: "同意", exact: true }).waitFor();
  await delegate();
  const second = await product.as("second");
  await handle(second, title);
  await pane(second).getByRole("button", { name: "回复委派人", exact: true }).click();
  await dialog(second).getByLabel("审批意见").fill("型号合适");
  await send(second);
  await closed(second);

  await handle(first, title);
  await pane(first).getByText("型号合适").waitFor();
  await pressMore(first, more, "加签");
  await choose(first, "人员", "吴复审");
  await dialog(first).getByRole("radio", { name: "后加签" }).check();
  await shot(first, "flow-add-signer");
  await done(first, "加签");
  // Who signs already is not offered once more.
  await pressMore(first, more, "加签");
  await dialog(first).getByLabel("人员").fill("吴复审");
  await first.getByText("没有匹配的数据").waitFor();
  await dialog(first).getByLabel("人员").press("Escape");
  await dialog(first).getByRole("button", { name: "取消" }).click();
  await closed(first);
  await pressMore(first, more, "减签");
  await dialog(first).getByRole("radio", { name: "吴复审" }).waitFor();
  await done(first, "减签");
  await pressMore(first, more, "加签");
  await choose(first, "人员", "吴复审");
  await dialog(first).getByRole("radio", { name: "前加签" }).check();
  await send(first);
  await closed(first);
  // Whoever is put in front decides now; who put them there can only take them off again.
  const agree = pane(first).getByRole("button", { name: "同意", exact: true });
  await agree.waitFor({ state: "detached" });
  await open(first, "/work/todo");
  await pane(first).getByRole("button", { name: "等待他人办理（1）" }).click();
  await dialog(first).getByText("等待吴复审办理").waitFor();
  await assertAccessible(first);
  await shot(first, "flow-waiting");
  await dialog(first).getByRole("link", { name: title }).click();
  await pressMore(first, more, "减签");
  await shot(first, "flow-remove-signer");
  await send(first);
  await closed(first);
  await agree.waitFor();

  await pressMore(first, more, "转办");
  await choose(first, "人员", "郑财务");
  await assertAccessible(first);
  await send(first);
  await closed(first);
  await handle(finance, title);
  await shot(finance, "flow-handed-over");
  await pane(finance).getByRole("button", { name: "同意", exact: true }).click();
  await done(finance, "同意");

  const admin = await product.as("admin");
  await handle(admin, title);
  await pressMore(admin, more, "终止");
  await send(admin);
  await dialog(admin).getByText("请填写意见").waitFor();
  await dialog(admin).getByLabel("原因").fill("预算已取消");
  await done(admin, "终止");
  await open(clerk, "/work/send");
  await row(clerk, title).getByText("终止").first().waitFor();
});

test("several tasks are decided in one dialog, each with its answer", async () => {
  const titles = ["A seal for the contract", "A seal for the report"];
  for (const title of titles) await start(title);
  const page = await product.as("first", { language: "en", path: "/work/todo" });
  for (const title of titles) await row(page, title).getByRole("checkbox").check();
  await pane(page).getByRole("button", { name: "Complete several" }).click();
  const refused = dialog(page).getByRole("row", { name: titles[1] });
  await refused.getByRole("radio", { name: "Refuse" }).check();
  await send(page);
  await refused.locator("textarea[aria-invalid=true]").waitFor();
  await refused.locator("textarea").fill("Which report?");
  await assertAccessible(page);
  await shot(page, "flow-several");
  await send(page);
  await expectMessage(page, "2 completed, 0 not");
  await closed(page);
  for (const title of titles) await row(page, title).waitFor({ state: "detached" });
  await open(page, "/work/done");
  await row(page, titles[1] ?? "")
    .getByText("Which report?")
    .waitFor();
});

test("an absent colleague's task is done by who stands in, and the history says for whom", async () => {
  const title = "借用会议室";
  await start(title);
  const first = await product.as("first", { path: "/work/stand-in" });
  await pane(first).getByRole("button", { name: "新增", exact: true }).first().click();
  await choose(first, "代理人", "吴复审");
  for (const label of ["开始日期", "结束日期"])
    await typeTime(dialog(first).getByLabel(label, { exact: true }), today());
  await assertAccessible(first);
  await send(first);
  await closed(first);
  await row(first, "吴复审").waitFor();
  const second = await product.as("second");
  await handle(second, title);
  await pane(second).getByRole("button", { name: "同意", exact: true }).click();
  await done(second, "同意");
  await pane(second).getByText("代 周初审 办理").waitFor();
  await act(first, "吴复审", "删除");
  await send(first);
  await row(first, "吴复审").waitFor({ state: "detached" });
});

test("an administrator says who stands in for somebody, among the colleagues of the absent", async () => {
  const page = await product.as("admin", { path: "/work/stand-in" });
  await pane(page).getByRole("button", { name: "新增", exact: true }).first().click();
  await choose(page, "被代理人", "机构管理员");
  // The bureau does not stand in for an institution.
  await dialog(page).getByLabel("代理人", { exact: true }).fill("吴复审");
  await page.getByText("没有匹配的数据").waitFor();
  await dialog(page).getByLabel("代理人", { exact: true }).press("Escape");
  await choose(page, "被代理人", "王局长");
  await choose(page, "代理人", "吴复审");
  for (const label of ["开始日期", "结束日期"])
    await typeTime(dialog(page).getByLabel(label, { exact: true }), today());
  await assertAccessible(page);
  await shot(page, "flow-stand-in");
  await send(page);
  await closed(page);
  await row(page, "王局长").getByText("吴复审").waitFor();
});

test("running processes are moved to another version, where each waits at a step that is there", async () => {
  const version = (more: string) => deploy("versions", [[`check`, `flowable:assignee="first" ${more}`]]);
  const before = await version("");
  const id = await start("Before the new version", before);
  const after = await version(`flowable:dueDate="P3D"`);
  const page = await product.as("admin", { language: "en", path: "/flow/manager?key=versions&ascs=deployTime" });
  // The first version stands first.
  await act(page, "versions", "Migrate");
  await dialog(page).getByText("Running processes: 1").waitFor();
  await dialog(page).getByText("Go on at the same step").waitFor();
  await assertAccessible(page);
  await shot(page, "flow-migration");
  await send(page);
  await expectMessage(page, "Processes moved: 1");
  await closed(page);
  await becomes(
    () => product.sql("select process_definition_id::text as now from flow_instance where id = $1", [id]),
    [{ now: after }],
  );
});
