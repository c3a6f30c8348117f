import assert from "node:assert/strict";
import { fourEyesCalls } from "@jipei/contract/users/four-eyes.ts";
import type { Page } from "@playwright/test";
import { act, becomes, choose, closed, dialog, fill, row, send, shot, expectMessage, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Requests that need two system administrators, and a phone that its owner has to prove. */
let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  await product.sql(`insert into app_user (account, name, real_name, login_type, status, audience, dept_id, password_hash, password_time, create_user, update_user)
    select x.account, x.name, x.name, '0', '1', 'bureau', dept_id, password_hash, now(), 0, 0 from app_user, (values ('admin2', '第二管理员'), ('newcomer', '新任管理员')) x (account, name) where app_user.account = 'admin'`);
  await product.sql(
    `insert into user_role (user_id, role_id) select u.id, r.id from app_user u join role r on r.role_alias = case u.account when 'admin2' then 'sysAdmin' else 'leader' end where u.account in ('admin2', 'newcomer')`,
  );
});
test.afterAll(() => product?.close());

const isDetail = ({ pathname }: URL): boolean => pathname === fourEyesCalls.detail.path;

/** Tries to grant the role alone, and requests the confirmation of a second person instead. */
async function askForAdministrator(page: Page): Promise<void> {
  await row(page, "newcomer").waitFor();
  await act(page, "newcomer", "授权");
  await dialog(page).locator(".ant-select-selection-item-content", { hasText: "局领导" }).waitFor();
  await dialog(page).locator(".ant-select-selection-item-remove").click();
  await choose(page, "角色", "系统管理员");
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await dialog(page).getByText("须由两名系统管理员共同办理").waitFor();
  await dialog(page).getByRole("button", { name: "申请双人复核" }).click();
  await dialog(page).getByText("须由两名系统管理员共同办理：一人申请").waitFor();
  await dialog(page).getByRole("button", { name: "申请双人复核" }).click();
  await dialog(page).getByText("请填写申请原因").waitFor();
  await assertAccessible(page);
  await shot(page, "four-eyes-ask");
  await fill(page, { 申请原因: "经会议研究，任系统管理员" });
  await dialog(page).getByRole("button", { name: "申请双人复核" }).click();
  await expectMessage(page, "已申请，等待另一名系统管理员确认");
  await closed(page);
}

test("making an administrator takes two: one requests it, another one confirms", async () => {
  const one = await product.as("admin", { path: "/system/user" });
  await askForAdministrator(one);
  await open(one, "/system/four-eyes");
  await row(one, "newcomer").getByText("待复核").waitFor();
  await pane(one).getByText("您的申请待他人确认 1 件").waitFor();
  await becomes(() => row(one, "newcomer").getByRole("button", { name: /^确认/ }).count(), 0);
  await assertAccessible(one);
  await shot(one, "four-eyes-own");

  const two = await product.signedIn("admin2", { language: "zh" });
  await open(two, "/system/four-eyes");
  await pane(two).getByText("待您确认 1 件").waitFor();
  // Without what the request is about nobody confirms it.
  await two.route(isDetail, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
  await act(two, "newcomer", "确认");
  await dialog(two).getByText("数据加载失败").waitFor();
  await becomes(() => dialog(two).getByRole("button", { name: "确认", exact: true }).count(), 0);
  await two.unroute(isDetail);
  await dialog(two).getByRole("button", { name: "重试" }).click();
  await dialog(two).getByText("从未登录").waitFor();
  await assertAccessible(two);
  await shot(two, "four-eyes-confirm");
  await send(two);
  await row(two, "newcomer").getByText("已确认").waitFor();
  assert.deepEqual(
    await product.sql(
      `select r.role_alias from user_role h join role r on r.id = h.role_id join app_user u on u.id = h.user_id where u.account = 'newcomer'`,
    ),
    [{ role_alias: "sysAdmin" }],
  );
});

test("a phone that an administrator sets must be proven by its owner", async () => {
  const admin = await product.as("admin", { path: "/system/user" });
  await act(admin, "clerk", "修改");
  await dialog(admin).getByText("手机遗失请申请双人复核").waitFor();
  await fill(admin, { 手机: "13812349999" });
  await shot(admin, "phone-set");
  await send(admin);
  await closed(admin);
  const clerk = await product.as("clerk", { path: "/info/index" });
  await pane(clerk).getByText("手机 13812349999 尚未验证").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "phone-unproven");
});

test("the page works in English on a phone, and the auditor reads it", async () => {
  const page = await product.as("admin", { path: "/system/four-eyes", language: "en", size: phone });
  await pane(page).locator(".list-card", { hasText: "Grant of roles" }).waitFor();
  await assertAccessible(page);
  await shot(page, "four-eyes-en-phone");
  await assertFits(page);
  const auditor = await product.as("auditor", { path: "/system/four-eyes" });
  await row(auditor, "newcomer").getByText("已确认").waitFor();
});
