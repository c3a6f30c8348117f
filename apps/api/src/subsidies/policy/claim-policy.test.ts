import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimPreview,
  claimReturn,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aCertifiedClass, aClaim, fileClaim } from "../../../test/factories/assessment.ts";
import { confirmWarnings, findingsOf, passReviews } from "../../../test/factories/claims/claim-review.ts";
import { setPolicyParameter } from "../../../test/factories/policy.ts";
import { aStandard } from "../../../test/factories/teaching.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Rules §19-27: a committed row keeps the parameters and the standard of its commit. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const usual = { "attendance.min": "80", "subsidy.round.unit": "1" } as const satisfies Partial<
  Record<ParameterKey, string>
>;
const set = (key: ParameterKey, value: string) => setPolicyParameter(app, key, value);
afterEach(async () => {
  for (const [key, value] of Object.entries(usual)) await set(key as keyof typeof usual, value);
});

const commit = ({ base, claimId }: BuiltClaim) => base.orgAdmin.call(claimCommit, { ids: claimId });
const check = ({ claimId }: BuiltClaim) => app.as("firstReviewer").call(claimAutoTrial, { applyId: claimId });
const show = ({ claimId }: BuiltClaim) => app.as("firstReviewer").call(claimDetail, { id: claimId });
/** Another standard takes the place of the claim's from some days ago on. */
async function replaceStandard({ base }: BuiltClaim, standardAmount: string): Promise<void> {
  const day = addDays(today(), -300);
  // A used standard ends today at the earliest, and by two people: to end before, it is written past the trigger.
  await app.db.transaction().execute(async (tx) => {
    await sql`alter table subsidy_standard disable trigger subsidy_standard_by_two`.execute(tx);
    await sql`update subsidy_standard set expire_date = ${addDays(day, -1)} where course_id = ${base.courseId}`.execute(
      tx,
    );
    await sql`alter table subsidy_standard enable trigger subsidy_standard_by_two`.execute(tx);
  });
  await aStandard(app, {
    courseId: base.courseId,
    subsidyKind: "01",
    standardAmount,
    payTarget: "1",
    effectDate: day,
  } as never);
}

describe("claimAutoTrial after a change of policy", () => {
  it("judges amount and attendance by what was in force at the commit, through both reviews", async () => {
    const claim = await aClaim(app);
    await sql`update student set attendance_rate = 85 where id = ${claim.studentIds[0]}`.execute(app.db);
    await commit(claim);
    // 1000.00 in units of 300 would be 900.00 payable.
    await set("subsidy.round.unit", "300");
    await set("attendance.min", "90");
    const summary = await check(claim);
    assert.equal(summary.blocked, 0);
    await passReviews(app, claim);
    const { status, approvedAmount } = await show(claim);
    assert.deepEqual([status, approvedAmount], ["compile", "3000.00"]);
  });

  it("judges a row by its own standard, not by one that has taken its place", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    await replaceStandard(claim, "800.00");
    assert.equal((await check(claim)).blocked, 0);
    await confirmWarnings(app, claim, app.as("firstReviewer"));
    await app.as("firstReviewer").call(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId } });
    assert.equal((await show(claim)).approvedAmount, "3000.00");
  });

  it("does not let a row pass that the parameters of its commit refuse", async () => {
    const claim = await aClaim(app);
    await sql`update student set attendance_rate = 75 where id = ${claim.studentIds[0]}`.execute(app.db);
    await commit(claim);
    await set("attendance.min", "70");
    assert.equal((await check(claim)).blocked, 1);
  });
});

describe("claimAutoTrial after a change of shortage and fees", () => {
  /** A committed claim of an occupation in shortage at level 3: 2400.00 a row. */
  async function inShortage(): Promise<BuiltClaim> {
    const built = await aCertifiedClass(app);
    const { classId, base } = built;
    await sql`update course set level = '3', is_shortage = '1' where id = ${base.courseId}`.execute(app.db);
    await sql`update training_class set level = '3', charge_standard = 3000 where id = ${classId}`.execute(app.db);
    await setCourseFee(classId, "3000");
    await aStandard(app, {
      courseId: base.courseId,
      subsidyKind: "01",
      standardAmount: "2000.00",
      payTarget: "1",
      effectDate: addDays(today(), -400),
    } as never);
    const claim = await fileClaim(app, built);
    await commit(claim);
    assert.deepEqual(
      claim.lines.map(({ payableAmount }) => payableAmount),
      ["2400.00", "2400.00", "2400.00"],
    );
    return claim;
  }
  const setCourseFee = (classId: string, fee: string) =>
    sql`update organisation_course set charge_standard = ${fee} where id = (select org_course_id from training_class where id = ${classId})`.execute(
      app.db,
    );
  /** What AT12 compares in the newest check, both sides. */
  const compared = async (claim: BuiltClaim) => {
    await check(claim);
    const { records } = await findingsOf(app.as("firstReviewer"), claim, { ruleCode: "AT12", descs: "runTime" });
    return [records[0].expectValue, records[0].actualValue];
  };
  const changes: [
    name: string,
    change: (claim: BuiltClaim) => Promise<unknown>,
    said: [before: string, after: string],
  ][] = [
    [
      "an occupation that is in shortage no longer",
      ({ base }) => sql`update course set is_shortage = '0' where id = ${base.courseId}`.execute(app.db),
      ["1", "0"],
    ],
    [
      "a lower fee of the class",
      ({ classId }) => sql`update training_class set charge_standard = 900 where id = ${classId}`.execute(app.db),
      ["3000.00", "900.00"],
    ],
    ["a lower fee of the course", ({ classId }) => setCourseFee(classId, "900"), ["3000.00", "900.00"]],
  ];
  for (const [name, change, [before, after]] of changes)
    it(`keeps those of the commit in the review, and shows: ${name}`, async () => {
      const claim = await inShortage();
      await check(claim);
      await confirmWarnings(app, claim, app.as("firstReviewer"));
      await change(claim);
      const shown = (await show(claim)).policyChanges;
      assert.deepEqual(
        shown.map((one) => [one.before, one.after]),
        [[before, after]],
      );
      await app.as("firstReviewer").call(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId } });
      assert.equal((await show(claim)).approvedAmount, "7200.00");
    });

  it("compares the amount with that of the commit when it is asked for again", async () => {
    const claim = await inShortage();
    for (const [, change] of changes) await change(claim);
    assert.deepEqual(await compared(claim), ["2400.00", "2400.00"]);
  });

  it("goes by those of today once the claim came back", async () => {
    const claim = await inShortage();
    for (const [, change] of changes) await change(claim);
    await app.as("firstReviewer").call(claimReturn, { ids: claim.claimId, reason: "请核对材料" });
    assert.deepEqual((await show(claim)).policyChanges, []);
    assert.equal(
      (await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId })).failures[0]?.errorCode,
      "AMOUNT_OVER",
    );
  });
});

describe("claimDetail: policyChanges", () => {
  it("shows which parameters and standards are others than at the commit, in both languages", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    assert.deepEqual((await show(claim)).policyChanges, []);
    await set("attendance.min", "90");
    await replaceStandard(claim, "800.00");
    const changes = (await show(claim)).policyChanges.map(({ key: _, ...said }) => said);
    assert.deepEqual(changes, [
      {
        name: "考核和补贴所需出勤率（%）",
        nameEn: "Attendance needed for assessment and subsidy (%)",
        before: "80",
        after: "90",
        rowCount: null,
      },
      {
        name: "补贴标准（元）",
        nameEn: "Standard amount (yuan)",
        before: "1000.00",
        after: "800.00",
        rowCount: 3,
      },
    ]);
  });

  it("says nothing of a draft, which goes by what is in force today, as does a claim committed again", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    await set("subsidy.round.unit", "300");
    await app.as("firstReviewer").call(claimReturn, { ids: claim.claimId, reason: "请核对材料" });
    const { orgAdmin } = claim.base;
    assert.deepEqual((await show(claim)).policyChanges, []);
    assert.equal((await orgAdmin.refused(claimCommit, { ids: claim.claimId })).errorCode, "AMOUNT_OVER");
    await sql`update subsidy_line set apply_amount = 900 where apply_id = ${claim.claimId}`.execute(app.db);
    await commit(claim);
    assert.deepEqual((await show(claim)).policyChanges, []);
    assert.deepEqual(
      (await show(claim)).detailList.map(({ payableAmount }) => payableAmount),
      ["900.00", "900.00", "900.00"],
    );
    assert.equal((await check(claim)).blocked, 0);
  });

  it("prices a refused row too, which a reviewer may approve after all", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    const reviewer = app.as("firstReviewer");
    const id = (await show(claim)).detailList[0]?.id as string;
    await reviewer.call(lineUnapprove, { ids: id, unApproveReason: "材料不符" });
    await reviewer.call(claimReturn, { ids: claim.claimId, reason: "请核对材料" });
    await set("subsidy.round.unit", "300");
    await sql`update subsidy_line set apply_amount = 900 where apply_id = ${claim.claimId}`.execute(app.db);
    await commit(claim);
    const prices = (await show(claim)).detailList.map(({ payableAmount }) => payableAmount);
    assert.deepEqual(prices, ["900.00", "900.00", "900.00"]);
    assert.equal((await check(claim)).blocked, 0);
    await confirmWarnings(app, claim, reviewer);
    const decide = (approvedAmount: string) => ({
      subsidyApplyDTO: { id: claim.claimId },
      subsidyApplyDetailDTO: [{ id, detailStatus: "1" as const, approvedAmount }],
    });
    assert.equal((await reviewer.refused(claimFirstCommit, decide("900.01"))).errorCode, "AMOUNT_OVER");
    await reviewer.call(claimFirstCommit, decide("900.00"));
    assert.equal((await show(claim)).approvedAmount, "2700.00");
  });

  it("prices a new claim by what is in force today", async () => {
    await set("subsidy.round.unit", "300");
    const built = await aCertifiedClass(app);
    await aStandard(app, {
      courseId: built.base.courseId,
      subsidyKind: "01",
      standardAmount: "1000.00",
      payTarget: "1",
      effectDate: addDays(today(), -400),
    } as never);
    const preview = await built.base.orgAdmin.call(claimPreview, { classId: built.classId, subsidyKind: "01" });
    assert.equal(preview.applyAmount, "2700.00");
  });
});

describe("claim_policy", () => {
  it("gets a record with every commit, and none is changed or removed", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    await app.as("firstReviewer").call(claimReturn, { ids: claim.claimId, reason: "请核对材料" });
    await commit(claim);
    const { rows } = await sql`select parameters from claim_policy where apply_id = ${claim.claimId}`.execute(app.db);
    assert.equal(rows.length, 2);
    const update = sql`update claim_policy set parameters = '{}' where apply_id = ${claim.claimId}`;
    await assert.rejects(update.execute(app.db), /append-only/);
    const remove = sql`delete from claim_policy where apply_id = ${claim.claimId}`;
    await assert.rejects(remove.execute(app.db), /append-only/);
  });
});
