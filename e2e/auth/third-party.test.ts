import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { callbackPath } from "@jipei/contract/auth/third-party.ts";
import type { Page } from "@playwright/test";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { clientId, clientSecret, OpenidProvider } from "../../apps/api/test/support/openid-provider.ts";
import { act, becomes, closed, dialog, row, send, shot, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Sign-in with a real OpenID provider, on its own pages. */

let product: Product;
let provider: OpenidProvider;
test.beforeAll(async ({ stage }) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  provider = await OpenidProvider.start([url + callbackPath("county")], true);
  product = await stage.start({ PORT: String(port), PUBLIC_URL: url, INTERNAL_HOSTS: new URL(provider.issuer).host });
});
test.afterAll(async () => {
  await product?.close();
  await provider?.close();
});

/** The provider must know the address that it redirects users to before the product runs. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Signs in on the provider's pages, which ask for a name, and for consent. */
async function confirmIdentity(page: Page, login: string): Promise<void> {
  // Its pages load a font from another site.
  await page.route("https://fonts.googleapis.com/**", (route) => route.abort());
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** From the login page to the provider, which redirects users with a session there straight back. */
async function leave(page: Page, tab: string, name: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("link", { name }).click();
}

test("the login page shows no third party until there is one; an administrator adds and tests it", async () => {
  const stranger = await product.newPage();
  await stranger.goto("/login");
  await stranger.waitForLoadState("networkidle");
  assert.equal(await stranger.getByRole("tab").count(), 4);
  const page = await product.as("admin", { path: "/system/identity-provider" });
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("标识").fill("county");
  await dialog(page).getByLabel("名称", { exact: true }).fill("县政务平台");
  await dialog(page).getByLabel("英文名称").fill("County portal");
  await dialog(page).getByLabel("签发者地址").fill("http://accounts.example");
  await dialog(page).getByLabel("客户端ID").fill(clientId);
  await dialog(page).getByLabel("客户端密钥").fill(clientSecret);
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("须使用https").waitFor();
  await assertAccessible(page);
  await shot(page, "provider-form-zh");
  await dialog(page).getByLabel("签发者地址").fill(provider.issuer);
  await send(page);
  await closed(page);
  await row(page, "county").getByText("启用", { exact: true }).waitFor();
  await assertAccessible(page);
  await shot(page, "provider-list-zh");
  await act(page, "county", "测试");
  await dialog(page).getByText("可以登录").waitFor();
  await dialog(page)
    .getByText(`${product.url}${callbackPath("county")}`)
    .waitFor();
  await assertAccessible(page);
  await shot(page, "provider-test-zh");
  await page.keyboard.press("Escape");
  await closed(page);
  await act(page, "county", "清除密钥");
  await dialog(page).getByText("此后按公共客户端登录").waitFor();
  await assertAccessible(page);
  await shot(page, "provider-secret-zh");
  await send(page);
  await expectMessage(page, "已清除密钥");
  await closed(page);
  await act(page, "county", "测试");
  await dialog(page).getByText("未填写客户端密钥").waitFor();
  await page.keyboard.press("Escape");
  await closed(page);
  await act(page, "county", "修改");
  await becomes(() => dialog(page).getByLabel("客户端密钥").inputValue(), "");
  await dialog(page).getByLabel("客户端密钥").fill(clientSecret);
  await send(page);
  await expectMessage(page, "更新成功");
  await closed(page);
});

test("an unknown user registers in a dialog, waits, is approved and notified, and signs in", async () => {
  const page = await product.newPage();
  await leave(page, "第三方登录", "使用县政务平台登录");
  await confirmIdentity(page, "wang");
  await dialog(page).getByRole("heading", { name: "用户注册" }).waitFor();
  await becomes(() => dialog(page).getByLabel("姓名").inputValue(), "王wang");
  await becomes(() => dialog(page).getByLabel("账号名称").inputValue(), "wang");
  assert.equal(new URL(page.url()).hash, "", "nothing of it stays in the address");
  await dialog(page).getByRole("button", { name: "提交申请" }).click();
  await dialog(page).getByText("请先输入密码").waitFor();
  await assertAccessible(page);
  await shot(page, "guest-dialog-zh");
  await dialog(page).getByLabel("统一社会信用代码").fill(syntheticCreditCode(7201));
  await dialog(page).getByLabel("手机号码").fill("13912347201");
  await dialog(page).getByLabel("密码", { exact: true }).fill("Register-7qv-26");
  await dialog(page).getByLabel("确认密码").fill("Register-7qv-26");
  await dialog(page).getByRole("button", { name: "提交申请" }).click();
  await dialog(page).getByText("注册申请已提交,请耐心等待管理员通过!").waitFor();
  await dialog(page).getByRole("button", { name: "关闭" }).click();
  await leave(page, "第三方登录", "使用县政务平台登录");
  await page.getByText("账号待审核，请耐心等待管理员通过").waitFor();
  await assertAccessible(page);

  const admin = await product.as("admin", { path: "/system/register" });
  await row(admin, "wang").getByText("县政务平台 · 王wang").waitFor();
  await act(admin, "wang", "通过");
  await dialog(admin).locator(".ant-select-selection-item-content", { hasText: "机构管理员" }).waitFor();
  await send(admin);
  await expectMessage(admin, "审核通过");
  await closed(admin);
  const texts = await product.sql<{ template: string }>(
    `select m.template from sms_message m join app_user u on u.id = m.biz_id::bigint and m.biz_type = 'User' where u.account = 'wang'`,
  );
  assert.deepEqual(texts, [{ template: "ACCOUNT_OK" }]);

  await leave(page, "第三方登录", "使用县政务平台登录");
  await page.waitForURL("**/wel/index");
  await pane(page).locator("h1").first().waitFor();
});

test("a user who cancels there gets a message; one who was on the way to a page gets there", async () => {
  const page = await product.newPage({ language: "en", size: phone });
  await leave(page, "Third party", "Sign in with County portal");
  await page.route("https://fonts.googleapis.com/**", (route) => route.abort());
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByText("You have cancelled the sign-in").waitFor();
  await page.getByRole("tab", { name: "Third party" }).click();
  await page.getByRole("link", { name: "Sign in with County portal" }).waitFor();
  await assertAccessible(page);
  await shot(page, "login-phone-en");
});

test("a user links and unlinks their account there", async () => {
  const page = await product.signedIn("clerk", { language: "en" });
  await open(page, "/info/index");
  await page.getByRole("tab", { name: "Third-party accounts" }).click();
  await page.getByRole("button", { name: "Link County portal" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await confirmIdentity(page, "li");
  await expectMessage(page, "Linked");
  await page.getByText("王li").waitFor();
  assert.equal(new URL(page.url()).hash, "");
  await assertAccessible(page);
  await shot(page, "linked-en");

  const other = await product.newPage({ language: "en" });
  await other.goto("/information/notice");
  await other.waitForURL("**/login");
  await other.getByRole("tab", { name: "Third party" }).click();
  await other.getByRole("link", { name: "Sign in with County portal" }).click();
  await confirmIdentity(other, "li");
  await other.waitForURL("**/information/notice");
  await pane(other).locator("h1").first().waitFor();

  await page.setViewportSize(phone);
  await page.getByRole("button", { name: "Unlink County portal" }).click();
  await dialog(page).getByText("You will no longer be able to sign in with County portal").waitFor();
  await assertAccessible(page);
  await shot(page, "unlink-phone-en");
  await send(page);
  await expectMessage(page, "Unlinked");
  await page.getByRole("button", { name: "Link County portal" }).waitFor();
  await other.goto("/information/notice");
  await other.waitForURL("**/login");
});

test("a provider that is down is reported in plain words, and the other ways to sign in stay", async () => {
  provider.instead = (_request, response) => void response.destroy();
  const page = await product.newPage();
  await page.goto("/login");
  await page.getByRole("tab", { name: "第三方登录" }).click();
  await page.getByRole("link", { name: "使用县政务平台登录" }).click();
  await page.getByText("第三方登录暂时无法连接").waitFor();
  await page.getByLabel("账号").waitFor();
  await assertAccessible(page);
  const admin = await product.as("admin", { path: "/system/identity-provider" });
  await act(admin, "county", "测试");
  await dialog(admin).getByText("暂时无法登录").waitFor();
  await dialog(admin).getByText("无法连接，或在10秒内没有应答").waitFor();
  await shot(admin, "provider-down-zh");
  await admin.keyboard.press("Escape");
  await closed(admin);
  const small = await product.as("admin", { path: "/system/identity-provider", language: "en", size: phone });
  await small.getByText("county").first().waitFor();
  await assertAccessible(small);
  await shot(small, "provider-phone-en");
  provider.instead = null;
});
