import { claimCommit, claimFirstCommit, claimReCommit, claimReReturn, claimReturn, claimSave, financeResult, findingCalls, lineUnapprove } from '@jipei/contract/subsidies/subsidy-application.calls.ts'
import { sql } from 'kysely'
import { addDays, today } from '../../src/core/clock.ts'
import { judge, record } from '../../src/subsidies/trial/run.ts'
import type { SeededClass } from './classes.ts'
import type { Desk } from './desk.ts'
import { keepFile, paper } from './files.ts'

/** Claims, as far as each has come. */
export type Claimed = 'draft' | 'first' | 'returned' | 'second' | 'back to first' | 'publicity' | 'paying' | 'paid'

const documents = [
  ['花名册.pdf', 'Roster'],
  ['考勤表.pdf', 'Attendance sheet'],
  ['证书清单.pdf', 'Certificate list'],
  ['签章申请表.pdf', 'Signed application'],
] as const

export async function seedClaim(desk: Desk, { classId, school }: SeededClass, upTo: Claimed): Promise<void> {
  const own = { orgId: school.orgId }
  const admin = desk.as('org', own)
  const files: string[] = []
  for (const [name, title] of documents) files.push(await keepFile(desk, desk.actor('org', own), name, await paper(title)))
  const claim = (await admin(claimSave, { subsidyApplyDTO: { classId, subsidyKind: '01', attachmentList: files } })) as { id: string }
  const { id } = claim
  if (upTo === 'draft') return
  await admin(claimCommit, { ids: id })
  if (upTo === 'returned') return void (await desk.as('first')(claimReturn, { ids: id, reason: '考勤表未盖章，请补盖后重新提交' }))
  const first = desk.actor('first')
  await record(desk.tx, first, await judge(desk.app, first, id))
  if (upTo === 'first') return
  await settle(desk, id)
  await desk.as('first')(claimFirstCommit, { subsidyApplyDTO: { id }, firstOpinion: '材料齐全，同意' })
  if (upTo === 'second') return
  const second = desk.as('second')
  if (upTo === 'back to first') return void (await second(claimReReturn, { ids: id, reason: '请核对第3名学员的考勤', target: 'firstTrial' }))
  await second(claimReCommit, { ids: id, reOpinion: '同意' })
  if (upTo === 'publicity') return
  await sql`update subsidy_application set publicity_start = ${addDays(today(), -12)}, publicity_end = ${addDays(today(), -6)}, commit_time = commit_time - interval '30 days', first_commit_time = first_commit_time - interval '30 days', first_time = first_time - interval '20 days', re_time = re_time - interval '13 days' where id = ${id}`.execute(desk.tx)
  const { rows } = await sql<{ applyNo: string; approvedAmount: string }>`select apply_no, approved_amount from subsidy_application where id = ${id}`.execute(desk.tx)
  const { applyNo = '', approvedAmount = '' } = rows[0] ?? {}
  const finance = desk.as('finance')
  await finance(financeResult, { businessNo: applyNo })
  if (upTo === 'paid') await finance(financeResult, { businessNo: applyNo, result: 'paid', payAmount: approvedAmount, payDate: addDays(today(), -2) })
}

/** The first reviewer at work: blocked rows are refused with their reason, warnings confirmed by hand. */
async function settle(desk: Desk, id: string): Promise<void> {
  const first = desk.as('first')
  const open = await sql<{ id: string; severity: string; ruleCode: string; detailId: string | null; message: string }>`select id, severity, rule_code, detail_id, message from finding where biz_type = 'subsidyApply' and biz_id = ${id} and is_pass = '0' and run_no = (select max(run_no) from finding where biz_type = 'subsidyApply' and biz_id = ${id})`.execute(desk.tx)
  const blocked = new Map(open.rows.flatMap((finding) => (finding.severity === '1' && finding.detailId ? [[finding.detailId, finding.message] as const] : [])))
  for (const [ids, unApproveReason] of blocked) await first(lineUnapprove, { ids, unApproveReason })
  const warnings = new Map(open.rows.filter((finding) => finding.severity === '2').map((finding) => [finding.ruleCode, finding.id]))
  for (const warning of warnings.values()) await first(findingCalls.submit, { id: warning, isIgnored: '1', ignoreReason: '已电话核实', sameRule: '1' })
}
