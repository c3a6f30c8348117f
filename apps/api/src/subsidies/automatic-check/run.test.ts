import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimSave,
  findingCalls,
  findingExport,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../../test/factories/assessment.ts";
import { confirmWarnings, findingsOf } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";

/** The automatic check over real rows: what it gathers, and what a claim comes to by it. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const check = (claim: BuiltClaim) => app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
/** How many rows of the newest check do not meet a rule. */
async function failing(claim: BuiltClaim, ruleCode: string): Promise<{ severity: string; message: string }[]> {
  await check(claim);
  return (
    await sql<{
      severity: string;
      message: string;
    }>`select severity, message from finding where biz_type = 'subsidyApply' and biz_id = ${claim.claimId} and rule_code = ${ruleCode} and is_pass = '0' and run_no = (select max(run_no) from finding where biz_type = 'subsidyApply' and biz_id = ${claim.claimId})`.execute(
      app.db,
    )
  ).rows;
}

describe("claimAutoTrial", () => {
  it("C3: blocks one of twenty rows of 1000.00 for low attendance; once it is refused, 19 rows with 19000.00 pass", async () => {
    const claim = await aClaim(app, { students: 20 });
    await sql`update student set attendance_rate = 79.99 where id = ${claim.studentIds[7]}`.execute(app.db);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const summary = await check(claim);
    assert.deepEqual([summary.passed + summary.warned, summary.blocked], [19, 1]);
    const first = app.as("firstReviewer");
    await confirmWarnings(app, claim, first);
    const pass = { subsidyApplyDTO: { id: claim.claimId } } as never;
    assert.equal((await first.refused(claimFirstCommit, pass)).errorCode, "TRIAL_BLOCKED");
    const line = claim.lines.find((one) => one.studentId === claim.studentIds[7]);
    await first.call(lineUnapprove, { ids: line?.id as string, unApproveReason: "出勤率不足" } as never);
    await first.call(claimFirstCommit, pass);
    const head = (await first.call(claimDetail, { id: claim.claimId })) as Record<string, unknown>;
    assert.deepEqual(
      [head.status, head.applyAmount, head.approvedCount, head.approvedAmount],
      ["reTrial", "20000.00", 19, "19000.00"],
    );
  });

  it("keeps what rows pass once for each rule, as a list of the county shows it; every row shows in lists of the claim, details and exports", async () => {
    const claim = await aClaim(app);
    await sql`update student set attendance_rate = 79.99 where id = ${claim.studentIds[1]}`.execute(app.db);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const { runNo } = await check(claim);
    const clerk = app.as("clerk");
    const ofRun = { runNo_equal: runNo, ruleCode: "AT10", ascs: "id" };
    // Checks of two claims within a second have the same number.
    const ofCounty = (await clerk.list<any>(findingCalls.list, ofRun)).records.filter(
      (one: any) => one.bizId === claim.claimId,
    );
    assert.deepEqual(ofCounty.map((one: any) => [one.isPass, one.passedRows, one.detailId, one.message]).sort(), [
      ["0", null, claim.lines[1]?.id, "出勤率79.99%低于80.00%"],
      ["1", 2, null, "符合"],
    ]);
    const ofClaim = (await findingsOf(clerk, claim, ofRun)).records;
    const passes = ofClaim.filter((one: any) => one.isPass === "1");
    assert.deepEqual(
      passes.map((one: any) => [one.detailId, one.personName !== null, one.expectValue, one.passedRows]),
      [claim.lines[0]?.id, claim.lines[2]?.id].map((id) => [id, true, "≥ 80.00%", null]),
    );
    assert.equal(new Set(ofClaim.map((one: any) => one.id)).size, 3, "each has an id of its own");
    for (const { id, detailId, evidence } of [...passes, ...ofCounty]) {
      const detail = (await clerk.call(findingCalls.detail, { id })) as any;
      assert.deepEqual([detail.id, detail.detailId, detail.evidence], [id, detailId, evidence]);
    }
    const refused = await app.as("firstReviewer").refused(findingCalls.submit, { id: passes[0].id, isIgnored: "1" });
    assert.equal(refused.errorCode, "STATE_ILLEGAL", "a row that passed needs nobody's word");
    const { rawPayload } = await app.http.inject({
      url: `${findingExport.path}?${new URLSearchParams({ ...ofRun, bizType: "subsidyApply", bizId_equal: claim.claimId })}`,
      headers: { token: app.as("auditor").token },
    });
    const exported: unknown[][] = [];
    for await (const { values } of readWorkbook(rawPayload)) exported.push([...values]);
    assert.equal(exported.filter((values) => values.includes("AT10")).length, 3);
  });

  it("compares what a register sends as a number with what we have as a text, in its lists too (AT08)", async () => {
    const claim = await aClaim(app, { students: 1 });
    const { rows } = await sql<{
      id: string;
      certNo: string;
      name: string;
      occupationName: string;
      level: string;
      idNumber: string;
    }>`
      select c.id, c.cert_no, c.name, c.occupation_name, c.level, s.id_number from certificate c join student s on s.cert_id = c.id where s.id = ${claim.studentIds[0]}`.execute(
      app.db,
    );
    const [certificate] = rows;
    if (!certificate) throw new Error("nobody has a certificate");
    const { idNumber, level, certNo, name, occupationName } = certificate;
    await sql`update certificate set cert_kind = '3' where id = ${certificate.id}`.execute(app.db);
    const entry = { certNo, name, occupationName, level: Number(level) };
    await enterAnswer(app.db, app.cipher, "getTrainCertificate", app.cipher.decrypt(idNumber), {
      certificates: [entry],
    });
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const { runNo } = await check(claim);
    const [found] = (await findingsOf(app.as("clerk"), claim, { runNo_equal: runNo, ruleCode: "AT08" })).records;
    assert.deepEqual([found.isPass, found.actualValue], ["1", certNo]);
  });

  it("is run by two at once, neither of whom has edited anything; each run is kept", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const runs = (await Promise.all([check(claim), check(claim), check(claim)])).map((summary) => summary.runNo);
    assert.equal(new Set(runs).size, 3);
  });

  it("C4: three rows of 500.00, one typed as 600.00, are refused (AMOUNT_OVER)", async () => {
    const claim = await aClaim(app, { standard: { standardAmount: "500.00" } });
    assert.deepEqual(
      claim.lines.map((line) => line.payableAmount),
      ["500.00", "500.00", "500.00"],
    );
    const refused = await claim.base.orgAdmin.refused(claimSave, {
      subsidyApplyDTO: { id: claim.claimId },
      subsidyApplyDetailDTO: [{ id: claim.lines[1]?.id, applyAmount: "600.00" }],
    });
    assert.equal(refused.errorCode, "AMOUNT_OVER");
    assert.match(refused.msg, /600\.00.*500\.00/);
  });

  it("blocks by AT05 a lower level after a higher one that came meanwhile; a higher one after a lower is claimed", async () => {
    const claim = await aClaim(app);
    const people = await app.db
      .selectFrom("student")
      .select(["id", "idNumberHash"])
      .where("classId", "=", claim.classId)
      .orderBy("id")
      .execute();
    const [{ occupationCode }] = (
      await sql<{
        occupationCode: string;
      }>`select occupation_code from training_class where id = ${claim.classId}`.execute(app.db)
    ).rows as [{ occupationCode: string }];
    const had = (place: number, level: string, rank: number) =>
      sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
      values (${people[place]?.idNumberHash}, 'training', ${occupationCode}, ${level}, ${rank}, '2024-06-01', true, '01', '[2020-01-01,2020-01-10]', -1, ${-(Number(claim.claimId) * 10 + place)}, '甲厂', '2024-07-01')`.execute(
        app.db,
      );
    await had(0, "3", 3);
    await had(1, "0", 0);
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    const line = claim.lines.find((one) => one.studentId === people[0]?.id);
    assert.deepEqual(
      refused.failures.map((failure) => [failure.errorCode, failure.id]),
      [["SUBSIDY_DUP", line?.id]],
    );
    await sql`delete from entitlement where level = '3' and person_hash = ${people[0]?.idNumberHash}`.execute(app.db);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await had(2, "1", 5);
    assert.deepEqual(await failing(claim, "AT05"), [
      { severity: "1", message: "已享受一级/高级技师补贴，不得再申领低等级" },
    ]);
  });

  it("looks by AT19 at the catalogue of the first day of the class: a course retired later stops no claim", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const clerk = app.as("clerk");
    await clerk.call(courseCalls.submit, { trainCourseDTO: { id: claim.base.courseId, isValid: "unValid" } } as never);
    assert.deepEqual(await failing(claim, "AT19"), []);
    const since = (day: string) =>
      sql`update course set invalid_since = ${day} where id = ${claim.base.courseId}`.execute(app.db);
    const { rows } = await sql<{
      invalidSince: string;
    }>`select invalid_since from course where id = ${claim.base.courseId}`.execute(app.db);
    assert.equal(rows[0]?.invalidSince, today());
    await since(addDays(claim.startDate, 1));
    assert.deepEqual(await failing(claim, "AT19"), []);
    await since(claim.startDate);
    assert.equal((await failing(claim, "AT19")).length, 3);
    await clerk.call(courseCalls.submit, { trainCourseDTO: { id: claim.base.courseId, isValid: "isValid" } } as never);
    assert.deepEqual(await failing(claim, "AT19"), [], "back in the catalogue");
  });

  it("waits by AT19 for the approval of hours and fee of an institution's course, as the submission does (COURSE_NOT_APPROVED)", async () => {
    const claim = await aClaim(app);
    const setStatus = (status: string) =>
      sql`update organisation_course set confirm_status = ${status} where org_id = ${claim.base.orgId} and course_id = ${claim.base.courseId}`.execute(
        app.db,
      );
    await setStatus("unConfirm");
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.equal(refused.errorCode, "COURSE_NOT_APPROVED");
    await setStatus("Confirm");
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await check(claim);
    await confirmWarnings(app, claim, app.as("firstReviewer"));
    await setStatus("unConfirm");
    const review = { subsidyApplyDTO: { id: claim.claimId } } as never;
    assert.equal((await app.as("firstReviewer").refused(claimFirstCommit, review)).errorCode, "TRIAL_BLOCKED");
    await setStatus("Confirm");
    await app.as("firstReviewer").call(claimFirstCommit, review);
  });

  it("blocks by AT20 whose hours count in two lessons of the class at the same time", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    // As lessons were planned before this was refused.
    await sql`alter table lesson disable trigger user`.execute(app.db);
    await sql`update lesson set start_time = '09:00' where id = ${claim.lessonIds[1]}`.execute(app.db);
    await sql`alter table lesson enable trigger user`.execute(app.db);
    await sql`delete from attendance where schedule_id = ${claim.lessonIds[1]} and student_id <> ${claim.studentIds[0]}`.execute(
      app.db,
    );
    const found = await failing(claim, "AT20");
    assert.deepEqual([found.length, found[0]?.severity], [1, "1"]);
    assert.match(found[0]?.message ?? "", /本班两个课次时间重叠/);
    await sql`update attendance set attend_status = '5', counted_hours = 0 where schedule_id = ${claim.lessonIds[1]}`.execute(
      app.db,
    );
    assert.deepEqual(await failing(claim, "AT20"), []);
  });

  it("counts for AT11 what two lessons of the class teach at the same time once", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const [first, second] = claim.lessonIds;
    const held = async (): Promise<number> =>
      Number(
        (await sql<{ hours: string }>`select held_hours(${claim.classId}) as hours`.execute(app.db)).rows[0]?.hours,
      );
    const isHeld = (id: string | undefined, is: "0" | "1") =>
      sql`update lesson set is_held = ${is} where id = ${id}`.execute(app.db);
    const place = (start: string, end: string) =>
      sql`update lesson set start_time = ${start}, end_time = ${end}, hours = 2 where id = ${second}`.execute(app.db);
    await sql`alter table lesson disable trigger user`.execute(app.db);
    await sql`update lesson set is_held = '0' where class_id = ${claim.classId} and id not in (${first}, ${second})`.execute(
      app.db,
    );
    await sql`update lesson set lesson_date = '2020-02-02', start_time = '09:00', end_time = '10:30', hours = 2 where id = ${first}`.execute(
      app.db,
    );
    await sql`update lesson set lesson_date = '2020-02-02' where id = ${second}`.execute(app.db);
    const counted: number[] = [];
    for (const [start, end] of [
      ["10:30", "12:00"],
      // 45 of its 90 minutes, and 30 of them, which are a half hour less in whole halves.
      ["09:45", "11:15"],
      ["09:30", "11:00"],
      ["09:05", "10:30"],
      ["09:15", "10:00"],
    ] as const) {
      await place(start, end);
      counted.push(await held());
    }
    assert.deepEqual(counted, [4, 3, 2.5, 2, 2]);
    assert.match((await failing(claim, "AT11"))[0]?.message ?? "", /实授2(\.0)?课时/);
    await isHeld(first, "0");
    assert.equal(await held(), 2);
    await sql`alter table lesson enable trigger user`.execute(app.db);
  });

  it("warns by AT24 and AT04 where a register is out of reach: verified by hand, never a pass", async () => {
    const claim = await aClaim(app);
    const { creditCode } = await app.db
      .selectFrom("organisation")
      .select("creditCode")
      .where("id", "=", claim.base.orgId)
      .executeTakeFirstOrThrow();
    await enterAnswer(app.db, app.cipher, "getMediationCase", creditCode, { unavailable: true });
    const person = await app.db
      .selectFrom("student")
      .select("idNumber")
      .where("id", "=", claim.studentIds[0] as string)
      .executeTakeFirstOrThrow();
    await enterAnswer(app.db, app.cipher, "getTrainSubsidy", app.cipher.decrypt(person.idNumber), {
      unavailable: true,
    });
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    const byHand = [{ severity: "2", message: "外部数据接口暂不可用，请人工核验" }];
    for (const rule of ["AT24", "AT04", "AT05", "AT06"]) assert.deepEqual(await failing(claim, rule), byHand, rule);
  });
});
