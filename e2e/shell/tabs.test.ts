import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { becomes, expectMessage } from "../acts.ts";
import { at, pane, type Product, titled } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const tabs = (page: Page) => page.getByRole("navigation", { name: "已打开的页面" });
const titles = async (page: Page) =>
  (await tabs(page).getByRole("listitem").allTextContents()).map((text) => text.trim());
const tab = (page: Page, name: string) => tabs(page).getByRole("link", { name, exact: true });

/** Opens a page through the menu search, as users do. */
async function open(page: Page, name: string): Promise<void> {
  await page.locator(".frame").waitFor();
  await page.getByRole("button", { name: "搜索（" }).click();
  const search = page.getByRole("combobox", { name: "搜索" });
  await search.fill(name);
  await page.getByRole("option", { name }).first().waitFor();
  await search.press("Enter");
  await shown(page, name);
}

/** Waits until the page is in front. */
async function shown(page: Page, name: string): Promise<void> {
  await tabs(page).locator("[aria-current]", { hasText: name }).waitFor();
  await pane(page).locator("h1").first().waitFor();
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "标签页操作" }).click();
  await page.getByRole("button", { name: action, exact: true }).click();
}

test("entries and search results of a page are still there after a change of tabs", async () => {
  const page = await product.as("clerk");
  await open(page, "班级查询");
  const field = pane(page).locator("input[type=text]").first();
  await field.fill("焊工");
  await field.press("Enter");
  await page.waitForURL(/class\/index\?.+/);
  const address = page.url();
  await open(page, "课程目录");
  await tab(page, "班级查询").click();
  await shown(page, "班级查询");
  await page.waitForURL(address);
  await becomes(() => field.inputValue(), "焊工");
  await page.goBack();
  await shown(page, "课程目录");
  await page.goForward();
  await shown(page, "班级查询");
  await becomes(() => field.inputValue(), "焊工");
});

test("a dialog with an unsaved entry survives a change of tabs", async () => {
  const page = await product.as("clerk");
  await open(page, "课程目录");
  await page.getByRole("button", { name: "新增" }).click();
  const field = page.getByRole("dialog").locator("input[type=text]").first();
  await field.fill("电工（初级）");
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.goForward();
  await field.waitFor();
  await becomes(() => field.inputValue(), "电工（初级）");
});

/** Whether leaving the site would ask. */
const asksToLeave = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));

test("entries behind another tab are lost to no closed tab and no way home without a question", async () => {
  const page = await product.as("clerk");
  for (const name of ["班级查询", "课程目录"]) await open(page, name);
  await page.getByRole("button", { name: "新增" }).click();
  const field = page.getByRole("dialog").locator("input[type=text]").first();
  await field.fill("电工（初级）");
  await page.goBack();
  await shown(page, "班级查询");
  assert.equal(await asksToLeave(page), true);

  const question = page.getByRole("dialog", { name: "课程目录：有未保存的内容，确定关闭吗？" });
  const refuse = async () => {
    await question.getByRole("button", { name: "取消" }).click();
    await question.waitFor({ state: "hidden" });
  };
  await tabs(page).getByRole("button", { name: "关闭课程目录" }).click();
  await refuse();
  for (const action of ["关闭其他", "关闭全部"]) {
    await choose(page, action);
    await refuse();
  }
  await becomes(() => titles(page), ["首页", "班级查询", "课程目录"]);
  await page.locator(".top-logo").click();
  await shown(page, "首页");
  await tab(page, "课程目录").click();
  await becomes(() => field.inputValue(), "电工（初级）");

  await page.goBack();
  await shown(page, "首页");
  await tabs(page).getByRole("button", { name: "关闭课程目录" }).click();
  await question.getByRole("button", { name: "确定" }).click();
  await becomes(() => titles(page), ["首页", "班级查询"]);
  assert.equal(await asksToLeave(page), false);
  await tabs(page).getByRole("button", { name: "关闭班级查询" }).click();
  await becomes(() => titles(page), ["首页"]);
});

test("the tab of the page in front is fully visible where there is no room for all", async () => {
  const page = await product.as("clerk", { size: { width: 620, height: 800 } });
  for (const name of ["班级查询", "课程目录", "学员审核", "机构计划"]) await open(page, name);
  const close = await tabs(page).getByRole("button", { name: "关闭机构计划" }).boundingBox();
  const more = await page.getByRole("button", { name: "标签页操作" }).boundingBox();
  assert.ok(close && more && close.x + close.width <= more.x, JSON.stringify({ close, more }));
});

test("tabs are closed one by one, all others, and all; the home tab stays", async () => {
  const page = await product.as("clerk");
  for (const name of ["班级查询", "课程目录", "学员审核"]) await open(page, name);
  await becomes(() => titles(page), ["首页", "班级查询", "课程目录", "学员审核"]);
  assert.equal(await tabs(page).getByRole("button", { name: "关闭首页" }).count(), 0);

  await tabs(page).getByRole("button", { name: "关闭学员审核" }).click();
  await page.waitForURL("**/basics/course");
  await tab(page, "班级查询").press("Delete");
  await becomes(() => titles(page), ["首页", "课程目录"]);

  await open(page, "班级查询");
  await choose(page, "关闭其他");
  await becomes(() => titles(page), ["首页", "班级查询"]);
  await choose(page, "关闭全部");
  await page.waitForURL("**/wel/index");
  await becomes(() => titles(page), ["首页"]);
});

test("a page is opened in one tab only, and the tabs survive a reload", async () => {
  const page = await product.as("clerk");
  for (const name of ["班级查询", "课程目录", "班级查询"]) await open(page, name);
  await becomes(() => titles(page), ["首页", "班级查询", "课程目录"]);
  await page.reload();
  await pane(page).locator("h1").first().waitFor();
  await becomes(() => titles(page), ["首页", "班级查询", "课程目录"]);
  await at(page, "/class/index");
});

test("a refresh asks first, clears the cache and loads the page again", async () => {
  const page = await product.as("clerk");
  await open(page, "班级查询");
  const field = pane(page).locator("input[type=text]").first();
  await field.fill("没有提交的字");
  await choose(page, "刷新页面");
  const cleared = page.waitForResponse((response) => response.url().includes("/clear-cache"));
  await page.getByRole("dialog").getByRole("button", { name: "确定" }).click();
  assert.equal((await cleared).status(), 200);
  await expectMessage(page, "清除完毕");
  await pane(page).locator("h1").first().waitFor();
  await becomes(() => pane(page).locator("input[type=text]").first().inputValue(), "");
});

test("the names of the tabs follow the language", async () => {
  const page = await product.as("clerk");
  await open(page, "班级查询");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("navigation", { name: "Open pages" }).getByRole("link", { name: "Classes" }).waitFor();
  await titled(page, /^Classes - /);
});
