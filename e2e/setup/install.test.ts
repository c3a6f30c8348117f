import assert from "node:assert/strict";
import { createServer } from "node:net";
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { codeNow, steadyStep } from "../../apps/api/test/support/authenticator.ts";
import { createEmptyDatabase } from "../../apps/api/test/database/empty-db.ts";
import { becomes, expectMessage, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { at, open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** From an empty production database to an office with two administrators, by nothing but what the server prints and a browser. */
let product: Product;
test.beforeAll(async ({ stage }) => {
  const port = await freePort();
  const key = () => randomBytes(32).toString("hex");
  const production = {
    NODE_ENV: "production",
    DEMO: "",
    DEMO_PASSWORD: "",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TOKEN_KEY: key(),
    FIELD_KEY: key(),
    SM2_PRIVATE_KEY: key(),
  };
  product = await stage.install(production, createEmptyDatabase());
});
test.afterAll(() => product?.close());

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const password = "Ocean-wave-2026";

interface Words {
  account: string;
  name: string;
  phone: string;
  first: string;
  again: string;
  next: string;
  code: string;
  confirm: string;
  kept: string;
  secondStep: string;
  signIn: string;
}
const zh: Words = {
  account: "账号名称",
  name: "姓名",
  phone: "手机号码",
  first: "密码",
  again: "再次输入密码",
  next: "下一步",
  code: "验证码",
  confirm: "确认",
  kept: "已保存，去登录",
  secondStep: "验证码",
  signIn: "登录",
};
const en: Words = {
  account: "Account",
  name: "Name",
  phone: "Mobile phone",
  first: "Password",
  again: "Repeat password",
  next: "Next",
  code: "Code",
  confirm: "Confirm",
  kept: "I have saved them, sign in",
  secondStep: "Code",
  signIn: "Sign in",
};

/** Opens a one-time address: makes an administrator, who then signs in with both factors. */
async function becomesAdministrator(
  page: Page,
  address: string,
  who: { account: string; name: string; phone: string },
  words: Words,
): Promise<void> {
  await page.goto(address);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field(words.account).waitFor();
  assert.equal(new URL(page.url()).hash, "", "the token stays in the address bar");
  // Interrupted before anything was sent: a reload begins again.
  await page.reload();
  await field(words.account).fill(who.account);
  await field(words.name).fill(who.name);
  await field(words.phone).fill(who.phone);
  await field(words.first).fill(password);
  await field(words.again).fill(password);
  await assertAccessible(page);
  await shot(page, `setup-1-${who.account}`);
  await page.getByRole("button", { name: words.next, exact: true }).click();
  const secret = (await page.locator(".setup-secret").innerText()).replaceAll(" ", "");
  await assertAccessible(page);
  await shot(page, `setup-2-${who.account}`);
  await steadyStep();
  await field(words.code).fill(codeNow(secret));
  await page.getByRole("button", { name: words.confirm, exact: true }).click();
  await page.locator(".setup-codes li").nth(9).waitFor();
  await shot(page, `setup-3-${who.account}`);
  await page.getByText(words.kept).click();
  await at(page, "/login");
  await page.locator("[name=account]").fill(who.account);
  await page.locator("[name=password]").fill(password);
  await page.locator(".plain-submit").click();
  await field(words.secondStep).waitFor();
  await steadyStep();
  // The code of the current step was already used to confirm.
  await field(words.secondStep).fill(codeNow(secret, 1));
  await page.locator(".plain-submit").click();
  await at(page, "/setup");
}

test("the printed address leads from an empty production database to an office with two administrators", async () => {
  const address = /(http:\S+\/setup#token=[0-9a-f]{64})/.exec(product.printed())?.[1];
  assert.ok(address, product.printed());
  const page = await product.newPage();
  await becomesAdministrator(page, address, { account: "chief", name: "陈管理", phone: "13900000001" }, zh);

  await page.getByLabel("部门名称").fill("海宁市人力资源和社会保障局");
  for (const [level, name] of [
    ["省（自治区、直辖市）", "浙江省"],
    ["市", "嘉兴市"],
    ["县（区）", "海宁市"],
  ] as const)
    await page.getByLabel(level, { exact: true }).selectOption({ label: name });
  await shot(page, "setup-bureau");
  await page.getByRole("button", { name: "保存" }).click();
  await expectMessage(page, "已保存");
  // Administrators who come back continue at the first step that is not done.
  await page.reload();
  await page.getByRole("heading", { name: "短信" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "稍后再做" }).click();
  await page.getByRole("button", { name: "测试当前存储" }).click();
  await expectMessage(page, "可以读写");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("备份位置").fill("nas01:/backup");
  await page.getByRole("button", { name: "保存" }).click();
  await expectMessage(page, "已保存");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("button", { name: "生成邀请地址" }).click();
  const invitation = await page.locator(".setup-address").innerText();
  await shot(page, "setup-second");

  const other = await product.newPage({ language: "en", size: phone });
  await becomesAdministrator(other, invitation, { account: "deputy", name: "Second", phone: "13900000002" }, en);
  await shot(other, "setup-office-en");

  await page.reload();
  await page.getByRole("button", { name: "检查", exact: true }).click();
  await page.getByRole("button", { name: "完成安装" }).click();
  await page.getByText("安装已完成").waitFor();
  await shot(page, "setup-finish");
  await page.getByRole("link", { name: "进入系统" }).click();
  await pane(page).locator("h1").first().waitFor();
  await open(page, "/system/setup");
  // The checks are asked for once the page is there.
  await becomes(async () => {
    const done = await pane(page).locator(".setup-checks li[data-done=true]").allInnerTexts();
    return ["两名管理员", "人社局", "文件存储"].filter((name) => !done.some((line) => line.includes(name)));
  }, []);
  await assertAccessible(page);
  await shot(page, "setup-checks");

  for (const used of [address, invitation]) {
    const stranger = await product.newPage();
    await stranger.goto(used);
    await stranger.getByText("安装地址无效").waitFor();
  }
});
