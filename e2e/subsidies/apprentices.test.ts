// Slow: an apprenticeship is claimed for twice in the browser.
import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { aRunningApprenticeClass, certifyApprentices } from "../../apps/api/test/factories/apprentices.ts";
import { passStaffReviews } from "../../apps/api/test/factories/claims/enterprise-claim.ts";
import type { StaffClass, StaffEnterprise } from "../../apps/api/test/factories/enterprise-class.ts";
import { storePayment } from "../../apps/api/test/factories/claims/payment.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { act, becomes, dialog, expectMessage, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { uploadPapers } from "../files.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** An enterprise of the demo county is paid an advance on its apprentices while they learn, and the rest with their certificates. */

let product: Product;
let app: TestApp;
let apprentices: StaffClass;

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const [firm] = await product.sql<{ id: string; dept_id: string; org_name: string; credit_code: string }>(
    "select id, dept_id, org_name, credit_code from organisation where org_name = '恒信机械有限公司'",
  );
  assert.ok(firm);
  const enterprise: StaffEnterprise = {
    entId: firm.dept_id,
    unitId: firm.id,
    name: firm.org_name,
    creditCode: firm.credit_code,
    admin: app.as("entAdmin", { entId: firm.dept_id, deptId: firm.dept_id }),
  };
  apprentices = await aRunningApprenticeClass(app, { enterprise, students: 2, months: 12 });
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

/** Adds the documents of a draft and submits it. @returns its id */
async function file(page: Page, papers: readonly string[], words: [upload: string, preview: string, submit: string]) {
  await page.waitForURL(/\/ent\/subsidy\/\d+/);
  await pane(page).getByRole("button", { name: words[0] }).click();
  await uploadPapers(page, papers, words[1]);
  await pane(page).getByRole("button", { name: words[2] }).click();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

test("the advance is offered while the class runs, and passed by two reviewers without certificates", async () => {
  const enterprise = await product.as("enterprise", { path: `/ent/subsidy/new?classId=${apprentices.classId}` });
  await pane(enterprise).getByText("可申请 2 人").waitFor();
  await pane(enterprise).getByText("新型学徒制补贴（预拨）").waitFor();
  await pane(enterprise).getByText("2,500.00").first().waitFor();
  await assertAccessible(enterprise);
  await shot(enterprise, "apprentice-advance-preview-zh");
  // Of another kind the rule that refuses it is said, and nothing to try again.
  const pick = async (kind: string) => {
    await pane(enterprise).locator(".claim-pick .ant-select").last().click();
    await enterprise.locator(".ant-select-item-option", { hasText: kind }).click();
  };
  await pick("项目制培训补贴");
  await pane(enterprise).getByText("班级不属于审核完成的培训项目").waitFor();
  assert.equal(await pane(enterprise).getByRole("button", { name: "重试" }).count(), 0);
  await shot(enterprise, "apprentice-refused-kind-zh");
  await pick("（预拨）");
  await pane(enterprise).getByText("可申请 2 人").waitFor();
  await pane(enterprise).getByRole("button", { name: "生成申请" }).click();
  const id = await file(enterprise, ["花名册", "签章申请表"], ["上传材料", "预览", "提交申请"]);
  await pane(enterprise).locator(".page-header .status-tag", { hasText: "初审" }).waitFor();
  await shot(enterprise, "apprentice-advance-zh");
  const first = await product.as("first", { path: "/subsidy/ent/first" });
  await row(first, "（预拨）").first().waitFor();
  await open(first, `/subsidy/ent/${id}`);
  await pane(first).getByText("（预拨）").first().waitFor();
  await assertAccessible(first);
  await shot(first, "apprentice-advance-review-zh");
  await passStaffReviews(app, { claimId: id });
  await storePayment(app, id, "3", "5000.00");
});

test("the rest is claimed for with the certificates, in English, and the finance office pays what the advance leaves", async () => {
  await certifyApprentices(app, apprentices);
  // The claim is filled in once the certificates are out.
  await app.runJobs();
  const path = `/ent/subsidy/new?classId=${apprentices.classId}`;
  const enterprise = await product.as("enterprise", { path, language: "en" });
  await pane(enterprise).getByText("There is a claim of this kind for the class already").waitFor();
  await assertAccessible(enterprise);
  await pane(enterprise).getByRole("link", { name: "Open the claim" }).click();
  const papers = ["花名册", "考勤表", "证书清单", "签章申请表"];
  const id = await file(enterprise, papers, ["Upload documents", "Preview", "Submit the claim"]);
  await pane(enterprise).locator(".page-header .status-tag", { hasText: "First review" }).waitFor();
  await pane(enterprise).getByText("Less the advance (yuan) 5,000.00").waitFor();
  await assertAccessible(enterprise);
  await shot(enterprise, "apprentice-rest-en");
  await passStaffReviews(app, { claimId: id });
  await product.sql("update subsidy_application set publicity_start = $2, publicity_end = $3 where id = $1", [
    id,
    addDays(today(), -8),
    addDays(today(), -1),
  ]);
  const [claim] = await product.sql<{ apply_no: string }>("select apply_no from subsidy_application where id = $1", [
    id,
  ]);
  const number = claim?.apply_no ?? "";
  const finance = await product.as("finance", { path: "/subsidy/pay", language: "en" });
  await row(finance, number).getByText("5,000.00").first().waitFor();
  await assertAccessible(finance);
  await shot(finance, "apprentice-payment-en");
  await act(finance, number, "Send to finance");
  await dialog(finance).getByRole("button", { name: "Send 5,000.00 yuan" }).click();
  await row(finance, number).getByText("Paying").waitFor();
  await act(finance, number, "Confirm");
  await dialog(finance).getByText("5,000.00 yuan due").waitFor();
  await dialog(finance).getByLabel("Amount paid (yuan)").fill("10,000.00");
  await send(finance);
  await expectMessage(finance, "differ");
  await dialog(finance).getByLabel("Amount paid (yuan)").fill("5,000.00");
  await send(finance);
  await row(finance, number).getByText("Paid").first().waitFor();
});

test("a class of apprentices shows its hours month by month, also on a phone", async () => {
  const [long] = await product.sql<{ id: string }>("select id from training_class where class_name = '电工学徒制一期'");
  const page = await product.as("enterprise", { path: `/enterprise/class/${long?.id}?section=schedules`, size: phone });
  await pane(page).getByRole("heading", { name: "每月进度" }).waitFor();
  const months = await product.sql("select distinct to_char(lesson_date, 'YYYY-MM') from lesson where class_id = $1", [
    long?.id,
  ]);
  await becomes(() => pane(page).locator(".monthly-progress li").count(), months.length);
  await assertAccessible(page);
  await shot(page, "apprentice-months-phone-zh");
});
