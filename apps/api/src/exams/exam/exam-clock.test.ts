import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls as papers } from "@jipei/contract/exams/exam-paper.calls.ts";
import { sql } from "kysely";
import { anOpenExam, end, openPaper } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { closePaper } from "../paper/own-paper.ts";
import { moveExams } from "./exam-clock.ts";

/** The clock of exams, where something comes in between. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const statusOf = async (id: string) => (await clerk.call(papers.detail, { id })).status;

describe("the clock of exams", () => {
  it("leaves a paper open whose time was extended after it was found", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const { paperId } = await openPaper(candidates[0] as TestUser, examId);
    await end(app, examId);
    await clerk.call(papers.extend, { ids: paperId, minutes: 30, reason: "停电" } as never);
    const closing = app.db.transaction().execute((tx) => closePaper(tx, app.services, paperId));
    await assert.rejects(closing, (error) => error instanceof Refusal && error.code === "STATE_ILLEGAL");
    assert.equal(await statusOf(paperId), "1");
  });

  it("goes on after a paper that cannot be closed, to the others and to the exams, and closes it the next time", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [bad, good] = await Promise.all(candidates.slice(0, 2).map((one) => openPaper(one, examId)));
    const badId = bad?.paperId ?? "";
    await moveExams(app.services);
    await end(app, examId);
    await sql`create trigger broken before update on exam_paper for each row when (old.id = ${sql.lit(badId)}::bigint) execute function refuse_change()`.execute(
      app.db,
    );
    await moveExams(app.services);
    assert.deepEqual([await statusOf(badId), await statusOf(good?.paperId ?? "")], ["1", "2"]);
    assert.equal((await clerk.call(examCalls.detail, { id: examId })).status, "3");
    await sql`drop trigger broken on exam_paper`.execute(app.db);
    await moveExams(app.services);
    assert.equal(await statusOf(badId), "2");
  });
});
