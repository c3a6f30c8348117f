import { claimBusiness } from "../automatic-check/result.ts";
import type { EvidenceLink } from "@jipei/contract/subsidies/finding.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";

/** What the newest check of a claim says otherwise than the one before it. */
export interface Difference {
  ruleCode: string;
  ruleName: string;
  ruleNameEn: string;
  message: string | null;
  messageEn: string | null;
  isPass: "0" | "1";
  severity: "1" | "2" | "3";
  /** When the newest check was made, and the one before it. */
  runTime: string;
  since: string;
  lineId: string | null;
  studentId: string | null;
  name: string | null;
  before: string | null;
  beforeEn: string | null;
  after: string | null;
  afterEn: string | null;
  /** Of both checks. */
  evidence: EvidenceLink[];
}

/** SQL of the numbers of the newest check of a claim and of the one before it. */
const lastRuns = (applyId: string) => sql`array(select distinct run_no from finding
  where biz_type = ${claimBusiness(applyId)} and biz_id = ${applyId} order by run_no desc limit 2)`;

/**
 * SQL of the rules that may say otherwise in the newest check: what a rule says of all rows that pass it is compared as a whole, which spares most
 * rules the comparison row by row.
 */
const changedRules = (
  applyId: string,
) => sql`array(select f.rule_code from finding f left join finding_pass p on p.finding_id = f.id
  where f.biz_type = ${claimBusiness(applyId)} and f.biz_id = ${applyId} and f.run_no = any(${lastRuns(applyId)}) group by f.rule_code
  having count(*) <> 2 or count(distinct (f.detail_id, f.is_pass, f.severity, f.expect_value, f.actual_value, p.detail_ids, p.expect_values, p.actual_values)) > 1)`;

/**
 * SQL of the findings of the newest check of a claim (`new`) that the one before it (`old`) says otherwise; what only one of them speaks of is not
 * compared. Both checks are read once and grouped: a join of them is planned by statistics, which a table that has just grown does not have.
 */
const differing = (applyId: string): RawBuilder<unknown> => sql`
  (select (array_agg(f order by f.run_no))[1] as old, (array_agg(f order by f.run_no))[2] as new
    from single_finding f where f.biz_type = ${claimBusiness(applyId)} and f.biz_id = ${applyId} and f.run_no = any(${lastRuns(applyId)})
      and f.rule_code = any(${changedRules(applyId)})
    group by f.rule_code, f.detail_id
    having count(distinct (f.is_pass, f.severity, f.expect_value, f.actual_value)) > 1) pair`;

/** All differences, those of the claim itself first. Where the fact is the same, what is asked of it differs. */
export async function getDifferences(db: Db, applyId: string): Promise<Difference[]> {
  const found = await sql<Difference>`
    select (new).rule_code, (new).rule_name, (new).rule_name_en, (new).message, (new).message_en, (new).is_pass, (new).severity, (new).run_time,
      l.id as line_id, l.student_id, l.name, (old).run_time as since,
      case when same then (old).expect_value else (old).actual_value end as before, case when same then (old).expect_value_en else (old).actual_value_en end as before_en,
      case when same then (new).expect_value else (new).actual_value end as after, case when same then (new).expect_value_en else (new).actual_value_en end as after_en,
      coalesce((old).evidence, '[]') || coalesce((new).evidence, '[]') as evidence
    from ${differing(applyId)} cross join lateral (select (old).actual_value is not distinct from (new).actual_value as same) compared
      left join subsidy_line l on l.id = (new).detail_id::bigint
    where (new).detail_id is null or (l.is_deleted = 0 and l.detail_status is distinct from '2')
    order by (new).detail_id is not null, (new).is_pass, (new).severity, l.id, (new).rule_code`.execute(db);
  return found.rows;
}

/** Shows on the claim whether its newest check differs from the one before. */
export async function markChanges(tx: Tx, applyId: string): Promise<void> {
  await sql`update subsidy_application set is_changed = case when exists (select from ${differing(applyId)}) then '1' else '0' end where id = ${applyId}`.execute(
    tx,
  );
}
