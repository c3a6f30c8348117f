import assert from "node:assert/strict";
import { act, becomes, choose, closed, dialog, press, row, send, shot, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Desk notices, SMS providers and text messages, as the administrator and the clerk manage them. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a desk notice is written, notifies its readers by the bell, and counts as read once it is opened", async () => {
  const page = await product.as("clerk", { path: "/desk/notice" });
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByRole("textbox", { name: "标题" }).waitFor();
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("请输入标题").waitFor();
  await dialog(page).getByRole("textbox", { name: "标题" }).fill("关于中秋放假的通知");
  await choose(page, "类型", "事务通知");
  await dialog(page).locator("[contenteditable]").fill("中秋节放假三天。");
  await assertAccessible(page);
  await shot(page, "desk-form-zh");
  await send(page);
  await expectMessage(page, "新增成功");
  await row(page, "关于中秋放假的通知").waitFor();
  await assertAccessible(page);
  await shot(page, "desk-list-zh");
  const reader = await product.as("finance", { language: "en" });
  await reader
    .getByRole("button", { name: /Notices|notice/i })
    .first()
    .click();
  const line = reader.locator(".notice-unread", { hasText: "关于中秋放假的通知" });
  await line.waitFor();
  await shot(reader, "popover-en");
  await line.getByRole("link").click();
  await dialog(reader).getByText("中秋节放假三天。").waitFor();
  await assertAccessible(reader);
  await shot(reader, "desk-reader-en");
  await press(reader, "Escape");
  await closed(reader);
  await reader
    .getByRole("button", { name: /notice/i })
    .first()
    .click();
  await reader.locator(".notice-list li:not(.notice-unread)", { hasText: "关于中秋放假的通知" }).waitFor();
});

test("an SMS provider is set up, put in use and taken out of use; its keys are never shown", async () => {
  const page = await product.as("admin", { path: "/resource/sms" });
  await row(page, "LOCAL").getByText("启用", { exact: true }).waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("资源编号").fill("YP1");
  await choose(page, "分类", "腾讯");
  await dialog(page).getByText("应用ID:模板ID").waitFor();
  await dialog(page).getByLabel("区域").waitFor();
  await choose(page, "分类", "云片");
  await dialog(page).getByLabel("区域").waitFor({ state: "hidden" });
  await becomes(() => dialog(page).getByLabel("Secret").count(), 0);
  await dialog(page).getByLabel("短信签名").fill("技培");
  await dialog(page).getByLabel("模板ID").fill("1");
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("请输入accessKey").waitFor();
  await shot(page, "sms-form-zh");
  assert.equal(await dialog(page).getByLabel("accessKey").getAttribute("type"), "password");
  await dialog(page).getByLabel("accessKey").fill("secret-key-of-yunpian");
  await assertAccessible(page);
  await send(page);
  await expectMessage(page, "新增成功");
  await act(page, "YP1", "启用");
  await dialog(page).getByText("原启用的配置将停用").waitFor();
  await send(page);
  await expectMessage(page, "启用成功");
  await row(page, "LOCAL").getByText("停用", { exact: true }).waitFor();
  await shot(page, "sms-list-zh");
  await row(page, "YP1").getByRole("button", { name: /^修改/ }).click();
  await dialog(page).getByLabel("模板ID").waitFor();
  await becomes(() => dialog(page).getByLabel("accessKey").inputValue(), "");
  await dialog(page).getByLabel("模板ID").fill("2");
  await send(page);
  await expectMessage(page, "更新成功");
  const [stored] = await product.sql<Record<"access_key" | "template_id" | "status", string>>(
    `select access_key, template_id, status from sms_provider where sms_code = 'YP1'`,
  );
  assert.deepEqual(
    [stored?.template_id, stored?.status, String(stored?.access_key).startsWith("v1.")],
    ["2", "2", true],
  );
  assert.doesNotMatch(await page.content(), /secret-key-of-yunpian/);
  await act(page, "LOCAL", "启用");
  await dialog(page).getByText("原启用的配置将停用").waitFor();
  await send(page);
  await row(page, "YP1").getByText("停用", { exact: true }).waitFor();
  const small = await product.as("admin", { path: "/resource/sms", language: "en", size: phone });
  await small.getByText("YP1").first().waitFor();
  await assertAccessible(small);
  await shot(small, "sms-phone-en");
});

test("a message goes to several numbers; its record shows the result of each", async () => {
  const page = await product.as("admin", { path: "/resource/smslog" });
  await pane(page).getByRole("button", { name: "发送短信" }).click();
  await dialog(page).getByLabel("接收号码").waitFor();
  await send(page);
  await dialog(page).getByText("请输入内容").waitFor();
  await dialog(page).getByLabel("接收号码").fill("13900000001，13900000002");
  await dialog(page).getByLabel("内容").fill("明日停课，具体安排另行通知。");
  await assertAccessible(page);
  await shot(page, "smslog-form-zh");
  await send(page);
  await expectMessage(page, "发送成功!");
  await row(page, "139****0001").waitFor();
  await becomes(() => product.sql(`select count(*)::int as n from sms_message where send_status = '0'`), [{ n: 0 }]);
  await page.reload();
  await row(page, "139****0001").getByText("已发").waitFor();
  await assertAccessible(page);
  await shot(page, "smslog-list-zh");
  await row(page, "139****0001").getByRole("button", { name: /^查看/ }).click();
  await dialog(page).getByText("明日停课，具体安排另行通知。").waitFor();
  await dialog(page).getByText("139****0002").waitFor();
  await assertAccessible(page);
  await shot(page, "smslog-view-zh");
  const small = await product.as("admin", { path: "/resource/smslog", language: "en", size: phone });
  await small.getByText("139****0001").first().waitFor();
  await assertAccessible(small);
  await shot(small, "smslog-phone-en");
  await open(small, "/desk/notice");
  await small.getByText("系统升级维护安排").waitFor();
  await assertAccessible(small);
  await shot(small, "desk-phone-en");
});

test("a student signs in by phone: the code is sent, a wrong one is refused, the right one leads to the home page", async () => {
  const app = await product.arrange();
  const telephone = "13712345678";
  const phoneHash = app.cipher.hash(telephone);
  const page = await product.newPage();
  await page.goto("/login");
  await page.getByRole("tab", { name: "手机登录" }).click();
  await page.getByLabel("手机号码").waitFor();
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText("请填写手机号码").waitFor();
  await page.getByLabel("手机号码").fill("137");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText("手机号码长度不为11位").waitFor();
  await assertAccessible(page);
  await product.sql(
    `update app_user set phone = $1, phone_hash = $2 where id = (select min(id) from app_user where login_type = '2' and status = '1' and is_deleted = 0)`,
    [app.cipher.encrypt(telephone), phoneHash],
  );
  await product.sql(`update app_user set phone_proven = '1' where phone_hash = $1`, [phoneHash]);
  await page.getByLabel("手机号码").fill(telephone);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/秒后可重发/).waitFor();
  await page.getByText("如该手机号已注册，验证码将在片刻后送达").waitFor();
  await shot(page, "login-phone-zh");
  // The text of a message is removed as soon as it is sent, so the code is replaced by a known one.
  await product.sql(`update verification_code set code_hash = $1 where phone_hash = $2`, [
    app.cipher.hash(`${phoneHash}246810`),
    phoneHash,
  ]);
  await page.getByLabel("短信验证码").fill("135791");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText("短信验证码错误或已失效").waitFor();
  await page.getByLabel("短信验证码").fill("246810");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL("**/wel/index");
  await pane(page).locator("h1").first().waitFor();
  const small = await product.newPage({ language: "en", size: phone });
  await small.goto("/login");
  await small.getByRole("tab", { name: "Phone" }).click();
  await small.getByLabel("Mobile phone").waitFor();
  await assertAccessible(small);
  await shot(small, "login-phone-en");
});
