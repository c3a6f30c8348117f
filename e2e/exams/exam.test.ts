import assert from "node:assert/strict";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { questionType } from "@jipei/contract/core/fields/codes.ts";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examMachine } from "@jipei/contract/exams/exam.machine.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import type { Page } from "@playwright/test";
import { anApprovedTest } from "../../apps/api/test/factories/assessment.ts";
import { anAttachment } from "../../apps/api/test/factories/attachment.ts";
import { aBank, begin, candidatesOf, end, sitExam } from "../../apps/api/test/factories/exam.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { moveExams } from "../../apps/api/src/exams/exam/exam-clock.ts";
import { act, assertFits, becomes, choose, closed, dialog, fill, row, send, shot, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Named, Words } from "../chain/words.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/**
 * A formal exam from its draft to the certificate: ten candidates, one of whom sits it in a browser, is offline for a while, leaves the page,
 * and goes on with a phone; in both languages.
 */

let product: Product;
let app: TestApp;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

const words = {
  zh: {
    enough: /题库充足 · 分值之和100分/,
    start: "开始考试",
    saved: "答案已保存",
    offline: "次作答已保存在本机",
    next: "下一题",
    all: "全部题目",
    outdated: "无法取得最新情况",
    announce: "考场通知",
    extend: "延长时间",
    more: "已延长15分钟",
    elsewhere: "答卷已在另一处打开",
    here: "在本设备继续",
    handIn: "交卷",
    done: "已交卷",
    gradeAll: "全部评分",
    results: "成绩汇总",
    read: "查看答卷",
    object: "提出异议",
    reply: "答复异议",
    add: "新增",
    view: "查看",
    invigilate: "监考",
    overview: "答题卡",
    discrimination: "区分度",
  },
  en: {
    enough: /The bank is large enough · points in all: 100/,
    start: "Start the exam",
    saved: "Answers saved",
    offline: "Kept on this device",
    next: "Next",
    all: "All questions",
    outdated: "The server does not answer",
    announce: "Announce",
    extend: "Add time",
    more: "Minutes added: 15",
    elsewhere: "The paper is open elsewhere",
    here: "Go on here",
    handIn: "Hand in",
    done: "Handed in",
    gradeAll: "Grade all",
    results: "Results",
    read: "Read the paper",
    object: "Object",
    reply: "Reply to the objection",
    add: "Add",
    view: "View",
    invigilate: "Invigilation",
    overview: "Overview",
    discrimination: "Discrimination",
  },
} as const;
const { fields } = Exam;

for (const language of ["zh", "en"] as const)
  test(`a formal exam is drawn, sat by ten, graded, and leads to certificates (${language})`, async () => {
    const w = words[language];
    const label = (named: Named) => new Words(language).label(named);
    const built = await anApprovedTest(app, { students: 10 });
    await aBank(app.as("clerk"), app, built.base.courseId);
    const { className, name } = await becomeCandidate(built.studentIds[0] ?? "", built.classId);
    const examName = { zh: "理论考试甲", en: "理论考试乙" }[language];

    const clerk = await product.as("clerk", { language, path: "/exam/index" });
    await pane(clerk).getByRole("button", { name: w.add, exact: true }).first().click();
    await fill(clerk, { [label(fields.examName)]: examName });
    await choose(clerk, label(fields.classId), className);
    await choose(clerk, label(fields.testApplyId), await applyNo(built.applyId));
    const day = addDays(today(), 1);
    await typeTime(dialog(clerk).getByLabel(label(fields.startTime)), `${day} 09:00`);
    await typeTime(dialog(clerk).getByLabel(label(fields.endTime)), `${day} 11:00`);
    const plan = {
      singleCount: "4",
      singleScore: "10",
      multiCount: "2",
      multiScore: "20",
      judgeCount: "2",
      judgeScore: "10",
    } as const;
    for (const [field, value] of Object.entries(plan))
      await fill(clerk, { [label(fields[field as keyof typeof plan])]: value });
    await dialog(clerk).getByText(w.enough).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `exam-form-${language}`);
    await send(clerk);
    await closed(clerk);
    await act(clerk, examName, label(examMachine.actions.publish));
    await send(clerk);
    await closed(clerk);
    const [exam] = await product.sql<{ id: string }>("select id from exam where exam_name = $1", [examName]);
    const examId = exam?.id ?? "";
    await begin(app, examId);

    const student = await product.as("student", { language, path: "/stu/exam" });
    const card = pane(student).getByRole("article", { name: examName });
    await assertAccessible(student);
    await card.getByRole("button", { name: w.start }).click();
    await pane(student).locator(".sitting-question").waitFor();
    await assertAccessible(student);
    await shot(student, `sitting-${language}`);
    await answerByKeys(student);
    await pane(student).getByText(w.saved).waitFor();

    await student.context().setOffline(true);
    for (let n = 0; n < 2; n++) {
      await pane(student).getByRole("button", { name: w.next, exact: true }).click();
      await answer(student, 0);
    }
    await pane(student).getByText(w.offline).waitFor();
    await shot(student, `sitting-offline-${language}`);
    await student.evaluate(() => window.dispatchEvent(new Event("blur")));
    await student.context().setOffline(false);
    await pane(student).getByText(w.saved).waitFor();
    assert.equal(await answered(examId, name), 3);

    await open(clerk, "/exam/index");
    await act(clerk, examName, w.invigilate);
    const watched = pane(clerk).getByRole("row", { name: new RegExp(name) });
    await watched.getByText("3 / 8").waitFor();
    await becomes(async () => (await watched.getByRole("cell").nth(3).innerText()).trim(), "1");
    // A monitor that hears nothing more says so, and goes on once it does.
    const isRoom = ({ pathname }: URL): boolean => pathname === examCalls.room.path;
    await clerk.route(isRoom, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
    await pane(clerk).getByText(w.outdated).waitFor();
    await clerk.unroute(isRoom);
    await pane(clerk).getByText(w.outdated).waitFor({ state: "hidden" });
    await pane(clerk).getByRole("button", { name: w.announce }).click();
    await dialog(clerk).getByRole("textbox").fill("请保持安静");
    await send(clerk);
    await closed(clerk);
    await watched.getByRole("button", { name: w.extend }).click();
    await dialog(clerk).getByRole("spinbutton").fill("15");
    await dialog(clerk).getByRole("textbox").fill("设备故障");
    await send(clerk);
    await closed(clerk);
    await watched.getByText(w.more).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `room-${language}`);
    await pane(student).getByText("请保持安静").waitFor();

    const device = await product.as("student", { language, size: phone });
    await device.goto(`/stu/exam/${examId}`);
    await pane(device).getByText(w.elsewhere).waitFor();
    await pane(device).getByRole("button", { name: w.here }).click();
    await pane(device).locator(".sitting-question").waitFor();
    await assertFits(device);
    await assertAccessible(device);
    await shot(device, `sitting-phone-${language}`);
    await pane(student).getByText(w.elsewhere).waitFor();
    await pane(device).getByRole("button", { name: w.all }).click();
    await finish(device);
    await pane(device).getByText(w.saved).waitFor();
    await pane(device).getByRole("button", { name: w.handIn }).click();
    await dialog(device).getByRole("button", { name: w.handIn }).click();
    await pane(device).getByText(w.done).waitFor();
    await pane(device).locator(".sitting-score", { hasText: "100" }).waitFor();

    const [, ...others] = await candidatesOf(app, built.classId);
    for (const [index, other] of others.entries()) await sitExam(other, examId, index % 5);
    await end(app, examId);
    await moveExams(app.services);
    await open(clerk, "/exam/index");
    await act(clerk, examName, w.view);
    await dialog(clerk).getByRole("button", { name: w.gradeAll }).click();
    await dialog(clerk).locator(".ant-table-row", { hasText: name }).getByText("100", { exact: true }).waitFor();
    await becomes(
      async () => (await product.sql("select from exam_paper where exam_id = $1 and status = '3'", [examId])).length,
      10,
    );
    await clerk.keyboard.press("Escape");
    await closed(clerk);
    await act(clerk, examName, label(examMachine.actions.grade));
    await send(clerk);
    await closed(clerk);
    await row(clerk, examName).getByText(label(examMachine.states.codes["4"])).waitFor();
    await open(clerk, `/exam/analysis/${examId}`);
    await pane(clerk).getByRole("columnheader", { name: w.discrimination }).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `exam-analysis-${language}`);
    await open(clerk, "/exam/index");
    await pane(clerk).getByRole("button", { name: w.results }).click();
    await pane(clerk)
      .getByRole("row", { name: new RegExp(className) })
      .getByText("90%")
      .first()
      .waitFor();
    await assertAccessible(clerk);
    await assertFits(clerk);
    await shot(clerk, `exam-results-${language}`);

    const own = await product.as("student", { language, size: phone, path: "/stu/exam" });
    await pane(own).getByRole("article", { name: examName }).getByRole("link", { name: w.read }).click();
    await pane(own).getByRole("button", { name: w.object }).first().click();
    await dialog(own).getByRole("textbox").fill("选项C也对");
    await send(own);
    await closed(own);
    await pane(own).getByText("选项C也对").waitFor();
    await assertAccessible(own);
    await shot(own, `marked-phone-${language}`);
    const paperId = new URL(own.url()).pathname.split("/").at(-1);
    await open(clerk, `/exam/paper/${paperId}`);
    await pane(clerk).getByRole("button", { name: w.reply }).click();
    await dialog(clerk).getByRole("textbox").fill("经复核不成立");
    await send(clerk);
    await closed(clerk);
    await pane(clerk).getByText("经复核不成立").waitFor();

    // Of the ten one had four answers wrong, and forty points.
    assert.equal(await certify(built), 9);
  });

/** The demo student is a person of the class: their account has the ID number of its first student. */
async function becomeCandidate(studentId: string, classId: string): Promise<{ className: string; name: string }> {
  await product.sql(
    "update app_user u set id_number_hash = s.id_number_hash, name = s.name, real_name = s.name from student s where u.account = 'student' and s.id = $1",
    [studentId],
  );
  const [found] = await product.sql<{ className: string; name: string }>(
    `select c.class_name as "className", s.name from training_class c join student s on s.class_id = c.id where c.id = $1 and s.id = $2`,
    [classId, studentId],
  );
  return found ?? { className: "", name: "" };
}

async function applyNo(applyId: string): Promise<string> {
  const [found] = await product.sql<{ no: string }>("select test_apply_no as no from test_application where id = $1", [
    applyId,
  ]);
  return found?.no ?? "";
}

/** Answers the question in front by keys alone. */
async function answerByKeys(page: Page): Promise<void> {
  const options = pane(page).locator(".sitting-option input");
  await options.first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await becomes(() => options.nth(1).isChecked(), true);
}

/** The right options of a question, as the bank of the tests has them: B, ABC, true. */
const right: Readonly<Record<string, readonly number[]>> = { radio4: [1], checkbox4: [0, 1, 2], radio2: [0] };
async function answer(page: Page, index: number): Promise<void> {
  const options = pane(page).locator(".sitting-question").nth(index).locator(".sitting-option input");
  const kind = `${await options.first().getAttribute("type")}${await options.count()}`;
  for (const place of right[kind] ?? []) await options.nth(place).check();
}

/** Answers whatever is shown, all questions on a page. */
async function finish(page: Page): Promise<void> {
  const count = Object.keys(questionType.codes).length + 5;
  await becomes(() => pane(page).locator(".sitting-question").count(), count);
  for (let index = 0; index < count; index++) await answer(page, index);
}

/** Questions that a candidate has answered, as the server has them. */
async function answered(examId: string, name: string): Promise<number> {
  const rows = await product.sql(
    `select from student_question q join exam_paper p on p.id = q.paper_id join student s on s.id = p.student_id
      where p.exam_id = $1 and s.name = $2 and q.student_answer is not null`,
    [examId, name],
  );
  return rows.length;
}

/** Practice is entered, both parts are checked and published, and certificates are issued. @returns how many */
async function certify({ applyId, classId, base }: Awaited<ReturnType<typeof anApprovedTest>>): Promise<number> {
  const rows = await product.sql<{ id: string }>("select id from grade where test_apply_id = $1", [applyId]);
  await base.orgAdmin.call(gradeCalls.submit, { scores: rows.map(({ id }) => ({ id, practiceScore: "80" })) } as never);
  for (const gradeStatus of ["1", "2"])
    await app.as("clerk").call(gradeCalls.submit, { testApplicationId: applyId, gradeStatus } as never);
  const photo = await anAttachment(app, base.orgAdmin, "照片.jpg");
  await product.sql("update student set photo_att_id = $1 where class_id = $2", [photo, classId]);
  await app.as("clerk").call(certificateCalls.issue, { classId, applyId });
  return (await product.sql("select from certificate where class_id = $1", [classId])).length;
}
