import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimReCommit,
  claimRemove,
  claimReReturn,
  claimReturn,
  claimSave,
  findingCalls,
  lineCalls,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../../test/factories/assessment.ts";
import { findingsOf } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** What the two reviews see, what they may rely on, and what stays of their decisions. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const open = (user: TestUser, id: string) => user.call(claimDetail, { id }) as Promise<any>;
const first = () => app.as("firstReviewer");
const commit = (claim: BuiltClaim) => claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
const pass = (user: TestUser, claim: BuiltClaim, decisions: object[] = [], more: object = {}) =>
  user.call(claimFirstCommit, {
    subsidyApplyDTO: { id: claim.claimId },
    subsidyApplyDetailDTO: decisions,
    ...more,
  } as never);
const refusedPass = (user: TestUser, claim: BuiltClaim, decisions: object[] = []) =>
  user.refused(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId }, subsidyApplyDetailDTO: decisions } as never);
const getLine = (claim: BuiltClaim, place: number) => claim.lines[place] as BuiltClaim["lines"][number];

/** Runs the check, and confirms every warning by hand. */
async function check(claim: BuiltClaim, reviewer: TestUser): Promise<void> {
  await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
  const warnings = (await findingsOf(reviewer, claim, { isPass: "0", severity: "2", isIgnored_null: "1" })).records;
  const { headFindings } = await open(reviewer, claim.claimId);
  for (const { id } of warnings.filter((one: any) => one.runNo === headFindings[0].runNo))
    await reviewer.call(findingCalls.submit, { id, isIgnored: "1", ignoreReason: "已电话核实" } as never);
}

async function checked(claim: BuiltClaim): Promise<TestUser> {
  await commit(claim);
  const reviewer = first();
  await check(claim, reviewer);
  return reviewer;
}

describe("claimDetail", () => {
  it("shows how many findings of each row are open, however many the claim has", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    const blocked = getLine(claim, 1);
    await sql`update student set attendance_rate = 79.99 where id = ${blocked.studentId}`.execute(app.db);
    const reviewer = first();
    await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
    // As after many checks of a large class.
    await sql`insert into finding (biz_type, biz_id, detail_id, rule_code, severity, is_pass, run_no, run_time, create_user, update_user)
    select 'subsidyApply', ${claim.claimId}, n::text, 'AT01', '1', '0', '0', now(), 1, 1 from generate_series(1, 5001) n`.execute(
      app.db,
    );
    assert.equal(
      (
        await reviewer.refused(findingCalls.list, {
          bizType: "subsidyApply",
          bizId_equal: claim.claimId,
          isPaging: "0",
        })
      ).errorCode,
      "FIELD_INVALID",
    );
    const whole = await open(reviewer, claim.claimId);
    const byRow = async (id: string) =>
      (
        await findingsOf(reviewer, claim, {
          detailId_equal: id,
          runNo_equal: whole.headFindings[0].runNo,
          isPaging: "0",
        })
      ).records;
    for (const line of whole.detailList) {
      const found = await byRow(line.id);
      assert.equal(found.length, 20);
      assert.equal(line.openFindings, found.filter((one: any) => one.isPass === "0" && one.severity !== "3").length);
      assert.equal(line.trialResult, line.id === blocked.id ? "3" : "2");
    }
    const warning = (await byRow(blocked.id)).find((one: any) => one.isPass === "0" && one.severity === "2");
    await reviewer.call(findingCalls.submit, { id: warning.id, isIgnored: "1", ignoreReason: "已电话核实" } as never);
    const openBefore = whole.detailList.find((line: any) => line.id === blocked.id).openFindings;
    assert.equal(
      (await open(reviewer, claim.claimId)).detailList.find((line: any) => line.id === blocked.id).openFindings,
      openBefore - 1,
    );
  });

  it("leaves confirmed warnings and refused rows out of the results of row and head", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    await sql`update student set attendance_rate = 79.99 where id = ${getLine(claim, 0).studentId}`.execute(app.db);
    const reviewer = first();
    await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
    const results = async () => {
      const { trialResult, detailList } = await open(reviewer, claim.claimId);
      return [trialResult, ...claim.lines.map(({ id }) => detailList.find((line: any) => line.id === id).trialResult)];
    };
    assert.deepEqual(await results(), ["3", "3", "2", "2"]);
    await check(claim, reviewer);
    assert.deepEqual(await results(), ["3", "3", "1", "1"], "warnings confirmed");
    await reviewer.call(lineUnapprove, { ids: getLine(claim, 0).id, unApproveReason: "出勤不足" } as never);
    assert.deepEqual(await results(), ["1", "3", "1", "1"], "the blocked row is refused");
  });
});

describe("SubsidyLine.submit", () => {
  it("leaves a row that nobody has decided as it is where its reviewer sends it back as it was answered", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    const reviewer = first();
    const { id } = getLine(claim, 0);
    const row = await reviewer.call(lineCalls.detail, { id });
    assert.equal(row.approvedAmount, null);
    await reviewer.call(lineCalls.submit, row as never);
    assert.deepEqual(await reviewer.call(lineCalls.detail, { id }), row);
    const { approvedAmount: _, ...unsaid } = row;
    assert.equal((await reviewer.refused(lineCalls.submit, unsaid)).errorCode, "FIELD_INVALID");
  });

  it("asks for the check again after an amount was set (TRIAL_REQUIRED); a refusal does not", async () => {
    const claim = await aClaim(app);
    const reviewer = await checked(claim);
    const { version } = (await open(reviewer, claim.claimId)).detailList.find(
      (line: any) => line.id === getLine(claim, 0).id,
    );
    await reviewer.call(lineCalls.submit, { id: getLine(claim, 0).id, version, approvedAmount: "600.00" } as never);
    assert.equal((await refusedPass(reviewer, claim)).errorCode, "TRIAL_REQUIRED");
    await check(claim, reviewer);
    await reviewer.call(lineUnapprove, { ids: getLine(claim, 1).id, unApproveReason: "材料不符" } as never);
    assert.equal(
      (await reviewer.refused(lineUnapprove, { ids: getLine(claim, 1).id, unApproveReason: "出勤不足" })).errorCode,
      "STATE_ILLEGAL",
      "it is refused",
    );
    await pass(reviewer, claim);
    assert.equal((await open(reviewer, claim.claimId)).approvedAmount, "1600.00");
  });
});

describe("claimFirstCommit", () => {
  it("refuses a row approved after all without a check since its refusal (TRIAL_REQUIRED), or reserved by another claim meanwhile (SUBSIDY_DUP)", async () => {
    const claim = await aClaim(app);
    const reviewer = await checked(claim);
    const line = getLine(claim, 0);
    await reviewer.call(lineUnapprove, { ids: line.id, unApproveReason: "材料不符" } as never);
    const again = [{ id: line.id, detailStatus: "1" }];
    assert.equal((await refusedPass(reviewer, claim, again)).errorCode, "TRIAL_REQUIRED");
    await check(claim, reviewer);
    // The third place of the year goes to a claim submitted after the check; then the same training on a higher level does.
    const { rows } = await sql<{
      hash: string;
    }>`select id_number_hash as hash from student where id = ${line.studentId}`.execute(app.db);
    const other = (n: number, occupation: string, rank: number) =>
      sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
    select ${rows[0]?.hash}, family, coalesce(${occupation || null}, occupation_code), case when ${rank} = 0 then level else '1' end, rank + ${rank}, current_date, true, '01', '[2020-01-01,2020-01-10]', ${-n}, ${-(Number(claim.claimId) * 10 + n)}, '别处', now() from entitlement where line_id = ${getLine(claim, 1).id}`.execute(
        app.db,
      );
    for (let n = 1; n <= 3; n++) await other(n, `9-99-99-0${n}`, 0);
    assert.deepEqual(
      (await refusedPass(reviewer, claim, again)).failures.map((failure) => [failure.errorCode, failure.id]),
      [["ANNUAL_LIMIT", line.id]],
    );
    await sql`delete from entitlement where unit_name = '别处' and person_hash = ${rows[0]?.hash}`.execute(app.db);
    await other(4, "", 4);
    assert.equal((await refusedPass(reviewer, claim, again)).errorCode, "SUBSIDY_DUP");
    await sql`delete from entitlement where unit_name = '别处' and person_hash = ${rows[0]?.hash}`.execute(app.db);
    await pass(reviewer, claim, again);
    assert.equal((await open(reviewer, claim.claimId)).approvedCount, 3);
    const { rows: taken } = await sql`select from entitlement where line_id = ${line.id}`.execute(app.db);
    assert.equal(taken.length, 1);
  });

  it("refuses to undo a decision or to decide a row twice (FIELD_INVALID), so that no refused row is approved without its reservation", async () => {
    const claim = await aClaim(app);
    const reviewer = await checked(claim);
    const line = getLine(claim, 0);
    const refusal = { id: line.id, detailStatus: "2", unApproveReason: "材料不符" };
    const approval = { id: line.id, detailStatus: "1" };
    assert.equal((await refusedPass(reviewer, claim, [refusal, approval])).errorCode, "FIELD_INVALID");
    await reviewer.call(lineUnapprove, { ids: line.id, unApproveReason: "材料不符" } as never);
    await check(claim, reviewer);
    for (const decisions of [[{ id: line.id, detailStatus: "0" }], [{ id: line.id, detailStatus: "0" }, approval]])
      assert.equal((await refusedPass(reviewer, claim, decisions)).errorCode, "FIELD_INVALID");
    const { detailList } = await open(reviewer, claim.claimId);
    assert.equal(detailList.find(({ id }: any) => id === line.id).detailStatus, "2");
  });

  it("takes a row that nobody has decided as it was answered, with the amount that was set before", async () => {
    const claim = await aClaim(app);
    const reviewer = await checked(claim);
    const { id } = getLine(claim, 0);
    await reviewer.call(lineCalls.submit, { id, approvedAmount: "600.00" } as never);
    await check(claim, reviewer);
    await pass(reviewer, claim, [{ id, detailStatus: "0" }]);
    assert.equal((await open(reviewer, claim.claimId)).approvedAmount, "2600.00");
  });

  it("reserves approved rows that have reserved nothing; later moves name them (STATE_ILLEGAL), and the database moves no such claim on", async () => {
    const claim = await aClaim(app);
    const reviewer = await checked(claim);
    const line = getLine(claim, 1);
    const forget = () => sql`delete from entitlement where line_id = ${line.id}`.execute(app.db);
    await forget();
    await pass(reviewer, claim);
    const { rows } = await sql`select from entitlement where line_id = ${line.id}`.execute(app.db);
    assert.equal(rows.length, 1);
    await forget();
    const refused = await app.as("secondReviewer").refused(claimReCommit, { ids: claim.claimId });
    const { applyNo, detailList } = await open(reviewer, claim.claimId);
    const { name } = detailList.find(({ id }: any) => id === line.id);
    assert.deepEqual([refused.errorCode, refused.failures[0]?.id], ["STATE_ILLEGAL", line.id]);
    assert.ok([refused.msg, refused.msgEn].every((text) => text.includes(applyNo) && text.includes(name)));
    const onward = (change: string) =>
      assert.rejects(
        sql`update subsidy_application set ${sql.raw(change)} where id = ${claim.claimId}`.execute(app.db),
        {
          constraint: "subsidy_application_reserved",
        },
      );
    await onward("status = 'compile', pay_status = '1'");
    await onward("pay_status = '2'");
  });

  it("writes what a reviewer decided into the history, where it stays when the claim is returned and submitted again", async () => {
    const claim = await aClaim(app);
    const reviewer = await checked(claim);
    const [refused, lowered] = [getLine(claim, 0), getLine(claim, 1)];
    await pass(
      reviewer,
      claim,
      [
        { id: refused.id, detailStatus: "2", unApproveReason: "签到与照片不符" },
        { id: lowered.id, detailStatus: "1", approvedAmount: "600.00" },
      ],
      { firstOpinion: "两名学员已核实" },
    );
    const second = app.as("secondReviewer");
    await second.call(claimReReturn, { ids: claim.claimId, reason: "请补材料", target: "back" } as never);
    const { orgAdmin } = claim.base;
    const returned = await open(orgAdmin, claim.claimId);
    await orgAdmin.call(claimSave, { subsidyApplyDTO: { id: claim.claimId, version: returned.version } } as never);
    const again = await open(orgAdmin, claim.claimId);
    assert.deepEqual(
      again.detailList.map((line: any) => [line.detailStatus, line.approvedAmount]),
      Array(3).fill(["0", null]),
      "a new submission begins undecided",
    );
    const getName = (id: string) => returned.detailList.find((line: any) => line.id === id).name;
    const told = again.auditList
      .filter((record: any) => ["decideRows", "firstCommit"].includes(record.action))
      .map((record: any) => record.opinion);
    assert.deepEqual(told, [
      `✓ ×1；${getName(refused.id)} ✗ 签到与照片不符；${getName(lowered.id)} 1000.00 → 600.00`,
      "两名学员已核实",
    ]);
    const { rows } = await sql<{
      before: any[];
      after: any[];
    }>`select before, after from audit_record where biz_type = 'SubsidyApplication' and biz_id = ${claim.claimId} and action = 'decideRows'`.execute(
      app.db,
    );
    const [kept] = rows;
    assert.deepEqual(
      kept?.before.map((line) => line.detailStatus),
      ["0", "0", "0"],
    );
    assert.deepEqual(
      kept?.after.map((line) => [line.id, line.detailStatus, line.approvedAmount, line.unApproveReason]),
      claim.lines.map(({ id }) =>
        id === refused.id
          ? [id, "2", null, "签到与照片不符"]
          : [id, "1", id === lowered.id ? "600.00" : "1000.00", null],
      ),
    );
    await commit(claim);
    await check(claim, reviewer);
    await pass(reviewer, claim);
    await second.call(claimReCommit, { ids: claim.claimId, reOpinion: "同意拨付" });
    const completed = await open(second, claim.claimId);
    assert.deepEqual(
      [completed.reOpinion, completed.auditList.find((record: any) => record.action === "reCommit").opinion],
      ["同意拨付", "同意拨付"],
    );
  });

  it("refuses a decision on what somebody changed meanwhile (VERSION_CONFLICT)", async () => {
    const claim = await aClaim(app);
    const reviewer = await checked(claim);
    const { version } = await open(reviewer, claim.claimId);
    await first().call(lineUnapprove, { ids: getLine(claim, 2).id, unApproveReason: "材料不符" } as never);
    const stale = {
      subsidyApplyDTO: { id: claim.claimId, version },
      subsidyApplyDetailDTO: [{ id: getLine(claim, 2).id, detailStatus: "1" }],
    };
    assert.equal((await reviewer.refused(claimFirstCommit, stale as never)).errorCode, "VERSION_CONFLICT");
    assert.equal(
      (await open(reviewer, claim.claimId)).detailList.find((line: any) => line.id === getLine(claim, 2).id)
        .detailStatus,
      "2",
    );
    await reviewer.call(claimFirstCommit, {
      subsidyApplyDTO: { id: claim.claimId, version: (await open(reviewer, claim.claimId)).version },
    } as never);
  });
});

describe("showOnRoster", () => {
  it("shows the claim that names a person from the draft on, and none after it names them no more", async () => {
    const claim = await aClaim(app);
    const { orgAdmin } = claim.base;
    const shown = async () => {
      const { rows } = await sql<{
        id: string;
        status: string;
      }>`select id, subsidy_status as status from student where class_id = ${claim.classId}`.execute(app.db);
      return claim.lines.map((line) => rows.find((row) => row.id === line.studentId)?.status);
    };
    assert.deepEqual(await shown(), ["unSubmit", "unSubmit", "unSubmit"]);
    const reviewer = await checked(claim);
    assert.deepEqual(await shown(), ["firstTrial", "firstTrial", "firstTrial"]);
    await pass(reviewer, claim);
    await app
      .as("secondReviewer")
      .call(lineUnapprove, { ids: getLine(claim, 0).id, unApproveReason: "材料不符" } as never);
    assert.deepEqual(await shown(), ["none", "firstTrial", "firstTrial"], "the claim went back to the first review");
    await reviewer.call(claimReturn, { ids: claim.claimId, reason: "请补材料" } as never);
    assert.deepEqual(await shown(), ["none", "back", "back"]);
    const { version } = await open(orgAdmin, claim.claimId);
    await orgAdmin.call(claimSave, {
      subsidyApplyDTO: { id: claim.claimId, version },
      delSubsidyApplyDetailDTO: [{ detailId: getLine(claim, 1).id }],
    } as never);
    assert.deepEqual(await shown(), ["back", "none", "back"], "the first is claimed again with the next submission");
    await orgAdmin.call(claimRemove, { ids: claim.claimId });
    assert.deepEqual(await shown(), ["none", "none", "none"]);
  });
});
