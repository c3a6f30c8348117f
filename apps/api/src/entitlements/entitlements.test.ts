import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { claimAutoTrial, claimCommit, claimPreview } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../test/factories/assessment.ts";
import { confirmWarnings } from "../../test/factories/claims/claim-review.ts";
import { Chance } from "../../test/random-moves/chance.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { type Attended, getApprenticeshipConflicts, getKey } from "./entitlements.queries.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

let lines = 0;
/** As if the other side had reserved a training of this person. @throws by the database where it excludes another one */
const reserve = (person: string, { subsidyKind, startDate, endDate }: Attended) =>
  sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
    values (${person}, 'training', ${`4-${++lines}`}, '4', 2, ${endDate}, true, ${subsidyKind}, daterange(${startDate}::date, ${endDate}::date, '[]'), 0, ${-lines}, '某机械公司', now())`.execute(
    app.db,
  );

const excluded = ["01", "02", "03"];
/** Rule 19-31 in the plainest words: one of them an apprenticeship, the other of the kinds that it excludes, with a day in common. */
const excludes = (one: Attended, other: Attended): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([a, b]) => a?.subsidyKind === "07" && excluded.includes(b?.subsidyKind ?? "")) &&
  one.startDate <= other.endDate &&
  other.startDate <= one.endDate;

describe("apprenticeship and training of a person", () => {
  it("exclude each other where they have a day in common, by the rule and by the database (600 generated pairs)", async () => {
    const chance = new Chance(20261124);
    const getTraining = (): Attended => {
      const startDate = addDays("2026-01-01", chance.below(40));
      const subsidyKind = chance.pick(["01", "02", "03", "04", "06", "07", "07", "07", "10"]);
      return { subsidyKind, startDate, endDate: addDays(startDate, chance.below(30)) };
    };
    let refused = 0;
    for (let n = 0; n < 600; n++) {
      const [one, other, person] = [getTraining(), getTraining(), `person ${n}`];
      await reserve(person, one);
      const conflicts = await getApprenticeshipConflicts(app.db, [person], other, []);
      const isRefused = await reserve(person, other).then(
        () => false,
        (error: { constraint?: string }) => error.constraint === "entitlement_apprenticeship",
      );
      const expected = excludes(one, other);
      assert.deepEqual([conflicts.has(person), isRefused], [expected, expected], JSON.stringify([one, other]));
      if (expected) refused++;
    }
    assert.ok(refused > 50 && refused < 550, `${refused} of 600 exclude each other`);
  });
});

describe("claimCommit of people who are apprentices meanwhile", () => {
  const hashOf = async ({ studentIds }: BuiltClaim) =>
    (
      await app.db
        .selectFrom("student")
        .select("idNumberHash")
        .where("id", "=", studentIds[0] as string)
        .$narrowType<{ idNumberHash: string }>()
        .executeTakeFirstOrThrow()
    ).idNumberHash;
  const apprenticeshipNow: Attended = {
    subsidyKind: "07",
    startDate: addDays(today(), -200),
    endDate: addDays(today(), 200),
  };

  it("is refused (SUBSIDY_DUP) with the days and the unit, in the preview too", async () => {
    const claim = await aClaim(app);
    await reserve(await hashOf(claim), apprenticeshipNow);
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.equal(refused.errorCode, "SUBSIDY_DUP");
    assert.match(refused.msg, /学徒培训期间不得重复享受培训补贴/);
    assert.match(refused.msgEn, /某机械公司 from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d; training and apprenticeship/);
    await sql`update subsidy_application set is_deleted = 1 where id = ${claim.claimId}`.execute(app.db);
    await sql`update subsidy_line set is_deleted = 1 where apply_id = ${claim.claimId}`.execute(app.db);
    const preview = await claim.base.orgAdmin.call(claimPreview, { classId: claim.classId, subsidyKind: "01" });
    assert.deepEqual(
      preview.excluded.map(({ studentId, ruleCode }) => [studentId, ruleCode]),
      [[claim.studentIds[0], "SUBSIDY_DUP"]],
    );
  });

  it("is refused too (SUBSIDY_DUP) for what was reserved beside another one, once that is released", async () => {
    const claim = await aClaim(app);
    const person = await hashOf(claim);
    const both = [false, true].map((isBeside) =>
      sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time, is_beside)
        select ${person}, 'training', t.occupation_code, t.level, 1, current_date, true, ${isBeside ? "08" : "01"}, '[2020-01-01,2020-01-10]', 0, ${-++lines}, '某项目', now(), ${isBeside}
        from training_class t where t.id = ${claim.classId}`.execute(app.db),
    );
    await Promise.all(both);
    await sql`delete from entitlement where person_hash = ${person} and not is_beside`.execute(app.db);
    const refused = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.deepEqual(
      refused.failures.map(({ errorCode }) => errorCode),
      ["SUBSIDY_DUP"],
    );
  });

  it("is found by the automatic check (AT04) where the apprenticeship came later", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
    await confirmWarnings(app, claim, app.as("firstReviewer"));
    // The database would refuse it now; before there was the constraint it could have come about.
    await sql`alter table entitlement drop constraint entitlement_apprenticeship`.execute(app.db);
    await reserve(await hashOf(claim), apprenticeshipNow);
    const summary = await app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
    assert.equal(summary.blocked, 1);
  });
});

describe("getKey", () => {
  const training = { subsidyKind: "01", level: "0", startupType: null, startupRank: null };

  it("compares a project with the other kinds of training, and one for a start-up by its type", () => {
    const welding = { ...training, occupationCode: "6-18-02-04", level: "5", courseId: "7" };
    assert.deepEqual(getKey({ ...welding, subsidyKind: "08" }), getKey({ ...welding, subsidyKind: "02" }));
    const own = { ...training, occupationCode: "0-00-00-00", courseId: "7", startupType: "SYB", startupRank: 2 };
    assert.deepEqual(getKey({ ...own, subsidyKind: "08" }), getKey({ ...own, subsidyKind: "04" }));
  });

  it("compares courses without an occupation by course, others by occupation", () => {
    const codes = [
      getKey({ ...training, occupationCode: "0-00-00-00", courseId: "7" }),
      getKey({ ...training, occupationCode: "0-00-00-00", courseId: "8" }),
      getKey({ ...training, occupationCode: "6-18-02-04", courseId: "7" }),
    ].map(({ occupationCode }) => occupationCode);
    assert.deepEqual(codes, ["course 7", "course 8", "6-18-02-04"]);
  });
});
