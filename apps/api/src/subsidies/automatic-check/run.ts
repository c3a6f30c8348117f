import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { moment } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { type Scope, liveRow, lockRow, readRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { markChanges } from "../changes/differences.ts";
import { getSide } from "../claim/claim-side.ts";
import { claimScope } from "../claim/claim.scope.ts";
import { everything, presentMoment } from "../../core/database/sql.ts";
import type { Claim } from "./gather-head.ts";
import { gather } from "./gather.ts";
import type { Outcome, Severity } from "./rule.ts";
import { type Found, storeFindings } from "../findings/store.ts";
import { type Life, noteLives } from "./lives.ts";
import { showTrialResult } from "./result.ts";
import { type ByLine, type Stamps, takeStamps } from "./stamps.ts";
import { headRules, rowRules } from "./rules.ts";

export interface Verdict {
  claim: Claim;
  findings: Found[];
  results: Map<string, TrialResult>;
  /** What it was about. */
  stamps: Stamps;
  registers: ByLine;
  askedTime: string;
  lives: readonly Life[];
}
/** 1 passed, 2 warnings, 3 blocked. */
export type TrialResult = "1" | "2" | "3";
export interface TrialSummary {
  runNo: string;
  passed: number;
  warned: number;
  blocked: number;
}

/** The check that a reviewer asks for, and that follows a submission. @throws NOT_FOUND, STATE_ILLEGAL */
export async function judge(app: Services, actor: Actor, applyId: string, scope: Scope = claimScope): Promise<Verdict> {
  await readRow(app.db, SubsidyApplication, scope, actor, applyId);
  const claim = await liveRow(app.db, SubsidyApplication, applyId);
  if (!claim) throw new Refusal("NOT_FOUND");
  if (!getSide(claim).checkedIn.has(claim.status)) throw notCheckable(claim);
  return judgeClaim(app, actor, claim);
}

/** Gathers the facts and applies every rule; writes nothing but the look-ups it made. @throws NOT_FOUND */
export async function judgeClaim(app: Services, actor: Actor, claim: Claim): Promise<Verdict> {
  // Taken first: what changes while the facts are read makes them differ, and the check is run again.
  const stamps = await takeStamps(app.db, claim.id);
  const { head, rows, registers, askedTime, lives } = await gather(app, actor, claim);
  const ofHead = headRules.map((rule) => ({
    ...rule.check(head),
    code: rule.code,
    nameZh: rule.zh,
    nameEn: rule.en,
    lineId: null,
  }));
  const ofRows = rows.map((row) =>
    rowRules.map((rule) => ({
      ...rule.check(row, head),
      code: rule.code,
      nameZh: rule.zh,
      nameEn: rule.en,
      lineId: row.lineId,
    })),
  );
  return {
    claim,
    findings: [...ofHead, ...ofRows.flat()],
    results: new Map(rows.map((row, index) => [row.lineId, worst(ofRows[index] ?? [])])),
    stamps,
    registers,
    askedTime,
    lives,
  };
}

/** What findings come to together. */
export function worst(findings: readonly Pick<Outcome, "pass" | "severity">[]): TrialResult {
  const fails = (severity: Severity) => findings.some((one) => !one.pass && one.severity === severity);
  if (fails("1")) return "3";
  return fails("2") ? "2" : "1";
}

const notCheckable = ({ status }: { status: string }) =>
  illegalState(subsidyStatus, status, "自动初审", "run the automatic check");

/**
 * Writes a verdict as a new run. The claim must still be as it was judged; a check changes nothing that anybody edits, so that two at once do not
 * exclude each other. @throws STATE_ILLEGAL, VERSION_CONFLICT
 */
export async function record(tx: Tx, actor: Actor, verdict: Verdict): Promise<TrialSummary> {
  const { claim, findings, results } = verdict;
  const locked = await lockRow(tx, SubsidyApplication, () => everything, actor, claim.id);
  if (locked.status !== claim.status) throw notCheckable(locked);
  if (locked.version !== claim.version) throw new Refusal("VERSION_CONFLICT");
  const runNo = await storeFindings(tx, actor, { bizType: getSide(claim).finding, bizId: claim.id }, findings);
  await sql`insert into claim_check (apply_id, run_no, asked_time, head, lines, registers)
    values (${claim.id}, ${runNo}, ${verdict.askedTime}, ${verdict.stamps.head}, ${JSON.stringify(verdict.stamps.lines)}::jsonb, ${JSON.stringify(verdict.registers)}::jsonb)`.execute(
    tx,
  );
  await noteLives(tx, verdict.lives);
  const values = [...results.values()];
  // The claim was handed in before it was checked, even where the clocks of two nodes differ.
  await sql`update subsidy_application set trial_time = greatest(${presentMoment()}, commit_time), update_time = ${moment()}, update_user = ${actor.userId} where id = ${claim.id}`.execute(
    tx,
  );
  await showTrialResult(tx, claim.id);
  await markChanges(tx, claim.id);
  await writeAudit(tx, actor, [
    {
      bizType: "SubsidyApplication",
      bizId: claim.id,
      action: "autoTrial",
      fromStatus: claim.status,
      toStatus: claim.status,
      after: { runNo },
    },
  ]);
  return {
    runNo,
    passed: values.filter((value) => value === "1").length,
    warned: values.filter((value) => value === "2").length,
    blocked: values.filter((value) => value === "3").length,
  };
}
