import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { png } from "../files.ts";
import { becomes, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Product, open, password } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

async function openProfile(page: Page, tab: string): Promise<void> {
  await open(page, "/info/index");
  await page.getByRole("tab", { name: tab }).click();
}

test("users change their own data and picture, and see them in the top bar", async () => {
  const page = await product.as("clerk");
  await openProfile(page, "个人信息");
  const phone = await page.getByLabel("手机").inputValue();
  await page.getByLabel("昵称").fill("林科员");
  await page.getByLabel("手机").fill("123");
  await page.getByLabel("邮箱").fill("lin@example.org");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("联系电话格式不正确").waitFor();
  await page.getByLabel("手机").fill(phone);
  await page.locator("input[type=file]").setInputFiles({ name: "头像.png", mimeType: "image/png", buffer: png });
  await page.locator(".avatar-field img").waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "保存" }).click();
  await expectMessage(page, "更新成功");
  await page.locator(".user-names", { hasText: "林科员" }).waitFor();
  await page.locator("img.user-avatar").waitFor();
  await page.reload();
  await page.locator("img.user-avatar").waitFor();
  await becomes(() => page.getByLabel("邮箱").inputValue(), "lin@example.org");
});

test("a picture that is too large or of another type is refused at once", async () => {
  const page = await product.as("clerk");
  await openProfile(page, "个人信息");
  const input = page.locator("input[type=file]");
  await input.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(512_001) });
  await expectMessage(page, "文件大小超出限制");
  await input.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: Buffer.alloc(10) });
  await expectMessage(page, "文件格式超出限制");
});

test("the password is changed with the old one, in English; then the user must sign in again", async () => {
  const page = await product.signedIn("leader", { language: "en" });
  await openProfile(page, "Change password");
  const change = async (from: string, to: string, again: string) => {
    await page.getByLabel("Old password").fill(from);
    await page.getByLabel("New password", { exact: true }).fill(to);
    await page.getByLabel("Repeat new password").fill(again);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await page.getByRole("button", { name: "Change password" }).click();
  for (const field of ["Old password", "New password", "Repeat new password"])
    await page.getByText(`Please fill in: ${field}`, { exact: true }).waitFor();
  await change(password, "short", "other");
  await page.getByText("The two passwords differ").waitFor();
  await change("Wrong-pass-1", "Better-7qv-26", "Better-7qv-26");
  await page.getByText("old password is wrong").waitFor();
  await change(password, "Better-7qv-26", "Better-7qv-26");
  await page.locator(".login-form").waitFor();
  await expectMessage(page, "Your password has been changed. Please sign in with the new one.");
  await page.locator("[name=account]").fill("leader");
  await page.locator("[name=password]").fill("Better-7qv-26");
  await page.locator(".plain-submit").click();
  await page.locator(".frame .pane h1").first().waitFor();
});

test("a password that was reset must be changed before anything else", async () => {
  await product.sql(`update app_user set must_change = 1 where account = 'auditor'`);
  const page = await product.newPage();
  await page.goto("/login");
  await page.locator("[name=account]").fill("auditor");
  await page.locator("[name=password]").fill(password);
  await page.locator(".plain-submit").click();
  await page.getByRole("heading", { name: "修改密码" }).waitFor();
  await page.goto("/info/index");
  await page.getByRole("heading", { name: "修改密码" }).waitFor();
  assert.equal(await page.getByRole("tab").count(), 0);
});
