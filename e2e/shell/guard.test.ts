import assert from "node:assert/strict";
import { refreshCookie, token } from "@jipei/contract/auth/auth.ts";
import type { Page } from "@playwright/test";
import { becomes } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { at, open, pane, type Product, titled } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("users who are not signed in get to the login page, and from there to the page that they wanted", async () => {
  const page = await product.newPage();
  await page.goto("/wel/index?from=mail");
  await page.locator(".login-form").waitFor();
  await at(page, "/login");
});

test("signed-in users do not see the login page again", async () => {
  const page = await product.as("clerk");
  await open(page, "/login");
  await at(page, "/wel/index");
  await open(page, "/");
  await at(page, "/wel/index");
});

test("a session without its cookie ends at the login page", async () => {
  const page = await product.as("clerk");
  await page.context().clearCookies();
  await page.goto("/wel/index");
  await page.locator(".login-form").waitFor();
  await becomes(() => page.evaluate(() => localStorage.getItem("jipei-userInfo")), null);
});

test("a cookie that the server does not know leads to the login page", async () => {
  const page = await product.as("clerk");
  await page
    .context()
    .addCookies([{ name: refreshCookie, value: "forged", domain: new URL(product.url).hostname, path: token.path }]);
  await page.goto("/wel/index");
  await page.locator(".login-form").waitFor();
  await at(page, "/login");
});

/** Counts the requests of the token call from now on. */
function renewalsIn(page: Page): { n: number } {
  const counted = { n: 0 };
  page.context().on("request", (request) => {
    if (request.url().endsWith(token.path) && request.postData()?.includes("grant_type=refresh_token")) counted.n++;
  });
  return counted;
}

test("an expired access token is renewed without the user noticing, once for all calls", async () => {
  const page = await product.signedIn("clerk");
  let renewals = 0;
  await page.route(`**${token.path}`, async (route) => {
    const answer = await route.fetch();
    renewals++;
    // The window that is reloaded gets a token that the server does not accept.
    await route.fulfill(
      renewals === 1
        ? { response: answer, json: { ...(await answer.json()), access_token: "ended" } }
        : { response: answer },
    );
  });
  const refused = new Set<string>();
  page.on("response", (response) => response.status() === 401 && refused.add(response.url()));
  await open(page, "/wel/index");
  assert.ok(refused.size > 0);
  assert.equal(renewals, 2);
});

test("a reloaded window, and several at once, continue the session; no script can read its tokens", async () => {
  const page = await product.signedIn("clerk");
  const windows = [page, ...(await Promise.all([1, 2, 3].map(() => page.context().newPage())))];
  await Promise.all(windows.map((window) => open(window, "/wel/index")));
  for (const window of windows) {
    const seen = await window.evaluate(
      () => `${document.cookie} ${JSON.stringify({ ...localStorage, ...sessionStorage })}`,
    );
    assert.ok(!/eyJ[\w-]+\./.test(seen), "a token");
  }
  await page.reload();
  await pane(page).locator("h1").first().waitFor();
});

test("an old token is renewed before it expires", async () => {
  const page = await product.newPage({ fresh: true });
  await page.clock.install();
  await product.signIn(page, "clerk");
  const renewals = renewalsIn(page);
  // The age is checked every ten seconds.
  await page.clock.runFor(11 * 60_000);
  assert.equal(renewals.n, 0);
  const renewed = page.waitForResponse((response) => response.url().endsWith(token.path));
  await page.clock.runFor(2 * 60_000);
  assert.equal((await renewed).status(), 200);
});

test("an unknown address leads to 404, in both languages, with a link to the home page", async () => {
  for (const language of ["zh", "en"] as const) {
    const page = await product.as("clerk", { language });
    await page.goto("/no/such/page");
    await page.getByRole("heading", { name: language === "zh" ? "页面不存在" : "Page not found" }).waitFor();
    await at(page, "/404");
    await assertAccessible(page);
    await page.getByRole("link", { name: language === "zh" ? "返回首页" : "Go to home" }).click();
    await pane(page).locator("h1").waitFor();
  }
});

test("the error pages are open to everybody", async () => {
  const page = await product.newPage();
  for (const [path, heading] of [
    ["/403", "没有访问权限"],
    ["/404", "页面不存在"],
    ["/500", "服务器异常"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("heading", { name: heading }).waitFor();
    await titled(page, new RegExp(`^${heading}`));
  }
});

test("logging out asks first, ends the session on the server and leads to the login page, in all windows", async () => {
  const page = await product.signedIn("clerk");
  const second = await page.context().newPage();
  await open(second, "/wel/index");
  await page.bringToFront();
  const used = page.waitForRequest((request) => request.headers().token !== undefined);
  await page.getByRole("button", { name: "用户菜单" }).waitFor();
  await page.reload();
  const accessToken = (await used).headers().token as string;

  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("button", { name: "退出登录" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("退出系统").waitFor();
  await dialog.getByRole("button", { name: "取消" }).click();
  await at(page, "/wel/index");

  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
  await page.locator(".login-form").waitFor();
  await second.locator(".login-form").waitFor();
  await becomes(async () => (await page.context().cookies()).filter(({ name }) => name === refreshCookie), []);
  const answer = await fetch(`${product.url}/api/blade-auth/oauth/user-info`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa("jipei-web:jipei-web")}`, Token: accessToken },
  });
  assert.equal(answer.status, 401);
});
