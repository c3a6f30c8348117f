import assert from "node:assert/strict";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import type { Page } from "@playwright/test";
import { becomes, closed, dialog, lookAgain, press, row, send, expectMessage, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The common page of an entity, tested on the smallest one: every other list, form and view is made of the same parts. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const path = "/basics/candidatesSource";

const openList = (options: Parameters<Product["as"]>[1] = {}): Promise<Page> =>
  product.as("clerk", { path, ...options });

async function add(page: Page, no: string, name: string): Promise<void> {
  await page.getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("来源编号").fill(no);
  await dialog(page).getByLabel("来源名称").fill(name);
  await dialog(page).getByLabel("排序").fill("0");
  await send(page);
  await expectMessage(page, "新增成功");
  await closed(page);
}

test("a row is added by keyboard alone; issues are shown at the fields and in a summary that leads there and moves no field", async () => {
  const page = await openList();
  await page.getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("来源编号").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "sourceNo");
  await page.keyboard.type("A 1");
  const place = () => dialog(page).getByLabel("来源编号").boundingBox();
  const before = await place();
  await send(page);
  const summary = dialog(page).locator(".issue-summary");
  await becomes(
    () => summary.getByRole("listitem").allTextContents(),
    ["编号格式不正确", "请输入来源名称", "请输入排序"],
  );
  assert.deepEqual(await place(), before);
  await summary.getByRole("button", { name: "请输入来源名称" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "sourceName");
  await page.keyboard.type("外卖骑手");
  await summary.getByText("请输入来源名称").waitFor({ state: "hidden" });
  await dialog(page).getByLabel("来源编号").fill("A1");
  await dialog(page).getByLabel("排序").fill("0");
  await assertAccessible(page);
  let goOn = () => {};
  await page.route(candidateSourceCalls.submit.path, async (route) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    await route.continue();
  });
  await send(page);
  // What the button is about can be read while it is at work.
  await dialog(page).locator(".ant-btn-loading").waitFor();
  await assertAccessible(page);
  goOn();
  await row(page, "外卖骑手").waitFor();
  // The list shows the row before the form is gone.
  await closed(page);
  await assertAccessible(page);
});

test("Enter searches from page 1, the filters are in the address and survive a reload", async () => {
  const page = await openList();
  await add(page, "B1", "社区推荐");
  await page.goto(`${path}?current=7`);
  await page.getByLabel("来源名称").fill("  社区 ");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.search === `?sourceName=${encodeURIComponent("社区")}`);
  await row(page, "社区推荐").waitFor();
  await page.reload();
  await row(page, "社区推荐").waitFor();
  await becomes(() => page.getByLabel("来源名称").inputValue(), "社区");
  await page.getByLabel("来源名称").fill("没有这样的");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "清空条件" }).click();
  await row(page, "社区推荐").waitFor();
  await page.waitForURL((url) => url.search === "");
});

test("closing a form with entries asks first; they come back from the draft, even after a reload", async () => {
  const page = await openList();
  const question = page.getByRole("dialog", { name: "内容尚未保存" });
  await page.getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("来源名称").fill("尚未保存");
  await press(page, "Escape");
  await question.getByText("关闭后可从草稿恢复").waitFor();
  await question.getByRole("button", { name: "继续填写" }).click();
  await question.waitFor({ state: "hidden" });
  await becomes(() => dialog(page).getByLabel("来源名称").inputValue(), "尚未保存");
  await press(page, "Escape");
  await question.getByRole("button", { name: "关闭" }).last().click();
  await closed(page);
  await page.reload();
  await page.getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByText("未保存的内容").waitFor();
  await becomes(() => dialog(page).getByLabel("来源名称").inputValue(), "尚未保存");
  await dialog(page).getByRole("button", { name: "放弃草稿" }).click();
  await becomes(() => dialog(page).getByLabel("来源名称").inputValue(), "");
  await press(page, "Escape");
  await closed(page);
});

test("of two users who change a row at once the second gets a message, and their entries stay", async () => {
  const first = await openList();
  await add(first, "C1", "企业输送");
  const second = await openList();
  for (const page of [first, second]) {
    await row(page, "企业输送").getByRole("button", { name: /^修改/ }).click();
    await dialog(page).getByLabel("来源名称").waitFor();
  }
  await dialog(first).getByLabel("来源名称").fill("企业输送甲");
  await send(first);
  await row(first, "企业输送甲").waitFor();
  await dialog(second).getByLabel("来源名称").fill("企业输送乙");
  const asked = second.waitForResponse((response) => response.url().includes(candidateSourceCalls.detail.path));
  await lookAgain(second);
  await asked;
  await send(second);
  await dialog(second).getByText("数据已被他人修改").waitFor();
  await becomes(() => dialog(second).getByLabel("来源名称").inputValue(), "企业输送乙");
  await dialog(second).getByRole("button", { name: "载入最新数据" }).click();
  await dialog(second).getByText("未保存的内容").waitFor();
  await send(second);
  await row(second, "企业输送乙").waitFor();
});

test("deleting needs a chosen row and a confirmation", async () => {
  const page = await openList();
  await add(page, "D1", "待删除");
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await expectMessage(page, "请选择至少一条数据");
  await page.getByRole("checkbox", { name: "选择 待删除" }).check();
  await page.getByText("已选 1 条").waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).first().click();
  await dialog(page).getByText("确定将选择数据删除?").waitFor();
  await dialog(page).getByRole("button", { name: "删除" }).click();
  await expectMessage(page, "删除成功");
  await row(page, "待删除").waitFor({ state: "detached" });
});

test("columns, row height and page size are remembered for the user", async () => {
  const page = await openList();
  await add(page, "E1", "记住设置");
  await page.getByRole("button", { name: "表格设置" }).click();
  await page.getByRole("checkbox", { name: "备注" }).uncheck();
  await page.getByText("宽松").click();
  await page.locator(".list-table.loose").waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await row(page, "记住设置").waitFor();
  await becomes(() => page.getByRole("columnheader", { name: "备注" }).count(), 0);
  await becomes(() => page.locator(".list-table.loose").count(), 1);
});

test("filters, order and columns are kept as a view, one click away on another machine too; one of them opens the list", async () => {
  const page = await openList();
  await add(page, "V1", "视图来源");
  await page.goto(`${path}?sourceName=${encodeURIComponent("视图")}`);
  await row(page, "视图来源").waitFor();
  await page.getByRole("button", { name: "列表视图" }).click();
  await page.getByLabel("视图名称").fill("我的来源");
  await page.getByRole("button", { name: "保存视图" }).click();
  await page.getByRole("button", { name: "将“我的来源”设为默认视图" }).click();
  await page.getByRole("button", { name: "“我的来源”不再作为默认视图" }).waitFor();
  await assertAccessible(page);

  const other = await openList({ size: phone });
  const chips = other.getByRole("group", { name: "列表视图" });
  const shows = (name: string | null) => other.waitForURL((url) => url.searchParams.get("sourceName") === name);
  await shows("视图");
  await other.getByText("条件（1）").waitFor();
  await chips.getByRole("button", { name: "全部" }).click();
  await shows(null);
  await chips.getByRole("button", { name: "我的来源" }).click();
  await shows("视图");
  await assertAccessible(other);

  await page.getByRole("button", { name: "删除“我的来源”" }).click();
  await expectMessage(page, "已删除视图“我的来源”");
  await page.getByRole("group", { name: "列表视图" }).waitFor({ state: "hidden" });
});

test("the list of a tree has views too, and opens with one of them", async () => {
  const page = await product.as("admin", { path: "/system/dept" });
  const search = page.getByLabel("部门名称");
  await search.fill("就业");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("orgName") === "就业");
  await page.getByRole("button", { name: "列表视图" }).click();
  await page.getByLabel("视图名称").fill("就业口");
  await page.getByRole("button", { name: "保存视图" }).click();
  await page.getByRole("button", { name: "将“就业口”设为默认视图" }).click();
  await page.getByRole("button", { name: "“就业口”不再作为默认视图" }).waitFor();

  const other = await product.as("admin", { path: "/system/dept", language: "en" });
  await other.waitForURL((url) => url.searchParams.get("orgName") === "就业");
  const chips = other.getByRole("group", { name: "Views of the list" });
  await chips.getByRole("button", { name: "就业口", pressed: true }).waitFor();
  await assertAccessible(other);
  await chips.getByRole("button", { name: "All" }).click();
  await other.waitForURL((url) => url.search === "");
});

test("a row has an address of its own; users who may only read it get no button to change it", async () => {
  const clerk = await openList();
  await add(clerk, "F1", "只读查看");
  await row(clerk, "只读查看")
    .getByRole("button", { name: "只读查看", exact: true })
    .or(row(clerk, "只读查看").getByRole("button", { name: /^查看/ }))
    .first()
    .click();
  await dialog(clerk).getByText("只读查看").waitFor();
  await clerk.waitForURL((url) => /^\?view=\d+$/.test(url.search));
  const { search } = new URL(clerk.url());
  await assertAccessible(clerk);
  await press(clerk, "Escape");
  await clerk.waitForURL((url) => url.search === "");
  const leader = await product.as("leader");
  await leader.goto(path + search);
  // A leader has no menu entry for this page.
  await leader.locator("h1").first().waitFor();
  assert.equal(await leader.getByRole("button", { name: "新增" }).count(), 0);
  assert.equal(await leader.getByRole("button", { name: /^修改/ }).count(), 0);
});

test("on a phone rows are cards and the form has one column", async () => {
  const desk = await openList();
  await add(desk, "G1", "手机查看");
  const page = await openList({ size: phone });
  const card = page.locator(".list-card", { hasText: "手机查看" });
  await card.waitFor();
  assert.equal(await page.locator(".ant-table").count(), 0);
  await assertFits(page);
  await assertAccessible(page);
  await card.getByRole("button", { name: "修改 手机查看" }).click();
  await dialog(page).getByLabel("来源名称").waitFor();
  const [no, name] = await Promise.all([
    dialog(page).getByLabel("来源编号").boundingBox(),
    dialog(page).getByLabel("来源名称").boundingBox(),
  ]);
  assert.ok(no && name && name.y > no.y && Math.abs(name.x - no.x) < 2);
});

test("the same page in English, with only the data in Chinese", async () => {
  const page = await openList({ language: "en" });
  await page.getByRole("button", { name: "Add" }).first().click();
  await dialog(page).getByLabel("Source number").fill("H 1");
  await send(page);
  await dialog(page).getByText("3 fields need attention").waitFor();
  const text = await dialog(page).innerText();
  assert.doesNotMatch(text, /[\u4e00-\u9fff]/);
  const toolbar = await page
    .locator(".pane:visible .page-header, .pane:visible .search-bar, .pane:visible thead")
    .allInnerTexts();
  assert.doesNotMatch(toolbar.join(" "), /[\u4e00-\u9fff]/);
});
