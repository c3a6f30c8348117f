import assert from "node:assert/strict";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { act, becomes, choose, closed, dialog, press, row, send, shot, expectMessage, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Users, departments, posts, registrations and sessions, as the system administrator manages them. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a department, a post, and a user in it, whose roles are granted for good and for a time", async () => {
  const page = await product.as("admin", { path: "/system/dept" });
  await row(page, "培训科").waitFor();
  await assertAccessible(page);
  await shot(page, "dept-zh");
  await pane(page).getByRole("button", { name: "新增", exact: true }).click();
  await dialog(page).getByLabel("部门名称").fill("人才科");
  await assertAccessible(page);
  await shot(page, "dept-form-zh");
  await send(page);
  await row(page, "人才科").waitFor();
  await closed(page);

  await open(page, "/system/post");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("岗位编号").fill("KY");
  await dialog(page).getByLabel("岗位名称").fill("科员");
  await send(page);
  await row(page, "科员").waitFor();
  await closed(page);
  await assertAccessible(page);

  await open(page, "/system/user");
  await row(page, "clerk").waitFor();
  await assertAccessible(page);
  await shot(page, "user-zh");
  await choose(page, "角色", "财务人员", pane(page).getByRole("search"));
  await pane(page).getByRole("search").getByRole("button", { name: "查询" }).click();
  await row(page, "clerk").waitFor({ state: "hidden" });
  await row(page, "finance").waitFor();
  await pane(page).getByRole("search").getByRole("button", { name: "重置" }).click();
  await row(page, "clerk").waitFor();
  await pane(page).locator(".pick-tree").getByText("人才科").click();
  await pane(page).getByRole("heading", { name: "人才科" }).waitFor();
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("账号").waitFor();
  await send(page);
  await becomes(
    () => dialog(page).locator(".issue-summary li").allTextContents(),
    ["请先输入账号名称", "请输入真实姓名", "请输入昵称", "请选择角色"],
  );
  await dialog(page).getByLabel("账号").fill("wangwu");
  await dialog(page).getByLabel("真实姓名").fill("王五");
  await dialog(page).getByLabel("昵称").fill("小王");
  await dialog(page).getByLabel("手机").fill("13812340001");
  await choose(page, "角色", "培训科经办");
  await assertAccessible(page);
  await shot(page, "user-form-zh");
  await send(page);
  await row(page, "wangwu").getByText("培训科经办").waitFor();
  await closed(page);

  await act(page, "wangwu", "授权");
  await dialog(page).getByText("临时授权").click();
  await choose(page, "角色", "财务人员");
  const lastDay = dialog(page).getByLabel("截止日期");
  await lastDay.click();
  await page.locator(".ant-picker-dropdown").waitFor();
  await assertAccessible(page);
  await typeTime(lastDay, new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
  await assertAccessible(page);
  await shot(page, "grant-zh");
  await send(page);
  await row(page, "wangwu").getByText("培训科经办、财务人员").waitFor();
  await closed(page);

  await act(page, "wangwu", "授权");
  await choose(page, "角色", "初审人员");
  await choose(page, "角色", "复审人员");
  await send(page);
  await dialog(page).getByText("这些角色的职责互斥，不能由同一人担任").first().waitFor();
  await press(page, "Escape");
  await page
    .getByRole("dialog", { name: "内容尚未保存" })
    .getByRole("button", { name: "关闭", exact: true })
    .last()
    .click();
  await closed(page);

  await act(page, "wangwu", "重置密码");
  await dialog(page).getByText("新密码以短信发送").waitFor();
  await send(page);
  await expectMessage(page, "新密码已发送");
  await closed(page);
  await act(page, "wangwu", "停用");
  await dialog(page).getByRole("button", { name: "停用" }).click();
  await row(page, "wangwu").getByText("停用").first().waitFor();

  const auditor = await product.as("auditor", { path: "/monitor/audit" });
  const search = pane(auditor).getByRole("search");
  await choose(auditor, "业务对象", "用户", search);
  await choose(auditor, "动作", "临时授权", search);
  await search.getByRole("button", { name: "查询" }).click();
  await row(auditor, "王五").getByText("临时授权").waitFor();
  await assertAccessible(auditor);
  await shot(auditor, "audit-zh");
  await row(auditor, "王五").getByRole("button", { name: /^查看/ }).click();
  await dialog(auditor)
    .getByRole("row", { name: /^角色\s+财务人员$/ })
    .waitFor();
  await assertAccessible(auditor);
  await shot(auditor, "audit-detail-zh");
});

test("an account locked by wrong passwords is shown with the end of its lock, and unlocked", async () => {
  await product.sql(
    `insert into login_failure (key, failures, locked_until) values ('e2e', 5, now() + interval '20 minutes')`,
  );
  await product.sql(
    `insert into sign_in (user_id, account, result, ip, client_id, counters) select id, account, 'wrong', '10.0.0.1', 'x', array['e2e'] from app_user where account = 'leader'`,
  );
  const page = await product.as("admin", { path: "/system/user" });
  await row(page, "leader").getByText("锁定").waitFor();
  await row(page, "leader").getByRole("button", { name: /^查看/ }).click();
  await dialog(page).getByText("自动解锁").waitFor();
  await assertAccessible(page);
  await press(page, "Escape");
  await closed(page);
  await act(page, "leader", "解锁");
  await send(page);
  await expectMessage(page, "已解锁");
  await row(page, "leader").getByText("启用", { exact: true }).waitFor();
  await row(page, "leader").getByRole("button", { name: /^更多/ }).click();
  await page
    .locator(".row-actions-more:visible")
    .getByRole("button", { name: /^重置密码/ })
    .waitFor();
  assert.equal(await page.locator(".row-actions-more:visible").getByRole("button", { name: /^解锁/ }).count(), 0);
});

test("a unit registers, gets the missing fields reported, waits, and is approved or rejected", async () => {
  const guest = await product.newPage();
  await guest.goto("/register-guest");
  await guest.getByRole("button", { name: "提交申请" }).click();
  for (const text of ["请填写统一社会信用代码", "请先输入账号名称", "请先输入密码"])
    await guest.getByText(text).waitFor();
  await assertAccessible(guest);
  await shot(guest, "guest-zh");
  for (const [account, name] of [
    ["huagong", "化工学校"],
    ["jixie", "机械学校"],
  ] as const) {
    await guest.goto("/register-guest");
    await guest.getByLabel("统一社会信用代码").fill(syntheticCreditCode(7003));
    assert.equal(await guest.getByLabel("账号名称").inputValue(), syntheticCreditCode(7003).toLowerCase());
    await guest.getByLabel("姓名").fill(name);
    await guest.getByLabel("手机号码").fill("13812340002");
    await guest.getByLabel("账号名称").fill(account);
    await guest.getByLabel("密码", { exact: true }).fill("Register-7qv-26");
    await guest.getByLabel("确认密码").fill("Register2027");
    await guest.getByRole("button", { name: "提交申请" }).click();
    await guest.getByText("两次密码输入不一致").waitFor();
    await guest.getByLabel("确认密码").fill("Register-7qv-26");
    await guest.getByRole("button", { name: "提交申请" }).click();
    await guest.getByText("注册申请已提交").waitFor();
  }
  const page = await product.as("admin", { path: "/system/register" });
  await row(page, "huagong").waitFor();
  await assertAccessible(page);
  await shot(page, "register-zh");
  await act(page, "huagong", "通过");
  await dialog(page).locator(".ant-select-selection-item-content", { hasText: "机构管理员" }).waitFor();
  await assertAccessible(page);
  await shot(page, "approve-zh");
  await send(page);
  await row(page, "huagong").getByText("启用").waitFor();
  await closed(page);
  await act(page, "jixie", "驳回");
  await dialog(page).getByLabel(/原因/).fill("请先提交办学许可证");
  await send(page);
  await row(page, "jixie").getByText("驳回").first().waitFor();
});

test("the sessions and the attempts to sign in are listed; one session is ended", async () => {
  for (const account of ["clerk", "first", "second"]) await product.as(account);
  const page = await product.as("admin", { path: "/monitor/sign-in" });
  await row(page, "clerk").waitFor();
  await assertAccessible(page);
  await shot(page, "sign-in-zh");
  await open(page, "/monitor/online");
  await row(page, "clerk").waitFor();
  await assertAccessible(page);
  await shot(page, "online-zh");
  // The administrator ends their own session by logging out instead.
  assert.equal(
    await row(page, "admin")
      .getByRole("button", { name: /^强制下线/ })
      .count(),
    0,
  );
  await row(page, "clerk")
    .getByRole("button", { name: /^强制下线/ })
    .click();
  await send(page);
  await expectMessage(page, "已强制下线");
  await closed(page);
  for (const name of ["first", "second"]) await row(page, name).locator(".ant-checkbox-input").check();
  await pane(page).locator(".toolbar").getByRole("button", { name: "强制下线" }).click();
  await send(page);
  await expectMessage(page, "已强制下线");
  assert.deepEqual(await product.sql(`select count(*)::int as n from login_session where end_reason = 'forced'`), [
    { n: 3 },
  ]);
});

test("on a phone the card of a user names the roles, in English", async () => {
  const page = await product.as("admin", { path: "/system/user", language: "en", size: phone });
  await pane(page).locator(".list-card", { hasText: "admin" }).getByText("System administrator").waitFor();
  await shot(page, "system-user-en-phone");
});
