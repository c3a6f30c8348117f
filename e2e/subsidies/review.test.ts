// Slow: a claim of forty people is made by the calls and reviewed, and drafts of several users wait to be saved.
import assert from "node:assert/strict";
import { claimAutoTrial, claimCommit } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { Page } from "@playwright/test";
import { type BuiltClaim, aClaim } from "../../apps/api/test/factories/assessment.ts";
import { aTrainingBase } from "../../apps/api/test/factories/training-base.ts";
import { confirmWarnings } from "../../apps/api/test/factories/claims/claim-review.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { becomes, dialog, expectMessage, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { catchPrint, readPaper } from "../paper.ts";
import { test } from "../stage.ts";

/** A reviewer's desk: decided by keys, kept on the server, handed over. */

let product: Product;
let app: TestApp;
let claim: BuiltClaim;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  await product.sql("update parameter set param_value = '40' where param_key = 'class.practice.perTeacher'", []);
  const base = await aTrainingBase(app, { course: { certKind: "4", maxClassSize: 40 } });
  claim = await aClaim(app, { base, students: 40, overrides: { planCount: 40 } });
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  await product.sql("update student set attendance_rate = 50 where id = $1", [claim.studentIds[7]]);
  const first = app.as("firstReviewer");
  await first.call(claimAutoTrial, { applyId: claim.claimId });
  await confirmWarnings(app, claim, first);
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

const saved = (page: Page) => pane(page).getByText(/已暂存 \d\d:\d\d/);

test("a claim of 40 with one bad row takes at most eight keys; a reload loses nothing", async () => {
  const page = await product.as("first");
  await open(page, `/subsidy/org/${claim.claimId}`);
  await pane(page).locator(".review-rows button[aria-current]").waitFor();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  // The bad row is on top.
  await press("r");
  await dialog(page).locator("#reason").waitFor();
  await press("Alt+1");
  await press("Control+Enter");
  await dialog(page).waitFor({ state: "hidden" });
  await press("a");
  await saved(page).waitFor();
  await becomes(() => pane(page).locator(".row-mark-1").count(), 39);
  await assertAccessible(page);
  await shot(page, "review-decided");

  await page.reload();
  await becomes(() => pane(page).locator(".row-mark-1").count(), 39, "decisions are on the server");
  await pane(page).getByText("不通过：出勤不足").waitFor();
  await saved(page).waitFor();

  await press("Control+Enter");
  await dialog(page).getByText("39 人").waitFor();
  await assertAccessible(page);
  await shot(page, "review-summary");
  await press("Control+Enter");
  await expectMessage(page, "已完成");
  assert.ok(keys <= 8, `${keys} keys`);
});

test("a colleague sees whose draft it is and takes it over; what the other writes meanwhile is kept on their page", async () => {
  const other = await aClaim(app);
  await other.base.orgAdmin.call(claimCommit, { ids: other.claimId });
  const checker = app.as("firstReviewer");
  await checker.call(claimAutoTrial, { applyId: other.claimId });
  await confirmWarnings(app, other, checker);
  const page = await product.as("first");
  await open(page, `/subsidy/org/${other.claimId}`);
  await pane(page).locator(".review-rows button[aria-current]").waitFor();
  await page.keyboard.press("p");
  await saved(page).waitFor();
  // Taken over elsewhere.
  await product.sql("update review_draft set owner_id = 1, version = version + 1 where apply_id = $1", [other.claimId]);
  await page.keyboard.press("p");
  await pane(page).getByText("您的 1 条核定尚未暂存，仍在本页").waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("button", { name: "接手并暂存我的" }).click();
  await saved(page).waitFor();
  await becomes(() => pane(page).locator(".row-mark-1").count(), 2, "neither decision is lost");
  await page.keyboard.press("?");
  await dialog(page).getByText("快捷键").first().waitFor();
});

test("the claim form and its certificates fit their sheets, in both languages", async () => {
  const forms = { zh: ["打印申请表", "打印证书清单"], en: ["Print the claim form", "Print the certificate list"] };
  for (const language of ["zh", "en"] as const) {
    const page = await product.as("first", { path: `/subsidy/org/${claim.claimId}`, language });
    await page.evaluate(catchPrint);
    for (const form of forms[language]) {
      await pane(page).getByRole("button", { name: form }).click();
      assert.deepEqual(await readPaper(page), [], form);
    }
  }
});

test("in English on a phone it says the same", async () => {
  const page = await product.as("first", { path: `/subsidy/org/${claim.claimId}`, language: "en", size: phone });
  await pane(page).locator(".review-columns").waitFor();
  await assertAccessible(page);
  await shot(page, "review-phone");
});
