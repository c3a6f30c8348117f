import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { codeNow, steadyStep, wrongCode } from "../../apps/api/test/support/authenticator.ts";
import { act, choose, closed, dialog, fill, row, send, shot, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type PageOptions, at, open, pane, password, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Clients, and the second factor: set up, used to sign in, required by a role, reset. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

/** Makes the codes used so far old, so that none counts as used again. */
const laterOn = () => product.sql("update second_factor set last_step = 0");
const heading = (page: Page, name: string) => page.getByRole("heading", { name }).first();

test("a client gets a secret that is shown once, and tokens with it", async () => {
  const page = await product.as("admin", { path: "/system/client" });
  await row(page, "jipei-web").getByText("密码 · 短信验证码").waitFor();
  await assertAccessible(page);
  await shot(page, "client-list-zh");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("客户端ID").fill("county app");
  await dialog(page).getByLabel("令牌过期秒数", { exact: true }).fill("10");
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("令牌过期秒数不能小于60").waitFor();
  await assertAccessible(page);
  await shot(page, "client-form-zh");
  await fill(page, { 令牌过期秒数: "600" });
  await send(page);
  await dialog(page)
    .locator(".issue-summary")
    .getByText(/客户端ID：须以字母或数字开头/)
    .waitFor();
  await fill(page, { 客户端ID: "county-app" });
  await send(page);
  const shown = dialog(page).getByRole("textbox", { name: "客户端密钥" });
  await shown.waitFor();
  const secret = await shown.inputValue();
  assert.match(secret, /^[0-9a-f]{64}$/);
  await assertAccessible(page);
  await shot(page, "client-secret-zh");
  await dialog(page).getByRole("button", { name: "关闭" }).last().click();
  await closed(page);
  assert.equal(await tokenStatus("county-app", secret), 200);

  await act(page, "county-app", "重置密钥");
  await dialog(page).getByText("原密钥立即失效").waitFor();
  await send(page);
  await shown.waitFor();
  assert.equal(await tokenStatus("county-app", secret), 401);
  assert.equal(await tokenStatus("county-app", await shown.inputValue()), 200);
  await dialog(page).getByRole("button", { name: "关闭" }).last().click();
  await closed(page);
  const small = await product.as("admin", { path: "/system/client", language: "en", size: phone });
  await small.getByText("county-app").first().waitFor();
  await assertAccessible(small);
  await shot(small, "client-phone-en");
});

async function tokenStatus(clientId: string, secret: string): Promise<number> {
  const response = await fetch(`${product.url}/api/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "password", username: "clerk", password }),
  });
  return response.status;
}

/** Reads the key, proves it by a code, and notes the recovery codes. */
async function setUp(
  page: Page,
  within = dialog(page),
  words = { code: "输入验证器显示的6位验证码", confirm: "确认", codes: "恢复码", done: "我已保存" },
) {
  await within.getByRole("img", { name: /二维码|QR code/ }).waitFor();
  await shot(page, `factor-set-up-${page.viewportSize()?.width}`);
  const secret = (await within.locator(".factor-key code").innerText()).replaceAll(" ", "");
  await assertAccessible(page);
  await within.getByLabel(words.code).fill(codeNow(secret));
  await within.getByRole("button", { name: words.confirm }).click();
  const codes = within.getByRole("list", { name: words.codes });
  await codes.waitFor();
  const recovery = await codes.locator("li").allInnerTexts();
  assert.equal(recovery.length, 10);
  return { secret, recovery, finish: () => within.getByRole("button", { name: words.done }).click() };
}

/** Enters name and password on the login page, which then asks for the second factor. */
async function firstStep(account: string, options: PageOptions = {}): Promise<Page> {
  const page = await product.newPage(options);
  await page.goto("/login");
  await page.locator("[name=account]").fill(account);
  await page.locator("[name=password]").fill(password);
  await page.locator(".plain-submit").click();
  await page.locator("#second-step").waitFor();
  return page;
}

test("a second factor is set up in personal info; signing in then asks for a code, or a recovery code", async () => {
  await steadyStep();
  const page = await product.signedIn("auditor");
  await open(page, "/info/index");
  await pane(page).getByRole("tab", { name: "修改密码" }).click();
  await pane(page).getByRole("button", { name: "开始设置" }).click();
  const { secret, recovery, finish } = await setUp(page);
  await assertAccessible(page);
  await shot(page, "factor-codes-zh");
  await finish();
  await pane(page).getByText("剩余恢复码 10 个").waitFor();
  await closed(page);
  await shot(page, "factor-own-zh");
  await laterOn();

  const desk = await firstStep("auditor");
  await desk.locator(".plain-submit").click();
  await desk.getByText("请填写6位验证码").waitFor();
  await assertAccessible(desk);
  await shot(desk, "factor-login-zh");
  await desk.getByLabel("验证码").fill(wrongCode(secret));
  await desk.keyboard.press("Enter");
  await desk.getByRole("alert").getByText("两步验证码错误").waitFor();
  await steadyStep();
  await desk.getByLabel("验证码").fill(codeNow(secret));
  await desk.keyboard.press("Enter");
  await desk.locator(".frame .pane h1").first().waitFor();

  const small = await firstStep("auditor", { language: "en", size: phone });
  await small.getByRole("button", { name: "Use a recovery code" }).click();
  await small.getByLabel("Recovery code").fill(recovery[0] as string);
  await assertAccessible(small);
  await shot(small, "factor-login-phone-en");
  await small.locator(".plain-submit").click();
  await small.locator(".frame .pane h1").first().waitFor();
  await open(small, "/info/index");
  await pane(small).getByRole("tab", { name: "Change password" }).click();
  await pane(small).getByText("recovery codes left: 9").waitFor();
  await assertAccessible(small);
  await shot(small, "factor-own-phone-en");

  const late = await firstStep("auditor");
  await product.sql(`update factor_challenge set expire_time = now()`);
  await late.getByLabel("验证码").fill("123456");
  await late.keyboard.press("Enter");
  await late.getByRole("alert").getByText("两步验证已失效，请重新登录").waitFor();
  await late.locator("[name=password]").waitFor();

  const guessing = await firstStep("auditor");
  for (let i = 0; i < 5; i++) {
    await guessing.getByLabel("验证码").fill(wrongCode(secret));
    await guessing.keyboard.press("Enter");
    await guessing.getByRole("alert").getByText("两步验证码错误").waitFor();
  }
  await guessing.getByRole("button", { name: /^请等待 (30:00|29:\d\d)$/ }).waitFor();
  assert.ok(await guessing.locator(".plain-submit").isDisabled());
  await assertAccessible(guessing);
  await shot(guessing, "factor-wait-zh");
  await product.sql("delete from login_failure");

  // Switching it off asks for password and code; a wrong one is reported at its field.
  await pane(page).getByRole("button", { name: "关闭两步验证" }).click();
  await dialog(page).getByLabel("密码", { exact: true }).fill("Wrong-2026");
  await dialog(page)
    .getByLabel("验证码或恢复码")
    .fill(recovery[1] as string);
  await send(page);
  await dialog(page).getByText("密码：不正确").waitFor();
  await dialog(page).getByLabel("密码", { exact: true }).fill(password);
  await send(page);
  await expectMessage(page, "两步验证已关闭");
  await pane(page).getByRole("button", { name: "开始设置" }).waitFor();
});

test("where a parameter requires it of a role, it must be set up before anything else; an administrator resets it", async () => {
  await steadyStep();
  const leader = await product.signedIn("leader", { language: "en" });
  const admin = await product.as("admin", { path: "/system/param?paramKey=signIn" });
  await row(admin, "signIn.factor.roles").getByRole("button", { name: /^修改/ }).click();
  await dialog(admin).getByLabel("参数键值").waitFor();
  await choose(admin, "参数键值", "局领导");
  await assertAccessible(admin);
  await send(admin);
  await expectMessage(admin, "更新成功");
  await row(admin, "signIn.factor.roles").getByText("局领导(只读)").waitFor();
  await shot(admin, "factor-parameter-zh");

  // The open page is left at the next call.
  await leader.goto("/basics/course");
  await heading(leader, "Second factor").waitFor();
  await leader.getByRole("button", { name: "Set up" }).click();
  const { finish } = await setUp(leader, leader.locator("main"), {
    code: "Enter the 6 digits it shows",
    confirm: "Confirm",
    codes: "Recovery codes",
    done: "I have saved them",
  });
  await shot(leader, "factor-required-en");
  await finish();
  await leader.locator(".frame .pane h1").first().waitFor();
  await open(leader, "/info/index");
  await pane(leader).getByRole("tab", { name: "Change password" }).click();
  await pane(leader).getByText("it cannot be switched off").waitFor();
  assert.equal(await pane(leader).getByRole("button", { name: "Switch off" }).count(), 0);

  await open(admin, "/system/user?account=leader");
  await act(admin, "leader", "重置两步验证");
  await dialog(admin).getByText("用户丢失验证器时使用").waitFor();
  await send(admin);
  await expectMessage(admin, "两步验证已重置");
  await leader.reload();
  await at(leader, "/login");
  const again = await product.newPage({ size: phone });
  await again.goto("/login");
  await again.locator("[name=account]").fill("leader");
  await again.locator("[name=password]").fill(password);
  await again.locator(".plain-submit").click();
  await heading(again, "两步验证").waitFor();
  await again.getByRole("button", { name: "开始设置" }).click();
  await again.getByRole("img", { name: "两步验证二维码" }).waitFor();
  await assertAccessible(again);
  await shot(again, "factor-required-phone-zh");
});
