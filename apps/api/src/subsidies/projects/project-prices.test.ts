// Slow: classes of both sides are made, held, assessed, certified and claimed one by one.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import {
  claimCommit,
  claimAutoTrial,
  claimDetail,
  claimPreview,
  claimReturn,
  claimSave,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import { sql } from "kysely";
import { type BuiltClaim, aCertifiedClass, aClaim, fileClaim } from "../../../test/factories/assessment.ts";
import { aCertifiedStaffClass } from "../../../test/factories/enterprise-assessment.ts";
import {
  aPayableEnterprise,
  fileStaffClaim,
  passStaffReviews,
  registerStaff,
} from "../../../test/factories/claims/enterprise-claim.ts";
import { aCompletedRecord, counts, moveRecord } from "../../../test/factories/work-record.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** Classes of a project that two reviewers have completed are paid its price, and nothing else. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const { calls } = trainingProjectKind;
let made = 0;
const project = (more: object) => ({
  ...counts,
  projectName: `项目制培训${++made}`,
  projectKind: "2",
  budgetAmount: "50000.00",
  unitPrice: "1350.00",
  trainTarget: "在岗职工",
  differReason: "系统统计以培训班为准",
  ...more,
});
const aProject = (more: object) => aCompletedRecord(app, app.as("clerk"), project(more), calls);

describe("a completed project", () => {
  it("S24: pays an enterprise the price for each who is certified", async () => {
    const enterprise = await aPayableEnterprise(app);
    const built = await aCertifiedStaffClass(app, { enterprise, students: 3, scores: [{}, { theoryScore: "40.00" }] });
    await sql`update course set practice_ratio = 0.5 where id = (select course_id from training_class where id = ${built.classId})`.execute(
      app.db,
    );
    await registerStaff(app, built);
    const asked = { classId: built.classId, subsidyKind: "08" } as const;
    assert.equal((await enterprise.admin.refused(enterpriseClaimCalls.preview, asked)).errorCode, "KIND_MISMATCH");
    await aProject({ staffClassIds: [built.classId] });
    const claim = await fileStaffClaim(app, built, "08");
    assert.deepEqual(
      claim.lines.map(({ payableAmount }) => payableAmount),
      ["1350.00", "1350.00"],
    );
    await enterprise.admin.call(enterpriseClaimCalls.commit, { ids: claim.claimId });
    await passStaffReviews(app, claim);
    const row: any = await app.as("auditor").call(enterpriseClaimCalls.detail, { id: claim.claimId });
    assert.deepEqual([row.status, row.approvedAmount, row.dueAmount], ["compile", "2700.00", "2700.00"]);
  });

  it("pays an institution the same, by a check that names the project", async () => {
    const built = await aCertifiedClass(app);
    const id = await aProject({ classIds: [built.classId] });
    const { orgAdmin } = built.base;
    const other = await orgAdmin.refused(claimPreview, { classId: built.classId, subsidyKind: "01" });
    assert.equal(other.errorCode, "KIND_MISMATCH");
    const claim = await fileClaim(app, built, "08");
    assert.ok(claim.lines.every(({ payableAmount }) => payableAmount === "1350.00"));
    await orgAdmin.call(claimCommit, { ids: claim.claimId });
    const first = app.as("firstReviewer");
    await first.call(claimAutoTrial, { applyId: claim.claimId });
    const { rows } = await sql<{ evidence: { entity: string; id: string }[] }>`
      select f.evidences[1]::jsonb as evidence from finding_pass f join finding r on r.id = f.finding_id where r.biz_id = ${claim.claimId} and r.rule_code = 'AT12'`.execute(
      app.db,
    );
    assert.deepEqual(
      rows.flatMap(({ evidence }) => evidence.map(({ entity, id: row }) => [entity, row])),
      [["TrainingProject", id]],
    );
    const reviewer = app.as("secondReviewer");
    const back = await moveRecord(reviewer, id, "back", { reason: "单价有误" }, calls);
    assert.equal(back.errorCode, "STATE_ILLEGAL", "a price that is claimed by stays");
    const row: any = await app.as("auditor").call(claimDetail, { id: claim.claimId });
    assert.deepEqual([row.subsidyKind, row.status], ["08", "firstTrial"]);
  });

  it("pays nobody whose training of this occupation and level stands already, and the other way round (SUBSIDY_DUP)", async () => {
    const built = await aCertifiedClass(app, { students: 1 });
    await aProject({ classIds: [built.classId] });
    const claim = await fileClaim(app, built, "08");
    const other = await aClaim(app, { students: 1 });
    await sql`update training_class t set (occupation_code, level) = (select occupation_code, level from training_class o where o.id = ${built.classId}) where t.id = ${other.classId}`.execute(
      app.db,
    );
    await sql`update student s set (name, id_number, id_number_hash) = (select name, id_number, id_number_hash from student o where o.id = ${built.studentIds[0]}) where s.id = ${other.studentIds[0]}`.execute(
      app.db,
    );
    await sql`update subsidy_line l set id_number_hash = (select id_number_hash from student where id = ${built.studentIds[0]}) where l.apply_id = ${other.claimId}`.execute(
      app.db,
    );
    const commit = ({ base, claimId }: BuiltClaim) => base.orgAdmin.call(claimCommit, { ids: claimId });
    const refusal = async ({ base, claimId }: BuiltClaim) =>
      (await base.orgAdmin.refused(claimCommit, { ids: claimId })).failures[0]?.errorCode;
    await commit(claim);
    assert.equal(await refusal(other), "SUBSIDY_DUP");
    await app.as("firstReviewer").call(claimReturn, { ids: claim.claimId, reason: "请补材料" } as never);
    await commit(other);
    assert.equal(await refusal(claim), "SUBSIDY_DUP");
  });

  it("has no price for a class that was claimed for by its kind of training, nor for one of another project (KIND_MISMATCH, DUPLICATE)", async () => {
    const claim = await aClaim(app);
    const id = await aProject({ classIds: [claim.classId] });
    const save = { subsidyApplyDTO: { classId: claim.classId, subsidyKind: "08" } } as never;
    assert.equal((await claim.base.orgAdmin.refused(claimSave, save)).errorCode, "KIND_MISMATCH");
    const clerk = app.as("clerk");
    const second = await clerk.call(
      calls.submit,
      project({ classIds: [claim.classId], status: "firstTrial" }) as never,
    );
    await app.as("firstReviewer").call(calls.submit, { id: second.id, status: "reTrial" } as never);
    const refused = await moveRecord(app.as("secondReviewer"), second.id, "compile", {}, calls);
    assert.equal(refused.errorCode, "DUPLICATE");
    // Without a claim by its price a project goes back, and the other one takes the class.
    await app.as("secondReviewer").call(calls.submit, { id, status: "back", reason: "单价有误" } as never);
    await app.as("secondReviewer").call(calls.submit, { id: second.id, status: "compile" } as never);
  });
});
