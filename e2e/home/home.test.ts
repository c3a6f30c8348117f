import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Page } from "@playwright/test";
import {
  aCommittedClass,
  aConfirmedClass,
  aReadyClass,
  anApprovedOrgPlan,
  shiftClass,
} from "../../apps/api/test/factories/class.ts";
import { anOpenClass } from "../../apps/api/test/factories/open-class.ts";
import { aTrainingBase } from "../../apps/api/test/factories/training-base.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { becomes, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The home page of each audience: the queue, what is due, the figures of the year. */

let product: Product;
let app: TestApp;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const base = await aTrainingBase(app, {
    organisation: { orgName: "首页职业培训学校", creditCode: syntheticCreditCode(70_021), account: "homeschool" },
  });
  const orgPlanId = await anApprovedOrgPlan(app, base, { headcount: 500 });
  const late = await aCommittedClass(app, { base, orgPlanId, overrides: { className: "久等班" } });
  await sql`update training_class set commit_time = now() - interval '40 days' where id = ${late.classId}`.execute(
    app.db,
  );
  const returned = await aReadyClass(app, { base, orgPlanId, overrides: { className: "退回班" } });
  await sql`update training_class set back_reason = '教学计划不完整' where id = ${returned.classId}`.execute(app.db);
  const running = await aConfirmedClass(app, { base, orgPlanId, students: 4, overrides: { className: "在训班" } });
  const days = (Date.parse(running.startDate) - Date.parse(today())) / 86_400_000;
  await shiftClass(app, running, -days - 1);
  await sql`update app_user set org_id = ${base.orgId} where account in ('org', 'teacher')`.execute(app.db);
  await sql`update app_user set id_number_hash = (select id_number_hash from teacher where id = ${running.base.teacherId}) where account = 'teacher'`.execute(
    app.db,
  );
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

const card = (page: Page, name: string) => pane(page).locator(".waiting-card", { hasText: name });
const count = async (page: Page, name: string) =>
  Number((await card(page, name).locator(".waiting-count").innerText()).replaceAll(",", ""));

test("a clerk: the queue with its oldest entry, and one click into the list that was counted", async () => {
  const page = await product.as("clerk");
  await card(page, "班级待确认").waitFor();
  await card(page, "班级待确认")
    .filter({ hasText: /最早：40天前[\s\S]*1件超期/ })
    .waitFor();
  await pane(page).getByText("参训人数").first().waitFor();
  await pane(page).locator(".chart svg").first().waitFor();
  await assertAccessible(page);
  const classes = await count(page, "班级待确认");
  await card(page, "班级待确认").click();
  await page.waitForURL("**/class/review");
  await pane(page).getByText("久等班").first().waitFor();
  await becomes(() => pane(page).locator(".ant-table-row").count(), Math.min(classes, 10));
});

test("claims are shown only to those who decide on them", async () => {
  const first = await product.as("first", { language: "en" });
  await card(first, "Classes to confirm").waitFor();
  await becomes(() => card(first, "Claims to review first").count(), 1);
  assert.equal(await card(first, "Claims to pay").count(), 0);
  await pane(first).getByText("Completion rate").waitFor();
  await assertAccessible(first);
  const leader = await product.as("leader");
  await card(leader, "流程待办").waitFor();
  assert.equal(await pane(leader).locator(".waiting-card", { hasText: "补贴" }).count(), 0);
});

test("the console: every chart with its numbers, another year, in English", async () => {
  const page = await product.as("leader", { language: "en", path: "/wel/dashboard" });
  await pane(page).getByText("Top ten institutions and enterprises by enrolments").waitFor();
  await pane(page).locator(".chart-numbers summary").first().click();
  await becomes(() => pane(page).locator(".chart-numbers[open] tbody tr").count(), 12);
  await pane(page).locator(".bar-table").nth(2).waitFor();
  await pane(page).getByText("Average review time (working days)").waitFor();
  await assertAccessible(page);
  const year = Number(today().slice(0, 4)) - 4;
  await pane(page).locator(".year-pick select").selectOption(String(year));
  await pane(page)
    .getByRole("heading", { name: `${year} at a glance` })
    .waitFor();
  await pane(page).getByText("No data for this year").first().waitFor();
  await pane(page).getByText("—", { exact: true }).first().waitFor();
});

test("figures of the year lead to the rows they count, or ask which of several lists", async () => {
  const figure = (page: Page, name: string) =>
    pane(page).locator(".figure", { has: page.getByText(name, { exact: true }) });
  const leader = await product.as("leader", { language: "en", path: "/wel/dashboard" });
  await figure(leader, "Classes").getByRole("button").click();
  await leader.getByRole("dialog").getByRole("link", { name: "Enterprise" }).waitFor();
  await assertAccessible(leader);
  await leader.getByRole("dialog").getByRole("link", { name: "Institution" }).click();
  await leader.waitForURL(/\/class\/index\?status=Confirm&startDate_dategt=\d{4}-01-01&startDate_datelt=/);
  const org = await product.as("org");
  await figure(org, "开班数").getByRole("link").click();
  await org.waitForURL(/\/my\/class\?status=Confirm&/);
});

test("an institution: what was returned and why, what is due, what runs today", async () => {
  const page = await product.as("org");
  const row = (text: string) => pane(page).locator(".due-rows li", { hasText: text });
  await row("退回班").waitFor();
  await row("退回班")
    .filter({ hasText: /班级被退回[\s\S]*教学计划不完整/ })
    .waitFor();
  await row("在训班")
    .filter({ hasText: new RegExp(`考勤未登记[\\s\\S]*节课未登记考勤，最早 ${addDays(today(), -1)}`) })
    .waitFor();
  await pane(page).getByText("08:00–15:45").waitFor();
  await assertAccessible(page);
  await row("在训班").getByRole("link").click();
  await pane(page).locator(".attendance-row").first().waitFor();
});

test("the same on a phone, in English; a teacher sees their classes and no amounts", async () => {
  const page = await product.as("org", { size: phone, language: "en" });
  await pane(page).getByText("Attendance not recorded").waitFor();
  await assertFits(page);
  await assertAccessible(page);
  const teacher = await product.as("teacher", { size: phone });
  await pane(teacher).getByText("在训班").first().waitFor();
  assert.equal(await pane(teacher).getByText("退回班").count(), 0);
  assert.equal(await pane(teacher).getByText("拨付金额").count(), 0);
});

test("an enterprise and an assessor: their own tasks first", async () => {
  const enterprise = await product.as("enterprise");
  await pane(enterprise).getByRole("heading", { name: "职工报名情况" }).waitFor();
  // Of the county: staff signed up in every state, a draft and a returned sign-up among them.
  await pane(enterprise).getByRole("heading", { name: "待提交的职工报名" }).waitFor();
  await pane(enterprise).getByText("岗位与培训课程不符", { exact: false }).first().waitFor();
  await assertAccessible(enterprise);
  const assessor = await product.as("assessor", { language: "en" });
  await pane(assessor).getByRole("heading", { name: "My assessments" }).waitFor();
  await assertAccessible(assessor);
});

test("institutions and students: the notices for them; for students also the classes that they may join", async () => {
  const notice = (title: string, target: string) =>
    sql`insert into notice (title, category_id, target, is_top, content, publish_status, publish_time, publish_user, create_user, update_user)
    select ${title}, min(id), ${[target]}, '0', '<p>请按时办理。</p>', '1', now(), 1, 1, 1 from notice_category`.execute(
      app.db,
    );
  await notice("年检通知", "UsedByOrg");
  await notice("学员须知", "UsedByPerson");
  await anOpenClass(app, { className: "可报名的班" });
  const org = await product.as("org");
  await pane(org).getByRole("link", { name: "年检通知" }).click();
  await org.getByRole("dialog").getByText("请按时办理。").waitFor();
  assert.equal(await pane(org).getByText("学员须知").count(), 0);
  const student = await product.as("student", { size: phone });
  await pane(student).getByRole("link", { name: "学员须知" }).waitFor();
  await pane(student).getByText("可报名的班").waitFor();
  await assertFits(student);
  await assertAccessible(student);
  await pane(student)
    .getByRole("link", { name: /全部可报名班级/ })
    .click();
  await student.waitForURL("**/stu/sign");
});
