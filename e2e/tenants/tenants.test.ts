import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { act, becomes, closed, dialog, fill, row, send, shot, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { at, open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A second office on one installation: made by the platform, used by its own administrator, closed again. */
let product: Product;
let admin: Page;
let tenantId: string;
let first: string;
// Each test continues from the one before it.
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ stage }) => {
  product = await stage.start({ TENANT_MODE: "on" });
  admin = await product.as("admin", { path: "/system/tenant", kept: true });
});
test.afterAll(() => product?.close());

async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel(/^(租户编号|Tenant)$/).fill(tenantId);
  await page.locator("[name=account]").fill(account);
  await page.locator("[name=password]").fill(password);
  await page.locator(".plain-submit").click();
}

const chosen = "Dongshan-7qv-27";
const state = async () =>
  (await product.sql<{ status: string }>("select status from tenant where tenant_id = $1", [tenantId]))[0]?.status;

test("a tenant is added; its number and the password of its administrator are shown once", async () => {
  await row(admin, "000000").getByText("平台").waitFor();
  await assertAccessible(admin);
  await pane(admin).getByRole("button", { name: "新增" }).first().click();
  await dialog(admin).getByLabel("租户名称").fill("东山县人力资源和社会保障局");
  await fill(admin, { 域名: "not a host" });
  await send(admin);
  await dialog(admin).locator(".issue-summary").getByText("须为域名").waitFor();
  await assertAccessible(admin);
  await shot(admin, "tenant-form-zh");
  await fill(admin, { 域名: "dongshan.example.cn", 联系人: "刘主任" });
  await send(admin);
  const shown = dialog(admin).locator("code");
  await shown.nth(2).waitFor();
  [tenantId, , first] = (await shown.allTextContents()) as [string, string, string];
  assert.match(tenantId, /^\d{6}$/);
  await assertAccessible(admin);
  await shot(admin, "tenant-password-zh");
  await dialog(admin).getByRole("button", { name: "关闭" }).last().click();
  await closed(admin);
  // Takes some seconds, on a slow machine many.
  for (let tries = 0; tries < 5 && (await state()) !== "1"; tries++) await becomes(state, "1").catch(() => undefined);
  assert.equal(await state(), "1");
});

test("its administrator signs in with the number, must choose a password, and finds an empty county", async () => {
  const page = await product.newPage();
  await page.goto("/login");
  await page.getByLabel("租户编号").waitFor();
  await assertAccessible(page);
  await shot(page, "tenant-login-zh");
  await page.getByLabel("租户编号").fill("12");
  await page.locator("[name=account]").fill("admin");
  await page.locator("[name=password]").fill(first);
  await page.locator(".plain-submit").click();
  await page.getByText("租户编号为六位数字").waitFor();
  await fillLogin(page, "admin", first);
  await page.getByLabel("原密码").fill(first);
  await page.getByLabel("新密码", { exact: true }).fill(chosen);
  await page.getByLabel(/确认|再次/).fill(chosen);
  await page.locator("form button[type=submit]").click();
  await at(page, "/login");
  await page.getByLabel("租户编号").waitFor();
  await becomes(() => page.getByLabel("租户编号").inputValue(), tenantId);
  await fillLogin(page, "admin", chosen);
  await page.locator(".frame .pane h1").first().waitFor();
  await open(page, "/system/user");
  await row(page, "admin").waitFor();
  await becomes(() => pane(page).locator(".ant-table-row").count(), 1);
  await open(page, "/org/index");
  await pane(page).getByText("暂无数据").first().waitFor();
  await shot(page, "tenant-empty-zh");
  assert.equal(await page.getByRole("menuitem", { name: "租户" }).count(), 0);
  await page.goto("/system/tenant");
  await at(page, "/403");

  // Closed by the platform: the next click signs out.
  await open(page, "/system/user");
  await admin.reload();
  await act(admin, "东山县", "停用");
  await dialog(admin).getByText("立即不能登录").waitFor();
  await assertAccessible(admin);
  await send(admin);
  await expectMessage(admin, "已停用");
  // A call that the page makes by itself may have signed out before the click.
  await Promise.race([act(page, "admin", "查看"), at(page, "/login")]);
  await at(page, "/login");
  await fillLogin(page, "admin", chosen);
  await page.getByText("租户不存在或已停用").waitFor();
});

test("in English on a phone: limits, data source, enabling", async () => {
  const page = await product.as("admin", { path: "/system/tenant", language: "en", size: phone });
  await page.getByText("东山县人力资源和社会保障局").first().waitFor();
  await assertAccessible(page);
  await shot(page, "tenant-phone-en");
  const wide = await product.as("admin", { path: "/system/tenant", language: "en" });
  await act(wide, tenantId, "Limits");
  await dialog(wide).getByLabel("User limit").fill("5");
  await assertAccessible(wide);
  await shot(wide, "tenant-limits-en");
  await send(wide);
  await expectMessage(wide, "Saved");
  await becomes(
    async () => (await product.sql<{ most: number }>(`select most from t_${tenantId}.user_limit`))[0]?.most,
    5,
  );
  await act(wide, tenantId, "Enable");
  await dialog(wide).getByText("can sign in again").waitFor();
  await send(wide);
  await expectMessage(wide, "Enabled");
});
