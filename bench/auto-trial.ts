import { sql } from "kysely";
import type pg from "pg";
import { claimAutoTrial, claimCommit } from "../packages/contract/src/subsidies/subsidy-application.calls.ts";
import { enterpriseClaimCalls } from "../packages/contract/src/subsidies/enterprise-subsidy-application.calls.ts";
import { aTrainingBase } from "../apps/api/test/factories/training-base.ts";
import { aClaim } from "../apps/api/test/factories/assessment.ts";
import { anApprovedOrgPlan } from "../apps/api/test/factories/class.ts";
import { aStaffClaim } from "../apps/api/test/factories/claims/enterprise-claim.ts";
import { type TestApp, type TestUser, startTestApp } from "../apps/api/test/support/test-app.ts";
import { lookAgain } from "../apps/api/src/subsidies/automatic-check/second-look.ts";
import { percentile } from "./load.ts";
import { type SentStatement, sentStatements } from "../apps/api/test/statements/sent-statements.ts";

/**
 * The automatic check of a claim with 500 rows of either side, compared with its statements alone: sent again, one after the other, over one connection.
 * Both in turn, each in a transaction of its own, then the second look at unchanged facts; every run of the check adds its findings, as in production.
 */
export async function* autoTrial(quick: boolean): AsyncGenerator<Record<string, string>> {
  const students = quick ? 30 : 500;
  const sides = { institution: ofInstitution, enterprise: ofEnterprise };
  for (const [side, make] of Object.entries(sides)) {
    const app = await startTestApp();
    try {
      yield { side, ...(await measure(app, await make(app, students), quick ? 2 : 15)) };
    } finally {
      await app.close();
    }
  }
}

/** A submitted claim, and its check as the first reviewer runs it. */
interface Checked {
  claimId: string;
  rows: number;
  check: (reviewer: TestUser) => Promise<unknown>;
}

async function ofInstitution(app: TestApp, students: number): Promise<Checked> {
  const base = await aTrainingBase(app, { course: { certKind: "4" } });
  await admitMany(app, base.classroomId);
  const orgPlanId = await anApprovedOrgPlan(app, base, { headcount: students });
  const claim = await aClaim(app, { students, base, orgPlanId, sameTeacher: true, overrides: { planCount: students } });
  const { claimId } = claim;
  await claim.base.orgAdmin.call(claimCommit, { ids: claimId });
  return {
    claimId,
    rows: claim.lines.length,
    check: (reviewer) => reviewer.call(claimAutoTrial, { applyId: claimId }),
  };
}

async function ofEnterprise(app: TestApp, students: number): Promise<Checked> {
  await sql`update parameter set param_value = '1000' where param_key = 'class.size.max'`.execute(app.db);
  const claim = await aStaffClaim(app, { students, overrides: { planCount: students } });
  const { claimId } = claim;
  await claim.enterprise.admin.call(enterpriseClaimCalls.commit, { ids: claimId });
  return {
    claimId,
    rows: claim.lines.length,
    check: (reviewer) => reviewer.call(enterpriseClaimCalls.autoTrial, { applyId: claimId }),
  };
}

async function measure(
  app: TestApp,
  { claimId, rows, check }: Checked,
  rounds: number,
): Promise<Record<string, string>> {
  const reviewer = app.as("firstReviewer");
  const run = () => check(reviewer);
  await run();
  const whole: number[] = [];
  const alone: number[] = [];
  const second: number[] = [];
  let statements = 0;
  for (let round = 0; round < rounds; round++) {
    const [took, sent] = await recorded(run);
    whole.push(took);
    statements = sent.length;
    alone.push(await replay(app.pool, sent));
    second.push((await recorded(() => lookAgain(app, reviewer.actor, [claimId])))[0]);
  }
  const findings = await sql<{
    n: string;
  }>`select count(*) as n from single_finding where biz_id = ${claimId} group by run_no limit 1`.execute(app.db);
  const looks = whole.map((time, round) => (second[round] as number) / time);
  const ratios = whole.map((time, round) => time / (alone[round] as number));
  return {
    rows: String(rows),
    findings: findings.rows[0]?.n ?? "",
    statements: String(statements),
    "check, ms": percentile(whole, 50).toFixed(0),
    "its SQL alone, ms": percentile(alone, 50).toFixed(0),
    "ratio (≤ 3)": percentile(ratios, 50).toFixed(2),
    "second look, ms": percentile(second, 50).toFixed(1),
    "of a check (≤ 0.1)": percentile(looks, 50).toFixed(3),
  };
}

/** No real class is that large, but the check does not depend on it. */
async function admitMany({ db }: TestApp, classroomId: string): Promise<void> {
  await sql`update parameter set param_value = '1000' where param_key in ('class.size.max', 'class.practice.perTeacher')`.execute(
    db,
  );
  await sql`update classroom set capacity = 500, workstation_count = 500 where id = ${classroomId}`.execute(db);
}

/** @returns milliseconds and the statements */
async function recorded(work: () => Promise<unknown>): Promise<[number, SentStatement[]]> {
  const start = performance.now();
  const [, sent] = await sentStatements(work);
  return [performance.now() - start, sent];
}

/** The number of a run is unique, so it is changed when its statement is sent again. */
const again = (value: unknown) =>
  typeof value === "string" && /^\d{14}-\d{4}$/.test(value) ? `again-${value}` : value;

const ends = /^\s*(begin|start transaction|commit|rollback)/i;

async function replay(pool: pg.Pool, statements: SentStatement[]): Promise<number> {
  const client = await pool.connect();
  try {
    const start = performance.now();
    await client.query("begin");
    for (const { text, values } of statements) if (!ends.test(text)) await client.query(text, values?.map(again));
    await client.query("rollback");
    return performance.now() - start;
  } finally {
    client.release();
  }
}
