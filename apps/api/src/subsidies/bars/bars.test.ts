import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimPreview,
  claimReCommit,
  claimSave,
  financeResult,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { type SubsidyBarRow, subsidyBarCalls as calls } from "@jipei/contract/subsidies/subsidy-bar.ts";
import { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aCertifiedClass, aClaim, fileClaim } from "../../../test/factories/assessment.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { aCompletedClaim, confirmWarnings, pay } from "../../../test/factories/claims/claim-review.ts";
import { aDrawnInspection, aFilledInspection, aVerifiedInspection } from "../../../test/factories/inspection.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";

/** H: recovered for false training, the same class was claimed and paid again with no finding. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
afterEach(() => moveClock(0));
/** Days from approval until after the publicity. */
const past = 16;

/** A claim that was paid, and recovered by the same officer. */
async function aRecoveredClaim(forFalseness: "0" | "1", options: Parameters<typeof aCompletedClaim>[1] = {}) {
  const claim = await aCompletedClaim(app, options);
  const finance = app.as("finance");
  moveClock(past);
  await pay(finance, claim.applyNo);
  const { approvedAmount } = await app.as("auditor").call(claimDetail, { id: claim.claimId });
  await pay(finance, claim.applyNo, { result: "paid", payAmount: approvedAmount ?? "" });
  const decision = await anAttachment(app, finance, "追回决定.pdf");
  await pay(finance, claim.applyNo, {
    result: "recovered",
    reason: "查实未培训",
    recoveryList: [decision],
    forFalseness,
  });
  return { ...claim, finance };
}

const barsOf = async (claim: { applyNo: string }) =>
  (await app.as("clerk").list<{ records: SubsidyBarRow[] }>(calls.list, { applyNo: claim.applyNo })).records;
const clear = async (claim: { applyNo: string }, ...kinds: string[]) => {
  const ids = (await barsOf(claim)).filter(({ subjectKind }) => kinds.includes(subjectKind ?? "")).map(({ id }) => id);
  await app.as("secondReviewer").call(calls.clear, { ids: ids.join(), reason: "已整改" });
};
const claimAgain = ({ base, classId }: BuiltClaim) =>
  base.orgAdmin.refused(claimSave, { subsidyApplyDTO: { classId, subsidyKind: "01" } });

describe("financeResult, recovered for falseness", () => {
  it("bars class, course, institution and people, and the same class is never claimed again (SUBSIDY_BARRED)", async () => {
    const claim = await aRecoveredClaim("1");
    const bars = await barsOf(claim);
    assert.deepEqual(bars.map(({ subjectKind }) => subjectKind).sort(), [
      "class",
      "course",
      "institution",
      "person",
      "person",
      "person",
    ]);
    assert.match(bars.find(({ subjectKind }) => subjectKind === "person")?.idNumber ?? "", /\*/);
    const refusal = await claimAgain(claim);
    assert.equal(refusal.errorCode, "SUBSIDY_BARRED");
    assert.match(refusal.msg, /^班级.+因虚假培训被限制申领补贴/);
    await clear(claim, "course", "institution", "person");
    assert.equal((await claimAgain(claim)).errorCode, "SUBSIDY_BARRED");
    const { base, classId } = claim;
    for (const subsidyKind of ["05", "10"] as const) {
      const otherKind = { subsidyApplyDTO: { classId, subsidyKind } };
      assert.equal((await base.orgAdmin.refused(claimSave, otherKind)).errorCode, "SUBSIDY_BARRED", subsidyKind);
    }
    const draft = sql`insert into subsidy_application (class_id, subsidy_kind, org_id, course_id, status, pay_status, create_user, update_user)
      select class_id, subsidy_kind, org_id, course_id, 'unSubmit', '0', 1, 1 from subsidy_application where id = ${claim.claimId}`;
    await assert.rejects(draft.execute(app.db), /what is barred/);
  });

  it("holds what the institution is claiming already, in the check and in the database, until it is cleared", async () => {
    const claim = await aCompletedClaim(app);
    const other = await fileClaim(app, await aCertifiedClass(app, { base: claim.base, orgPlanId: claim.orgPlanId }));
    await other.base.orgAdmin.call(claimCommit, { ids: other.claimId });
    const finance = app.as("finance");
    moveClock(past);
    await pay(finance, claim.applyNo);
    await pay(finance, claim.applyNo, { result: "paid", payAmount: "3000.00" });
    await pay(finance, claim.applyNo, {
      result: "recovered",
      reason: "查实未培训",
      recoveryList: [await anAttachment(app, finance, "追回决定.pdf")],
      forFalseness: "1",
    });
    const check = async () => {
      await app.as("firstReviewer").call(claimAutoTrial, { applyId: other.claimId });
      const { rows } = await sql<{ ruleCode: string }>`
        select distinct rule_code from finding where biz_type = 'subsidyApply' and biz_id = ${other.claimId} and is_pass = '0' and severity = '1'
          and run_no = (select max(run_no) from finding where biz_type = 'subsidyApply' and biz_id = ${other.claimId}) order by rule_code`.execute(
        app.db,
      );
      return rows.map((row) => row.ruleCode);
    };
    assert.ok((await check()).includes("AT24"));
    const onward = sql`update subsidy_application set status = 'reTrial' where id = ${other.claimId}`;
    await assert.rejects(onward.execute(app.db), /what is barred/);
    await clear(claim, "institution", "course");
    assert.ok(!(await check()).includes("AT24"));
  });
});

describe("financeResult, recovered for another reason", () => {
  it("bars nobody", async () => {
    const claim = await aRecoveredClaim("0");
    assert.deepEqual(await barsOf(claim), []);
    const again = await fileClaim(app, claim);
    assert.equal(again.lines.length, 3);
  });
});

describe("claimCommit for people who are barred", () => {
  it("refuses their rows and names them in the preview, until they are cleared (SUBSIDY_BARRED)", async () => {
    const claim = await aRecoveredClaim("1");
    const { rows: people } = await sql<{ hash: string; sealed: string }>`
      select id_number_hash as hash, id_number as sealed from subsidy_line where apply_id = ${claim.claimId} order by id limit 1`.execute(
      app.db,
    );
    moveClock(0);
    const next = await aClaim(app);
    const [first] = next.lines;
    await sql`update student set id_number_hash = ${people[0]?.hash}, id_number = ${people[0]?.sealed} where id = ${first?.studentId}`.execute(
      app.db,
    );
    await sql`update subsidy_line set id_number_hash = ${people[0]?.hash}, id_number = ${people[0]?.sealed} where id = ${first?.id}`.execute(
      app.db,
    );
    const { orgAdmin } = next.base;
    const refusal = await orgAdmin.refused(claimCommit, { ids: next.claimId });
    assert.deepEqual([refusal.errorCode, refusal.failures.map(({ id }) => id)], ["SUBSIDY_BARRED", [first?.id]]);
    const preview = await orgAdmin.call(claimPreview, { classId: next.classId, subsidyKind: "05" });
    assert.ok(
      preview.excluded.some(
        ({ studentId, ruleCode }) => studentId === first?.studentId && ruleCode === "SUBSIDY_BARRED",
      ),
    );
    const onward = sql`update subsidy_application set status = 'firstTrial' where id = ${next.claimId}`;
    await assert.rejects(onward.execute(app.db), /what is barred/);
    await clear(claim, "person");
    await orgAdmin.call(claimCommit, { ids: next.claimId });
  });
});

describe("SubsidyBar.clear", () => {
  it("takes a second reviewer and a reason, and never frees the class", async () => {
    const claim = await aRecoveredClaim("1");
    const bars = await barsOf(claim);
    const idOf = (kind: string) => bars.find(({ subjectKind }) => subjectKind === kind)?.id ?? "";
    const second = app.as("secondReviewer");
    const cleared = { ids: idOf("institution"), reason: "已整改" };
    assert.equal((await app.as("firstReviewer").refused(calls.clear, cleared)).errorCode, "ROLE_DENIED");
    assert.equal((await second.refused(calls.clear, { ids: idOf("institution") })).errorCode, "REASON_REQUIRED");
    assert.equal((await second.refused(calls.clear, { ...cleared, ids: idOf("class") })).errorCode, "SUBSIDY_BARRED");
    await second.call(calls.clear, cleared);
    const shown = await app.as("auditor").call(calls.detail, { id: idOf("institution") });
    assert.deepEqual(
      [shown.state, shown.clearReason, shown.auditList.map(({ action }) => action)],
      ["cleared", "已整改", ["bar", "clear"]],
    );
  });

  it("refuses who recovered the money or filed the claim, whatever role they have now (SELF_REVIEW), in the database too", async () => {
    const claim = await aRecoveredClaim("1");
    const [, { id } = { id: "" }] = (await barsOf(claim)).filter(({ subjectKind }) => subjectKind !== "class");
    for (const { userId } of [claim.finance.actor, claim.base.orgAdmin.actor]) {
      const same = app.as("secondReviewer", { userId });
      assert.equal((await same.refused(calls.clear, { ids: id, reason: "已整改" })).errorCode, "SELF_REVIEW");
      const forced = sql`update subsidy_bar set state = 'cleared', clear_user = ${userId}, clear_time = now(), clear_reason = 'x' where id = ${id}`;
      await assert.rejects(forced.execute(app.db), /subsidy_bar_two_persons|does not clear/);
    }
    await assert.rejects(sql`delete from subsidy_bar where id = ${id}`.execute(app.db), /stands until/);
    await assert.rejects(
      sql`update subsidy_bar set is_deleted = 1 where id = ${id}`.execute(app.db),
      /subsidy_bar_is_deleted|stands until/,
    );
  });
});

describe("an inspection of a class under claim", () => {
  const findings = async (claimId: string) => {
    const { rows } = await sql<{ ruleCode: string }>`
      select rule_code from finding where biz_type = 'subsidyApply' and biz_id = ${claimId} and rule_code = 'AT21' and is_pass = '0' and severity = '1'
        and run_no = (select max(run_no) from finding where biz_type = 'subsidyApply' and biz_id = ${claimId})`.execute(
      app.db,
    );
    return rows.length;
  };

  it("blocks its check from the moment it says that the class is not real (AT21), and a later good one rectifies it", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const reviewer = app.as("firstReviewer");
    const check = () => reviewer.call(claimAutoTrial, { applyId: claim.claimId });
    await check();
    assert.equal(await findings(claim.claimId), 0);
    const { id } = await aFilledInspection(app, claim.classId, "0");
    await check();
    assert.equal(await findings(claim.claimId), 1);
    await app.as("firstReviewer").call(investigationCalls.verify, { ids: id });
    await check();
    assert.equal(await findings(claim.claimId), 1);
    moveClock(1);
    await aVerifiedInspection(app, claim.classId, "1");
    await check();
    assert.equal(await findings(claim.claimId), 0);
  });

  it("warns of those who denied where the class passed all the same", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const { id, inspector, drawn } = await aDrawnInspection(app, claim.classId);
    for (const [place, person] of drawn.personList.entries())
      await inspector.call(investigationCalls.answer, {
        id: person.id,
        way: "2",
        answer: place === 0 ? "2" : "1",
        remark: place === 0 ? "接电话的不是本人" : null,
      });
    await inspector.call(investigationCalls.fill, { ids: id });
    await app.as("firstReviewer").call(investigationCalls.verify, { ids: id });
    await app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
    const { rows } = await sql<{ severity: string; message: string }>`
      select severity, message from finding where biz_type = 'subsidyApply' and biz_id = ${claim.claimId} and rule_code = 'AT21' and is_pass = '0'`.execute(
      app.db,
    );
    assert.deepEqual(rows, [{ severity: "2", message: "抽查合格，但有1人否认参加培训，请人工核验" }]);
  });

  it("stops the second review and the payment of a claim that was checked before it (CLASS_INSPECT_FAIL)", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const first = app.as("firstReviewer");
    await first.call(claimAutoTrial, { applyId: claim.claimId });
    await confirmWarnings(app, claim, first);
    await first.call(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId } });
    const { id } = await aFilledInspection(app, claim.classId, "0");
    const second = app.as("secondReviewer");
    assert.ok(
      ["CLASS_INSPECT_FAIL", "TRIAL_BLOCKED"].includes(
        (await second.refused(claimReCommit, { ids: claim.claimId })).errorCode,
      ),
    );
    await app.as("clerk").call(investigationCalls.back, { ids: id, reason: "请补充材料" });

    const paid = await aCompletedClaim(app);
    await aVerifiedInspection(app, paid.classId, "0");
    moveClock(past);
    const finance = app.as("finance");
    const refusal = await finance.refused(financeResult, { businessNo: paid.applyNo });
    assert.ok(["CLASS_INSPECT_FAIL", "TRIAL_BLOCKED"].includes(refusal.errorCode));
    const send = sql`update subsidy_application set pay_status = '2' where id = ${paid.claimId}`;
    await assert.rejects(send.execute(app.db), /failed its inspection/);
  });

  it("refuses the commit of a claim for a class that failed (CLASS_INSPECT_FAIL)", async () => {
    const claim = await aClaim(app);
    await aVerifiedInspection(app, claim.classId, "0");
    const refusal = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.equal(refusal.errorCode, "CLASS_INSPECT_FAIL");
  });
});
