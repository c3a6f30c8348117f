import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
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
import { type BuiltClaim, type TestedClass, aCertifiedClass, fileClaim } from "../../../test/factories/assessment.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { confirmWarnings, findingsOf, passReviews, pay } from "../../../test/factories/claims/claim-review.ts";
import { setPolicyParameter } from "../../../test/factories/policy.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";
import { watchPaidRows } from "../recoveries/watch.ts";

/** The living allowance: a claim of its own on the same class, by parameters instead of a standard. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

let occupations = 0;
/** A certified class of one person, whose category has the allowance: five days of 30 yuan. */
async function aClassOf(person?: { studentIds: readonly string[] }): Promise<TestedClass> {
  const built = await aCertifiedClass(app, { students: 1 });
  const proof = await anAttachment(app, built.base.orgAdmin, "低保证.pdf");
  await sql`update student set person_category = '09', category_att_id = ${proof} where id = ${built.studentIds[0]}`.execute(
    app.db,
  );
  // Of an occupation of its own: one is subsidised once whatever the days.
  await sql`update training_class set occupation_code = ${`6-99-99-${String(++occupations).padStart(2, "0")}`} where id = ${built.classId}`.execute(
    app.db,
  );
  if (person)
    await sql`update student s set (name, id_number, id_number_hash) = (select name, id_number, id_number_hash from student o where o.id = ${person.studentIds[0]})
      where s.id = ${built.studentIds[0]}`.execute(app.db);
  return built;
}
/** The last day of a class has no hours of its person. */
const missLastDay = ({ classId, studentIds }: TestedClass) =>
  sql`update attendance set counted_hours = 0 where student_id = ${studentIds[0]}
    and schedule_id in (select id from lesson where class_id = ${classId} and lesson_date = (select max(lesson_date) from lesson where class_id = ${classId}))`.execute(
    app.db,
  );
const amounts = (claim: BuiltClaim) => claim.lines.map(({ payableAmount }) => payableAmount);
const commit = (claim: BuiltClaim) => claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
const refusedCommit = async (claim: BuiltClaim) =>
  (await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId })).failures[0]?.errorCode;
const read = (claim: BuiltClaim): Promise<any> => app.as("auditor").call(claimDetail, { id: claim.claimId });
/** Days that a claim has reserved. */
const countDays = async ({ claimId }: BuiltClaim) =>
  (
    await sql`select from entitlement_day d join subsidy_line l on l.id = d.line_id where l.apply_id = ${claimId}`.execute(
      app.db,
    )
  ).rows.length;

describe("living allowance of somebody in two classes on the same days", () => {
  it("counts each calendar day once, and says how many other claims have", async () => {
    const morning = await aClassOf();
    const afternoon = await aClassOf(morning);
    await missLastDay(morning);
    const first = await fileClaim(app, morning, "10");
    assert.deepEqual(amounts(first), ["120.00"]);
    await commit(first);
    const second = await fileClaim(app, afternoon, "10");
    assert.deepEqual(amounts(second), ["30.00"]);
    const [line] = (await read(second)).detailList;
    assert.deepEqual(
      line.formula.map(({ zh, value }: any) => [zh, value]),
      [
        ["每天标准", "30.00"],
        ["其他申请已计天数", "4"],
        ["计入天数", "1"],
        ["应补金额", "30.00"],
      ],
    );
    await commit(second);
    assert.deepEqual([await countDays(first), await countDays(second)], [4, 1]);
    await app.as("firstReviewer").call(claimReturn, { ids: first.claimId, reason: "请补材料" } as never);
    assert.equal(await countDays(first), 0, "what came back is free again");
  });

  it("offers nobody whose days another claim has", async () => {
    const morning = await aClassOf();
    const afternoon = await aClassOf(morning);
    await commit(await fileClaim(app, morning, "10"));
    const preview = await afternoon.base.orgAdmin.call(claimPreview, {
      classId: afternoon.classId,
      subsidyKind: "10",
    } as never);
    assert.deepEqual([preview.lines.length, preview.excluded.length], [0, 1]);
    assert.match(preview.excluded[0]?.message ?? "", /未由其他申请计入/);
  });

  it("is refused to the later of two drafts (AMOUNT_OVER), and to one of two that are submitted at once", async () => {
    const morning = await aClassOf();
    const drafts = [await fileClaim(app, morning, "10"), await fileClaim(app, await aClassOf(morning), "10")];
    assert.deepEqual(drafts.flatMap(amounts), ["150.00", "150.00"]);
    const done = await Promise.allSettled(drafts.map(commit));
    assert.deepEqual(done.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const [lost] = drafts.filter((_, index) => done[index]?.status === "rejected") as [BuiltClaim];
    assert.equal(await refusedCommit(lost), "AMOUNT_OVER");
    const { rows } = await sql<{ lineId: string; personHash: string; day: string }>`
      select line_id, person_hash, day::text from entitlement_day order by day desc limit 1`.execute(app.db);
    const [held] = rows;
    const built = await aClassOf();
    await missLastDay(built);
    const other = await fileClaim(app, built, "10");
    await commit(other);
    const twice = sql`insert into entitlement_day (line_id, person_hash, day) select line_id, ${held?.personHash}, ${held?.day} from entitlement where apply_id = ${other.claimId}`;
    await assert.rejects(twice.execute(app.db), { constraint: "entitlement_day_once" });
  });

  it("is blocked in the review where a row was refused and its days went to another claim", async () => {
    const morning = await aClassOf();
    const afternoon = await aClassOf(morning);
    const first = await fileClaim(app, morning, "10");
    await commit(first);
    const reviewer = app.as("firstReviewer");
    await reviewer.call(claimAutoTrial, { applyId: first.claimId });
    const [line] = first.lines;
    await reviewer.call(lineUnapprove, { ids: line?.id, unApproveReason: "材料不符" } as never);
    await reviewer.call(claimAutoTrial, { applyId: first.claimId });
    await confirmWarnings(app, first, reviewer);
    await commit(await fileClaim(app, afternoon, "10"));
    const again = await reviewer.refused(claimFirstCommit, {
      subsidyApplyDTO: { id: first.claimId },
      subsidyApplyDetailDTO: [{ id: line?.id, detailStatus: "1" }],
    } as never);
    assert.match(again.errorCode, /TRIAL_(REQUIRED|BLOCKED)/);
    await reviewer.call(claimAutoTrial, { applyId: first.claimId });
    const findings = (await findingsOf(reviewer, first, { ruleCode: "AT12" })).records;
    const [newest] = findings.toSorted((a: any, b: any) => Number(b.runNo) - Number(a.runNo));
    assert.deepEqual(
      [newest.isPass, newest.severity, newest.expectValue, newest.actualValue],
      ["0", "1", "0.00", "150.00"],
    );
  });

  describe("of two that were submitted before days were reserved one by one", () => {
    /** Two claims for the same five days, as the upgrade leaves them: the earlier one has the days. */
    async function bothFor() {
      const morning = await aClassOf();
      const evening = await aClassOf(morning);
      await sql`update lesson l set start_time = l.start_time + m.later, end_time = l.end_time + m.later
        from (select id, case start_time when '08:00' then interval '8 hours' else interval '6 hours 15 minutes' end as later from lesson) m
        where m.id = l.id and l.class_id = ${evening.classId}`.execute(app.db);
      const claims = [await fileClaim(app, morning, "10"), await fileClaim(app, evening, "10")] as const;
      const forget = () =>
        sql`delete from entitlement_day d using subsidy_line l where l.id = d.line_id and l.apply_id = any(${claims.map(({ claimId }) => claimId)}::bigint[])`.execute(
          app.db,
        );
      for (const claim of claims) {
        await forget();
        await commit(claim);
      }
      const upgrade = async () => {
        await sql`update entitlement_day set line_id = ${claims[0].lines[0]?.id} where line_id = ${claims[1].lines[0]?.id}`.execute(
          app.db,
        );
      };
      return { later: claims[1], upgrade };
    }

    it("blocks the later one in its review", async () => {
      const { later, upgrade } = await bothFor();
      const reviewer = app.as("firstReviewer");
      await reviewer.call(claimAutoTrial, { applyId: later.claimId });
      await confirmWarnings(app, later, reviewer);
      await upgrade();
      const refused = await reviewer.refused(claimFirstCommit, { subsidyApplyDTO: { id: later.claimId } } as never);
      assert.equal(refused.errorCode, "TRIAL_BLOCKED");
      const { records } = await findingsOf(reviewer, later, { isPass: "0", severity: "1" });
      assert.deepEqual(
        records.map(({ ruleCode }: any) => ruleCode),
        ["AT12"],
      );
    });

    it("finds the later one where it is paid", async () => {
      const { later, upgrade } = await bothFor();
      await passReviews(app, later);
      moveClock(16);
      const { applyNo } = await read(later);
      const finance = app.as("finance");
      await pay(finance, applyNo);
      await pay(finance, applyNo, { result: "paid", payAmount: "150.00" });
      const find = async () => {
        await watchPaidRows(app.db);
        return app.db
          .selectFrom("recoveryItem")
          .select(["reason", "fact", "amount"])
          .where("applyId", "=", later.claimId)
          .execute();
      };
      assert.deepEqual(await find(), []);
      await upgrade();
      assert.deepEqual(await find(), [{ reason: "days", fact: "0 × 30 < 150.00", amount: "150.00" }]);
      moveClock(0);
    });
  });

  it("keeps to the days that it has reserved where attendance changes afterwards", async () => {
    const built = await aClassOf();
    await missLastDay(built);
    const claim = await fileClaim(app, built, "10");
    await commit(claim);
    await sql`update attendance set counted_hours = (select l.hours from lesson l where l.id = schedule_id) where student_id = ${built.studentIds[0]} and counted_hours = 0`.execute(
      app.db,
    );
    await sql`update attendance set counted_hours = 0 where student_id = ${built.studentIds[0]}
      and schedule_id in (select id from lesson where class_id = ${built.classId} and lesson_date = (select min(lesson_date) from lesson where class_id = ${built.classId}))`.execute(
      app.db,
    );
    const reviewer = app.as("firstReviewer");
    await reviewer.call(claimAutoTrial, { applyId: claim.claimId });
    const [amount] = (await findingsOf(reviewer, claim, { ruleCode: "AT12" })).records;
    assert.deepEqual([amount.severity, amount.expectValue, amount.actualValue], ["1", "90.00", "120.00"]);
  });
});

describe("the watch of a paid living allowance", () => {
  it("rounds half a fen as the amount that was paid", async () => {
    const setPerDay = (value: string) => setPolicyParameter(app, "subsidy.living.perDay", value);
    await setPerDay("30.125");
    const claim = await fileClaim(app, await aClassOf(), "10");
    assert.deepEqual(amounts(claim), ["150.63"]);
    await commit(claim);
    await setPerDay("30");
    await passReviews(app, claim);
    moveClock(16);
    const { applyNo } = await read(claim);
    const finance = app.as("finance");
    await pay(finance, applyNo);
    await pay(finance, applyNo, { result: "paid", payAmount: "150.63" });
    assert.equal(await watchPaidRows(app.db), 0);
    moveClock(0);
  });
});

describe("claimSave of a living allowance", () => {
  it("counts no day that somebody attended in the class they came from", async () => {
    const built = await aClassOf();
    const left = await aClassOf();
    await missLastDay(built);
    await sql`update attendance set student_id = ${built.studentIds[0]} where student_id = ${left.studentIds[0]}`.execute(
      app.db,
    );
    assert.deepEqual(amounts(await fileClaim(app, built, "10")), ["120.00"]);
  });

  it("goes from draft to payment without any standard", async () => {
    const built = await aCertifiedClass(app);
    const proof = await anAttachment(app, built.base.orgAdmin, "低保证.pdf");
    // The last of the three is an employee, whom no allowance is paid.
    await sql`update student set person_category = '09', category_att_id = ${proof} where id = any(${built.studentIds.slice(0, 2)}::bigint[])`.execute(
      app.db,
    );
    await sql`update student set person_category = '01' where id = ${built.studentIds[2]}`.execute(app.db);
    const preview = (await built.base.orgAdmin.call(claimPreview, {
      classId: built.classId,
      subsidyKind: "10",
    } as never)) as { excluded: { studentId: string; message: string }[] };
    assert.deepEqual(
      preview.excluded.map(({ studentId }) => studentId),
      [built.studentIds[2]],
    );
    assert.match(preview.excluded[0]?.message ?? "", /生活费.*人员类别不享受/);
    const claim = await fileClaim(app, built, "10");
    assert.deepEqual(
      claim.lines.map((line) => [line.studentId, line.payableAmount]),
      built.studentIds.slice(0, 2).map((id) => [id, "150.00"]),
      "five days of 30 yuan",
    );
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await passReviews(app, claim);
    const findings = (await findingsOf(app.as("auditor"), claim)).records;
    assert.deepEqual(
      findings.filter((finding: any) => finding.isPass === "0" && finding.severity === "1"),
      [],
    );
    const amount = findings.find((finding: any) => finding.ruleCode === "AT12");
    assert.deepEqual(
      [amount.expectValue, amount.evidence],
      [
        "150.00",
        [
          {
            entity: "Parameter",
            id: "subsidy.living.perDay",
            zh: "参数 subsidy.living.perDay",
            en: "Parameter subsidy.living.perDay",
          },
        ],
      ],
    );
    assert.deepEqual(
      new Set(findings.filter((finding: any) => finding.ruleCode === "AT19").map((finding: any) => finding.isPass)),
      new Set(["1"]),
    );
    const finance = app.as("finance");
    const approved = (await finance.call(claimDetail, { id: claim.claimId })) as {
      applyNo: string;
      approvedAmount: string;
      status: string;
    };
    assert.deepEqual([approved.status, approved.approvedAmount], ["compile", "300.00"]);
    moveClock(12);
    try {
      await pay(finance, approved.applyNo);
      const paid = (await pay(finance, approved.applyNo, { result: "paid", payAmount: "300.00" })) as {
        payStatus: string;
      };
      assert.equal(paid.payStatus, "3");
    } finally {
      moveClock(0);
    }
  });
});
