import type { Page } from "@playwright/test";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { becomes, choose, closed, dialog, fill, row, send, expectMessage, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** An institution between its administrator and the clerk: filed, changed, its courses reviewed. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const name = "晨光电工职业培训学校";
const creditCode = syntheticCreditCode(98_765);
const save = async (page: Page, said: string) => {
  await send(page);
  await expectMessage(page, said);
  await closed(page);
};

/** Presses a move in the open view, and confirms the question. */
async function approve(page: Page, move: string): Promise<void> {
  await dialog(page).getByRole("button", { name: move }).click();
  await page.getByRole("dialog", { name: move, exact: true }).getByRole("button", { name: move }).click();
}

test("the bureau adds an institution; issues are reported at their fields", async () => {
  const page = await product.as("clerk", { path: "/org/index" });
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("机构名称").waitFor();
  await fill(page, {
    机构名称: name,
    统一社会信用代码: creditCode,
    办学地址: "育才路18号",
    培训场地面积: "１，２００",
    "办学内容(培训范围)": "电工、焊工",
    法定代表人: "周建国",
    联系人: "王芳",
    联系电话: "13812345678",
    账户名称: "晨光学校",
  });
  // It signs in with its credit code, unless another name is given.
  await becomes(() => dialog(page).getByLabel("登录账号").inputValue(), creditCode.toLowerCase());
  await choose(page, "机构类型", "技工院校");
  await choose(page, "所属区划", "溧阳市");
  await send(page);
  await dialog(page).getByText("账户名称：须与单位名称一致").first().waitFor();
  await fill(page, { 账户名称: name });
  await save(page, "新增成功");
  await row(page, name).getByText("启用").waitFor();
  await assertAccessible(page);
  // The demo administrator gets this institution.
  await product.sql(
    `update app_user set org_id = (select id from organisation where org_name = $1) where account = 'org'`,
    [name],
  );
});

test("a change of the bank account waits for the clerk, who sees the old one beside the new one; other changes apply at once", async () => {
  const page = await product.as("org", { path: "/my/org/info" });
  await page.getByRole("button", { name: "修改", exact: true }).click();
  await dialog(page).getByLabel("开户银行").waitFor();
  await fill(page, { 开户银行: "中国银行", 银行账号: "6222020200112233", 联系人: "李老师" });
  await save(page, "已保存，须审核的变更待人社局通过");
  const change = pane(page).locator("section", { has: page.getByRole("heading", { name: "待审变更" }) });
  await change.getByText("6222020200112233").waitFor();
  await pane(page).getByText("李老师").waitFor();
  await assertAccessible(page);

  const clerk = await product.as("clerk", { language: "en", path: "/org/index" });
  await row(clerk, name).getByText("Change pending").waitFor();
  await row(clerk, name).getByRole("button", { name, exact: true }).click();
  await dialog(clerk)
    .locator("section", { hasText: "Change awaiting approval" })
    .getByText("6222********2233")
    .waitFor();
  await assertAccessible(clerk);
  // The clerk entered part of this account, and does not approve it.
  await dialog(clerk).locator('button[aria-disabled="true"]', { hasText: "Approve the change" }).waitFor();
  const admin = await product.as("admin", { language: "en", path: "/org/index" });
  await row(admin, name).getByRole("button", { name, exact: true }).click();
  await approve(admin, "Approve the change");
  await row(admin, name).getByText("Change pending").waitFor({ state: "hidden" });

  await page.reload();
  await pane(page).getByRole("region", { name: "收款账户记录" }).getByText("6222020200112233").waitFor();
  await becomes(() => change.count(), 0);
});

test("a course is filed, returned with a reason, corrected and approved", async () => {
  const page = await product.as("org", { path: "/my/org/course" });
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("机构课时").waitFor();
  await choose(page, "课程", "电工（四级）");
  await fill(page, { 机构课时: "56", 理论课时: "22.5", 实操课时: "33.5", 收费标准: "1800", 教材: "电工教材" });
  await send(page);
  await dialog(page).getByText("课时不足：要求56.0，实排56.0（实操比例≥0.60）").waitFor();
  await fill(page, { 理论课时: "22", 实操课时: "34" });
  await save(page, "新增成功");

  const clerk = await product.as("clerk", { path: `/org/course?orgName=${encodeURIComponent(name)}` });
  await row(clerk, "电工（四级）").getByRole("button", { name: "电工（四级）", exact: true }).click();
  await dialog(clerk).getByRole("button", { name: "退回" }).click();
  await dialog(clerk).locator("textarea").fill("教材版本过旧");
  await send(clerk);
  await row(clerk, "电工（四级）").getByText("已退回").waitFor();

  await page.reload();
  await row(page, "电工（四级）").getByRole("button", { name: "修改" }).click();
  await dialog(page).getByLabel("教材").waitFor();
  await fill(page, { 教材: "电工（2026年版）" });
  await save(page, "更新成功");
  await row(page, "电工（四级）").getByText("待审核").waitFor();

  // The view that was open is open again, because it is part of the address.
  await clerk.reload();
  await approve(clerk, "审核通过");
  await row(clerk, "电工（四级）").getByText("审核通过", { exact: true }).first().waitFor();
});

test("a course shows its standards and when they are in force; on a phone the profile reads in one column", async () => {
  const clerk = await product.as("clerk", { path: "/basics/course?courseName=%E7%94%B5%E5%B7%A5" });
  await row(clerk, "电工（四级）").first().getByRole("button").first().click();
  await dialog(clerk).getByText("执行中").first().waitFor();
  await dialog(clerk).getByText("1,500").first().waitFor();
  await assertAccessible(clerk);

  const small = await product.as("org", { size: phone, language: "en", path: "/my/org/info" });
  await pane(small).getByText("Filing document").waitFor();
  await assertFits(small);
  await assertAccessible(small);
});
