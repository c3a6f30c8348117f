// Slow: classes of up to twenty-five people are made, held, assessed, certified and claimed.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { claimCommit } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { levelRank } from "@jipei/contract/catalogue/training.ts";
import { sql } from "kysely";
import { aClaim } from "../../../../test/factories/assessment.ts";
import {
  type StaffClaim,
  type StaffClaimOptions,
  aPayableEnterprise,
  aStaffClaim,
  confirmStaffWarnings,
} from "../../../../test/factories/claims/enterprise-claim.ts";
import type { StaffEnterprise } from "../../../../test/factories/enterprise-class.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { addDays, today } from "../../../core/foundation/clock.ts";

/** The worked examples of totals, and the table of repetitions, for claims of enterprises. */
let app: TestApp;
let enterprise: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aPayableEnterprise(app);
});
after(() => app.close());

const claimFor = (students: number, standardAmount: string, more: StaffClaimOptions = {}) =>
  aStaffClaim(app, { enterprise, students, standard: { standardAmount }, ...more });
const commit = ({ claimId }: StaffClaim) => enterprise.admin.call(calls.commit, { ids: claimId });
const read = ({ claimId }: StaffClaim): Promise<any> => app.as("auditor").call(calls.detail, { id: claimId });
const decide = (claimId: string, lines: object[] = []) =>
  ({ enterpriseSubsidyApplyDTO: { id: claimId }, entSubsidyApplyDetailDTO: lines }) as never;

/** The automatic check, with its warnings confirmed. */
async function checked({ claimId }: StaffClaim): Promise<TestUser> {
  const first = app.as("firstReviewer");
  await first.call(calls.autoTrial, { applyId: claimId });
  await confirmStaffWarnings(app, { claimId }, first);
  return first;
}
const totals = async (claim: StaffClaim) => {
  const { status, applyAmount, approvedCount, approvedAmount } = await read(claim);
  return [status, applyAmount, approvedCount, approvedAmount];
};

describe("totals of a claim of an enterprise", () => {
  it("C1: 25 rows of 1500.00, two of them refused", async () => {
    const claim = await claimFor(25, "1500.00", { overrides: { planCount: 25 } });
    await commit(claim);
    const first = await checked(claim);
    const refused = claim.lines.slice(0, 2).map(({ id }) => ({ id, detailStatus: "2", unApproveReason: "资料不实" }));
    await first.call(calls.firstCommit, decide(claim.claimId, refused));
    assert.deepEqual(await totals(claim), ["reTrial", "37500.00", 23, "34500.00"]);
  });

  it("C2: ten rows of 2400.00 and five of 2000.00, one lowered by the first reviewer", async () => {
    const claim = await claimFor(15, "2400.00");
    const lower = claim.lines.slice(10).map(({ id }) => ({ id, applyAmount: "2000.00" }));
    await enterprise.admin.call(calls.saveSubsidy, decide(claim.claimId, lower));
    await commit(claim);
    const first = await checked(claim);
    const [line] = claim.lines;
    await first.call(calls.firstCommit, decide(claim.claimId, [{ id: line?.id, approvedAmount: "2000.00" }]));
    assert.deepEqual(await totals(claim), ["reTrial", "34000.00", 15, "33600.00"]);
  });

  it("C3: of 20 rows of 1000.00 one below the attendance limit is submitted, and refused before the first review passes", async () => {
    const claim = await claimFor(20, "1000.00");
    const [low] = claim.lines;
    await sql`update student set attendance_rate = 79.99 where id = ${low?.studentId}`.execute(app.db);
    await commit(claim);
    const first = await checked(claim);
    assert.equal((await first.refused(calls.firstCommit, decide(claim.claimId))).errorCode, "TRIAL_BLOCKED");
    const refused = [{ id: low?.id, detailStatus: "2", unApproveReason: "出勤率不足" }];
    await first.call(calls.firstCommit, decide(claim.claimId, refused));
    assert.deepEqual(await totals(claim), ["reTrial", "20000.00", 19, "19000.00"]);
  });

  it("C4: three rows of 500.00, of which 600.00 is typed for one (AMOUNT_OVER)", async () => {
    const claim = await claimFor(3, "500.00");
    const typed = decide(claim.claimId, [{ id: claim.lines[0]?.id, applyAmount: "600.00" }]);
    assert.equal((await enterprise.admin.refused(calls.saveSubsidy, typed)).errorCode, "AMOUNT_OVER");
  });
});

let rows = 0;
/** As if an institution had been paid for a training of the person of this claim. */
async function standing(
  claim: StaffClaim,
  training: { occupationCode?: string; level: string; kind?: string; days?: [string, string] },
) {
  const { occupationCode, level, kind = "01", days = ["2024-03-01", "2024-03-20"] } = training;
  await sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
    select l.id_number_hash, 'training', coalesce(${occupationCode ?? null}, t.occupation_code), ${level}, ${levelRank(level)}, '2024-04-01', true, ${kind},
      daterange(${days[0]}::date, ${days[1]}::date, '[]'), 0, ${-++rows}, '某校', now()
    from subsidy_line l join subsidy_application a on a.id = l.apply_id join training_class t on t.id = a.class_id where l.id = ${claim.lines[0]?.id}`.execute(
    app.db,
  );
}

describe("§6.3: training of one person over both sides", () => {
  // The class of staff is of level 5.
  const table: [what: string, training: Parameters<typeof standing>[1], refused: string | null][] = [
    ["the same occupation and level, whatever the year", { level: "5" }, "SUBSIDY_DUP"],
    ["a lower level after a higher one", { level: "3" }, "SUBSIDY_DUP"],
    ["a higher level after a lower one", { level: "0" }, null],
    ["another occupation", { level: "5", occupationCode: "4-99-99-99" }, null],
    [
      "days of an apprenticeship",
      { level: "4", occupationCode: "4-99-99-99", kind: "07", days: [addDays(today(), -90), today()] },
      "SUBSIDY_DUP",
    ],
  ];
  for (const [what, training, refused] of table)
    it(`${what}: ${refused ?? "allowed"}`, async () => {
      const claim = await claimFor(1, "1000.00");
      await standing(claim, training);
      if (refused === null) {
        await commit(claim);
        assert.equal((await read(claim)).status, "firstTrial");
        return;
      }
      const answer = await enterprise.admin.refused(calls.commit, { ids: claim.claimId });
      assert.deepEqual(
        answer.failures.map(({ errorCode }) => errorCode),
        [refused],
      );
    });

  it("an apprenticeship keeps the person from an institution's training on its days (SUBSIDY_DUP)", async () => {
    const claim = await aClaim(app);
    await sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
      select l.id_number_hash, 'training', '4-99-99-99', '4', 2, ${today()}, true, '07', daterange(${addDays(today(), -90)}::date, ${today()}::date, '[]'), 0, ${-++rows}, ${enterprise.name}, now()
      from subsidy_line l where l.id = ${claim.lines[0]?.id}`.execute(app.db);
    const answer = await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId });
    assert.deepEqual(
      answer.failures.map(({ errorCode }) => errorCode),
      ["SUBSIDY_DUP"],
    );
  });
});
