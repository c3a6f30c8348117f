import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { act, becomes, choose, closed, dialog, row, send, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Parameters, serial numbers, dictionaries and regions, as the administrator and the clerk manage them. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a parameter accepts what its type and range allow and records its history; built-in ones cannot be removed", async () => {
  const page = await product.as("admin", { path: "/system/param?paramKey=class.size.max" });
  await row(page, "class.size.max").waitFor();
  await assertAccessible(page);
  assert.equal(await row(page, "班级最多学员数").getByRole("button", { name: /^删除/ }).count(), 0);
  await row(page, "班级最多学员数").getByRole("button", { name: /^修改/ }).click();
  await dialog(page).getByText("整数 1–1000").waitFor();
  await dialog(page).getByLabel("参数键名").and(page.locator(":disabled")).waitFor();
  await dialog(page).getByLabel("参数键值").fill("5000");
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("参数键值：须为1–1000的整数").waitFor();
  await dialog(page).getByLabel("参数键值").fill("");
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("请输入参数键值").waitFor();
  await dialog(page).getByLabel("参数键值").fill("48");
  await assertAccessible(page);
  await send(page);
  await expectMessage(page, "更新成功");
  await row(page, "班级最多学员数").getByText("48", { exact: true }).waitFor();
  await row(page, "班级最多学员数").getByRole("button", { name: /^查看/ }).click();
  await dialog(page).getByText("50 → 48").waitFor();
  assert.deepEqual(
    await product.sql(`select param_value from parameter where param_key = 'class.size.max' and is_deleted = 0`),
    [{ param_value: "48" }],
  );
});

test("acting without a selection gives a message; own parameters are added, found and removed", async () => {
  const page = await product.as("admin", { path: "/system/param" });
  await pane(page).getByRole("button", { name: "删除", exact: true }).click();
  await expectMessage(page, "请选择至少一条数据");
  await pane(page).getByRole("button", { name: "新增" }).click();
  await dialog(page).getByLabel("参数名称").waitFor();
  await send(page);
  await becomes(
    () => dialog(page).locator(".issue-summary li").allTextContents(),
    ["请输入参数名称", "请输入参数键名", "请输入参数键值"],
  );
  await dialog(page).getByLabel("参数名称").fill("咨询电话");
  await dialog(page).getByLabel("参数键名").fill("bureau.hotline");
  await dialog(page).getByLabel("参数键值").fill("12333");
  await send(page);
  await expectMessage(page, "新增成功");
  await closed(page);
  await pane(page).getByRole("textbox", { name: "参数键名" }).fill("hotline");
  await page.keyboard.press("Enter");
  await row(page, "咨询电话").waitFor();
  await pane(page).getByRole("checkbox", { name: "选择 咨询电话" }).check();
  await pane(page).getByRole("button", { name: "删除", exact: true }).first().click();
  await dialog(page).getByText("确定将选择数据删除?").waitFor();
  await send(page);
  await expectMessage(page, "删除成功");
  await pane(page).getByText("没有符合条件的数据").waitFor();
});

test("the sample of a serial rule follows what is typed", async () => {
  const page = await product.as("admin", { path: "/system/serial" });
  await row(page, "ASSESSOR_NO").waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("button", { name: "新增" }).click();
  await dialog(page).getByLabel("流水号键").fill("MEETING_NO");
  await dialog(page).getByLabel("名称").fill("会议");
  await dialog(page).getByLabel("前缀").fill("HY");
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  await dialog(page).getByText(`HY${year}0001`).waitFor();
  await dialog(page).getByLabel("序号长度").fill("6");
  await dialog(page).getByText(`HY${year}000001`).waitFor();
  await choose(page, "重置周期", "每日");
  await dialog(page).getByText("号码会重复").waitFor();
  await assertAccessible(page);
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("不能比日期段更频繁").waitFor();
  assert.equal(
    await dialog(page).getByLabel("重置周期").getAttribute("aria-expanded"),
    "false",
    "Ctrl+Enter opens no list",
  );
  await choose(page, "重置周期", "每年");
  await send(page);
  await expectMessage(page, "新增成功");
  await pane(page).getByRole("textbox", { name: "流水号键" }).fill("MEETING");
  await page.keyboard.press("Enter");
  await row(page, "MEETING_NO").getByText(`HY${year}000001`).waitFor();
});

test("lists open and close with animations too, which the other tests switch off", async () => {
  const page = await product.as("admin");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, "/system/serial");
  await pane(page).getByRole("button", { name: "新增" }).click();
  const field = dialog(page).getByLabel("重置周期");
  const list = page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)");
  await page.evaluate(() => {
    const ended: string[] = ((window as any).ended = []);
    addEventListener("animationend", ({ target }) => ended.push((target as Element).className));
  });
  const moved = () =>
    page.waitForFunction(() =>
      (window as any).ended.splice(0).some((name: string) => name.includes("select-dropdown")),
    );
  for (const cycle of ["每日", "每年"]) {
    await field.click();
    await moved();
    await list.locator(".ant-select-item-option", { hasText: cycle }).click();
    await moved();
    await list.waitFor({ state: "hidden" });
    await dialog(page).locator(".ant-select-content", { hasText: cycle }).waitFor();
  }
});

test("system dictionary: lists beside their values, entries in a tree", async () => {
  const page = await product.as("admin", { path: "/dict-horizontal/index" });
  await pane(page).getByText("请先选择字典").waitFor();
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("字典编号").waitFor();
  await becomes(
    () =>
      page
        .locator(".ant-modal:visible")
        .last()
        .evaluate((modal) => getComputedStyle(modal).width),
    "880px",
  );
  await dialog(page).getByLabel("字典编号").fill("vehicle");
  await dialog(page).getByLabel("字典名称").fill("车辆");
  await send(page);
  await expectMessage(page, "新增成功");
  await closed(page);
  await pane(page).getByRole("textbox", { name: "字典编号" }).fill("vehicle");
  await page.keyboard.press("Enter");
  await row(page, "vehicle").getByRole("button", { name: "车辆", exact: true }).click();
  const entries = pane(page).locator(".entries");
  await entries.getByText("车辆 · vehicle").waitFor();
  await addEntry(page, "1", "客车", () => entries.getByRole("button", { name: "新增", exact: true }).click());
  await addEntry(page, "11", "大客车", () => act(page, "客车", "新增下级", entries));
  await entries.getByText("大客车").first().waitFor();
  await assertAccessible(page);
  await entries.getByRole("textbox", { name: "字典名称" }).fill("大客");
  await page.keyboard.press("Enter");
  await entries.locator(".ant-table-row", { hasText: /^客车/ }).waitFor({ state: "hidden" });
  await becomes(() => entries.locator(".ant-table-row").count(), 1);
  await page.reload();
  await pane(page).locator(".entries").getByText("大客车").first().waitFor();
});

async function addEntry(page: Page, key: string, name: string, start: () => Promise<void>): Promise<void> {
  await start();
  await dialog(page).getByLabel("字典键值").fill(key);
  await dialog(page).getByLabel("字典名称").fill(name);
  await send(page);
  await pane(page).locator(".entries .ant-table-row", { hasText: name }).first().waitFor();
  await closed(page);
}

test("a clerk disables a business value: it is no longer offered, and still shown where it is used", async () => {
  const page = await product.as("clerk", { path: "/dict-vertical/index" });
  await pane(page).getByRole("textbox", { name: "字典编号" }).fill("CLASSROOM_TYPE");
  await page.keyboard.press("Enter");
  await row(page, "CLASSROOM_TYPE").getByRole("button").first().click();
  const entries = pane(page).locator(".entries");
  await entries.getByText("该字典由系统内置").waitFor();
  assert.equal(await entries.getByRole("button", { name: /^删除/ }).count(), 0);
  await entries.locator(".ant-table-row", { hasText: "实操车间" }).getByRole("button", { name: /^修改/ }).click();
  await dialog(page).getByLabel("字典名称").and(page.locator(":disabled")).waitFor();
  await choose(page, "是否封存", "是");
  await send(page);
  await expectMessage(page, "更新成功");
  const org = await product.as("org", { path: "/my/org/classroom" });
  await pane(org).locator(".ant-table-row", { hasText: "实操车间" }).first().waitFor();
  await pane(org).getByRole("button", { name: "新增" }).click();
  await dialog(org).getByLabel("教室类型").click();
  const options = org.locator(".ant-select-dropdown:visible .ant-select-item-option");
  await becomes(() => options.allTextContents(), ["理论教室", "机房", "其他"]);
});

test("regions open level by level down to the towns, and a village is added", async () => {
  const page = await product.as("admin", { path: "/base/region" });
  const tree = pane(page).locator(".region-tree");
  for (const name of ["浙江省", "嘉兴市", "平湖市"])
    await tree.locator(".ant-tree-treenode", { hasText: name }).locator(".ant-tree-switcher").click();
  await tree.getByText("当湖街道").click();
  await pane(page).getByText("浙江省嘉兴市平湖市当湖街道：下级区划").waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("区划编号").fill("330482001001");
  await dialog(page).getByLabel("区划名称").fill("东湖社区");
  await send(page);
  await row(page, "东湖社区").waitFor();
  await closed(page);
  await row(page, "东湖社区").getByRole("button", { name: /^删除/ }).click();
  await dialog(page).getByText("确定将选择数据删除?").waitFor();
  await send(page);
  await expectMessage(page, "删除成功");
  await tree.locator(".ant-tree-treenode", { hasText: "平湖市" }).locator(".ant-tree-node-content-wrapper").click();
  await row(page, "当湖街道").waitFor();
  await pane(page).getByRole("textbox", { name: "区划名称" }).fill("乍浦");
  await page.keyboard.press("Enter");
  await row(page, "乍浦镇").waitFor();
});
