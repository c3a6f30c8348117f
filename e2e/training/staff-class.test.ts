import assert from "node:assert/strict";
import { somebody } from "../../apps/api/test/factories/enrolment.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { enterAnswer } from "../../apps/api/src/external-data/local-registers.ts";
import { becomes, choose, closed, dialog, fill, press, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A class of an enterprise of the demo county, from its draft to its approval: staff by number from the registers, lessons, attendance. */

let product: Product;
let app: TestApp;
/** Of a name that comes first in the list, which shows ten at a time. */
const person = { ...somebody(), name: "艾小敏" };
const draft = "新员工岗前培训班";
const running = "数控操作岗位提升班";

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const creditCode = syntheticCreditCode(1, "91");
  await enterAnswer(app.db, app.cipher, "getPersonInfo", person.idNumber, { name: person.name, isAlive: "1" });
  await enterAnswer(app.db, app.cipher, "getPersonInsured", person.idNumber, {
    isInsured: "1",
    creditCode,
    insuranceKind: "企业职工",
    months: 3,
  });
  await enterAnswer(app.db, app.cipher, "employmentContract", person.idNumber, {
    contracts: [{ creditCode, startDate: addDays(today(), -80), endDate: null }],
  });
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("an enterprise completes a draft with staff from the registers and submits it; the bureau approves it", async () => {
  const page = await product.as("enterprise", { path: "/ent/class" });
  await row(page, draft).waitFor();
  await assertAccessible(page);
  await row(page, draft).getByRole("button", { name: "查看" }).click();
  await page.waitForURL(/\/enterprise\/class\/\d+/);
  const { pathname } = new URL(page.url());
  await pane(page).getByRole("heading", { level: 1, name: draft }).waitFor();
  await pane(page).getByRole("link", { name: "学员" }).click();
  await pane(page).locator(".ant-table-row").first().waitFor();
  await pane(page).getByRole("button", { name: "新增", exact: true }).click();
  await fill(page, { 证件号码: person.idNumber });
  await dialog(page).getByRole("button", { name: "按证件号码取登记信息" }).click();
  await dialog(page).getByText("社会保险").waitFor();
  await shot(page, "staff-from-register-zh");
  await fill(page, { 手机号码: person.phone, 岗位: "装配工" });
  await choose(page, "学历", "普通高中");
  await send(page);
  await closed(page);
  await row(page, person.name).waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("link", { name: "课程安排" }).click();
  await pane(page).getByText("第1天 岗位实操").waitFor();
  await assertAccessible(page);
  await shot(page, "staff-lessons-zh");
  // A lesson is removed after a question, which a key takes back.
  const lessons = pane(page).locator(".staff-lessons tbody tr");
  const planned = await lessons.count();
  await pane(page)
    .getByRole("button", { name: /^删除 \d{4}-/ })
    .first()
    .click();
  await dialog(page).getByText("确定将选择数据删除?").waitFor();
  await dialog(page).getByText("第1天 理论与安全规程").waitFor();
  await press(page, "Escape");
  await closed(page);
  assert.equal(await lessons.count(), planned);
  await pane(page).getByRole("button", { name: "提交", exact: true }).click();
  await send(page);
  await closed(page);
  await pane(page).getByText("待审核", { exact: true }).first().waitFor();

  const clerk = await product.as("clerk", { path: "/enterprise/class" });
  await row(clerk, draft).waitFor();
  await assertAccessible(clerk);
  await open(clerk, pathname);
  await pane(clerk).getByRole("button", { name: "审核通过", exact: true }).click();
  await send(clerk);
  await closed(clerk);
  await pane(clerk).getByText("审核通过", { exact: true }).first().waitFor();
  await shot(clerk, "staff-approved-zh");
});

test("attendance of a class that is taught, and all staff in training, in English", async () => {
  const page = await product.as("enterprise", { path: "/ent/class", language: "en" });
  await row(page, running).getByRole("button", { name: "View" }).click();
  await page.waitForURL(/\/enterprise\/class\/\d+/);
  await pane(page).getByRole("link", { name: "Attendance" }).click();
  await pane(page).getByText("Class", { exact: false }).first().waitFor();
  await pane(page).locator(".attendance-row").first().waitFor();
  await assertAccessible(page);
  await shot(page, "staff-attendance-en");
  await open(page, "/ent/student");
  await pane(page).locator(".ant-table-row").first().waitFor();
  await assertAccessible(page);
});

test("what was begun of one lesson is offered for that lesson alone", async () => {
  const page = await product.as("enterprise", { path: "/ent/class" });
  await row(page, running).getByRole("button", { name: "查看" }).click();
  await page.waitForURL(/\/enterprise\/class\/\d+/);
  await pane(page).getByRole("link", { name: "课程安排" }).click();
  const lessons = pane(page)
    .locator(".staff-lessons tr")
    .filter({ has: page.getByRole("button", { name: "修改" }) });
  const content = dialog(page).getByLabel("授课内容");
  const own = (await lessons.nth(1).locator("td").nth(4).textContent()) ?? "";
  const edit = (place: number) => lessons.nth(place).getByRole("button", { name: "修改" }).click();
  await edit(0);
  await content.fill("改到一半");
  await press(page, "Escape");
  await page.getByRole("dialog", { name: "内容尚未保存" }).getByRole("button", { name: "关闭" }).last().click();
  await closed(page);
  await edit(1);
  await becomes(() => content.inputValue(), own);
  await press(page, "Escape");
  await closed(page);
  await edit(0);
  await becomes(() => content.inputValue(), "改到一半");
});
