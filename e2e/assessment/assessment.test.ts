import assert from "node:assert/strict";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { declareConditionCalls } from "@jipei/contract/catalogue/declare-condition.ts";
import { sql } from "kysely";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { addDays, addMonths, today } from "../../apps/api/src/core/foundation/clock.ts";
import {
  type TestedClass,
  addExaminees,
  anApprovedTest,
  aPublishedTest,
  aTestApplication,
} from "../../apps/api/test/factories/assessment.ts";
import { aHeldClass } from "../../apps/api/test/factories/class.ts";
import { aTrainingBase } from "../../apps/api/test/factories/training-base.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { act, becomes, dialog, holdAnswers, row, send, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** What the pages of an assessment offer: conditions that are met, parts that are repeated, persons who may leave. */

let product: Product;
let app: TestApp;
let draft: TestedClass;
let graded: TestedClass & { makeUpId: string };
let ended: Awaited<ReturnType<typeof aHeldClass>>;
const getName = async (studentId: string) =>
  (await app.db.selectFrom("student").select("name").where("id", "=", studentId).executeTakeFirstOrThrow())
    .name as string;

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const base = await aTrainingBase(app, {
    course: { certKind: "4", level: "4" },
    organisation: { orgName: "考核职业培训学校", creditCode: syntheticCreditCode(70_011), account: "kaohe" },
  });
  const course = await app.db
    .selectFrom("course")
    .select(["occupationCode", "occupationName"])
    .where("id", "=", base.courseId)
    .executeTakeFirstOrThrow();
  await sql`update declare_condition set is_deleted = 1 where occupation_code = ${course.occupationCode} and level = '4'`.execute(
    app.db,
  );
  const conditions: string[] = [];
  for (const [index, asked] of [{ minWorkYears: 5 }, { minEducation: "40" }].entries())
    conditions.push(
      (
        await app.as("clerk").call(declareConditionCalls.submit, {
          ...course,
          level: "4",
          conditionNo: index + 1,
          conditionText: ["累计工作满5年", "中等职业学校毕业"][index],
          minAge: 16,
          ...asked,
        } as never)
      ).id,
    );
  draft = await aTestApplication(app, {
    base,
    students: 2,
    application: { testMode: "1", evalOrgName: "市职业技能评价中心" },
  });
  await sql`update student set work_years = case when id = ${draft.studentIds[0]} then 6 else 1 end, education = case when id = ${draft.studentIds[0]} then '30' else '70' end where class_id = ${draft.classId}`.execute(
    app.db,
  );
  await base.orgAdmin.call(testApplicationCalls.submit, {
    testApplyDTO: { id: draft.applyId },
    testDTOs: draft.studentIds.map((studentId) => ({ studentId, conditionId: conditions[0] })),
  } as never);
  const built = await aPublishedTest(app, {
    base,
    students: 2,
    scores: [{ practiceScore: "40.00" }, { theoryScore: "30.00", practiceScore: "40.00" }],
  });
  const makeUp = {
    classId: built.classId,
    testKind: "2",
    testMode: "4",
    wishTestDate: addDays(today(), 20),
    testPlace: "考核楼1号",
    subjects: ["1", "2"],
  };
  const { id: makeUpId } = (await base.orgAdmin.call(testApplicationCalls.submit, {
    testApplyDTO: makeUp,
  } as never)) as { id: string };
  await base.orgAdmin.call(testApplicationCalls.confirm, { ids: makeUpId, confirmType: "unConfirm" } as never);
  await app.as("clerk").call(testApplicationCalls.confirm, {
    ids: makeUpId,
    confirmType: "Confirm",
    testDate: addDays(today(), 20),
  } as never);
  graded = { ...built, makeUpId };
  ended = await aHeldClass(app, { base, students: 2 });
  await sql`update app_user set org_id = ${base.orgId} where account = 'org'`.execute(app.db);
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

test("a draft shows the condition under which each person applies, and offers the others that they meet", async () => {
  const page = await product.as("org", { path: `/my/test/${draft.applyId}` });
  const first = row(page, await getName(draft.studentIds[0] as string));
  const chosen = (text: string) => first.locator(".ant-select-content", { hasText: text }).waitFor();
  await chosen("1. 累计工作满5年");
  await row(page, await getName(draft.studentIds[1] as string))
    .getByText("不符合条件")
    .waitFor();
  await first.getByRole("combobox").click();
  await page.locator(".ant-select-item-option", { hasText: "2. 中等职业学校毕业" }).click();
  await chosen("2. 中等职业学校毕业");
  const name = await getName(draft.studentIds[1] as string);
  await row(page, name)
    .getByRole("button", { name: `移出 ${name}` })
    .click();
  await dialog(page).getByText("确定将选择数据删除?").waitFor();
  await send(page);
  await expectMessage(page, "删除成功");
  await row(page, name).waitFor({ state: "hidden" });
  await first.waitFor();
});

test("a sheet of more people than a page of a list has is entered whole, and keeps what an exam found", async () => {
  const built = await anApprovedTest(app, { base: graded.base, students: 1 });
  await addExaminees(app, built, 200);
  const { records } = await app.as("clerk").list(gradeCalls.list, { testApplyId: built.applyId, isPaging: "0" });
  const [first, last] = [records[0], records.at(-1)];
  await sql`update grade set is_cheat = '1', exam_cheat = true, theory_score = 0, practice_score = 0, result = '2' where id = ${first?.id}`.execute(
    app.db,
  );
  const page = await product.as("clerk", { path: `/test/org/${built.applyId}` });
  await row(page, last?.examineeNo ?? "")
    .locator("input.score")
    .first()
    .fill("71");
  const found = row(page, first?.examineeNo ?? "").getByRole("checkbox", { name: /违纪/ });
  assert.deepEqual([await found.isChecked(), await found.isDisabled()], [true, true]);
  await found.hover({ force: true });
  await page.getByRole("tooltip").getByText("违纪由考试认定，登分时不能取消").waitFor();
  await page.getByRole("button", { name: "保存成绩" }).click();
  await expectMessage(page, "已保存");
  const { theoryScore } = await app.as("clerk").call(gradeCalls.detail, { id: last?.id ?? "" });
  assert.equal(theoryScore, "71.00");
});

test("a make-up shows scores that stay, saves only those that were typed, and marks an absence that has every score", async () => {
  const page = await product.as("clerk", { path: `/test/org/${graded.makeUpId}` });
  const [keeper, other] = [
    row(page, await getName(graded.studentIds[0] as string)),
    row(page, await getName(graded.studentIds[1] as string)),
  ];
  await keeper.getByText(`85.00 保留至${addMonths(addDays(today(), 10), 24)}`).waitFor();
  assert.equal(await keeper.locator("input.score").count(), 1);
  await keeper.locator("input.score").fill("70");
  const answer = await holdAnswers(page, gradeCalls.submit);
  await page.getByRole("button", { name: "保存成绩" }).click();
  // What is typed while the first score is being saved stays.
  await other.locator("input.score").nth(0).fill("66");
  answer();
  await expectMessage(page, "已保存");
  await becomes(() => other.locator("input.score").nth(0).inputValue(), "66");
  await page.getByRole("button", { name: "保存成绩" }).click();
  await expectMessage(page, "已保存");
  await keeper.getByText("76.00").waitFor();
  await other.locator("input.score").nth(1).fill("77");
  await page.getByRole("button", { name: "保存成绩" }).click();
  await expectMessage(page, "已保存");
  // 66 × 0.4 + 77 × 0.6: the theory score of before still counts.
  await other.getByText("72.60").waitFor();
  await other.getByRole("checkbox", { name: /缺考/ }).check();
  await becomes(() => other.locator("input.score[aria-invalid=true]").count(), 2);
  await page.getByRole("button", { name: "保存成绩" }).click();
  await pane(page).getByText("各科均已登分").waitFor();
  await assertAccessible(page);
});

test("students may leave a class until it is assessed, and not after", async () => {
  const page = await product.as("org", { path: `/class/detail/${ended.classId}?section=roster` });
  await act(page, await getName(ended.studentIds[0] as string), "退班");
  await page.getByRole("dialog").last().waitFor();
  await page.goto(`/class/detail/${graded.classId}?section=roster`);
  const member = row(page, await getName(graded.studentIds[0] as string));
  const actions = member.locator(".row-actions");
  await actions.waitFor();
  const more = actions.getByRole("button", { name: "更多" });
  if ((await more.count()) > 0) await more.click();
  assert.equal(await page.getByRole("button", { name: "退班" }).count(), 0);
});
