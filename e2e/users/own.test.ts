import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { becomes, closed, dialog, shot, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, password, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** 个人信息: where users are signed in, and how they end their sessions elsewhere. */
let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

async function openSessions(page: Page, tab: string, title: string): Promise<void> {
  await open(page, "/info/index");
  await page.getByRole("tab", { name: tab }).click();
  await pane(page).getByRole("heading", { name: title }).waitFor();
}
const sessions = (page: Page) => pane(page).locator(".own-sessions li");

test("other sessions are ended, one or all; they are signed out at their next click", async () => {
  const [desk, library, home] = [
    await product.signedIn("clerk"),
    await product.signedIn("clerk"),
    await product.signedIn("clerk"),
  ];
  await openSessions(desk, "修改密码", "登录设备");
  await becomes(() => sessions(desk).count(), 3);
  await sessions(desk)
    .first()
    .filter({ hasText: /Chrome · Linux\s*本次登录[\s\S]*127\.0\.0\.1/ })
    .waitFor();
  await assertAccessible(desk);
  await shot(desk, "own-sessions-zh");
  await sessions(desk).nth(1).getByRole("button").click();
  await dialog(desk).getByText("1个会话立即结束").waitFor();
  await assertAccessible(desk);
  await dialog(desk).getByRole("button", { name: "结束", exact: true }).click();
  await closed(desk);
  await sessions(desk).nth(2).waitFor({ state: "hidden" });
  await desk.getByRole("button", { name: "结束其他全部会话" }).click();
  await dialog(desk).getByRole("button", { name: "结束", exact: true }).click();
  await closed(desk);
  await sessions(desk).nth(1).waitFor({ state: "hidden" });
  await desk.getByRole("button", { name: "结束其他全部会话" }).and(desk.locator(":disabled")).waitFor();
  for (const page of [library, home]) {
    await page.goto("/class/index");
    await page.locator(".login-form").waitFor();
  }
  await open(desk, "/wel/index");
});

test("it works in English on a phone", async () => {
  const page = await product.signedIn("leader", { language: "en", size: phone });
  await openSessions(page, "Change password", "Where you are signed in");
  await sessions(page).first().getByText("This session").waitFor();
  await assertAccessible(page);
  await shot(page, "own-sessions-en-phone");
  await assertFits(page);
});

test("the system test says how browser, connection and session stand, in both languages", async () => {
  for (const [language, title, fine] of [
    ["zh", "系统自检", "正常"],
    ["en", "System test", "Fine"],
  ] as const) {
    const page = await product.as("clerk", { language, path: "/test/index" });
    await pane(page).getByRole("heading", { name: title }).waitFor();
    await becomes(() => pane(page).locator("tbody tr").filter({ hasText: fine }).count(), 7);
    await assertAccessible(page);
    await shot(page, `self-test-${language}`);
    await page.route("**/api/health", (route) => route.abort());
    await pane(page).getByRole("button").last().click();
    await becomes(() => pane(page).locator("tbody .tone-bad").count(), 2);
  }
});

test("a new phone is saved with the code that was sent to it and the password", async () => {
  const app = await product.arrange();
  const number = "13700004321";
  const phoneHash = app.cipher.hash(number);
  const page = await product.signedIn("finance");
  await open(page, "/info/index");
  const field = (name: string) => pane(page).getByLabel(name, { exact: true });
  const save = () => pane(page).getByRole("button", { name: "保存" }).click();
  assert.equal(await field("短信验证码").count(), 0);
  await field("手机").fill(number);
  await save();
  await pane(page).getByText("请填写6位验证码").waitFor();
  await pane(page).getByText("请填写登录密码").waitFor();
  await pane(page).getByRole("button", { name: "获取验证码" }).click();
  await pane(page).getByText("验证码已发送至新号码").waitFor();
  await product.sql(`update verification_code set code_hash = $1 where phone_hash = $2`, [
    app.cipher.hash(`${phoneHash}246810`),
    phoneHash,
  ]);
  await field("短信验证码").fill("246810");
  await field("登录密码").fill("Wrong2026");
  await save();
  await pane(page).getByText("登录密码：不正确").waitFor();
  await assertAccessible(page);
  await shot(page, "own-phone-zh");
  await field("登录密码").fill(password);
  await save();
  await page.getByText("更新成功").waitFor();
  await field("短信验证码").waitFor({ state: "hidden" });
  assert.equal(await field("手机").inputValue(), number);
});
