import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { trainEvaluationCalls as calls } from "@jipei/contract/outcomes/train-evaluation.ts";
import { sql } from "kysely";
import { type BuiltClass, aConfirmedClass, aHeldClass } from "../../test/factories/class.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** What people say of their training, and who may see it. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const answer = (classId: string, overrides: object = {}) =>
  ({
    classId,
    teachScore: 5,
    contentScore: 4,
    siteScore: 4,
    serviceScore: 4,
    isAnonymous: "1",
    suggestion: "多安排实操",
    ...overrides,
  }) as never;

/** The students of a class, signed in. */
async function studentsOf({ classId }: BuiltClass): Promise<TestUser[]> {
  const rows = await app.db
    .selectFrom("student")
    .select("idNumberHash")
    .where("classId", "=", classId)
    .orderBy("id")
    .execute();
  return rows.map(({ idNumberHash }, n) => app.as("student", { idNumberHash, userId: `77${classId}${n}` }));
}
const page = { current: 1, size: 50 } as never;

describe("TrainEvaluation.submit", () => {
  it("takes one answer of each student of a class that is over (DUPLICATE), also when two come at once", async () => {
    const built = await aHeldClass(app, { students: 2 });
    const [first, second] = (await studentsOf(built)) as [TestUser, TestUser];
    assert.deepEqual(
      (await first.call(calls.due, {})).map(({ classId }) => classId),
      [built.classId],
    );
    const { id } = await first.call(calls.submit, answer(built.classId));
    const row = await first.call(calls.detail, { id });
    assert.deepEqual([row.avgScore, row.orgId, row.studentName], ["4.25", built.base.orgId, null]);
    assert.deepEqual(await first.call(calls.due, {}), []);
    assert.equal((await first.refused(calls.submit, answer(built.classId))).errorCode, "DUPLICATE");
    const both = await Promise.allSettled([0, 1].map(() => second.call(calls.submit, answer(built.classId))));
    assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
  });

  it("refuses whoever was not in the class, a class that is not over, scores beyond five (FIELD_INVALID), and the bureau (ROLE_DENIED)", async () => {
    const built = await aHeldClass(app, { students: 1 });
    const running = await aConfirmedClass(app, { students: 1 });
    const [student] = (await studentsOf(built)) as [TestUser];
    const [waiting] = (await studentsOf(running)) as [TestUser];
    for (const refused of [
      await student.refused(calls.submit, answer(running.classId)),
      await waiting.refused(calls.submit, answer(running.classId)),
      await student.refused(calls.submit, answer(built.classId, { teachScore: 6 })),
    ])
      assert.equal(refused.errorCode, "FIELD_INVALID");
    assert.equal((await app.as("clerk").refused(calls.submit, answer(built.classId))).errorCode, "ROLE_DENIED");
  });

  it("is changed by whoever gave it, for seven days (EVALUATION_CLOSED), and by nobody else (NOT_OWNER)", async () => {
    const built = await aHeldClass(app, { students: 2 });
    const [mine, other] = (await studentsOf(built)) as [TestUser, TestUser];
    const { id } = await mine.call(calls.submit, answer(built.classId, { isAnonymous: "0" }));
    await mine.call(calls.submit, { id, serviceScore: 1 } as never);
    assert.equal((await mine.call(calls.detail, { id })).avgScore, "3.50");
    assert.equal((await other.refused(calls.submit, { id, serviceScore: 5 } as never)).errorCode, "NOT_OWNER");
    await sql`update train_evaluation set evaluate_time = evaluate_time - interval '8 days' where id = ${id}`.execute(
      app.db,
    );
    assert.equal((await mine.refused(calls.submit, { id, serviceScore: 5 } as never)).errorCode, "EVALUATION_CLOSED");
  });
});

describe("TrainEvaluation.list", () => {
  it("shows an institution a class from five answers on, and of anonymous ones neither name nor user", async () => {
    const base = await aTrainingBase(app);
    const built = await aHeldClass(app, { base, students: 5 });
    const students = await studentsOf(built);
    for (const [n, student] of students.slice(0, 4).entries())
      await student.call(calls.submit, answer(built.classId, { isAnonymous: n === 0 ? "0" : "1" }));
    assert.deepEqual((await base.orgAdmin.call(calls.list, page)).records, []);
    const { answers, avgScore } = await base.orgAdmin.call(calls.summary, {});
    assert.deepEqual([answers, avgScore], [0, null]);
    await students[4]?.call(calls.submit, answer(built.classId));
    const { records } = await base.orgAdmin.call(calls.list, page);
    assert.equal(records.length, 5);
    for (const row of records.filter(({ isAnonymous }) => isAnonymous === "1"))
      assert.deepEqual([row.studentName, row.createUser], [null, "0"]);
    assert.ok(records.find(({ isAnonymous }) => isAnonymous === "0")?.studentName);
    const userIds = students.map(({ actor }) => actor.userId);
    assert.ok(!JSON.stringify(records.filter(({ isAnonymous }) => isAnonymous === "1")).includes(userIds[1] ?? "?"));
    assert.equal((await base.orgAdmin.call(calls.summary, { classId: built.classId })).avgScore, "4.25");
    const stranger = (await aTrainingBase(app)).orgAdmin;
    assert.deepEqual((await stranger.call(calls.list, page)).records, []);
    assert.equal((await stranger.refused(calls.detail, { id: records[0]?.id ?? "" })).errorCode, "NOT_FOUND");
  });
});
