import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  AssessorAssignment,
  assessorAssignmentCalls as calls,
} from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { assessorDraw } from "@jipei/contract/assessment/assessors/assessor.calls.ts";
import { assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { sql } from "kysely";
import { syntheticPerson } from "../../../seed/synthetic-person.ts";
import { type TestedClass, anApprovedTest } from "../../../test/factories/assessment.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Who sits on a panel, and until when it may change. */
let app: TestApp;
let kinds: { all: string; low: string };
before(async () => {
  app = await startTestApp();
  const kind = async (typeNo: string, allowLevels: string[]) =>
    (
      await app
        .as("clerk")
        .call(assessorTypeCalls.submit, { typeNo, typeName: typeNo, allowLevels, sort: 1, isValid: "isValid" } as never)
    ).id;
  kinds = { all: await kind("PA", ["1", "2", "3", "4", "5"]), low: await kind("PL", ["4"]) };
});
after(() => app.close());

let count = 0;
async function anAssessor(of: Record<string, unknown> = {}): Promise<string> {
  const n = ++count;
  const { name, idNumber, phone } = syntheticPerson(946_000 + n);
  const assessor = {
    name,
    idType: "1",
    idNumber,
    education: "30",
    phone,
    assessorTypeId: kinds.all,
    assessorLevel: "2",
    cardNo: `PN${n}`,
    cardStartDate: addDays(today(), -10),
    cardExpireDate: addDays(today(), 90),
    occupationCodes: ["6-31-01-03"],
    workUnit: "市技工学校",
    isValid: "isValid",
    ...of,
  };
  return (await app.as("clerk").call(assessorCalls.submit, assessor as never)).id;
}
/** An approved assessment that assessors score; its course has an occupation of its own where one is given. */
const assessed = async (course: Record<string, unknown> = {}): Promise<TestedClass> =>
  anApprovedTest(app, {
    base: await aTrainingBase(app, { course: { certKind: "4", ...course } }),
    application: { testMode: "3", evalOrgName: "市评价中心" },
  });
const seat = (applyId: string, assessorId: string, of: Record<string, unknown> = {}) =>
  ({ testApplyId: applyId, applySide: "1", assessorId, duty: "2", subject: "1", ...of }) as never;
const signIn = (applyId: string) =>
  sql`update assessor_assignment set sign_time = now() where test_apply_id = ${applyId} and is_deleted = 0`.execute(
    app.db,
  );
async function score({ applyId }: TestedClass) {
  const rows = await app.db.selectFrom("grade").select("id").where("testApplyId", "=", applyId).execute();
  return { scores: rows.map((row) => ({ id: row.id, theoryScore: "70", practiceScore: "70" })) } as never;
}

describe("AssessorAssignment.submit", () => {
  it("refuses an assessor not certified for occupation, level or day (FIELD_INVALID), unless as supervisor", async () => {
    const { applyId } = await assessed();
    const clerk = app.as("clerk");
    const unfit = {
      occupation: { occupationCodes: ["4-03-02-05"] },
      level: { assessorTypeId: kinds.low },
      start: { cardStartDate: addDays(today(), 30) },
      end: { cardExpireDate: addDays(today(), 5) },
      invalid: { isValid: "unValid" },
    };
    for (const [why, of] of Object.entries(unfit))
      assert.deepEqual(
        (await clerk.refused(calls.submit, seat(applyId, await anAssessor(of)))).failures.map(({ field }) => field),
        ["assessorId"],
        why,
      );
    await clerk.call(calls.submit, seat(applyId, await anAssessor(unfit.occupation), { duty: "3" }));
    await clerk.call(calls.submit, seat(applyId, await anAssessor()));
  });
});

describe("Assessor.draw", () => {
  it("draws an odd number, not below the least, of those who may sit; the first one leads", async () => {
    const { applyId } = await assessed({ occupationCode: "4-04-05-05" });
    const clerk = app.as("clerk");
    for (const n of [0, 1])
      await anAssessor({ occupationCodes: ["4-04-05-05"], ...(n === 0 && { assessorTypeId: kinds.low }) });
    for (const few of [1, 2, 4])
      assert.equal((await clerk.refused(assessorDraw, { testApplyId: applyId, count: few })).status, 400, `${few}`);
    for (let n = 0; n < 3; n++) await anAssessor({ occupationCodes: ["4-04-05-05"] });
    assert.equal((await clerk.refused(assessorDraw, { testApplyId: applyId, count: 5 })).status, 400, "four may");
    const drawn = await clerk.call(assessorDraw, { testApplyId: applyId });
    assert.deepEqual(
      [
        new Set(drawn.map((row) => row.assessorId)).size,
        drawn.length,
        new Set(drawn.filter((row) => row.duty === "1").map((row) => row.assessorId)).size,
      ],
      [3, 6, 1],
    );
    assert.deepEqual(
      await clerk.call(assessorDraw, { testApplyId: applyId, count: 5 }),
      drawn,
      "a repeated call answers the panel drawn",
    );
  });
});

describe("AssessorAssignment.submit", () => {
  it("refuses a second leader (FIELD_INVALID), also when two are made leader at once; without one nothing is scored (NOT_ASSIGNED)", async () => {
    const built = await assessed();
    const clerk = app.as("clerk");
    const people = [await anAssessor(), await anAssessor(), await anAssessor()] as const;
    for (const id of people)
      for (const subject of ["1", "2"]) await clerk.call(calls.submit, seat(built.applyId, id, { subject }));
    await signIn(built.applyId);
    const scores = await score(built);
    const leaderless = await clerk.refused(gradeCalls.submit, scores);
    assert.deepEqual([leaderless.errorCode, leaderless.msg], ["NOT_ASSIGNED", "考评组须有一名组长并已签到，不能登分"]);
    const rows = await app.db
      .selectFrom("assessorAssignment")
      .select("id")
      .where("testApplyId", "=", built.applyId)
      .where("subject", "=", "1")
      .orderBy("id")
      .execute();
    const both = await Promise.allSettled(
      [0, 1].map((n) => app.as("clerk").call(calls.submit, { id: rows[n]?.id, duty: "1" } as never)),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const stranger = app.as("assessor", { assessorId: await anAssessor() });
    assert.equal((await stranger.refused(gradeCalls.submit, scores)).errorCode, "NOT_OWNER", "of another panel");
    await app.as("assessor", { assessorId: people[0] }).call(gradeCalls.submit, scores);
    await sql`update assessor_assignment set sign_time = null where test_apply_id = ${built.applyId}`.execute(app.db);
    const refused = await app
      .as("assessor", { assessorId: people[1] })
      .refused(gradeCalls.submit, { testApplicationId: built.applyId, gradeStatus: "1" });
    const grades = await app.db.selectFrom("grade").select("id").where("testApplyId", "=", built.applyId).execute();
    assert.deepEqual(
      [refused.errorCode, refused.failures.map(({ id }) => id).toSorted()],
      ["NOT_ASSIGNED", grades.map(({ id }) => id).toSorted()],
      "a refusal of the whole sheet names each of its rows",
    );
    await assert.rejects(
      sql`update assessor_assignment set duty = '1' where test_apply_id = ${built.applyId}`.execute(app.db),
      /assessor_assignment_leader/,
    );
  });
});

describe("AssessorAssignment.remove", () => {
  it("refuses an assessor who has signed in, and a panel whose scores are checked (STATE_ILLEGAL); every change is in the history", async () => {
    const built = await assessed();
    const clerk = app.as("clerk");
    const people = [await anAssessor(), await anAssessor(), await anAssessor(), await anAssessor()] as const;
    const ids: string[] = [];
    for (const [n, assessorId] of people.entries())
      ids.push((await clerk.call(calls.submit, seat(built.applyId, assessorId, { duty: n === 0 ? "1" : "2" }))).id);
    const [first, second, , last] = ids as [string, string, string, string];
    assert.equal(
      (await clerk.refused(calls.submit, { id: second, assessorId: people[0] } as never)).errorCode,
      "FIELD_FROZEN",
    );
    await clerk.call(calls.remove, { ids: last });
    await signIn(built.applyId);
    assert.deepEqual(
      (await clerk.refused(calls.remove, { ids: `${first},${second}` })).failures.map(({ id }) => id),
      [first, second],
    );
    await clerk.call(gradeCalls.submit, await score(built));
    await app.as("clerk").call(gradeCalls.submit, { testApplicationId: built.applyId, gradeStatus: "1" } as never);
    for (const change of [
      seat(built.applyId, people[3]),
      { id: second, duty: "3" },
      { id: second, signTime: "2020-01-01 08:00:00" },
    ])
      assert.equal(
        (await clerk.refused(calls.submit, change as never)).errorCode,
        "STATE_ILLEGAL",
        JSON.stringify(change),
      );
    await clerk.call(calls.submit, { id: second, fee: "300.00" } as never);
    const actions = await sql<{
      action: string;
    }>`select action from audit_record where biz_type = ${AssessorAssignment.name} and biz_id in (${second}, ${last}) order by id`.execute(
      app.db,
    );
    assert.deepEqual(
      actions.rows.map((row) => row.action),
      ["add", "add", "remove", "edit"],
    );
  });
});
