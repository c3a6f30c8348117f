import assert from "node:assert/strict";
import { sql } from "kysely";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { type TestedClass, aPublishedTest } from "../../apps/api/test/factories/assessment.ts";
import { aTrainingBase } from "../../apps/api/test/factories/training-base.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { becomes, closed, dialog, press, row, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** After the publication: a wrong grade is corrected, and certificate numbers of other bodies are entered. */

let product: Product;
let app: TestApp;
let built: TestedClass;
let names: string[];
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const base = await aTrainingBase(app, {
    course: { certKind: "3" },
    organisation: { orgName: "发证职业培训学校", creditCode: syntheticCreditCode(70_012), account: "fazheng" },
  });
  built = await aPublishedTest(app, { base, students: 3, scores: [{ practiceScore: "55.00" }] });
  await sql`update student set photo_att_id = (select min(id) from attachment) where class_id = ${built.classId}`.execute(
    app.db,
  );
  const people = await app.db
    .selectFrom("student")
    .select("name")
    .where("classId", "=", built.classId)
    .orderBy("studentNo")
    .execute();
  names = people.map((one) => one.name as string);
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("a clerk corrects a published grade, found in the list of grades, with a reason", async () => {
  const page = await product.as("clerk", { path: `/test/grade?name=${encodeURIComponent(names[0] as string)}` });
  await row(page, names[0] as string)
    .getByRole("button", { name: "更正" })
    .click();
  await page.waitForURL(`**/test/org/${built.applyId}`);
  const person = row(page, names[0] as string);
  await person.getByText("不合格").waitFor();
  await person.getByRole("button", { name: "更正" }).click();
  await dialog(page).getByLabel("实操成绩").fill("65");
  // A score that was typed is not lost by a key.
  await press(page, "Escape");
  await dialog(page).getByText("内容尚未保存").waitFor();
  await dialog(page).getByRole("button", { name: "继续填写" }).click();
  await becomes(() => dialog(page).getByLabel("实操成绩").inputValue(), "65");
  await dialog(page).getByRole("button", { name: "更正" }).click();
  await dialog(page).getByText("请填写原因", { exact: true }).waitFor();
  await dialog(page).locator("#reason").fill("登分时看错一行");
  await assertAccessible(page);
  await dialog(page).getByRole("button", { name: "更正" }).click();
  await expectMessage(page, "已更正");
  await person.getByText("73.00").waitFor();
  await person.getByText("合格", { exact: true }).waitFor();
});

test("certificates of another body are issued as their numbers are entered", async () => {
  const page = await product.as("clerk", { path: `/test/org/${built.applyId}` });
  const numbers = dialog(page).getByRole("textbox", { name: /^证书编号/ });
  await pane(page).getByRole("button", { name: "核发证书" }).click();
  await becomes(() => numbers.count(), 3);
  await assertAccessible(page);
  await numbers.nth(0).fill("ZX2026-1");
  await dialog(page).getByRole("button", { name: "核发证书" }).click();
  await dialog(page).getByText("格式不正确").waitFor();
  await numbers.nth(0).fill("ZX20261");
  await dialog(page).getByRole("button", { name: "核发证书" }).click();
  await expectMessage(page, "已核发 1 本证书");
  await closed(page);
  await pane(page).getByRole("button", { name: "核发证书" }).click();
  await becomes(() => numbers.count(), 2);
  for (const [n, certNo] of ["ZX20262", "ZX20263"].entries()) await numbers.nth(n).fill(certNo);
  await dialog(page).getByRole("button", { name: "核发证书" }).click();
  await expectMessage(page, "已核发 2 本证书");
  const rows = await app.db
    .selectFrom("certificate")
    .select("certNo")
    .where("testApplyId", "=", built.applyId)
    .orderBy("certNo")
    .execute();
  assert.deepEqual(
    rows.map((one) => one.certNo),
    ["ZX20261", "ZX20262", "ZX20263"],
  );
});
