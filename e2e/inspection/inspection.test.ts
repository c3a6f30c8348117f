import { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import { today } from "../../apps/api/src/core/foundation/clock.ts";
import { aConfirmedClass } from "../../apps/api/test/factories/class.ts";
import { aFilledInspection } from "../../apps/api/test/factories/inspection.ts";
import { aCourse } from "../../apps/api/test/factories/teaching.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { choose, closed, dialog, expectMessage, row, send, shot, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** An inspection as an office does it: the clerk stands in the classroom with a phone, somebody else verifies it. */

let product: Product;
let app: TestApp;
const className = "电工抽查一班";
const courses = ["叉车司机", "养老护理员", "中式烹调师"];

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  await aConfirmedClass(app, { students: 4, overrides: { className } });
  const filled = await aConfirmedClass(app, { students: 3, overrides: { className: "焊工抽查二班" } });
  await aFilledInspection(app, filled.classId, "0");
  const asked = await Promise.all(courses.map((courseName) => aCourse(app, { courseName })));
  const surveyed = await aConfirmedClass(app, { overrides: { className: "需求调查班" } });
  // It is trained to order for an enterprise.
  await product.sql(
    `update training_class set partner_ent_id = (select min(id) from department where dept_category = '3') where id = ${surveyed.classId}`,
  );
  await app.as("clerk").call(investigationCalls.submit, {
    classId: surveyed.classId,
    investigateKind: "1",
    investigator: "王五",
    investigateDate: today(),
    needCourseIds: asked.map(({ id }) => id),
  });
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("the clerk draws the sample on a phone, records each answer, and fills it in", async () => {
  const page = await product.as("clerk", { path: "/enterprise/investigation", size: phone });
  await pane(page).getByRole("button", { name: "新增" }).click();
  await choose(page, "班级", className);
  await dialog(page).getByLabel("调查日期").fill(new Date().toISOString().slice(0, 10));
  await send(page);
  await page.waitForURL(/\/enterprise\/investigation\/\d+/);
  await pane(page).getByText("尚未抽取", { exact: false }).waitFor();
  await pane(page).getByRole("button", { name: "抽取抽查对象" }).click();
  await pane(page).getByRole("button", { name: "登记答复" }).nth(2).waitFor();
  await assertAccessible(page);
  for (let place = 0; place < 3; place++) {
    await pane(page).getByRole("button", { name: "登记答复" }).first().click();
    await choose(page, "询问方式", "课堂询问");
    await choose(page, "抽查答复", "属实");
    await send(page);
    await expectMessage(page, "答复已登记");
    await closed(page);
    await pane(page).getByRole("button", { name: "更正答复" }).nth(place).waitFor();
  }
  await pane(page).getByRole("button", { name: "填写内容" }).click();
  await dialog(page).getByLabel("到访地点").fill("一号实训室");
  await typeTime(dialog(page).getByLabel("到访时间"), "09:30");
  await choose(page, "培训真实性", "是");
  await dialog(page).getByLabel("调查内容").fill("学员在课，抽查对象均确认参加培训");
  await assertAccessible(page);
  await send(page);
  await closed(page);
  await pane(page).getByRole("button", { name: "填报", exact: true }).click();
  await send(page);
  await pane(page).getByText("下一步：由填报以外的人员核实").waitFor();
  await shot(page, "inspection-phone");
});

test("somebody else verifies what the sample denied, and the class shows it", async () => {
  const page = await product.as("first");
  await open(page, "/enterprise/investigation");
  await row(page, "焊工抽查二班").getByText("已填报").waitFor();
  await row(page, "焊工抽查二班").getByRole("button", { name: "查看" }).click();
  await pane(page).getByText("否认").first().waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("button", { name: "核实", exact: true }).click();
  await send(page);
  await pane(page).getByText("已核实，结果已记入班级").waitFor();
  await shot(page, "inspection");
  await pane(page).getByRole("link", { name: "焊工抽查二班" }).click();
  await pane(page).getByText("不合格").first().waitFor();
  await pane(page).getByText("抽查", { exact: true }).click();
  await pane(page).locator(".ant-table-row").getByText("已核实").waitFor();
  await assertAccessible(page);
});

test("view and form of a survey name all its courses, not their numbers", async () => {
  const page = await product.as("clerk");
  await open(page, "/enterprise/investigation");
  await row(page, "需求调查班").getByRole("button", { name: "需求调查班" }).first().click();
  await pane(page)
    .getByText(new RegExp(courses.join("|")))
    .first()
    .waitFor();
  await pane(page).getByRole("button", { name: "填写内容" }).click();
  for (const course of courses) await dialog(page).getByTitle(course, { exact: true }).waitFor();
});
