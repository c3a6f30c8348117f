import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { becomes } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { at, type Product } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const lockPassword = "锁屏 pass";

async function lock(page: Page): Promise<void> {
  await page.getByRole("button", { name: "锁屏" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("设置锁屏密码").waitFor();
  await dialog.getByLabel("锁屏密码").fill(lockPassword);
  await dialog.getByLabel("锁屏密码").press("Enter");
  await page.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
}

async function tryPassword(page: Page, typed: string): Promise<void> {
  await page.locator("#lockPassword").fill(typed);
  await page.locator("#lockPassword").press("Enter");
}

test("a lock without password is refused", async () => {
  const page = await product.as("clerk");
  await page.getByRole("button", { name: "锁屏" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "锁屏" }).click();
  await page.getByText("锁屏密码不能为空").waitFor();
  await at(page, "/wel/index");
});

test("a locked screen stays locked at every address, and in every window", async () => {
  const page = await product.as("clerk");
  await lock(page);
  await at(page, "/lock");
  await assertAccessible(page);
  for (const path of ["/wel/index", "/login", "/"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
    await at(page, "/lock");
  }
  const second = await page.context().newPage();
  await second.goto("/wel/index");
  await second.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
  const kept = JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })));
  assert.ok(!kept.includes(lockPassword), "the lock password is not kept as it was typed");

  await tryPassword(page, "");
  await page.getByText("锁屏密码不能为空").waitFor();
  await tryPassword(page, lockPassword);
  await page.locator(".pane h1").first().waitFor();
  await second.locator(".pane h1").first().waitFor();
});

test("with a lock password set, one click locks again", async () => {
  const page = await product.as("clerk");
  await lock(page);
  await tryPassword(page, lockPassword);
  await page.locator(".pane h1").first().waitFor();
  await page.getByRole("button", { name: "锁屏" }).click();
  await page.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
});

test("what was being written is still there after the lock, and cannot be seen or reached below it", async () => {
  const page = await product.as("clerk", { path: "/class/index" });
  await page.goto("/basics/course");
  await page.getByRole("button", { name: "新增" }).click();
  const field = page.getByRole("dialog").locator("input[type=text]").first();
  await field.fill("电工（初级）");
  const second = await page.context().newPage();
  await second.goto("/wel/index");
  await second.locator(".pane h1").first().waitFor();
  await lock(second);

  await page.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
  await at(page, "/lock");
  await assertAccessible(page);
  assert.deepEqual(
    await page.locator(".frame:visible, .pane:visible, .ant-modal:visible, .ant-drawer:visible").all(),
    [],
  );
  for (const _ of Array(8)) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".frame") === null), true);
  }
  await tryPassword(page, lockPassword);
  await at(page, "/basics/course");
  await becomes(() => field.inputValue(), "电工（初级）");
});

test("a search that is open when another window locks does not keep the lock page from its keys", async () => {
  const page = await product.as("clerk");
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "搜索" }).waitFor();
  const second = await page.context().newPage();
  await second.goto("/wel/index");
  await second.locator(".pane h1").first().waitFor();
  await lock(second);
  await page.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
  await tryPassword(page, lockPassword);
  await page.locator(".pane h1").first().waitFor();
});

test("five wrong lock passwords end the session", async () => {
  const page = await product.signedIn("clerk");
  await lock(page);
  for (let left = 4; left > 0; left--) {
    await tryPassword(page, "wrong");
    await page.getByText(`还可尝试 ${left} 次`).waitFor();
  }
  // Reloading the page does not reset the number of attempts.
  await page.reload();
  await tryPassword(page, "wrong");
  await page.locator(".login-form").waitFor();
  await product.signIn(page, "clerk");
  await at(page, "/wel/index");
});

test("a browser whose lock is removed by a script gets nothing from the server", async () => {
  const page = await product.signedIn("clerk");
  await lock(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith("lock")) localStorage.removeItem(key);
  });
  await page.goto("/class/index");
  await page.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
  await tryPassword(page, lockPassword);
  await page.locator(".pane h1").first().waitFor();
});

test("a session that ended while the screen was locked leads to the login page", async () => {
  const page = await product.signedIn("finance");
  await lock(page);
  await product.sql(
    `update login_session set end_time = now(), end_reason = 'forced' where end_time is null and user_id = (select id from app_user where account = 'finance')`,
  );
  await tryPassword(page, lockPassword);
  await page.locator(".login-form").waitFor();
});
