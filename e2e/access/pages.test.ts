import assert from "node:assert/strict";
import { act, closed, dialog, row, send, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";
import { tick } from "./access-page.ts";

/** Menus, top menus and API scopes. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("menus open level by level, a top menu groups them, and an API scope shows the calls that its path covers", async () => {
  const page = await product.as("admin", { path: "/system/menu" });
  await row(page, "基础资料").locator(".ant-table-row-expand-icon").click();
  await row(page, "/basics/candidatesSource").locator(".ant-table-row-expand-icon").click();
  await row(page, "candidates_source_view").waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("textbox", { name: "菜单编码" }).fill("candidates_source_");
  await page.keyboard.press("Enter");
  await row(page, "考生来源：新增").waitFor();
  await pane(page).getByRole("button", { name: "新增", exact: true }).click();
  await dialog(page).getByLabel("菜单编号").fill("B9001");
  await dialog(page).getByLabel("菜单名称").fill("政策依据");
  await dialog(page).getByLabel("菜单编码").fill("B9001");
  await dialog(page).getByLabel("路由地址").fill("javascript:alert(1)");
  await assertAccessible(page);
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("须为/开头的路由或http(s)地址").waitFor();
  await dialog(page).getByLabel("路由地址").fill("https://example.cn/policy");
  await send(page);
  await expectMessage(page, "新增成功");
  await closed(page);

  await open(page, "/system/topmenu");
  await row(page, "系统").waitFor();
  await assertAccessible(page);
  await act(page, "系统", "配置菜单");
  await dialog(page).getByRole("searchbox", { name: "在菜单中查找" }).fill("政策依据");
  await tick(page, "政策依据");
  await send(page);
  await expectMessage(page, "操作成功");
  await closed(page);
  assert.equal(
    (await product.sql(`select from top_menu_menu l join menu m on m.id = l.menu_id where m.menu_no = 'B9001'`)).length,
    1,
  );

  await open(page, "/authority/apiscope");
  await assertAccessible(page);
  await pane(page).getByRole("button", { name: "新增", exact: true }).first().click();
  await dialog(page).getByLabel("接口地址").fill("/api/blade-system/topmenu/*");
  await dialog(page).getByText("覆盖 6 个接口").waitFor();
  await assertAccessible(page);
});
