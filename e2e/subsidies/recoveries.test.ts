import assert from "node:assert/strict";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { watchPaidRows } from "../../apps/api/src/subsidies/recoveries/watch.ts";
import { aCompletedClaim, pay } from "../../apps/api/test/factories/claims/claim-review.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { act, closed, dialog, row, send, shot } from "../acts.ts";
import { paper } from "../files.ts";
import { assertAccessible } from "../axe.ts";
import { open, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** What was paid and would not be paid today is recovered by the finance office. */

let product: Product;
let app: TestApp;
/** Number of a paid claim, of which one row of 1000.00 yuan is to be recovered. */
let applyNo: string;

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const claim = await aCompletedClaim(app);
  ({ applyNo } = claim);
  await product.sql("update subsidy_application set publicity_start = $2, publicity_end = $3 where id = $1", [
    claim.claimId,
    addDays(today(), -8),
    addDays(today(), -1),
  ]);
  const finance = app.as("finance");
  await pay(finance, applyNo);
  await pay(finance, applyNo, { result: "paid", payAmount: "3000.00" });
  await product.sql("update student set attendance_rate = 50 where id = $1", [claim.studentIds[0]]);
  await watchPaidRows(app.db);
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("an entry is recovered as a whole, by a decision", async () => {
  const page = await product.as("finance");
  await open(page, "/subsidy/recovery");
  await act(page, applyNo, "追回");
  await dialog(page).getByText("按该条目追回已付的1000.00元").waitFor();
  assert.equal(await dialog(page).getByLabel("追回金额（元）").count(), 0);
  await assertAccessible(page);
  await shot(page, "recovery");
  await dialog(page).getByRole("textbox").fill("出勤不足");
  await dialog(page).getByRole("button", { name: "追回决定" }).click();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles(await paper("追回决定书.pdf"));
  await dialog(page).locator(".upload-list").getByText("预览").waitFor();
  await send(page);
  await page.getByRole("dialog").first().getByText("追回决定书.pdf").waitFor();
  await dialog(page).getByText("否：人员可以再次申领").click();
  await dialog(page).getByRole("button", { name: "追回", exact: true }).click();
  await closed(page);
  await row(page, applyNo).getByText("已追回").waitFor();
});
