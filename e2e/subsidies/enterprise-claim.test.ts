// Slow: a claim of the demo county is filed, reviewed twice and paid in the browser.
import assert from "node:assert/strict";
import { becomes, closed, dialog, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { uploadPapers } from "../files.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { catchPrint, readPaper } from "../paper.ts";
import { test } from "../stage.ts";

/** An enterprise of the demo county claims for its staff: ready by itself, reviewed by two people, paid from one list. */

let product: Product;
const className = "焊工技能提升二期";
const papers = ["花名册", "考勤表", "证书清单", "签章申请表"];

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const countDrafts = async () =>
  (
    await product.sql(
      "select from subsidy_application a join training_class t on t.id = a.class_id where t.class_name = $1 and a.status = 'unSubmit'",
      [className],
    )
  ).length;

test("a class with certificates has its claim on the home page, passed by two reviewers, and stands in the payment list", async () => {
  await becomes(() => countDrafts(), 1, "the claim is filled in once the certificates are out");
  const enterprise = await product.as("enterprise", { path: "/" });
  await pane(enterprise).getByRole("heading", { name: "补贴待办" }).waitFor();
  await assertAccessible(enterprise);
  await pane(enterprise).getByRole("link", { name: className }).click();
  await enterprise.waitForURL(/\/ent\/subsidy\/\d+/);
  await pane(enterprise).getByText("合计 5 人").waitFor();
  await pane(enterprise).getByText("还缺材料：花名册、考勤表、证书清单、签章申请表").waitFor();
  await assertAccessible(enterprise);
  await shot(enterprise, "enterprise-claim-ready-zh");
  const id = new URL(enterprise.url()).pathname.split("/").at(-1);
  // What is signed is printed from the draft.
  await enterprise.evaluate(catchPrint);
  for (const form of ["打印申请表", "打印证书清单"]) {
    await pane(enterprise).getByRole("button", { name: form }).click();
    assert.deepEqual(await readPaper(enterprise, 1), [], form);
  }
  const amount = pane(enterprise)
    .getByRole("textbox", { name: /^申请金额/ })
    .first();
  const whole = await amount.inputValue();
  await amount.fill("1");
  await pane(enterprise).getByRole("button", { name: "提交申请" }).hover();
  await enterprise.getByText("请先保存").first().waitFor();
  await amount.fill(whole);
  await pane(enterprise).getByRole("button", { name: "上传材料" }).click();
  await uploadPapers(enterprise, papers, "预览");
  await assertAccessible(enterprise);
  await shot(enterprise, "enterprise-claim-zh");
  await pane(enterprise).getByRole("button", { name: "提交申请" }).click();
  await pane(enterprise).locator(".page-header .status-tag", { hasText: "初审" }).waitFor();

  const first = await product.as("first", { path: "/subsidy/ent/first" });
  await row(first, className).waitFor();
  await assertAccessible(first);
  await open(first, `/subsidy/ent/${id}`);
  await pane(first).getByRole("button", { name: "运行自动初审" }).click();
  // Warnings of a check that a newer one follows are not confirmed.
  await becomes(() => pane(first).locator(".ant-btn-loading").count(), 0);
  await pane(first).getByRole("button", { name: "人工确认" }).first().click();
  await dialog(first).getByRole("checkbox").check();
  await dialog(first).locator("#reason").fill("已电话核实");
  await send(first);
  await closed(first);
  await pane(first).getByRole("button", { name: "初审通过" }).click();
  await dialog(first).getByText("5 人", { exact: true }).waitFor();
  await assertAccessible(first);
  await send(first);
  await pane(first).locator(".page-header .status-tag", { hasText: "复审" }).waitFor();

  const second = await product.as("second", { path: `/subsidy/ent/${id}` });
  await pane(second).getByRole("button", { name: "复审通过" }).click();
  await send(second);
  await pane(second).locator(".page-header .status-tag", { hasText: "公示中" }).waitFor();
  await assertAccessible(second);
  await shot(second, "enterprise-claim-public-zh");

  const finance = await product.as("finance", { path: "/subsidy/pay" });
  await row(finance, className).waitFor();
  await row(finance, "恒信机械有限公司").first().waitFor();
  await assertAccessible(finance);
});

test("claims in English, on a phone and in the class", async () => {
  const enterprise = await product.as("enterprise", { path: "/ent/subsidy", language: "en", size: phone });
  await pane(enterprise).getByText("焊工技能提升一期").first().waitFor();
  await assertAccessible(enterprise);
  await shot(enterprise, "enterprise-claims-phone-en");
  const clerk = await product.as("clerk", { path: `/enterprise/class?className=${className}`, language: "en" });
  await row(clerk, className).getByRole("button", { name: "View" }).click();
  await pane(clerk).getByRole("link", { name: "Claims" }).click();
  await pane(clerk).locator(".ant-table-row").first().waitFor();
  await assertAccessible(clerk);
});
