// Slow: classes of staff are made, held, assessed, certified and claimed one by one.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  enterpriseClaimCalls as calls,
  enterpriseLineCalls as lineCalls,
} from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import {
  claimCommit,
  claimDetail,
  claimList,
  financeResult,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import { aClaim } from "../../../../test/factories/assessment.ts";
import {
  type StaffClaim,
  aClaimableStaffClass,
  aCompletedStaffClaim,
  aPayableEnterprise,
  aStaffClaim,
  confirmStaffWarnings,
  fileStaffClaim,
  forgetAnswers,
  passStaffReviews,
} from "../../../../test/factories/claims/enterprise-claim.ts";
import { type StaffEnterprise } from "../../../../test/factories/enterprise-class.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";
import { addDays, today } from "../../../core/foundation/clock.ts";
import { enterAnswer } from "../../../external-data/local-registers.ts";

/** From the claim of an enterprise to its money: the rules, reviews and payment of institutions, over both sides. */
let app: TestApp;
let enterprise: StaffEnterprise;
let stranger: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aPayableEnterprise(app);
  stranger = await aPayableEnterprise(app);
});
after(() => app.close());

const commit = (claim: StaffClaim) => claim.enterprise.admin.call(calls.commit, { ids: claim.claimId });
const refused = async (claim: StaffClaim) =>
  (await claim.enterprise.admin.refused(calls.commit, { ids: claim.claimId })).failures.map(
    ({ errorCode }: { errorCode: string }) => errorCode,
  );
const read = (claim: StaffClaim): Promise<any> => app.as("auditor").call(calls.detail, { id: claim.claimId });
const pass = (claim: StaffClaim, lines?: object[]) =>
  ({ enterpriseSubsidyApplyDTO: { id: claim.claimId }, entSubsidyApplyDetailDTO: lines }) as never;
/** The blocking or warning findings of a rule in the newest check. */
async function findings(claim: StaffClaim, ruleCode: string): Promise<{ severity: string; message: string }[]> {
  await app.as("firstReviewer").call(calls.autoTrial, { applyId: claim.claimId });
  const { rows } = await sql<{ severity: string; message: string }>`
    select severity, message from finding where biz_type = 'entSubsidyApply' and biz_id = ${claim.claimId} and rule_code = ${ruleCode} and is_pass = '0'
      and run_no = (select max(run_no) from finding where biz_type = 'entSubsidyApply' and biz_id = ${claim.claimId})`.execute(
    app.db,
  );
  return rows;
}
const personOf = async (studentId: string | undefined): Promise<{ idNumber: string; idNumberHash: string }> =>
  (
    await sql<{ idNumber: string; idNumberHash: string }>`
      select id_number, id_number_hash from student where id = ${studentId}`.execute(app.db)
  ).rows[0] as { idNumber: string; idNumberHash: string };

describe("EnterpriseSubsidyApplication.saveSubsidy", () => {
  it("10.3-1: fills in everybody with a certificate, with the amount for enterprises and no cap by a fee (S1), numbered when it is submitted", async () => {
    const claim = await aStaffClaim(app, { enterprise, students: 3 });
    assert.deepEqual(
      claim.lines.map(({ studentId, payableAmount, applyAmount }) => [studentId, payableAmount, applyAmount]),
      claim.studentIds.map((id) => [id, "1000.00", "1000.00"]),
    );
    const draft = await read(claim);
    assert.deepEqual(
      [draft.status, draft.personCount, draft.applyAmount, draft.applyNo, draft.entName, draft.entId],
      ["unSubmit", 3, "3000.00", null, enterprise.name, enterprise.entId],
    );
    await commit(claim);
    const row = await read(claim);
    assert.match(row.applyNo, /^QT\d{10}$/);
    assert.deepEqual([row.status, row.bankAccountName], ["firstTrial", enterprise.name]);
  });

  it("S13: pre-job training is claimed by its grades, without certificates: 500.00", async () => {
    const claim = await aStaffClaim(app, {
      enterprise,
      kind: "03",
      students: 3,
      scores: [{}, { practiceScore: "41.00" }],
      standard: { standardAmount: "500.00" },
    });
    assert.deepEqual(
      claim.lines.map(({ studentId, payableAmount }) => [studentId, payableAmount]),
      [claim.studentIds[0], claim.studentIds[2]].map((id) => [id, "500.00"]),
      "who failed is not claimed for",
    );
    await commit(claim);
    for (const rule of ["AT07", "AT08", "AT09", "AT23"]) assert.deepEqual(await findings(claim, rule), [], rule);
  });

  it("refuses kinds that no enterprise claims (FIELD_INVALID), a class without certificates (CLASS_NOT_CERTIFIED), a second claim (SUBSIDY_APPLY_DUP)", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    const { admin } = enterprise;
    const save = (classId: string, subsidyKind: string) =>
      admin.refused(calls.saveSubsidy, { enterpriseSubsidyApplyDTO: { classId, subsidyKind } } as never);
    assert.equal((await save(claim.classId, "01")).errorCode, "FIELD_INVALID");
    assert.equal((await save(claim.classId, "03")).errorCode, "KIND_MISMATCH");
    assert.equal((await save(claim.classId, "02")).errorCode, "SUBSIDY_APPLY_DUP");
    const open = await aClaimableStaffClass(app, { enterprise, kind: "03" });
    await sql`update course set train_kind = '02' where id = (select course_id from training_class where id = ${open.classId})`.execute(
      app.db,
    );
    await sql`update training_class set train_kind = '02' where id = ${open.classId}`.execute(app.db);
    assert.equal((await save(open.classId, "02")).errorCode, "CLASS_NOT_CERTIFIED");
  });

  it("leaves out who is no longer with the enterprise, and says why in the preview", async () => {
    const built = await aClaimableStaffClass(app, { enterprise, students: 2 });
    await sql`update student set is_on_job = '0' where id = ${built.studentIds[0]}`.execute(app.db);
    const seen = await enterprise.admin.call(calls.preview, { classId: built.classId, subsidyKind: "02" });
    assert.deepEqual(
      [seen.lines.map((line) => line.studentId), seen.excluded.map((one) => [one.studentId, one.ruleCode])],
      [[built.studentIds[1]], [[built.studentIds[0], "NOT_ON_JOB"]]],
    );
    const claim = await fileStaffClaim(app, built);
    assert.deepEqual(
      claim.lines.map((line) => line.studentId),
      [built.studentIds[1]],
    );
  });
});

describe("EnterpriseSubsidyLine.submit", () => {
  it("C4: lowers what is claimed for a person, never raises it (AMOUNT_OVER), and not once it is submitted (STATE_ILLEGAL)", async () => {
    const claim = await aStaffClaim(app, { enterprise, standard: { standardAmount: "500.00" } });
    const { admin } = enterprise;
    const id = claim.lines[0]?.id as string;
    const set = (applyAmount: string) => ({ id, applyAmount }) as never;
    assert.equal((await admin.refused(lineCalls.submit, set("600.00"))).errorCode, "AMOUNT_OVER");
    await admin.call(lineCalls.submit, set("450.00"));
    assert.equal((await read(claim)).applyAmount, "950.00");
    await commit(claim);
    assert.equal((await admin.refused(lineCalls.submit, set("400.00"))).errorCode, "STATE_ILLEGAL");
    assert.deepEqual(
      (await findings(claim, "AT12")).map(({ severity }) => severity),
      ["2"],
      "less than is payable is pointed out",
    );
  });
});

describe("EnterpriseSubsidyApplication.commit", () => {
  it("10.3-2: refuses staff who left since (NOT_ON_JOB), wages owed (ENT_BLACK), missing papers (ATTACH_REQUIRED), all at once", async () => {
    const owing = await aPayableEnterprise(app);
    const claim = await aStaffClaim(app, { enterprise: owing });
    await sql`update student set is_on_job = '0' where id = ${claim.studentIds[1]}`.execute(app.db);
    await sql`update enterprise_total set is_black = '1' where unit_id = ${owing.unitId}`.execute(app.db);
    await owing.admin.call(calls.saveSubsidy, {
      enterpriseSubsidyApplyDTO: { id: claim.claimId, attachmentList: [] },
    } as never);
    assert.deepEqual(await refused(claim), ["ATTACH_REQUIRED", "NOT_ON_JOB", "ENT_BLACK"]);
  });

  it("refuses an enterprise without an approved account (BANK_REQUIRED)", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    await sql`alter table organisation disable trigger organisation_payee_account`.execute(app.db);
    const { rows } = await sql<{
      bankName: string;
    }>`select bank_name from organisation where id = ${enterprise.unitId}`.execute(app.db);
    await sql`update organisation set bank_name = null where id = ${enterprise.unitId}`.execute(app.db);
    assert.deepEqual(await refused(claim), ["BANK_REQUIRED"]);
    await sql`update organisation set bank_name = ${rows[0]?.bankName} where id = ${enterprise.unitId}`.execute(app.db);
    await sql`alter table organisation enable trigger organisation_payee_account`.execute(app.db);
  });

  it("§6.3: a person claimed for by an institution is not claimed for again by an enterprise, nor the other way round (SUBSIDY_DUP)", async () => {
    const ofOrg = await aClaim(app);
    await ofOrg.base.orgAdmin.call(claimCommit, { ids: ofOrg.claimId });
    const claim = await aStaffClaim(app, { enterprise });
    // The same person, and the same occupation and level.
    const { idNumber, idNumberHash } = await personOf(ofOrg.studentIds[0]);
    const { rows } = await sql<{
      code: string;
    }>`select occupation_code as code from training_class where id = ${ofOrg.classId}`.execute(app.db);
    const makeSame = (classId: string, studentId: string | undefined) =>
      Promise.all([
        sql`update training_class set occupation_code = ${rows[0]?.code} where id = ${classId}`.execute(app.db),
        sql`update student set id_number = ${idNumber}, id_number_hash = ${idNumberHash} where id = ${studentId}`.execute(
          app.db,
        ),
      ]);
    await makeSame(claim.classId, claim.studentIds[0]);
    await sql`update subsidy_line set id_number_hash = ${idNumberHash} where id = ${claim.lines[0]?.id}`.execute(
      app.db,
    );
    assert.deepEqual(await refused(claim), ["SUBSIDY_DUP"]);
    await sql`update subsidy_application set status = 'back', back_reason = 'x' where id = ${ofOrg.claimId}`.execute(
      app.db,
    );
    await sql`delete from entitlement where apply_id = ${ofOrg.claimId}`.execute(app.db);
    await commit(claim);
    const again = await ofOrg.base.orgAdmin.refused(claimCommit, { ids: ofOrg.claimId });
    assert.ok(again.failures.some(({ errorCode }: { errorCode: string }) => errorCode === "SUBSIDY_DUP"));
  });

  it("of two claims for one person that are submitted at the same moment, one by each side, exactly one goes through", async () => {
    const ofOrg = await aClaim(app);
    const claim = await aStaffClaim(app, { enterprise });
    const { idNumber, idNumberHash } = await personOf(ofOrg.studentIds[0]);
    await sql`update training_class set occupation_code = (select occupation_code from training_class where id = ${ofOrg.classId}) where id = ${claim.classId}`.execute(
      app.db,
    );
    await sql`update student set id_number = ${idNumber}, id_number_hash = ${idNumberHash} where id = ${claim.studentIds[0]}`.execute(
      app.db,
    );
    await sql`update subsidy_line set id_number_hash = ${idNumberHash} where id = ${claim.lines[0]?.id}`.execute(
      app.db,
    );
    const answers = await Promise.allSettled([
      commit(claim),
      ofOrg.base.orgAdmin.call(claimCommit, { ids: ofOrg.claimId }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });
});

describe("the yearly limit", () => {
  it("counts what both sides were granted: a fourth training is refused (ANNUAL_LIMIT), of two claims at the same moment one", async () => {
    const claims = [await aStaffClaim(app, { enterprise }), await aStaffClaim(app, { enterprise: stranger })] as const;
    const { idNumber, idNumberHash } = await personOf(claims[0].studentIds[0]);
    const other = claims[1];
    await sql`update student set id_number = ${idNumber}, id_number_hash = ${idNumberHash} where id = ${other.studentIds[0]}`.execute(
      app.db,
    );
    await sql`update subsidy_line set id_number_hash = ${idNumberHash} where id = ${other.lines[0]?.id}`.execute(
      app.db,
    );
    // Another occupation: the same one would be excluded whatever the year.
    await sql`update training_class set occupation_code = '9-99-99-99' where id = ${other.classId}`.execute(app.db);
    for (const n of [1, 2])
      await sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
        values (${idNumberHash}, 'training', ${`8-88-88-0${n}`}, '5', 1, ${today()}, true, '01', '[2020-01-01,2020-01-10]', ${-n}, ${-n - 9_000_000}, '某校', now() - interval '1 day')`.execute(
        app.db,
      );
    const answers = await Promise.allSettled(claims.map(commit));
    assert.deepEqual(answers.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const late = claims[answers.findIndex(({ status }) => status === "rejected")] as StaffClaim;
    assert.deepEqual(await refused(late), ["ANNUAL_LIMIT"]);
  });
});

describe("EnterpriseSubsidyApplication.autoTrial", () => {
  it("AT14, AT15: blocks staff insured elsewhere or without a contract, where it only warns at institutions", async () => {
    const claim = await aStaffClaim(app, { enterprise, students: 2 });
    await commit(claim);
    assert.deepEqual([await findings(claim, "AT14"), await findings(claim, "AT15")], [[], []]);
    const person = app.cipher.decrypt((await personOf(claim.studentIds[0])).idNumber);
    await enterAnswer(app.db, app.cipher, "getPersonInsured", person, {
      isInsured: "1",
      unitName: stranger.name,
      creditCode: stranger.creditCode,
      insuranceKind: "企业职工",
      months: 3,
    });
    await enterAnswer(app.db, app.cipher, "employmentContract", person, { contracts: [] });
    await forgetAnswers(app);
    for (const rule of ["AT14", "AT15"])
      assert.deepEqual(
        (await findings(claim, rule)).map(({ severity }) => severity),
        ["1"],
        rule,
      );
    const first = app.as("firstReviewer");
    await confirmStaffWarnings(app, claim, first);
    assert.equal((await first.refused(calls.firstCommit, pass(claim))).errorCode, "TRIAL_BLOCKED");
    const [blocked] = claim.lines;
    await first.call(
      calls.firstCommit,
      pass(claim, [{ id: blocked?.id, detailStatus: "2", unApproveReason: "不在本单位参保" }]),
    );
    const row = await read(claim);
    assert.deepEqual([row.status, row.approvedCount, row.approvedAmount], ["reTrial", 1, "1000.00"]);
  });

  it("10.3-3: is run in either review, and not on a draft (STATE_ILLEGAL)", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    const first = app.as("firstReviewer");
    const check = { applyId: claim.claimId };
    assert.equal((await first.refused(calls.autoTrial, check)).errorCode, "STATE_ILLEGAL");
    await commit(claim);
    assert.equal((await first.refused(calls.firstCommit, pass(claim))).errorCode, "TRIAL_REQUIRED");
    await first.call(calls.autoTrial, check);
    await confirmStaffWarnings(app, claim, first);
    await first.call(calls.firstCommit, pass(claim));
    const second = app.as("secondReviewer");
    assert.equal((await second.call(calls.autoTrial, check)).blocked, 0);
    await second.call(calls.firstCommit, pass(claim));
    assert.equal((await read(claim)).status, "compile", "what the first reviewer confirmed stays confirmed");
  });
});

describe("EnterpriseSubsidyApplication.firstCommit", () => {
  it("10.3-4, 10.3-5: the first reviewer passes it on, a second one completes it by the same call, and changes nothing of it (AMOUNT_CHANGED)", async () => {
    const claim = await aStaffClaim(app, { enterprise, students: 2 });
    await commit(claim);
    const first = app.as("firstReviewer");
    await first.call(calls.autoTrial, { applyId: claim.claimId });
    await confirmStaffWarnings(app, claim, first);
    await first.call(calls.firstCommit, pass(claim, [{ id: claim.lines[0]?.id, approvedAmount: "800.00" }]));
    assert.deepEqual([(await read(claim)).status, (await read(claim)).approvedAmount], ["reTrial", "1800.00"]);
    assert.equal((await first.refused(calls.firstCommit, pass(claim))).errorCode, "ROLE_DENIED");
    const second = app.as("secondReviewer");
    const raised = pass(claim, [{ id: claim.lines[0]?.id, approvedAmount: "1000.00" }]);
    assert.equal((await second.refused(calls.firstCommit, raised)).errorCode, "AMOUNT_CHANGED");
    await second.call(calls.firstCommit, pass(claim));
    const row = await read(claim);
    assert.deepEqual([row.status, row.payStatus, row.approvedAmount], ["compile", "1", "1800.00"]);
    assert.ok(row.publicityEnd > today());
  });

  it("refuses the same person for both reviews, whatever roles they hold by then (SAME_REVIEWER)", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    await commit(claim);
    const first = app.as("firstReviewer");
    await first.call(calls.autoTrial, { applyId: claim.claimId });
    await confirmStaffWarnings(app, claim, first);
    await first.call(calls.firstCommit, pass(claim));
    const promoted = app.as("secondReviewer", { userId: first.actor.userId });
    assert.equal((await promoted.refused(calls.firstCommit, pass(claim))).errorCode, "SAME_REVIEWER");
  });
});

describe("EnterpriseSubsidyApplication.Return", () => {
  it("10.3-6 … 10.3-8: from each review by who holds it, with a reason; from publicity with an upheld objection", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    await commit(claim);
    const first = app.as("firstReviewer");
    const second = app.as("secondReviewer");
    const back = (more: object = {}) => ({ ids: claim.claimId, reason: "考勤表未盖章", ...more }) as never;
    assert.equal((await first.refused(calls.Return, { ids: claim.claimId } as never)).errorCode, "REASON_REQUIRED");
    assert.equal((await second.refused(calls.Return, back())).errorCode, "ROLE_DENIED");
    await first.call(calls.Return, back());
    assert.deepEqual([(await read(claim)).status, (await read(claim)).backNode], ["back", "first"]);
    await commit(claim);
    await passFirst(claim);
    await second.call(calls.Return, back());
    assert.deepEqual([(await read(claim)).status, (await read(claim)).backNode], ["firstTrial", "re"]);
    await passFirst(claim);
    await second.call(calls.Return, back({ target: "back" }));
    assert.equal((await read(claim)).status, "back");
    await commit(claim);
    await passStaffReviews(app, claim);
    await second.call(calls.Return, back());
    const row = await read(claim);
    assert.deepEqual([row.status, row.payStatus, row.objection], ["firstTrial", "0", "考勤表未盖章"]);
  });

  async function passFirst(claim: StaffClaim): Promise<void> {
    const first = app.as("firstReviewer");
    await first.call(calls.autoTrial, { applyId: claim.claimId });
    await confirmStaffWarnings(app, claim, first);
    await first.call(calls.firstCommit, pass(claim));
  }
});

describe("financeResult", () => {
  it("pays a claim of an enterprise after its publicity, to its approved account, and takes it back once", async () => {
    const claim = await aCompletedStaffClaim(app, { enterprise, students: 2 });
    const finance = app.as("finance");
    const pay = (more: object = {}) => finance.call(financeResult, { businessNo: claim.applyNo, ...more } as never);
    assert.equal(
      (await finance.refused(financeResult, { businessNo: claim.applyNo } as never)).errorCode,
      "PUBLICITY_OPEN",
    );
    await sql`update subsidy_application set publicity_start = ${addDays(today(), -9)}, publicity_end = ${addDays(today(), -2)} where id = ${claim.claimId}`.execute(
      app.db,
    );
    assert.equal((await pay()).payStatus, "2");
    assert.equal(
      (
        await finance.refused(financeResult, {
          businessNo: claim.applyNo,
          result: "paid",
          payAmount: "1999.99",
        } as never)
      ).errorCode,
      "PAY_MISMATCH",
    );
    assert.equal((await pay({ result: "paid", payAmount: "2000.00" })).payStatus, "3");
    const staff = await enterprise.admin.list<any>(enterpriseStudentCalls.list, { classId: claim.classId });
    assert.deepEqual(
      staff.records.map((one: any) => one.subsidyStatus),
      ["compile", "compile"],
    );
    const file = await app.db.selectFrom("attachment").select("id").limit(1).executeTakeFirstOrThrow();
    const recover = { result: "recovered", reason: "人员不实", recoveryList: [file.id], forFalseness: "0" };
    assert.equal((await pay(recover)).payStatus, "5");
    assert.equal(
      (await finance.refused(financeResult, { businessNo: claim.applyNo, ...recover, reason: "再次追回" } as never))
        .errorCode,
      "STATE_ILLEGAL",
    );
  });
});

describe("claims of another enterprise", () => {
  it("are neither read nor changed by any call, and no institution's list shows those of enterprises", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    const { admin } = stranger;
    const { claimId, lines } = claim;
    const line = lines[0]?.id as string;
    assert.equal((await admin.refused(calls.detail, { id: claimId })).errorCode, "NOT_FOUND");
    assert.ok((await admin.list<any>(calls.list, {})).records.every(({ unitId }: any) => unitId === stranger.unitId));
    assert.equal((await admin.refused(calls.commit, { ids: claimId })).errorCode, "NOT_OWNER");
    assert.equal((await admin.refused(calls.remove, { ids: claimId })).errorCode, "NOT_OWNER");
    assert.equal((await admin.refused(lineCalls.remove, { ids: line })).errorCode, "NOT_OWNER");
    assert.equal(
      (await admin.refused(lineCalls.submit, { id: line, applyAmount: "1.00" } as never)).errorCode,
      "NOT_OWNER",
    );
    assert.equal((await admin.call(lineCalls.getSubsidyDetail, { applyId: claimId })).length, 0);
    const save = { enterpriseSubsidyApplyDTO: { id: claimId } } as never;
    assert.equal((await admin.refused(calls.saveSubsidy, save)).errorCode, "NOT_OWNER");
    assert.equal(
      (await admin.refused(calls.preview, { classId: claim.classId, subsidyKind: "02" })).errorCode,
      "NOT_FOUND",
    );
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(claimDetail, { id: claimId })).errorCode, "NOT_FOUND");
    assert.ok((await clerk.list<any>(claimList, { size: "200" })).records.every(({ id }: any) => id !== claimId));
    assert.ok((await clerk.list<any>(calls.list, { size: "200" })).records.some(({ id }: any) => id === claimId));
  });

  it("10.3-9: only a claim that was never submitted or came back is removed, with its rows", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    await commit(claim);
    const { admin } = enterprise;
    assert.equal((await admin.refused(calls.remove, { ids: claim.claimId })).errorCode, "STATE_ILLEGAL");
    await admin.call(calls.recall, { ids: claim.claimId });
    await admin.call(calls.remove, { ids: claim.claimId });
    assert.equal((await admin.call(lineCalls.getSubsidyDetail, { applyId: claim.claimId })).length, 0);
    await fileStaffClaim(app, claim);
  });
});
