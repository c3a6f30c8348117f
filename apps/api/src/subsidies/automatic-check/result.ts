import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";

/** SQL of what the findings of a claim are about, by its side. */
export const claimBusiness = (applyId: string) =>
  sql`(select case c.side when '1' then 'subsidyApply' else 'entSubsidyApply' end from subsidy_application c where c.id = ${applyId})`;

/** Number of the newest automatic check of a claim. */
export const newestRun = (applyId: string) =>
  sql`(select max(run_no) from finding where biz_type = ${claimBusiness(applyId)} and biz_id = ${applyId})`;

/** A finding (alias `f`) of the newest check that is neither met nor, for a warning, confirmed by hand: what keeps a row or the claim from being approved. */
export const isOpen = (applyId: string) =>
  sql`f.biz_type = ${claimBusiness(applyId)} and f.biz_id = ${applyId} and f.run_no = ${newestRun(applyId)} and f.is_pass = '0' and (f.severity = '1' or (f.severity = '2' and f.is_ignored is distinct from '1'))`;

/** What the worst open severity comes to: 3 blocked, 2 warnings, 1 passed. */
const getResult = (severity: ReturnType<typeof sql>) =>
  sql`case ${severity} when '1' then '3' when '2' then '2' else '1' end`;

/**
 * Brings what rows and head of a checked claim say of the check up to date: each row the worst that is still open of it, the head the worst of
 * itself and of the rows nobody has refused. Without a check that counts nothing changes.
 */
export async function showTrialResult(tx: Tx, applyId: string): Promise<void> {
  const checked = sql`exists (select from subsidy_application c where c.id = ${applyId} and c.trial_time is not null)`;
  await sql`
    with worst as (select f.detail_id, min(f.severity) as severity from finding f where ${isOpen(applyId)} group by f.detail_id),
      results as (select l.id, ${getResult(sql`w.severity`)} as result from subsidy_line l left join worst w on w.detail_id = l.id::text where l.apply_id = ${applyId} and l.is_deleted = 0)
    update subsidy_line l set trial_result = r.result from results r where l.id = r.id and l.trial_result is distinct from r.result and ${checked}`.execute(
    tx,
  );
  const worst = sql`(select min(f.severity) from finding f where ${isOpen(applyId)}
    and (f.detail_id is null or exists (select from subsidy_line l where l.id = f.detail_id::bigint and l.is_deleted = 0 and l.detail_status is distinct from '2')))`;
  await sql`update subsidy_application set trial_result = ${getResult(worst)} where id = ${applyId} and ${checked}`.execute(
    tx,
  );
}
