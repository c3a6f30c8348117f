import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { examCalls as calls } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls as papers } from "@jipei/contract/exams/exam-paper.calls.ts";
import { type TestedClass, anApprovedTest, moveGrades } from "../../../test/factories/assessment.ts";
import { aBank, aGradedExam, aSatExam, examInput, gradeAll, setGrades } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** An exam and the score sheet of its assessment wait for each other. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

/** Types scores of everybody. @param theory of which students, by their places */
async function enterAll({ base, applyId }: TestedClass, theory: readonly number[]): Promise<void> {
  const rows = await app.db
    .selectFrom("grade")
    .select("id")
    .where("testApplyId", "=", applyId)
    .orderBy("examineeNo")
    .execute();
  const scores = rows.map(({ id }, place) => ({
    id,
    practiceScore: "85",
    ...(theory.includes(place) && { theoryScore: "72" }),
  }));
  await base.orgAdmin.call(gradeCalls.submit, { scores } as never);
}
const refusedCheck = async (testApplicationId: string) => {
  const { errorCode, msg } = await app.as("clerk").refused(gradeCalls.submit, { testApplicationId, gradeStatus: "1" });
  return [errorCode, msg];
};
const notGraded = ["GRADE_INCOMPLETE", "该考核的考试尚未完成阅卷，不能复核成绩"];

describe("Grade.submit with gradeStatus 1", () => {
  it("is refused while an exam of the assessment waits to be graded (GRADE_INCOMPLETE)", async () => {
    const built = await aSatExam(app);
    await enterAll(built, [0, 1, 2]);
    assert.deepEqual(await refusedCheck(built.applyId), notGraded);
    await gradeAll(app, built.examId);
    await moveGrades(app, built.applyId, "1", "2");
  });

  it("is refused while a graded exam is open again for a new sitting (GRADE_INCOMPLETE)", async () => {
    const built = await aGradedExam(app, { isFixed: "1" });
    await enterAll(built, [2]);
    await clerk.call(papers.submit, { id: built.paperIds[1], status: "9", reason: "死机" } as never);
    assert.deepEqual(await refusedCheck(built.applyId), notGraded);
  });

  it("waits for no exam that failed: its papers are void, and it is graded without them", async () => {
    const built = await aSatExam(app);
    for (const id of built.paperIds) await clerk.call(papers.submit, { id, status: "9", reason: "考场停电" } as never);
    await clerk.call(calls.submit, { id: built.examId, status: "4" } as never);
    await enterAll(built, [0, 1, 2]);
    await moveGrades(app, built.applyId, "1");
  });
});

describe("Exam.submit: publishing", () => {
  it("is refused where the scores of the assessment are checked (GRADE_CHECKED), published (GRADE_PUBLISHED)", async () => {
    const built = await anApprovedTest(app);
    await aBank(clerk, app, built.base.courseId);
    const formal = { examKind: "1", testApplyId: built.applyId, maxTimes: 1 };
    const { id } = await clerk.call(calls.submit, examInput(built.classId, formal));
    const refused = async () => (await clerk.refused(calls.submit, { id, status: "1" })).errorCode;
    await setGrades(app, built.applyId, "1");
    assert.equal(await refused(), "GRADE_CHECKED");
    await setGrades(app, built.applyId, "2");
    assert.equal(await refused(), "GRADE_PUBLISHED");
    await setGrades(app, built.applyId, "0");
    await clerk.call(calls.submit, { id, status: "1" } as never);
  });
});
