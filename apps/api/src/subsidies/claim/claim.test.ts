// Slow: each of its tests brings a class from its plan to a claim.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { subsidyStandardCalls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  lineCalls,
  claimListOfOrg,
  claimPreview,
  claimReCommit,
  claimReReturn,
  claimRemove,
  claimReturn,
  claimSave,
  financeResult,
  findingCalls,
  lineTotalOfBureau,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aCertifiedClass, aClaim, fileClaim } from "../../../test/factories/assessment.ts";
import { confirmWarnings, findingsOf } from "../../../test/factories/claims/claim-review.ts";
import { approvePolicy } from "../../../test/factories/policy.ts";
import { aStandard } from "../../../test/factories/teaching.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, addWorkdays, moveClock, today } from "../../core/foundation/clock.ts";

/** A claim from draft to payment, and everything that must stop it. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const open = (user: TestUser, id: string) => user.call(claimDetail, { id }) as Promise<any>;
const firstReview = (claim: BuiltClaim, extra: object = {}) =>
  ({ subsidyApplyDTO: { id: claim.claimId }, ...extra }) as never;

/** Submitted and checked; warnings confirmed by hand. */
async function checked(claim: BuiltClaim, reviewer = app.as("firstReviewer")): Promise<TestUser> {
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
  await confirmWarnings(app, claim, reviewer);
  return reviewer;
}
describe("claimSave, claimCommit, claimFirstCommit, claimReCommit, financeResult", () => {
  it("bring a claim from draft to payment, with the amount explained", async () => {
    const claim = await aClaim(app);
    assert.equal(claim.lines.length, 3);
    const draft = await open(claim.base.orgAdmin, claim.claimId);
    assert.deepEqual(
      [draft.applyAmount, draft.personCount, draft.status, draft.payStatus],
      ["3000.00", 3, "unSubmit", "0"],
    );
    assert.equal(draft.detailList[0].formula.at(-1).value, "1000.00");
    const first = await checked(claim);
    const submitted = await open(first, claim.claimId);
    assert.match(submitted.applyNo, /^BT\d{4}\d{6}$/);
    assert.equal(submitted.bankAccount.includes("*"), true);
    const findings = await findingsOf(first, claim);
    assert.equal(findings.total, 4 + 3 * 20, "one finding a rule and row, also where it is met");
    const told = new Set(
      findings.records.map(
        (finding: any) => `${finding.bizNo} ${finding.detailId ? Boolean(finding.personName) : finding.personName}`,
      ),
    );
    assert.deepEqual(
      [...told].sort(),
      [`${submitted.applyNo} null`, `${submitted.applyNo} true`],
      "which claim and whom it is about",
    );
    assert.deepEqual(
      findings.records.filter((finding: any) => finding.isPass === "0" && finding.severity === "1"),
      [],
    );
    const untold = findings.records.filter(
      (finding: any) =>
        !finding.expectValue ||
        !finding.actualValue ||
        /\p{Script=Han}/u.test(`${finding.expectValueEn}${finding.actualValueEn}`),
    );
    assert.deepEqual(
      [...new Set(untold.map((finding: any) => finding.ruleCode))],
      ["AT22"],
      "expected and actual in both languages; only the name of the payee is as it is",
    );
    await first.call(claimFirstCommit, firstReview(claim, { firstOpinion: "同意" }));
    const second = app.as("secondReviewer");
    await second.call(claimReCommit, { ids: claim.claimId });
    const completed = await open(second, claim.claimId);
    const start = addWorkdays(today(), 1, new Map());
    assert.deepEqual(
      [
        completed.status,
        completed.payStatus,
        completed.approvedAmount,
        completed.publicityStart,
        completed.publicityEnd,
      ],
      ["compile", "1", "3000.00", start, addWorkdays(start, 4, new Map())],
    );
    const finance = app.as("finance");
    assert.equal((await finance.refused(financeResult, { businessNo: submitted.applyNo })).errorCode, "PUBLICITY_OPEN");
    moveClock(12);
    try {
      const sent = await finance.call(financeResult, { businessNo: submitted.applyNo } as never);
      assert.deepEqual([sent.payStatus, /^BF\d{6}\d{3}$/.test(sent.payBatchNo ?? "")], ["2", true]);
      assert.equal(
        (await finance.refused(financeResult, { businessNo: submitted.applyNo, result: "paid", payAmount: "2999.99" }))
          .errorCode,
        "PAY_MISMATCH",
      );
      const early = await finance.refused(financeResult, {
        businessNo: submitted.applyNo,
        result: "paid",
        payAmount: "3000.00",
        payDate: addDays(today(), 1),
      });
      assert.deepEqual(
        [early.errorCode, early.failures[0]?.field],
        ["FIELD_INVALID", "payDate"],
        "no money has come tomorrow",
      );
      const paid = await finance.call(financeResult, {
        businessNo: submitted.applyNo,
        result: "paid",
        payAmount: "3000.00",
      } as never);
      assert.deepEqual([paid.payStatus, paid.payAmount], ["3", "3000.00"]);
    } finally {
      moveClock(0);
    }
    const history = (await open(claim.base.orgAdmin, claim.claimId)).auditList.map((record: any) => record.action);
    assert.deepEqual(history, [
      "save",
      "commit",
      "autoTrial",
      ...history.filter((action: string) => action === "confirmFinding"),
      "decideRows",
      "firstCommit",
      "reCommit",
      "publish",
      "send",
      "confirm",
    ]);
  });
});

describe("claimReCommit", () => {
  it("refuses the first reviewer (SAME_REVIEWER), whoever submitted (SELF_REVIEW) and institutions (ROLE_DENIED)", async () => {
    const claim = await aClaim(app);
    const both = app.as(["firstReviewer", "secondReviewer"]);
    await checked(claim, both);
    assert.equal((await claim.base.orgAdmin.refused(claimFirstCommit, firstReview(claim))).errorCode, "ROLE_DENIED");
    await both.call(claimFirstCommit, firstReview(claim));
    assert.equal((await both.refused(claimReCommit, { ids: claim.claimId })).errorCode, "SAME_REVIEWER");
    await assert.rejects(
      sql`update subsidy_application set re_user = first_user where id = ${claim.claimId}`.execute(app.db),
      /subsidy_application_two_reviewers/,
    );
    assert.equal(
      (await app.as("firstReviewer").refused(claimReCommit, { ids: claim.claimId })).errorCode,
      "ROLE_DENIED",
    );
  });

  it("completes for one of two second reviewers at once, and refuses the other (STATE_ILLEGAL)", async () => {
    const claim = await aClaim(app);
    const first = await checked(claim);
    await first.call(claimFirstCommit, firstReview(claim));
    const answers = await Promise.allSettled([
      app.as("secondReviewer").call(claimReCommit, { ids: claim.claimId }),
      app.as("secondReviewer").call(claimReCommit, { ids: claim.claimId }),
    ]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), ["fulfilled", "rejected"]);
    assert.match(
      String((answers.find((answer) => answer.status === "rejected") as PromiseRejectedResult).reason),
      /STATE_ILLEGAL|SAME_REVIEWER/,
    );
  });
});

describe("claimFirstCommit", () => {
  it("refuses a claim without automatic check (TRIAL_REQUIRED) or with an open block (TRIAL_BLOCKED)", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const first = app.as("firstReviewer");
    assert.equal((await first.refused(claimFirstCommit, firstReview(claim))).errorCode, "TRIAL_REQUIRED");
    await sql`update student set attendance_rate = 79.99 where id = ${claim.studentIds[0]}`.execute(app.db);
    const summary = await first.call(claimAutoTrial, { applyId: claim.claimId });
    assert.equal(summary.blocked, 1);
    const totals = await first.call(lineTotalOfBureau, { applyId_equal: claim.claimId } as never);
    assert.deepEqual(
      [totals.personCount, totals.applyAmount, totals.payableAmount],
      [3, "3000.00", "2000.00"],
      "of a blocked row nothing is payable",
    );
    await confirmWarnings(app, claim, first);
    const refused = await first.refused(claimFirstCommit, firstReview(claim));
    assert.deepEqual([refused.errorCode, refused.status], ["TRIAL_BLOCKED", 409]);
    const line = claim.lines.find((one) => one.studentId === claim.studentIds[0]);
    assert.equal((await first.refused(lineUnapprove, { ids: line?.id })).errorCode, "REASON_REQUIRED");
    await first.call(lineUnapprove, { ids: line?.id as string, unApproveReason: "出勤不足" } as never);
    await first.call(claimFirstCommit, firstReview(claim));
    const after = await open(first, claim.claimId);
    assert.deepEqual([after.approvedCount, after.approvedAmount, after.applyAmount], [2, "2000.00", "3000.00"]);
  });

  it("C3: passes only once a row below the attendance limit is refused", async () => {
    const claim = await aClaim(app);
    await sql`update student set attendance_rate = 79.99 where id = ${claim.studentIds[2]}`.execute(app.db);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const [finding] = (await findingsOf(app.as("auditor"), claim, { ruleCode: "AT10" })).records;
    assert.equal(finding, undefined, "no run yet");
    await app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
    const found = await findingsOf(app.as("auditor"), claim, { ruleCode: "AT10", isPass: "0" });
    assert.deepEqual(
      [found.total, found.records[0].message, found.records[0].messageEn],
      [1, "出勤率79.99%低于80.00%", "Attendance 79.99% is below 80.00%"],
    );
    assert.deepEqual([found.records[0].expectValueEn, found.records[0].actualValueEn], ["≥ 80.00%", "79.99%"]);
  });

  it("claims and approves nothing of 0.00 yuan (AMOUNT_ZERO), nor does the database keep such a row", async () => {
    const claim = await aClaim(app);
    const { orgAdmin } = claim.base;
    const line = claim.lines[0]?.id as string;
    const head = { id: claim.claimId };
    const rows = [{ id: line, applyAmount: "0.00" }];
    const saved = await orgAdmin.refused(claimSave, { subsidyApplyDTO: head, subsidyApplyDetailDTO: rows });
    assert.equal(saved.errorCode, "AMOUNT_ZERO");
    assert.equal((await orgAdmin.refused(lineCalls.submit, { id: line, applyAmount: "0" })).errorCode, "AMOUNT_ZERO");
    const update = sql`update subsidy_line set apply_amount = 0 where id = ${line}`;
    await assert.rejects(update.execute(app.db), /subsidy_line_above_zero/);
    const first = await checked(claim);
    const nothing = [{ id: line, approvedAmount: "0.00", detailStatus: "1" }];
    const decided = await first.refused(claimFirstCommit, firstReview(claim, { subsidyApplyDetailDTO: nothing }));
    assert.equal(decided.errorCode, "AMOUNT_ZERO");
    assert.equal((await first.refused(lineCalls.submit, { id: line, approvedAmount: "0" })).errorCode, "AMOUNT_ZERO");
  });

  it("C2: lowers an amount, never raises it; C4: the applicant cannot claim more (AMOUNT_OVER)", async () => {
    const claim = await aClaim(app);
    const over = await claim.base.orgAdmin.refused(claimSave, {
      subsidyApplyDTO: { id: claim.claimId },
      subsidyApplyDetailDTO: [{ id: claim.lines[0]?.id, applyAmount: "1000.01" }],
    });
    assert.deepEqual([over.errorCode, over.status], ["AMOUNT_OVER", 409]);
    const first = await checked(claim);
    const raise = await first.refused(
      claimFirstCommit,
      firstReview(claim, {
        subsidyApplyDetailDTO: [{ id: claim.lines[0]?.id, approvedAmount: "1000.01", detailStatus: "1" }],
      }),
    );
    assert.equal(raise.errorCode, "AMOUNT_OVER");
    await first.call(
      claimFirstCommit,
      firstReview(claim, {
        subsidyApplyDetailDTO: [{ id: claim.lines[0]?.id, approvedAmount: "600.00", detailStatus: "1" }],
      }),
    );
    assert.equal((await open(first, claim.claimId)).approvedAmount, "2600.00");
  });
});

describe("claimCommit", () => {
  it("refuses the same training of a person again, elsewhere, also by two institutions at the same moment (SUBSIDY_DUP)", async () => {
    const first = await aClaim(app);
    await first.base.orgAdmin.call(claimCommit, { ids: first.claimId });
    const other = await samePeople(first);
    const preview = (await other.base.orgAdmin.call(claimPreview, {
      classId: other.classId,
      subsidyKind: "01",
    } as never)) as any;
    assert.deepEqual(
      [preview.lines.length, preview.excluded.length],
      [0, 0].map((_, index) => (index === 0 ? 0 : 3)),
    );
    const refused = await other.base.orgAdmin.refused(claimCommit, { ids: other.claimId });
    assert.equal(refused.failures.filter((failure) => failure.errorCode === "SUBSIDY_DUP").length, 3);
    assert.match(refused.msg, /[初中高]级工.*（或更高等级）补贴$/, "the level by its word");
    // Returned claims release their people.
    await app.as("firstReviewer").call(claimReturn, { ids: first.claimId, reason: "材料不符" } as never);
    const race = await Promise.allSettled([
      first.base.orgAdmin.call(claimCommit, { ids: first.claimId }),
      other.base.orgAdmin.call(claimCommit, { ids: other.claimId }),
    ]);
    assert.deepEqual(race.map((answer) => answer.status).sort(), ["fulfilled", "rejected"]);
  });
});

/** Another institution certifies the same people for the same occupation and level. */
async function samePeople(claim: BuiltClaim): Promise<BuiltClaim> {
  const base = await aTrainingBase(app, { courseId: claim.base.courseId });
  const built = await aCertifiedClass(app, { base });
  const filed = await fileClaim(app, built);
  for (const [place, studentId] of filed.studentIds.entries()) {
    const original = await app.db
      .selectFrom("student")
      .select(["idNumber", "idNumberHash", "name"])
      .where("id", "=", claim.studentIds[place] as string)
      .executeTakeFirstOrThrow();
    await sql`update student set id_number = ${original.idNumber}, id_number_hash = ${original.idNumberHash}, name = ${original.name} where id = ${studentId}`.execute(
      app.db,
    );
    await sql`update subsidy_line set id_number = ${original.idNumber}, id_number_hash = ${original.idNumberHash} where student_id = ${studentId}`.execute(
      app.db,
    );
  }
  return filed;
}

describe("claimCommit", () => {
  it("refuses after the deadline (SUBSIDY_EXPIRED), which runs from the certificate; each row keeps the day of its own first submission", async () => {
    const claim = await aClaim(app);
    await sql`update certificate set issue_date = issue_date - 400 where test_apply_id = ${claim.applyId}`.execute(
      app.db,
    );
    await sql`update subsidy_line set cert_issue_date = cert_issue_date - 400 where apply_id = ${claim.claimId}`.execute(
      app.db,
    );
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.deepEqual(new Set(refused.failures.map((failure) => failure.errorCode)), new Set(["SUBSIDY_EXPIRED"]));
    // As if the claim, then without the last of them, had been submitted in time and come back.
    const late = claim.lines.at(-1)?.id ?? "";
    const inTime = (lines: readonly string[]) =>
      sql`update subsidy_line set first_commit_time = now() - interval '60 days' where id = any(${lines}::bigint[])`.execute(
        app.db,
      );
    await inTime(claim.lines.map(({ id }) => id).filter((id) => id !== late));
    await sql`update subsidy_application set first_commit_time = now() - interval '60 days' where id = ${claim.claimId}`.execute(
      app.db,
    );
    const again = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.deepEqual(
      again.failures.map(({ id, errorCode }) => [id, errorCode]),
      [[late, "SUBSIDY_EXPIRED"]],
    );
    await inTime([late]);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const changed = sql`update subsidy_line set first_commit_time = now() where id = ${late}`;
    await assert.rejects(changed.execute(app.db), /the first commit of a row stays/);
  });

  it("refuses the fourth training of a year (ANNUAL_LIMIT)", async () => {
    const claim = await aClaim(app);
    const [person] = await app.db
      .selectFrom("student")
      .select("idNumberHash")
      .where("id", "=", claim.studentIds[0] as string)
      .execute();
    for (let n = 0; n < 3; n++)
      await sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
      values (${person?.idNumberHash}, 'training', ${`9-99-99-0${n}`}, '5', 1, current_date, true, '01', '[2020-01-01,2020-01-10]', ${-n - 1}, ${-(Number(claim.claimId) * 10 + n)}, '别处', now())`.execute(
        app.db,
      );
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.deepEqual(
      refused.failures.map((failure) => failure.errorCode),
      ["ANNUAL_LIMIT"],
    );
  });

  it("refuses missing documents, bank data and rows, and names everything missing at once", async () => {
    const claim = await aClaim(app);
    await sql`update subsidy_application set attachment_list = null where id = ${claim.claimId}`.execute(app.db);
    await sql`update organisation set bank_name = null where id = ${claim.base.orgId}`.execute(app.db);
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.deepEqual(refused.failures.map((failure) => failure.errorCode).sort(), ["ATTACH_REQUIRED", "BANK_REQUIRED"]);
    assert.match(
      refused.failures.find((failure) => failure.errorCode === "ATTACH_REQUIRED")?.msgEn ?? "",
      /roster, attendance sheet/,
    );
    await claim.base.orgAdmin.call(claimSave, {
      subsidyApplyDTO: { id: claim.claimId },
      delSubsidyApplyDetailDTO: claim.lines.map((line) => ({ detailId: line.id })),
    } as never);
    assert.ok(
      (await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId })).failures.some(
        (failure) => failure.errorCode === "SUBSIDY_EMPTY",
      ),
    );
  });
});

describe("claimSave", () => {
  it("refuses a second claim of a class and kind (SUBSIDY_APPLY_DUP), and classes not certified, not subsidised or of others", async () => {
    const claim = await aClaim(app);
    assert.equal(
      (await claim.base.orgAdmin.refused(claimSave, { subsidyApplyDTO: { classId: claim.classId, subsidyKind: "01" } }))
        .errorCode,
      "SUBSIDY_APPLY_DUP",
    );
    const stranger = (await aTrainingBase(app)).orgAdmin;
    assert.equal(
      (await stranger.refused(claimSave, { subsidyApplyDTO: { classId: claim.classId, subsidyKind: "01" } })).errorCode,
      "NOT_FOUND",
    );
    assert.equal((await stranger.refused(claimDetail, { id: claim.claimId })).errorCode, "NOT_FOUND");
    assert.equal((await stranger.refused(claimCommit, { ids: claim.claimId })).errorCode, "NOT_OWNER");
    assert.equal((await stranger.list<any>(claimListOfOrg, { applyNo: "" })).total, 0);
    const market = await aCertifiedClass(app, { overrides: { isSubsidy: "0" } });
    assert.equal(
      (
        await market.base.orgAdmin.refused(claimSave, {
          subsidyApplyDTO: { classId: market.classId, subsidyKind: "01" },
        })
      ).errorCode,
      "CLASS_NOT_CERTIFIED",
    );
  });
});

describe("claimCommit, after the standard changed", () => {
  it("takes the amounts of its day, not those of the draft (AMOUNT_OVER)", async () => {
    const claim = await aClaim(app, { standard: { standardAmount: "700.00" } });
    const [standard] = await app.as("clerk").call(subsidyStandardCalls.byCourse, { courseId: claim.base.courseId });
    const setStandard = async (standardAmount: string) => {
      const { policyChangeId } = await app
        .as("clerk")
        .call(subsidyStandardCalls.submit, { id: standard?.id, standardAmount } as never);
      await approvePolicy(app, policyChangeId);
    };
    await setStandard("600.00");
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.deepEqual(
      refused.failures.map((failure) => failure.errorCode),
      ["AMOUNT_OVER", "AMOUNT_OVER", "AMOUNT_OVER"],
    );
    await setStandard("780.00");
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const { detailList } = await open(app.as("auditor"), claim.claimId);
    assert.deepEqual(
      detailList.map((line: any) => [line.standardAmount, line.payableAmount, line.applyAmount]),
      [1, 2, 3].map(() => ["780.00", "780.00", "700.00"]),
    );
  });
});

describe("claimReReturn", () => {
  it("returns to the first reviewer, to the applicant, or after an objection; the history stays", async () => {
    const claim = await aClaim(app);
    const first = await checked(claim);
    await first.call(claimFirstCommit, firstReview(claim));
    const second = app.as("secondReviewer");
    assert.equal((await second.refused(claimReReturn, { ids: claim.claimId })).errorCode, "REASON_REQUIRED");
    await second.call(claimReReturn, { ids: claim.claimId, reason: "请复核" } as never);
    assert.equal((await open(second, claim.claimId)).status, "firstTrial");
    assert.equal((await first.refused(claimFirstCommit, firstReview(claim))).errorCode, "TRIAL_REQUIRED");
    await first.call(claimAutoTrial, { applyId: claim.claimId });
    await confirmWarnings(app, claim, first);
    await first.call(claimFirstCommit, firstReview(claim));
    await second.call(claimReCommit, { ids: claim.claimId });
    await second.call(claimReReturn, { ids: claim.claimId, reason: "公示期异议成立" } as never);
    const back = await open(second, claim.claimId);
    assert.deepEqual([back.status, back.payStatus, back.objection], ["firstTrial", "0", "公示期异议成立"]);
    assert.equal(back.auditList.filter((record: any) => record.action === "firstCommit").length, 2);
  });
});

describe("claimReCommit", () => {
  it("refuses an amount changed after the first review (AMOUNT_CHANGED)", async () => {
    const claim = await aClaim(app);
    const first = await checked(claim);
    await first.call(claimFirstCommit, firstReview(claim));
    await sql`update subsidy_application set approved_amount = 1 where id = ${claim.claimId}`.execute(app.db);
    assert.equal(
      (await app.as("secondReviewer").refused(claimReCommit, { ids: claim.claimId })).errorCode,
      "AMOUNT_CHANGED",
    );
  });

  it("refuses whoever set the standard within the year (SELF_REVIEW)", async () => {
    const built = await aCertifiedClass(app);
    await aStandard(app, {
      courseId: built.base.courseId,
      standardAmount: "1000.00",
      effectDate: addDays(today(), -400),
    });
    const claim = await fileClaim(app, built);
    const first = await checked(claim);
    await first.call(claimFirstCommit, firstReview(claim));
    // Whoever proposed the standard and whoever approved it, whatever roles they hold by now.
    const { rows } = await sql<{ setters: string[] }>`
      select array[p.create_user::text, p.confirm_user::text] as setters from policy_change p join subsidy_standard s on s.approved_change_id = p.id
      where s.course_id = ${built.base.courseId}`.execute(app.db);
    for (const userId of rows[0]?.setters ?? []) {
      const setter = app.as("secondReviewer", { userId });
      assert.equal((await setter.refused(claimReCommit, { ids: claim.claimId })).errorCode, "SELF_REVIEW");
      const written =
        sql`insert into audit_record (biz_type, biz_id, action, from_status, to_status, operator_id, operator_name)
        values ('SubsidyApplication', ${claim.claimId}, 'reCommit', 'reTrial', 'compile', ${setter.actor.userId}, '')`.execute(
          app.db,
        );
      await assert.rejects(written, { constraint: "claim_duties_separate" });
    }
  });

  it("refuses whoever entered the shortage of the occupation within the year (SELF_REVIEW)", async () => {
    const claim = await aClaim(app);
    const first = await checked(claim);
    await first.call(claimFirstCommit, firstReview(claim));
    const course = await app.as("clerk").call(courseCalls.byId, { id: claim.base.courseId });
    const setter = app.as("clerk");
    await setter.call(courseCalls.submit, {
      trainCourseDTO: { ...course, isShortage: "1" },
    });
    const reviewer = app.as("secondReviewer", { userId: setter.actor.userId });
    assert.equal((await reviewer.refused(claimReCommit, { ids: claim.claimId })).errorCode, "SELF_REVIEW");
    await app.as("secondReviewer").call(claimReCommit, { ids: claim.claimId });
  });
});

describe("Certificate.submit, Finding.remove, claimSave", () => {
  it("refuse a certificate in a claim (CERT_IN_SUBSIDY), the removal of findings, a stale version (VERSION_CONFLICT)", async () => {
    const claim = await aClaim(app);
    await checked(claim);
    const [certificate] = await app.db
      .selectFrom("certificate")
      .select("id")
      .where("testApplyId", "=", claim.applyId)
      .execute();
    assert.equal(
      (
        await app
          .as("clerk")
          .refused(certificateCalls.submit, { id: certificate?.id, isValid: "unValid", invalidReason: "错" })
      ).errorCode,
      "CERT_IN_SUBSIDY",
    );
    const draft = await aClaim(app);
    assert.equal(
      (await draft.base.orgAdmin.refused(claimSave, { subsidyApplyDTO: { id: draft.claimId, version: 0 } })).errorCode,
      "VERSION_CONFLICT",
    );
    assert.equal(
      (await claim.base.orgAdmin.refused(claimSave, { subsidyApplyDTO: { id: claim.claimId } })).errorCode,
      "STATE_ILLEGAL",
    );
  });
});

describe("Finding.submit", () => {
  it("confirms a warning with a reason, one or all of its rule, while the claim is under first review", async () => {
    const claim = await aClaim(app);
    const reviewer = app.as("firstReviewer");
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
    const warnings = async () => (await findingsOf(reviewer, claim, { isPass: "0", severity: "2" })).records as any[];
    const before = await warnings();
    const twice = before.find((one) => before.some((other) => other.id !== one.id && other.ruleCode === one.ruleCode));
    const same = before.filter((one) => one.ruleCode === twice.ruleCode);
    assert.equal(
      (await reviewer.refused(findingCalls.submit, { id: twice.id, isIgnored: "1" })).errorCode,
      "REASON_REQUIRED",
    );
    assert.equal(
      (await claim.base.orgAdmin.refused(findingCalls.submit, { id: twice.id, isIgnored: "1", ignoreReason: "无误" }))
        .errorCode,
      "ROLE_DENIED",
    );
    const answer = await reviewer.call(findingCalls.submit, {
      id: twice.id,
      isIgnored: "1",
      ignoreReason: "已电话核实",
      sameRule: "1",
    } as never);
    assert.equal((answer as { confirmed: number }).confirmed, same.length);
    const after = await warnings();
    assert.deepEqual(
      after.filter((one) => one.isIgnored === "1").map((one) => one.ruleCode),
      same.map((one) => one.ruleCode),
    );
    const history = (await open(reviewer, claim.claimId)).auditList.filter(
      (record: any) => record.action === "confirmFinding",
    );
    assert.deepEqual(
      history.map((record: any) => record.opinion),
      [`${twice.ruleCode} ×${same.length}：已电话核实`],
    );
    await confirmWarnings(app, claim, reviewer);
    await reviewer.call(claimFirstCommit, firstReview(claim, { firstOpinion: "同意" }));
    assert.equal(
      (await reviewer.refused(findingCalls.submit, { id: twice.id, isIgnored: "0" })).errorCode,
      "STATE_ILLEGAL",
    );
  });

  it("refuses findings of an earlier check (VERSION_CONFLICT); every finding comes with its evidence", async () => {
    const claim = await aClaim(app);
    const reviewer = app.as("firstReviewer");
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
    const warnings = async () =>
      (await findingsOf(reviewer, claim, { isPass: "0", severity: "2", descs: "runTime" })).records as any[];
    const [old] = await warnings();
    assert.ok(old.evidence.length > 0 && old.evidence[0].entity);
    await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
    assert.equal(
      (await reviewer.refused(findingCalls.submit, { id: old.id, isIgnored: "1", ignoreReason: "已电话核实" }))
        .errorCode,
      "VERSION_CONFLICT",
    );
  });
});

describe("claimRemove", () => {
  it("removes a draft with its rows, also when it has none", async () => {
    const claim = await aClaim(app);
    const { orgAdmin } = claim.base;
    await orgAdmin.call(claimSave, {
      subsidyApplyDTO: { id: claim.claimId },
      delSubsidyApplyDetailDTO: claim.lines.map((line) => ({ detailId: line.id })),
    } as never);
    await orgAdmin.call(claimRemove, { ids: claim.claimId });
    assert.equal((await orgAdmin.refused(claimDetail, { id: claim.claimId })).errorCode, "NOT_FOUND");
    const again = await fileClaim(app, claim);
    await orgAdmin.call(claimRemove, { ids: again.claimId });
    const left = await app.db
      .selectFrom("subsidyLine")
      .select("id")
      .where("applyId", "=", again.claimId)
      .where("isDeleted", "=", 0)
      .execute();
    assert.deepEqual(left, []);
  });
});
