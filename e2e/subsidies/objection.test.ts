import assert from "node:assert/strict";
import { paymentObjectionCalls } from "@jipei/contract/subsidies/payment-objection.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { system } from "../../apps/api/src/core/foundation/actor.ts";
import { insertRow } from "../../apps/api/src/core/database/write-rows.ts";
import { stored } from "../../apps/api/src/core/entity/to-response.ts";
import { aRosterRow, aStudentAccount } from "../../apps/api/test/factories/enrolment.ts";
import { anOpenClass } from "../../apps/api/test/factories/open-class.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { becomes, dialog, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** «This was not me»: a person's objection to a payment reaches the clerk's queue, is answered, and others only read it. */

let product: Product;
let app: TestApp;
let name: string;
const reason = "本人没有参加过该培训，签名不是我的";

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const person = await aStudentAccount(app);
  const open = await anOpenClass(app);
  const { id: studentId } = await aRosterRow(app, open.classId, { idNumber: person.idNumber, name: person.name });
  const lineId = await app.db.transaction().execute(async (tx) => {
    const head = {
      applyNo: "BT2026888001",
      orgId: open.orgId,
      classId: open.classId,
      subsidyKind: "01",
      status: "compile",
      payStatus: "1",
    };
    const { id: applyId } = await insertRow(
      tx,
      system,
      SubsidyApplication,
      stored(SubsidyApplication, app.cipher, head as never),
    );
    const line = {
      applyId,
      orgId: open.orgId,
      studentId,
      name: person.name,
      idNumber: person.idNumber,
      personCategory: "03",
      applyAmount: "1500.00",
      approvedAmount: "1500.00",
      detailStatus: "1",
    };
    return (await insertRow(tx, system, SubsidyLine, stored(SubsidyLine, app.cipher, line as never))).id as string;
  });
  await person.user.call(paymentObjectionCalls.submit, { lineId, reason });
  name = person.name;
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("the auditor reads it and has no other button", async () => {
  const auditor = await product.as("auditor", { language: "en", size: phone });
  await auditor.goto("/subsidy/objection");
  await pane(auditor).getByText("BT2026888001").or(pane(auditor).getByText(name)).first().waitFor();
  assert.equal(await pane(auditor).getByRole("button", { name: "Answer", exact: true }).count(), 0);
  await assertAccessible(auditor);
});

test("the clerk opens it from the queue and answers, and the queue is shorter by one", async () => {
  const page = await product.as("clerk");
  const card = pane(page).locator(".waiting-card", { hasText: "拨付异议待答复" });
  const waiting = Number(await card.locator(".waiting-count").innerText());
  await card.click();
  await page.waitForURL("**/subsidy/objection?state=open");
  await pane(page).locator(".ant-table-row", { hasText: name }).getByRole("button", { name: "查看" }).click();
  const view = dialog(page);
  await view.getByText(reason).first().waitFor();
  await view.getByRole("link", { name: "查看补贴申请 BT2026888001" }).waitFor();
  await assertAccessible(page);
  await view.getByRole("button", { name: "答复" }).click();
  const form = page.getByRole("dialog").filter({ has: page.getByRole("textbox") });
  await form.getByRole("textbox").waitFor();
  await form.getByRole("button", { name: "答复" }).click();
  await form.getByText("请填写答复内容").waitFor();
  await form.getByRole("textbox").fill("已核查签到表与录像，确系本人参训𠮷");
  await form.getByRole("button", { name: "答复" }).click();
  await expectMessage(page, "已答复并通知本人");
  await form.waitFor({ state: "hidden" });
  await view.getByText("已核查签到表与录像").first().waitFor();
  await becomes(() => view.getByRole("button", { name: "答复" }).count(), 0, "nothing is left to answer");
  await page.goto("/wel/index");
  await pane(page).locator("h1").waitFor();
  // The demo county has an objection of its own, so the card stays.
  await card
    .locator(".waiting-count")
    .getByText(String(waiting - 1), { exact: true })
    .waitFor();
});
