import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import {
  claimAutoTrial,
  claimChanges,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimListOfBureau,
  claimReCommit,
  claimReReturn,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../../test/factories/assessment.ts";
import { confirmWarnings } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** A claim that has passed the first review. */
async function aReviewedClaim(): Promise<BuiltClaim> {
  const claim = await aClaim(app);
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  const first = app.as("firstReviewer");
  await first.call(claimAutoTrial, { applyId: claim.claimId });
  await confirmWarnings(app, claim, first);
  await first.call(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId } });
  return claim;
}
const show = ({ claimId }: BuiltClaim) => app.as("secondReviewer").call(claimChanges, { applyId: claimId });
const complete = ({ claimId }: BuiltClaim) => app.as("secondReviewer").refused(claimReCommit, { ids: claimId });
const isMarked = async ({ claimId }: BuiltClaim) => {
  const { isChanged } = await app.as("secondReviewer").call(claimDetail, { id: claimId });
  const { records } = await app.as("secondReviewer").list(claimListOfBureau, { isChanged: "1" });
  assert.equal(
    records.some(({ id }) => id === claimId),
    isChanged === "1",
  );
  return isChanged === "1";
};
/** The attendance of the first student as somebody corrects it, whose lessons are over: the sheet as the history has it, and its rate. */
async function correctAttendance({ classId, studentIds }: BuiltClaim): Promise<void> {
  const [wrong = "", other = ""] = studentIds;
  const record = (student: string, operator: string, opinion: string) => sql`
    insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip, opinion, before, after)
    select 'Lesson', min(id)::text, 'attendanceChanged', 7, ${operator}, 'clerk', '127.0.0.1', ${opinion}, ${JSON.stringify({ [student]: "1" })}::jsonb, ${JSON.stringify({ [student]: "5" })}::jsonb
    from lesson where class_id = ${classId}`;
  await record(wrong, "张三", "核对签到表").execute(app.db);
  await record(other, "李四", "别人的考勤").execute(app.db);
  await sql`update student set attendance_rate = 50 where id = ${wrong}`.execute(app.db);
}

describe("claimChanges", () => {
  it("says what differs from the check before a move repeats it, and then what was what, by whom, when and why", async () => {
    const claim = await aReviewedClaim();
    assert.deepEqual(await show(claim), { changes: [], unchecked: [] });
    assert.equal(await isMarked(claim), false);
    await correctAttendance(claim);
    const [line] = claim.lines.filter(({ studentId }) => studentId === claim.studentIds[0]);
    const waiting = await show(claim);
    assert.deepEqual([waiting.changes, waiting.unchecked.map(({ lineId }) => lineId)], [[], [line?.id]]);
    assert.equal((await complete(claim)).errorCode, "TRIAL_BLOCKED");
    const { changes, unchecked } = await show(claim);
    assert.deepEqual(unchecked, []);
    assert.deepEqual(
      changes.map((one) => [
        one.lineId,
        one.ruleCode,
        one.before,
        one.after,
        one.isPass,
        one.changedBy,
        one.changeReason,
      ]),
      [[line?.id, "AT10", "100.00%", "50.00%", "0", "张三", "核对签到表"]],
    );
    assert.ok(changes[0]?.changedTime && changes[0].checkedTime >= changes[0].changedTime);
    assert.equal(await isMarked(claim), true);
  });

  it("names who suspended the institution, in both languages", async () => {
    const claim = await aReviewedClaim();
    const clerk = app.as("clerk");
    await clerk.call(organisationCalls.stateSwitching, { ids: claim.base.orgId, state: "unUser", reason: "停用整改" });
    assert.deepEqual((await show(claim)).unchecked, [{ lineId: null, name: null }]);
    await complete(claim);
    const [change] = (await show(claim)).changes;
    assert.deepEqual(
      [change?.lineId, change?.ruleCode, change?.before, change?.beforeEn, change?.after, change?.afterEn],
      [null, "AT24", "正常", "In good standing", "单位未启用", "Unit not active"],
    );
    assert.equal(change?.changedBy, clerk.actor.name);
  });

  it("says nothing of what nobody's history knows, and nothing of rows that were refused", async () => {
    const claim = await aReviewedClaim();
    await sql`update student set attendance_rate = 90 where id = any(${claim.studentIds.slice(0, 2)}::bigint[])`.execute(
      app.db,
    );
    await app.as("secondReviewer").call(claimReCommit, { ids: claim.claimId });
    const { changes } = await show(claim);
    assert.deepEqual(
      changes.map((one) => [one.after, one.isPass, one.changedBy]),
      [
        ["90.00%", "1", null],
        ["90.00%", "1", null],
      ],
    );
    await sql`update subsidy_line set detail_status = '2', approved_amount = null, un_approve_reason = 'x' where apply_id = ${claim.claimId} and student_id = ${claim.studentIds[0]}`.execute(
      app.db,
    );
    assert.equal((await show(claim)).changes.length, 1);
  });

  it("is forgotten with the check, and is for the bureau alone (ROLE_DENIED)", async () => {
    const claim = await aReviewedClaim();
    await sql`update student set attendance_rate = 50 where id = ${claim.studentIds[0]}`.execute(app.db);
    await complete(claim);
    const { orgAdmin } = claim.base;
    assert.equal((await orgAdmin.refused(claimChanges, { applyId: claim.claimId })).errorCode, "ROLE_DENIED");
    assert.equal(await isMarked(claim), true);
    await app.as("secondReviewer").call(claimReReturn, { ids: claim.claimId, reason: "请核对考勤" });
    assert.equal(await isMarked(claim), false);
    assert.deepEqual(await show(claim), { changes: [], unchecked: [] });
  });
});
