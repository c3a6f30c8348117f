import assert from "node:assert/strict";
import {
  claimAutoTrial,
  claimCommit,
  claimFirstCommit,
  claimReCommit,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { aClaim } from "../../apps/api/test/factories/assessment.ts";
import { aCompletedClaim, confirmWarnings } from "../../apps/api/test/factories/claims/claim-review.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { act, closed, dialog, row, send, expectMessage, shot } from "../acts.ts";
import { paper } from "../files.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The finance office sends claims in one batch, records that a payment failed, and recovers one by a decision. */

let product: Product;
let app: TestApp;
/** Numbers of two claims of 3000.00 yuan that may be sent. */
const numbers: string[] = [];
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  for (let count = 0; count < 2; count++) {
    const { applyNo, claimId } = await aCompletedClaim(app);
    await product.sql("update subsidy_application set publicity_start = $2, publicity_end = $3 where id = $1", [
      claimId,
      addDays(today(), -8),
      addDays(today(), -1),
    ]);
    numbers.push(applyNo);
  }
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("two claims in one batch; one fails and waits for a corrected account, the other is paid and recovered by a decision", async () => {
  const page = await product.as("finance");
  await open(page, "/subsidy/pay");
  await pane(page).getByRole("button", { name: "同批送财政（0）" }).hover();
  await page.getByText("请先勾选公示期满").waitFor();
  for (const number of numbers) await row(page, number).locator(".ant-checkbox-input").check();
  await pane(page).getByRole("button", { name: "同批送财政（2）" }).click();
  // What is sent, how much of it, and that it cannot be taken back, stands before the button.
  await dialog(page).getByText("送财政后不能撤回").waitFor();
  await assertAccessible(page);
  await dialog(page).getByRole("button", { name: "送财政 6,000.00 元" }).click();
  await expectMessage(page, "已送财政 2 件，合计 6,000.00 元");
  for (const number of numbers) await row(page, number).getByText("拨付中").waitFor();

  const [failing = "", paid = ""] = numbers;
  await act(page, failing, "登记失败");
  await dialog(page).getByRole("textbox").fill("户名不符");
  await send(page);
  await row(page, failing).getByText("拨付失败").waitFor();
  await act(page, failing, "重新拨付");
  await send(page);
  await expectMessage(page, "单位尚未更正银行账户信息");

  await act(page, paid, "确认到账");
  await dialog(page).getByText("应拨 3,000.00 元").waitFor();
  await dialog(page).getByLabel("到账金额（元）").fill("3,000.00");
  await send(page);
  await expectMessage(page, "已确认到账");
  assert.equal(await page.locator(".toast-error").count(), 0, "the older refusal is gone");
  await row(page, paid).getByText("已拨付").waitFor();
  await act(page, paid, "追回");
  await dialog(page).getByLabel("追回金额（元）").fill("3000.01");
  await dialog(page).getByRole("textbox").last().fill("虚假培训");
  await send(page);
  await dialog(page).getByText("不超过 3000.00 的金额").waitFor();
  await dialog(page).getByLabel("追回金额（元）").fill("");
  await dialog(page).getByText("请上传追回决定").waitFor();
  await assertAccessible(page);
  await dialog(page).getByRole("button", { name: "追回决定" }).click();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles(await paper("追回决定书.pdf"));
  await dialog(page).locator(".upload-list").getByText("预览").waitFor();
  await send(page);
  await page.getByRole("dialog").first().getByText("追回决定书.pdf").waitFor();
  await dialog(page).getByText("请选择是否认定虚假培训").waitFor();
  await dialog(page).getByText("否：人员可以再次申领").click();
  await dialog(page).getByRole("button", { name: "追回", exact: true }).click();
  await closed(page);
  await row(page, paid).getByText("已追回").waitFor();
  await row(page, paid).getByRole("link").first().or(row(page, paid).getByText(paid)).first().click();
  await pane(page).getByText("追回决定书.pdf").first().waitFor();
  const ledger = pane(page).locator(".ledger li");
  for (const [place, words] of [
    /送财政拨付 3,000\.00.*拨付批次/s,
    /确认到账 3,000\.00/,
    /追回 3,000\.00.*虚假培训/s,
  ].entries())
    assert.match(await ledger.nth(place).innerText(), words);
});

test("the amount to be paid is shown beside the actions, also in English", async () => {
  const page = await product.as("finance", { path: "/subsidy/pay", language: "en" });
  await row(page, numbers[0] ?? "").waitFor();
  const head = (name: string) => pane(page).locator("th", { hasText: name }).first().boundingBox();
  const [amount, actions] = [await head("Approved"), await head("Actions")];
  assert.ok(amount && actions && amount.x + amount.width <= actions.x, JSON.stringify({ amount, actions }));
});

test("the list says how many people passed the reviews, and leads to who refused whom and why", async () => {
  const { applyNo, lines } = await aCompletedClaim(app, { students: 3, refuse: [1] });
  const refused = lines[1]?.id ?? "";
  const [line] = await product.sql<{ name: string }>("select name from subsidy_line where id = $1", [refused]);
  for (const [language, passed, reasons] of [
    ["zh", "2/3人", "审核情况"],
    ["en", "2 of 3", "Reviews of"],
  ] as const) {
    const page = await product.as("finance", { path: "/subsidy/pay", language });
    await row(page, applyNo).getByRole("button", { name: passed }).click();
    await dialog(page).getByText(`${reasons} ${applyNo}`).waitFor();
    await dialog(page)
      .getByRole("row", { name: line?.name ?? "" })
      .getByText("材料不符")
      .waitFor();
    await dialog(page)
      .locator(".audit-list li", { hasText: `${line?.name} ✗ 材料不符` })
      .waitFor();
    await assertAccessible(page);
    await shot(page, `pay-reasons-${language}`);
  }
  const small = await product.as("finance", { path: "/subsidy/pay", size: phone });
  await pane(small).getByRole("button", { name: "2/3人" }).click();
  await dialog(small).getByText("材料不符").first().waitFor();
  await assertAccessible(small);
  await shot(small, "pay-reasons-phone");
});

test("a second reviewer sees in the list that a claim has changed since its check, and in the claim what and how", async () => {
  const claim = await aClaim(app);
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  const first = app.as("firstReviewer");
  await first.call(claimAutoTrial, { applyId: claim.claimId });
  await confirmWarnings(app, claim, first);
  const { applyNo } = await first.call(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId } });
  await product.sql("update student set attendance_rate = 50 where id = $1", [claim.studentIds[0]]);
  await app.as("secondReviewer").refused(claimReCommit, { ids: claim.claimId });
  const page = await product.as("second");
  await open(page, "/subsidy/org/re");
  await row(page, applyNo ?? "")
    .getByText("有变化")
    .waitFor();
  await row(page, applyNo ?? "")
    .getByText(applyNo ?? "")
    .first()
    .click();
  const changes = pane(page).locator(".review-changes");
  await changes.getByText("出勤率 100.00% → 50.00%").waitFor();
  await assertAccessible(page);
  await shot(page, "changed-claim");
});
