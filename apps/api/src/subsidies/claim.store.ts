import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { auditOf } from "../core/audit.ts";
import { updateRow } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { ownFiles, withFiles } from "../core/files.ts";
import { present } from "../core/present.ts";
import { readRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { claimScope, findingScope, lineScope } from "./claim.scope.ts";
import { isOpen, newestRun, showTrialResult } from "./trial/result.ts";

// The documents of a claim are read by whoever may see the claim.
ownFiles(SubsidyApplication, claimScope, "subsidy_apply");

type Values = Record<string, any>;

/** A claim as it is shown: head, rows with their formulas and the number of their open findings, findings of the head in the newest run, history. @throws NOT_FOUND */
export async function wholeClaim(db: Db, actor: Actor, id: string, app: Services): Promise<any> {
  const head = await readRow<Values>(db, SubsidyApplication, claimScope, actor, id);
  await withFiles(db, SubsidyApplication, [head]);
  const lines = await shownRows(db, actor, app, SubsidyLine, {
    scope: lineScope,
    where: sql`t.apply_id = ${id}`,
    order: sql`t.trial_result desc nulls last, t.id`,
    view: "detail",
  });
  const open = await openFindings(db, id);
  return {
    ...present(SubsidyApplication, actor, app.cipher, head, "detail"),
    detailList: lines.map((line) => ({ ...line, openFindings: open.get(line["id"]) ?? 0 })),
    headFindings: await shownRows(db, actor, app, Finding, {
      scope: findingScope,
      where: sql`t.biz_type = 'subsidyApply' and t.biz_id = ${id} and t.detail_id is null and t.run_no = ${newestRun(id)}`,
      order: sql`t.rule_code`,
      view: "detail",
    }),
    auditList: await auditOf(db, actor, "SubsidyApplication", id),
  };
}

/** How many findings of the newest check are still open, by row. */
async function openFindings(db: Db, id: string): Promise<Map<string, number>> {
  const { rows } = await sql<{
    detailId: string;
    n: number;
  }>`select f.detail_id, count(*)::int as n from finding f where ${isOpen(id)} and f.detail_id is not null group by f.detail_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.detailId, row.n]));
}

export interface Line {
  id: string;
  studentId: string;
  name: string;
  idNumberHash: string;
  certIssueDate: string | null;
  subsidyId: string | null;
  payableAmount: string;
  applyAmount: string;
  approvedAmount: string | null;
  detailStatus: string;
  unApproveReason: string | null;
  attendanceRate: string | null;
  certId: string | null;
}

/** Live rows of a claim, for rules inside the server. */
export async function linesOf(db: Db, applyId: string): Promise<Line[]> {
  const found =
    await sql<Line>`select id, student_id, name, id_number_hash, cert_issue_date, subsidy_id, payable_amount, apply_amount, approved_amount, detail_status, un_approve_reason, attendance_rate, cert_id
    from subsidy_line where apply_id = ${applyId} and is_deleted = 0 order by id`.execute(db);
  return found.rows;
}

/** Recomputes what is said of a claim's rows elsewhere: the sums and the result of the check on its head, its state on the roster. */
export async function sumUp(tx: Tx, actor: Actor, applyId: string, further: Values = {}): Promise<void> {
  const { rows } = await sql<{
    personCount: number;
    applyAmount: string;
    approvedCount: number;
    approvedAmount: string;
  }>`
    select count(*)::int as person_count, coalesce(sum(apply_amount), 0)::numeric(12,2) as apply_amount,
      count(*) filter (where detail_status = '1')::int as approved_count,
      coalesce(sum(coalesce(approved_amount, apply_amount)) filter (where detail_status = '1'), 0)::numeric(12,2) as approved_amount
    from subsidy_line where apply_id = ${applyId} and is_deleted = 0`.execute(tx);
  await updateRow(tx, actor, SubsidyApplication, applyId, { ...rows[0], ...further });
  await showTrialResult(tx, applyId);
  await showOnRoster(tx, applyId);
}

/** No check counts any more: what it looked at was changed. */
export const unchecked = { trialResult: "0", trialTime: null };

/**
 * Keeps the state of a claim beside the roster rows, where lists and the class page show it; of a person in several claims that of the training,
 * then of the newest. Rows taken out or refused, and those of a removed claim, let go of it.
 */
export async function showOnRoster(tx: Tx, applyId: string): Promise<void> {
  await sql`
    with shown as (
      select distinct on (named.student_id) named.student_id, coalesce(c.status, 'none') as status
      from subsidy_line named
        left join subsidy_line l on l.student_id = named.student_id and l.is_deleted = 0 and l.detail_status is distinct from '2'
        left join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
      where named.apply_id = ${applyId}
      order by named.student_id, c.subsidy_kind nulls last, c.id desc nulls last)
    update student s set subsidy_status = shown.status from shown where s.id = shown.student_id and s.subsidy_status is distinct from shown.status`.execute(
    tx,
  );
}
