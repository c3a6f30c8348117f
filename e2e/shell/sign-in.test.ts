import assert from "node:assert/strict";
import { refreshCookie, token } from "@jipei/contract/auth/auth.ts";
import type { Page, Request } from "@playwright/test";
import { becomes, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { at, pane, password, phone, type Product, titled } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("bureau, institution and student sign in on their tabs and reach their home pages", async () => {
  for (const account of ["clerk", "org", "student"]) {
    const page = await product.signedIn(account);
    await at(page, "/wel/index");
    await titled(page, /^首页 - /);
  }
});

test("the password is never sent unencrypted", async () => {
  const page = await product.newPage();
  const bodies: string[] = [];
  page.on("request", (request) => bodies.push(`${request.url()} ${request.postData() ?? ""}`));
  await product.signIn(page, "clerk");
  assert.ok(bodies.some((body) => body.includes("/api/oauth/token") && body.includes("grant_type=password")));
  assert.deepEqual(
    bodies.filter((body) => decodeURIComponent(body.replaceAll("+", " ")).includes(password)),
    [],
  );
});

/** Waits until no request is open and the browser is idle: what is loaded in advance while the password is typed is there. */
async function still(page: Page, running: ReadonlySet<Request>): Promise<void> {
  for (let quiet = 0; quiet < 7; quiet++) {
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)).then(() => undefined));
    await page.waitForTimeout(100);
    if (running.size > 0) quiet = 0;
  }
}

/** The requests of the browser from the click on 登录 until the home page has its answers. */
async function requestsOfSignIn(page: Page, account: string, variant: string): Promise<string[]> {
  const running = new Set<Request>();
  page.on("request", (request) => running.add(request));
  page.on("requestfinished", (request) => running.delete(request));
  page.on("requestfailed", (request) => running.delete(request));
  await page.goto("/login");
  await page.locator(`#login-${variant}`).click();
  await page.locator("[name=account]").fill(account);
  await page.locator("[name=password]").fill(password);
  await still(page, running);
  const requests: string[] = [];
  const note = (request: Request) => {
    if (!isLate(request.url())) requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  };
  page.on("request", note);
  // These are requested once the home page is shown: the first of the bell's ends it.
  const later = page.waitForRequest((request) => request.url().includes("/api/messages/popover"));
  await page.locator(".plain-submit").click();
  await later;
  page.off("request", note);
  await becomes(() => page.locator(".page-skeleton").count(), 0);
  return requests;
}

/** Bell, jobs, the figures of the year before: none of them is waited for. */
const isLate = (url: string): boolean => /\/api\/(messages\/popover|jobs\/list)$|favicon|statistics\?year=/.test(url);

test("from the click to the home page it takes at most six requests, and signing in again in the same tab no more", async () => {
  for (const [account, variant] of [
    ["clerk", "business"],
    ["org", "institution"],
    ["student", "student"],
  ] as const) {
    const page = await product.newPage({ fresh: true });
    for (const time of ["first", "second"]) {
      const failed: string[] = [];
      page.on(
        "response",
        (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`),
      );
      const requests = await requestsOfSignIn(page, account, variant);
      assert.ok(requests.length <= 6, `${account}, ${time} time: ${requests.join(", ")}`);
      assert.deepEqual(failed, []);
      await page.locator(".user-button").click();
      await page.getByRole("button", { name: "退出登录" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
      await page.locator(".login-form").waitFor();
    }
  }
});

test("the refresh token is kept in a cookie that no script reads, the user in a storage entry with its type and time", async () => {
  const page = await product.signedIn("clerk");
  const cookies = await page.context().cookies(product.url + token.path);
  const cookie = cookies.find(({ name }) => name === refreshCookie);
  assert.ok(cookie?.value);
  assert.deepEqual(
    { ...cookie, value: "" },
    {
      name: refreshCookie,
      value: "",
      domain: new URL(product.url).hostname,
      path: token.path,
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Strict",
    },
  );
  assert.ok(!(await page.evaluate(() => document.cookie)).includes(refreshCookie));
  const entry = await page.evaluate(() => JSON.parse(localStorage.getItem("jipei-userInfo") ?? "null"));
  assert.equal(entry.dataType, "object");
  assert.equal(entry.content.username, "clerk");
  assert.equal(typeof entry.datetime, "number");
  assert.ok(!JSON.stringify(await page.evaluate(() => ({ ...localStorage }))).includes("eyJ"));
});

test("empty fields are reported at the field, and the first one gets the focus", async () => {
  const page = await product.newPage({ language: "en" });
  await page.goto("/login");
  await page.locator(".plain-submit").click();
  await page.getByText("Please fill in: Account").waitFor();
  await page.locator("[name=account][aria-invalid=true]:focus").waitFor();
});

test("the arrow keys move between the tabs of the login page", async () => {
  const page = await product.newPage();
  await page.goto("/login");
  await page.locator("#login-business").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#login-institution[aria-selected=true]:focus").waitFor();
  await page.getByLabel("机构账号").waitFor();
  // Before the first tab comes the last one.
  await page.keyboard.press("ArrowLeft");
  await page.locator("#login-business:focus").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel("手机号").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel("身份证号").waitFor();
});

test("the right password finds its account on any tab", async () => {
  const page = await product.newPage();
  await page.goto("/login");
  await page.locator("#login-student").click();
  await page.locator("[name=account]").fill("clerk");
  await page.locator("[name=password]").fill(password);
  await page.locator(".plain-submit").click();
  await at(page, "/wel/index");
});

test("the login page passes axe in both languages and on a phone", async () => {
  for (const language of ["zh", "en"] as const) {
    const page = await product.newPage({ language, size: phone });
    await page.goto("/login");
    await page.locator(".login-form").waitFor();
    await assertAccessible(page);
    await page.locator(`html[lang=${language === "zh" ? "zh-CN" : "en"}]`).waitFor();
    await assertFits(page);
  }
});

test("after three wrong passwords the page counts down, then computes a proof of work by itself and signs in", async () => {
  const page = await product.newPage({ language: "en" });
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto("/login");
  await page.locator("[name=account]").fill("first");
  await page.locator("[name=password]").fill("wrong-pass-1");
  for (let attempt = 0; attempt < 3; attempt++) {
    const answer = page.waitForResponse((response) => response.url().endsWith(token.path));
    await page.locator(".plain-submit").click();
    assert.equal((await answer).status(), 400);
  }
  await page.getByRole("button", { name: /^Please wait 0:0\d$/ }).waitFor();
  await page
    .locator(".plain-refusal")
    .filter({ hasNotText: /[\u4e00-\u9fff]/ })
    .filter({ hasText: /\w/ })
    .waitFor();
  await assertAccessible(page);
  assert.deepEqual(
    scripts.filter((url) => /proof/.test(url)),
    [],
    "what does the work is fetched when it is asked for",
  );
  await page.locator("[name=password]").fill(password);
  await page.locator(".plain-submit:enabled").click();
  await page.locator(".frame .pane h1").first().waitFor();
  assert.ok(scripts.some((url) => /proof\.worker/.test(url)));
});

test("an administrator sees locked addresses, and releases one with a reason", async () => {
  await product.sql(
    `insert into login_failure (key, failures, kind, address, locked_until) values ('e2e', 80, 'address', '10.66.7.8', now() + interval '30 seconds')`,
  );
  const page = await product.as("admin", { path: "/monitor/sign-in-waits" });
  const waiting = pane(page).locator(".ant-table-row", { hasText: "10.66.7.8" });
  await waiting.getByRole("button", { name: "解除限制" }).click();
  await page.getByRole("dialog").getByLabel("原因").fill("考试现场共用网络");
  await assertAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "解除限制" }).click();
  await waiting.waitFor({ state: "detached" });
  assert.deepEqual(await product.sql(`select opinion from audit_record where biz_type = 'SignInWait'`), [
    { opinion: "考试现场共用网络" },
  ]);
});
