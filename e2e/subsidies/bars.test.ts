import assert from "node:assert/strict";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { system } from "../../apps/api/src/core/foundation/actor.ts";
import { liveRow } from "../../apps/api/src/core/database/rows.ts";
import { barForFalseness } from "../../apps/api/src/subsidies/bars/bars.ts";
import { aClaim } from "../../apps/api/test/factories/assessment.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { act, closed, dialog, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** What stands after a recovery for falseness, and who clears it. */

let product: Product;
let app: TestApp;
let className: string;

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const { claimId, classId } = await aClaim(app);
  await app.db.transaction().execute(async (tx) => {
    const claim = await liveRow(tx, SubsidyApplication, claimId);
    if (claim) await barForFalseness(tx, system, claim, "查实未培训");
    const { className: name } = await tx
      .selectFrom("trainingClass")
      .select("className")
      .where("id", "=", classId)
      .executeTakeFirstOrThrow();
    className = name;
  });
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("a second reviewer clears the course with a reason; for the class there is no button", async () => {
  const page = await product.as("second");
  await open(page, "/subsidy/bar");
  await row(page, className).getByText("限制中").waitFor();
  assert.equal(await row(page, className).getByRole("button", { name: "解除限制" }).count(), 0);
  await shot(page, "bars");
  await act(page, "机构课程", "解除限制");
  await send(page);
  await dialog(page).getByRole("textbox").fill("机构已整改并通过复查");
  await assertAccessible(page);
  await send(page);
  await closed(page);
  await row(page, "已解除").waitFor();
});

test("others read it, in English on a phone too", async () => {
  const page = await product.as("leader", { path: "/subsidy/bar", language: "en", size: phone });
  await pane(page).getByText(className).first().waitFor();
  assert.equal(await pane(page).getByRole("button", { name: "Clear", exact: true }).count(), 0);
  await assertAccessible(page);
  await shot(page, "bars-phone");
});
