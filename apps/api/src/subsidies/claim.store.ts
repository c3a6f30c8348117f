import { SubsidyApplication } from '@jipei/contract/subsidies/subsidy-application.ts'
import { SubsidyLine } from '@jipei/contract/subsidies/subsidy-line.ts'
import { Finding } from '@jipei/contract/subsidies/finding.ts'
import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { auditOf } from '../core/audit.ts'
import { updateRow } from '../core/crud.ts'
import type { Db, Tx } from '../core/db.ts'
import { ownFiles, withFiles } from '../core/files.ts'
import { present } from '../core/present.ts'
import { readRow } from '../core/rows.ts'
import type { Services } from '../core/services.ts'
import { shownRows } from '../core/shown-rows.ts'
import { claimScope, findingScope, lineScope } from './claim.scope.ts'

// The documents of a claim are read by whoever may see the claim.
ownFiles(SubsidyApplication, claimScope, 'subsidy_apply')

type Values = Record<string, any>

/** A claim as it is shown: head, rows with their formulas, findings of the head in the newest run, history. @throws NOT_FOUND */
export async function wholeClaim(db: Db, actor: Actor, id: string, app: Services): Promise<any> {
  const head = await readRow<Values>(db, SubsidyApplication, claimScope, actor, id)
  await withFiles(db, SubsidyApplication, [head])
  return {
    ...present(SubsidyApplication, actor, app.cipher, head, 'detail'),
    detailList: await shownRows(db, actor, app, SubsidyLine, { scope: lineScope, where: sql`t.apply_id = ${id}`, order: sql`t.trial_result desc nulls last, t.id`, view: 'detail' }),
    headFindings: await shownRows(db, actor, app, Finding, { scope: findingScope, where: sql`t.biz_type = 'subsidyApply' and t.biz_id = ${id} and t.detail_id is null and t.run_no = ${newestRun(id)}`, order: sql`t.rule_code`, view: 'detail' }),
    auditList: await auditOf(db, actor, 'SubsidyApplication', id),
  }
}

/** Number of the newest automatic check of a claim. */
export const newestRun = (id: string) => sql`(select max(run_no) from finding where biz_type = 'subsidyApply' and biz_id = ${id})`

export interface Line {
  id: string
  studentId: string
  name: string
  idNumberHash: string
  certIssueDate: string | null
  subsidyId: string | null
  payableAmount: string
  applyAmount: string
  approvedAmount: string | null
  detailStatus: string
  attendanceRate: string | null
  certId: string | null
}

/** Live rows of a claim, for rules inside the server. */
export async function linesOf(db: Db, applyId: string): Promise<Line[]> {
  const found = await sql<Line>`select id, student_id, name, id_number_hash, cert_issue_date, subsidy_id, payable_amount, apply_amount, approved_amount, detail_status, attendance_rate, cert_id
    from subsidy_line where apply_id = ${applyId} and is_deleted = 0 order by id`.execute(db)
  return found.rows
}

/** Recomputes the sums of a claim from its rows. */
export async function sumUp(tx: Tx, actor: Actor, applyId: string, further: Values = {}): Promise<Values> {
  const { rows } = await sql<{ personCount: number; applyAmount: string; approvedCount: number; approvedAmount: string }>`
    select count(*)::int as person_count, coalesce(sum(apply_amount), 0)::numeric(12,2) as apply_amount,
      count(*) filter (where detail_status = '1')::int as approved_count,
      coalesce(sum(coalesce(approved_amount, apply_amount)) filter (where detail_status = '1'), 0)::numeric(12,2) as approved_amount
    from subsidy_line where apply_id = ${applyId} and is_deleted = 0`.execute(tx)
  return updateRow(tx, actor, SubsidyApplication, applyId, { ...rows[0], ...further })
}

/** Keeps the claim state beside the roster rows, where lists and the class page show it. */
export async function showOnRoster(tx: Tx, applyId: string, status: string | null): Promise<void> {
  await sql`update student s set subsidy_status = ${status ?? 'none'} from subsidy_line l where l.apply_id = ${applyId} and l.is_deleted = 0 and l.student_id = s.id and l.detail_status is distinct from '2'`.execute(tx)
}
