import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { visible } from "../../core/access/data-scope.ts";
import { liveRow } from "../../core/database/rows.ts";
import { presentMoment } from "../../core/database/sql.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { type Actor, hasRole, system } from "../../core/foundation/actor.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { claimScope } from "../claim/claim.scope.ts";
import { claimBusiness, newestRun, showTrialResult } from "./result.ts";
import { askAgain, unitStamp } from "./registers.ts";
import { type TrialSummary, type Verdict, judgeClaim, record } from "./run.ts";
import { type ByLine, type Stamps, takeStamps } from "./stamps.ts";

type Claim = StoredRow<typeof SubsidyApplication>;

/** What the newest check of a claim was about. */
interface LastCheck extends Stamps {
  registers: ByLine;
  /** The registers were asked longer ago than a day. */
  askedLongAgo: boolean;
}

/**
 * Looks at claims again before a move that relies on their check: where facts differ from those of the last run, where it is too old, or where the
 * registers say otherwise by now, the check is run again and kept, whatever becomes of the move. Called before its transaction, for registers
 * take their time. Claims of which no check counts, those that no such move is open to, and those that the actor does not see, stay as they are.
 */
export async function lookAgain(app: Services, actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const claim = await findSeen(app.db, actor, id);
    if (!claim || !isWatched(claim) || !(await needsCheck(app, claim))) continue;
    const verdict = await judgeClaim(app, system, claim);
    await app.db.transaction().execute((tx) => recordAgain(tx, system, verdict));
  }
}

/** Writes a verdict on a claim whose warnings were confirmed: what it says again stays confirmed. @throws as `record` */
export async function recordAgain(tx: Tx, actor: Actor, verdict: Verdict): Promise<TrialSummary> {
  const { id } = verdict.claim;
  const before = await getRunNo(tx, id);
  const summary = await record(tx, actor, verdict);
  await carryConfirmations(tx, id, before);
  return summary;
}

/** The claim, where the actor sees it: nobody has people looked up who could not make the move. */
async function findSeen(db: Db, actor: Actor, id: string): Promise<Claim | null> {
  const { rows } =
    await sql`select from subsidy_application t where t.id = ${id} and ${visible(SubsidyApplication, claimScope, actor)}`.execute(
      db,
    );
  return rows.length > 0 ? ((await liveRow(db, SubsidyApplication, id)) ?? null) : null;
}

/** The same for the claim of a first review. */
export const lookAgainAtReview = (
  app: Services,
  actor: Actor,
  { subsidyApplyDTO: { id } }: { subsidyApplyDTO: { id?: string | null } },
): Promise<void> => lookAgain(app, actor, id ? [id] : []);

/** The same for the claims that the finance office sends by their numbers, and for those that are paid along with them; a result sends nothing. */
export async function lookAgainAtPayment(
  app: Services,
  actor: Actor,
  { businessNo, result }: { businessNo: string; result?: string | null },
): Promise<void> {
  if (result || !hasRole(actor, "finance")) return;
  const numbers = businessNo.split(",").map((number) => number.trim());
  const { rows } = await sql<{ id: string }>`
    select c.id from subsidy_application asked join subsidy_application c on c.id = asked.id or (c.class_id = asked.class_id and c.pay_status = '1' and asked.pay_status = '1')
    where asked.apply_no = any(${numbers}) and asked.is_deleted = 0 and c.is_deleted = 0 group by c.id order by c.id`.execute(
    app.db,
  );
  await lookAgain(
    app,
    actor,
    rows.map((row) => row.id),
  );
}

/** Between the submission and the payment; a claim that was returned meanwhile waits for a check that somebody asks for. */
const isWatched = ({ status, payStatus, trialTime }: Claim): boolean =>
  trialTime !== null &&
  (status === "firstTrial" ||
    status === "reTrial" ||
    (status === "compile" && (payStatus === "1" || payStatus === "4")));

async function needsCheck(app: Services, claim: Claim): Promise<boolean> {
  const last = await getLastCheck(app.db, claim.id);
  if (!last || (await isTooOld(app.db, claim)) || (await isDifferent(app.db, claim.id, last))) return true;
  return last.askedLongAgo && (await saysOtherwise(app, claim.id, last));
}

async function isTooOld(db: Db, { trialTime }: Claim): Promise<boolean> {
  const days = await parameter(db, "trial.max.age.days");
  return trialTime === null || trialTime.slice(0, 10) < addDays(today(), -days);
}

/** Head or a row of a claim that is not what its check looked at. */
interface Unchecked {
  /** Null: the claim itself. */
  lineId: string | null;
  name: string | null;
}

/** Whether head or a row that nobody has refused is not what the check looked at. */
const isDifferent = async (db: Db, applyId: string, last: Stamps): Promise<boolean> =>
  (await findDifferent(db, applyId, last)).length > 0;

async function findDifferent(db: Db, applyId: string, last: Stamps): Promise<Unchecked[]> {
  const now = await takeStamps(db, applyId);
  const { rows } = await sql<{ lineId: string; name: string }>`
    select id as line_id, name from subsidy_line where apply_id = ${applyId} and is_deleted = 0 and detail_status is distinct from '2' order by id`.execute(
    db,
  );
  return [
    ...(now.head === last.head ? [] : [{ lineId: null, name: null }]),
    ...rows.filter(({ lineId }) => now.lines[lineId] !== last.lines[lineId]),
  ];
}

/** What of a claim that waits for a move differs from its newest check, which is run again before that move. */
export async function findUnchecked(db: Db, claim: Claim): Promise<Unchecked[]> {
  const last = isWatched(claim) ? await getLastCheck(db, claim.id) : undefined;
  return last ? findDifferent(db, claim.id, last) : [];
}

/** Asks the registers again; where they say the same, that is noted for another day. */
async function saysOtherwise(app: Services, applyId: string, last: LastCheck): Promise<boolean> {
  const { rows } = await sql<{ id: string; name: string; idNumber: string; creditCode: string }>`
    select l.id, s.name, s.id_number, o.credit_code from subsidy_line l join trainee s on s.id = l.student_id join institution o on o.id = l.org_id
    where l.apply_id = ${applyId} and l.is_deleted = 0 order by l.id`.execute(app.db);
  const people = rows.map(({ name, idNumber }) => ({ name, idNumber: app.cipher.decrypt(idNumber) }));
  const { stamps, unit, askedTime } = await askAgain(app, system, applyId, people, rows[0]?.creditCode ?? "");
  if (unit !== last.registers[unitStamp] || rows.some(({ id }, index) => stamps[index] !== last.registers[id]))
    return true;
  await sql`update claim_check set asked_time = ${askedTime} where apply_id = ${applyId} and run_no = ${newestRun(applyId)}`.execute(
    app.db,
  );
  return false;
}

async function getLastCheck(db: Db, applyId: string): Promise<LastCheck | undefined> {
  const { rows } = await sql<LastCheck>`
    select head, lines, registers, asked_time < ${presentMoment()} - interval '1 day' as asked_long_ago from claim_check where apply_id = ${applyId} and run_no = ${newestRun(applyId)}`.execute(
    db,
  );
  return rows[0];
}

async function getRunNo(tx: Tx, applyId: string): Promise<string | null> {
  const { rows } = await sql<{ runNo: string | null }>`select ${newestRun(applyId)} as run_no`.execute(tx);
  return rows[0]?.runNo ?? null;
}

/** What a reviewer confirmed by hand stays confirmed where the check says the very same of it again. */
async function carryConfirmations(tx: Tx, applyId: string, before: string | null): Promise<void> {
  await sql`
    update finding f set is_ignored = '1', ignore_reason = old.ignore_reason, update_user = old.update_user, update_time = old.update_time
    from finding old
    where f.biz_type = ${claimBusiness(applyId)} and f.biz_id = ${applyId} and f.run_no = ${newestRun(applyId)} and f.is_pass = '0' and f.severity = '2'
      and old.biz_type = f.biz_type and old.biz_id = f.biz_id and old.run_no = ${before} and old.is_pass = '0' and old.severity = '2' and old.is_ignored = '1'
      and old.rule_code = f.rule_code and old.detail_id is not distinct from f.detail_id
      and (old.message, old.expect_value, old.actual_value) is not distinct from (f.message, f.expect_value, f.actual_value)`.execute(
    tx,
  );
  await showTrialResult(tx, applyId);
}

/**
 * The check that a move relies on counts, is not too old, and the facts it found are still there. Checked in the transaction of the move, after
 * `lookAgain`, so that it refuses only what changed in between. @throws TRIAL_REQUIRED
 */
export const stillAsChecked: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const last = await getLastCheck(tx, claim.id);
  if (!last || (await isTooOld(tx, claim)) || (await isDifferent(tx, claim.id, last)))
    throw new Refusal("TRIAL_REQUIRED");
};
