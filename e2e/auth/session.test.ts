import assert from "node:assert/strict";
import { password, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** What a session means in the browser: encrypted bodies, and an end that takes effect at the next click. */
let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("menus and permissions are encrypted: neither the request nor the response can be read", async () => {
  const page = await product.newPage();
  const sent: Promise<string>[] = [];
  page.on(
    "request",
    (request) => request.url().endsWith(".action") && sent.push(Promise.resolve(request.postData() ?? "")),
  );
  page.on("response", (response) => response.url().endsWith(".action") && sent.push(response.text()));
  await product.signIn(page, "clerk");
  await page.waitForLoadState("networkidle");
  const bodies = await Promise.all(sent);
  assert.ok(bodies.length >= 4);
  for (const body of bodies)
    assert.deepEqual(Object.keys(JSON.parse(body)).sort(), ["data", "iv", "keyId", "mac", "nonce", "timestamp"]);
});

test("a disabled account is signed out at its next click", async () => {
  const page = await product.signedIn("leader");
  await product.sql(`update app_user set status = '2' where account = 'leader'`);
  await page.reload();
  await page.waitForURL("**/login**");
  await page.locator("#login-business").waitFor();
});

test("another user in the same window gets session keys of their own", async () => {
  const page = await product.signedIn("clerk");
  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
  await page.locator(".login-form").waitFor();
  const marked = await page.evaluate(() => ((window as any).sameWindow = true));
  await page.locator("[name=account]").fill("auditor");
  await page.locator("[name=password]").fill(password);
  await page.locator(".plain-submit").click();
  await page.locator(".frame .pane h1").first().waitFor();
  assert.equal(await page.evaluate(() => (window as any).sameWindow), marked, "no reload in between");
  await page.locator('.frame a[href^="/"]').first().waitFor();
});
