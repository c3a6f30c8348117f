import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assessorAssignmentCalls as calls } from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { sql } from "kysely";
import { anApprovedTest } from "../../../test/factories/assessment.ts";
import { anAssessor } from "../../../test/factories/assessor.ts";
import { anApprovedStaffTest } from "../../../test/factories/enterprise-assessment.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** Nobody assesses their own students, nor for their own employer (roles §5-6). */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

let made = 40;
/** What a panel is answered that an assessor of these values is put on as a supervisor, of whom no certification is asked. */
async function seat(testApplyId: string, values: object = {}): Promise<string | null> {
  const assessorId = await anAssessor(app, ++made, values);
  const { errorCode } = await app
    .as("clerk")
    .attempt(calls.submit, { testApplyId, applySide: "1", assessorId, duty: "3", subject: "1" } as never);
  return errorCode;
}
/** A teacher, as a record of an assessor names the same person. */
async function asAssessor(teacherId: string): Promise<{ name: string; idNumber: string }> {
  const { name, idNumber } = await app.db
    .selectFrom("teacher")
    .select(["name", "idNumber"])
    .where("id", "=", teacherId)
    .executeTakeFirstOrThrow();
  return { name, idNumber: app.cipher.decrypt(idNumber) };
}

describe("AssessorAssignment.submit", () => {
  it("refuses the employer, its teachers, and who taught the class before they left (ASSESSOR_AVOID)", async () => {
    const { applyId, base } = await anApprovedTest(app, { students: 1 });
    const { orgName } = await app.db
      .selectFrom("organisation")
      .select("orgName")
      .where("id", "=", base.orgId)
      .executeTakeFirstOrThrow();
    assert.equal(await seat(applyId), null);
    assert.equal(await seat(applyId, { workUnit: orgName }), "ASSESSOR_AVOID");
    await sql`update organisation_teacher set is_deleted = 1 where org_id = ${base.orgId}`.execute(app.db);
    assert.equal(await seat(applyId, await asAssessor(base.teacherId)), "ASSESSOR_AVOID");
  });

  it("asks the same of the institution that an enterprise has its staff trained by (ASSESSOR_AVOID)", async () => {
    const { applyId, classId, enterprise } = await anApprovedStaffTest(app, { students: 1 });
    const trainer = await aTrainingBase(app);
    const teacher = await asAssessor(trainer.teacherId);
    const { orgName } = await app.db
      .selectFrom("organisation")
      .select("orgName")
      .where("id", "=", trainer.orgId)
      .executeTakeFirstOrThrow();
    assert.equal(await seat(applyId, { workUnit: enterprise.name }), "ASSESSOR_AVOID");
    await sql`update training_class set trainer_id = ${trainer.orgId} where id = ${classId}`.execute(app.db);
    assert.equal(await seat(applyId, { workUnit: orgName }), "ASSESSOR_AVOID");
    assert.equal(await seat(applyId, teacher), "ASSESSOR_AVOID");
  });

  it("refuses who taught a lesson of an enterprise's class, whoever employs them (ASSESSOR_AVOID)", async () => {
    const { applyId, classId } = await anApprovedStaffTest(app, { students: 1 });
    const { teacherId } = await aTrainingBase(app);
    await sql`update lesson set teacher_id = ${teacherId} where id = (select min(id) from lesson where class_id = ${classId})`.execute(
      app.db,
    );
    assert.equal(await seat(applyId, await asAssessor(teacherId)), "ASSESSOR_AVOID");
  });
});
