import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { examCalls as exams } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls as papers } from "@jipei/contract/exams/exam-paper.calls.ts";
import { examResultsCalls as calls } from "@jipei/contract/exams/exam-results.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { type BuiltExam, aFormalExam, anOpenExam, end, sitExam } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { findTaken } from "../../../test/support/answers/taken.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { moveExams } from "../exam/exam-clock.ts";

/** A formal exam that two of three sat, with 100 and 60 points, and practice of another class that one of three sat with 100. */
let app: TestApp;
let clerk: TestUser;
let formal: BuiltExam;
let practice: BuiltExam;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  formal = await aFormalExam(app);
  const [one, two] = formal.candidates as [TestUser, TestUser];
  await sitExam(one, formal.examId);
  await sitExam(two, formal.examId, 3);
  practice = await anOpenExam(app);
  await sitExam(practice.candidates[0] as TestUser, practice.examId);
  for (const { examId } of [formal, practice]) await end(app, examId);
  await moveExams(app.services);
});
after(() => app.close());

describe("Exam.results", () => {
  it("counts exams, candidates and papers of each class, the weakest first, and adds all together", async () => {
    const { groups, sum } = await clerk.call(calls.results, {});
    const figures = { exams: 1, candidates: 3, highest: "100.00" };
    assert.deepEqual(
      groups.map(({ name: _name, ...group }) => group),
      [
        { ...figures, id: formal.classId, papers: 2, passed: 2, passRate: "100.00", average: "80.00", lowest: "60.00" },
        {
          ...figures,
          id: practice.classId,
          papers: 1,
          passed: 1,
          passRate: "100.00",
          average: "100.00",
          lowest: "100.00",
        },
      ],
    );
    assert.deepEqual([sum.exams, sum.candidates, sum.papers, sum.average], [2, 6, 3, "86.67"]);
  });

  it("groups by institution and course, and counts the kind, the course and the days that are asked for", async () => {
    const ids = async (query: object) => (await clerk.call(calls.results, query)).groups.map(({ id }) => id);
    assert.deepEqual(await ids({ groupBy: "org", examKind: "1" }), [formal.base.orgId]);
    assert.deepEqual(await ids({ groupBy: "course", courseId: practice.base.courseId }), [practice.base.courseId]);
    assert.deepEqual(await ids({ orgId: formal.base.orgId }), [formal.classId]);
    assert.deepEqual(await clerk.call(calls.results, { from: addDays(today(), 1), to: addDays(today(), 2) }), {
      groups: [],
      sum: {
        exams: 0,
        candidates: 0,
        papers: 0,
        passed: 0,
        passRate: null,
        average: null,
        highest: null,
        lowest: null,
      },
    });
  });

  it("refuses days in the wrong order, and candidates", async () => {
    const refused = await clerk.refused(calls.results, { from: today(), to: addDays(today(), -1) });
    assert.equal(refused.failures[0]?.field, "to");
    assert.equal((await (formal.candidates[0] as TestUser).refused(calls.results, {})).status, 403);
  });

  it("shows institutions their own classes, formal exams once they are graded", async () => {
    const own = async ({ base }: BuiltExam) => (await base.orgAdmin.call(calls.results, {})).groups.map(({ id }) => id);
    assert.deepEqual([await own(formal), await own(practice)], [[], [practice.classId]]);
    await clerk.call(papers.submit, { examId: formal.examId, status: "3" } as never);
    await clerk.call(exams.submit, { id: formal.examId, status: "4" } as never);
    assert.deepEqual(await own(formal), [formal.classId]);
  });
});

describe("Exam.resultsSheet", () => {
  it("is a workbook with all together in its last row", async () => {
    const { rawPayload } = await app.http.inject({
      url: calls.resultsSheet.path,
      headers: { token: clerk.token, "accept-language": "en" },
    });
    const rows = [];
    for await (const row of readWorkbook(rawPayload)) rows.push(row.values);
    assert.deepEqual(rows[0]?.slice(0, 3), ["Class", "Exams", "Candidates"]);
    assert.deepEqual(rows.at(-1)?.slice(0, 3), ["Total", 2, 6]);
  });

  it("leaves in the history who took it, and what was asked for", async () => {
    await app.http.inject({ url: `${calls.resultsSheet.path}?examKind=1`, headers: { token: clerk.token } });
    assert.deepEqual((await findTaken(app.db, clerk, "Exam")).at(-1), {
      bizId: "0",
      after: { file: calls.results.zh, filters: ["examKind 1"] },
    });
  });
});
