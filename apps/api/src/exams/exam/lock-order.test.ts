import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { type RawBuilder, sql } from "kysely";
import { anApprovedTest } from "../../../test/factories/assessment.ts";
import { aBank, examInput } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { countWaiting, waitUntil } from "../../../test/support/wait-until.ts";

/**
 * Application, exam, paper, score, class: in this order everybody locks (docs/decisions/0369). Somebody who has locked a row, as another move does
 * first, must get what comes after it while a move waits for that row: otherwise each of the two waits for the other.
 */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

/** An approved assessment with a draft of its exam. */
async function built() {
  const test = await anApprovedTest(app);
  await aBank(clerk, app, test.base.courseId);
  const { id: examId } = await clerk.call(
    examCalls.submit,
    examInput(test.classId, { examKind: "1", testApplyId: test.applyId, maxTimes: 1 }),
  );
  return { ...test, examId };
}
type Built = Awaited<ReturnType<typeof built>>;

const rows = {
  application: ({ applyId }: Built) => sql`select from test_application where id = ${applyId}`,
  exam: ({ examId }: Built) => sql`select from exam where id = ${examId}`,
  scores: ({ applyId }: Built) => sql`select from grade where test_apply_id = ${applyId}`,
  classes: ({ classId }: Built) => sql`select from training_class where id = ${classId}`,
} satisfies Readonly<Record<string, (of: Built) => RawBuilder<unknown>>>;
type Locked = keyof typeof rows;

/** Has one row, begins a move that waits for it, and takes the others. */
async function takeWhile(of: Built, has: Locked, move: () => Promise<unknown>, takes: readonly Locked[]) {
  const waiting = await app.db.transaction().execute(async (tx) => {
    await sql`${rows[has](of)} for update`.execute(tx);
    const moving = move().then(
      () => "moved",
      (error: unknown) => error,
    );
    await waitUntil(async () => (await countWaiting(app.db)) > 0);
    for (const one of takes) await sql`${rows[one](of)} for no key update nowait`.execute(tx);
    return { moving };
  });
  assert.equal(await waiting.moving, "moved");
}

const revoke = ({ applyId }: Built) =>
  clerk.call(testApplicationCalls.confirmSubmit, { ids: applyId, confirmType: "Invalidate", reason: "停电" } as never);

describe("TestApplication.confirmSubmit to Invalidate", () => {
  it("waits for an exam that is graded, without its scores and its class", async () => {
    const of = await built();
    await takeWhile(of, "exam", () => revoke(of), ["scores", "classes"]);
  });

  it("waits for scores that are entered, without the class", async () => {
    const of = await built();
    await takeWhile(of, "scores", () => revoke(of), ["classes"]);
  });
});

describe("Grade.submit of a whole sheet", () => {
  it("waits for an assessment that is called off, without its scores and its class", async () => {
    const of = await built();
    const { records } = await clerk.list(gradeCalls.list, { testApplyId: of.applyId });
    const scores = records.map(({ id }) => ({ id, theoryScore: "70", practiceScore: "70" }));
    await of.base.orgAdmin.call(gradeCalls.submit, { scores } as never);
    await takeWhile(
      of,
      "application",
      () => clerk.call(gradeCalls.submit, { testApplicationId: of.applyId, gradeStatus: "1" } as never),
      ["exam", "scores", "classes"],
    );
  });
});

describe("Exam.submit to published", () => {
  it("waits for a sheet that is checked, without the exam", async () => {
    const of = await built();
    await takeWhile(of, "application", () => clerk.call(examCalls.submit, { id: of.examId, status: "1" } as never), [
      "exam",
    ]);
  });
});
