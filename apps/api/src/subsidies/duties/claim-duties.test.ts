import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimReCommit,
  claimRemove,
  claimSave,
  claimSubmit,
  financeResult,
  lineCalls,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { claimDuties } from "@jipei/contract/subsidies/claim-duties.ts";
import { sql } from "kysely";
import { aClaim } from "../../../test/factories/assessment.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { aCompletedClaim, confirmWarnings, pay } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";

/** Nobody has two duties in one claim, whatever roles they hold at the time. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
afterEach(() => moveClock(0));
/** Days from approval until after the publicity. */
const past = 16;

describe("claimSubmit by a reviewer", () => {
  it("refuses to complete the applicant's draft, whatever rights the role was given (NOT_OWNER)", async () => {
    const { claimId, lines } = await aClaim(app);
    for (const role of ["firstReviewer", "secondReviewer"] as const) {
      const reviewer = app.as(role);
      const attachment = await anAttachment(app, reviewer, "考勤表.pdf");
      const draft = { id: claimId, attachmentList: [attachment] };
      assert.equal((await reviewer.refused(claimSubmit, draft)).errorCode, "NOT_OWNER", role);
    }
    const generous = app.as(["firstReviewer", "orgAdmin"]);
    assert.equal((await generous.refused(claimRemove, { ids: claimId })).errorCode, "NOT_OWNER");
    assert.equal((await generous.refused(lineCalls.remove, { ids: lines[0]?.id })).errorCode, "NOT_OWNER");
  });
});

describe("claimSave", () => {
  it("keeps everybody who has written into it in the history, and lets none of them review or pay it (SELF_REVIEW)", async () => {
    const claim = await aClaim(app);
    const { claimId, base } = claim;
    const colleague = app.as("orgAdmin", { orgId: base.orgId });
    await colleague.call(claimSave, { subsidyApplyDTO: { id: claimId, remark: "补充说明" } });
    await base.orgAdmin.call(claimCommit, { ids: claimId });
    const { auditList } = await app.as("auditor").call(claimDetail, { id: claimId });
    assert.ok(auditList.some(({ action, operatorName }) => action === "save" && operatorName === colleague.actor.name));
    const { userId } = colleague.actor;
    const reviewer = app.as("firstReviewer", { userId });
    await app.as("firstReviewer").call(claimAutoTrial, { applyId: claimId });
    const refusal = await reviewer.refused(claimFirstCommit, { subsidyApplyDTO: { id: claimId } });
    assert.deepEqual(
      [refusal.errorCode, refusal.msg, refusal.msgEn],
      [
        "SELF_REVIEW",
        "您已在本补贴申请中申报或修改申请，不能再办理初审",
        "You have filed or changed this claim; somebody else has to do this",
      ],
    );
  });
});

describe("financeResult by somebody who reviewed the claim", () => {
  it("refuses the payment after a change of roles (SELF_REVIEW)", async () => {
    const { claimId, applyNo } = await aCompletedClaim(app);
    moveClock(past);
    const { rows } = await sql<{
      firstUser: string;
      reUser: string;
    }>`select first_user, re_user from subsidy_application where id = ${claimId}`.execute(app.db);
    const [claim] = rows;
    for (const userId of [claim?.firstUser, claim?.reUser])
      assert.equal(
        (await app.as("finance", { userId }).refused(financeResult, { businessNo: applyNo })).errorCode,
        "SELF_REVIEW",
      );
    const finance = app.as("finance");
    await pay(finance, applyNo);
    assert.equal(
      (
        await app
          .as("finance", { userId: claim?.reUser })
          .refused(financeResult, { businessNo: applyNo, result: "paid", payAmount: "3000.00" })
      ).errorCode,
      "SELF_REVIEW",
    );
  });
});

describe("claimFirstCommit and claimReCommit", () => {
  it("refuse who took the attendance of the class (SELF_REVIEW), and one person for both reviews (SAME_REVIEWER)", async () => {
    const claim = await aClaim(app);
    const { claimId, classId, base } = claim;
    await base.orgAdmin.call(claimCommit, { ids: claimId });
    const first = app.as("firstReviewer");
    await first.call(claimAutoTrial, { applyId: claimId });
    await confirmWarnings(app, claim, first);
    const taker = app.as("firstReviewer");
    await sql`insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip)
      select 'Lesson', id::text, 'attendance', ${taker.actor.userId}, 'x', 'orgTeacher', '127.0.0.1' from lesson where class_id = ${classId} limit 1`.execute(
      app.db,
    );
    const passing = { subsidyApplyDTO: { id: claimId } } as never;
    assert.equal((await taker.refused(claimFirstCommit, passing)).errorCode, "SELF_REVIEW");
    // Part of the first review beforehand does not hide what came between.
    const both = app.as("firstReviewer");
    await sql`insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip)
      select 'SubsidyApplication', ${claimId}, 'confirmFinding', ${both.actor.userId}, 'x', 'firstReviewer', '127.0.0.1'
      union all select 'Lesson', l.id::text, 'attendanceChanged', ${both.actor.userId}, 'x', 'clerk', '127.0.0.1' from (select min(id) as id from lesson where class_id = ${classId}) l`.execute(
      app.db,
    );
    assert.equal((await both.refused(claimFirstCommit, passing)).errorCode, "SELF_REVIEW");
    await first.call(claimFirstCommit, passing);
    const same = app.as("secondReviewer", { userId: first.actor.userId });
    assert.equal((await same.refused(claimReCommit, { ids: claimId })).errorCode, "SAME_REVIEWER");
  });
});

describe("the history of a claim in the database", () => {
  it("takes no second duty of a person, whatever writes it", async () => {
    const { claimId, base } = await aClaim(app);
    await base.orgAdmin.call(claimCommit, { ids: claimId });
    const write = (action: string, userId: string, from: string | null = null) =>
      sql`insert into audit_record (biz_type, biz_id, action, from_status, operator_id, operator_name, operator_role, client_ip) values ('SubsidyApplication', ${claimId}, ${action}, ${from}, ${userId}, 'x', 'x', '127.0.0.1')`.execute(
        app.db,
      );
    await assert.rejects(write("firstCommit", base.orgAdmin.actor.userId), /has another duty/);
    await write("unApprove", "700001", "firstTrial");
    await assert.rejects(write("unApprove", "700001", "reTrial"), /has another duty/);
    await write("autoTrial", "700001");
    await write("send", "0");
    await write("firstCommit", "0");
  });

  it("knows the duties that the program knows", async () => {
    for (const [duty, { actions }] of Object.entries(claimDuties))
      for (const action of actions) {
        const { rows } = await sql<{ duty: string }>`select claim_duty(${action}, null) as duty`.execute(app.db);
        assert.equal(rows[0]?.duty, duty, action);
      }
  });
});
