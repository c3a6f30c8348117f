import { findingCalls } from '@jipei/contract/subsidies/subsidy-application.calls.ts'
import { Finding } from '@jipei/contract/subsidies/finding.ts'
import { type Actor, mustHold } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import { updateRow } from '../core/crud.ts'
import type { Db } from '../core/db.ts'
import { type Route, reads, writes } from '../core/implement.ts'
import { listPage } from '../core/list.ts'
import { present } from '../core/present.ts'
import { Refusal } from '../core/refusal.ts'
import { checkVersion, lockRow, readRow } from '../core/rows.ts'
import type { Services } from '../core/services.ts'
import { findingScope } from './claim.scope.ts'

export const findingRoutes: Route[] = [
  reads(findingCalls.list, (_db: Db, actor: Actor, query: any, app: Services) => listPage(app, actor, Finding, query, { scope: findingScope }) as never),
  reads(findingCalls.detail, async (db, actor, { id }, app) => present(Finding, actor, app.cipher, await readRow<any>(db, Finding, findingScope, actor, id), 'detail')),

  // Findings are written by the server; all a reviewer may do is confirm a warning by hand, with his reason.
  writes(findingCalls.submit, async (tx, actor, input) => {
    const { id, version, isIgnored, ignoreReason } = input as Record<string, any>
    mustHold(actor, 'valid_detail_edit')
    if (!id) throw new Refusal('NOT_FOUND')
    const finding = await lockRow<Record<string, any>>(tx, Finding, findingScope, actor, id)
    checkVersion(finding as { version: number }, version)
    if (finding['severity'] !== '2' || finding['isPass'] === '1') throw new Refusal('STATE_ILLEGAL', { status: { zh: '非警告', en: 'no warning' }, action: { zh: '人工确认', en: 'confirm by hand' } })
    if (isIgnored === '1' && !ignoreReason) throw new Refusal('REASON_REQUIRED')
    await updateRow(tx, actor, Finding, id, { isIgnored: isIgnored ?? '0', ignoreReason: isIgnored === '1' ? ignoreReason : null })
    await writeAudit(tx, actor, [{ bizType: 'SubsidyApplication', bizId: finding['bizId'], action: 'confirmFinding', opinion: `${finding['ruleCode']}：${ignoreReason ?? ''}` }])
    return { id }
  }),

  // Kept with the claim for ever; nobody holds the right, and whoever is given it is told why.
  writes(findingCalls.remove, async () => {
    throw new Refusal('DEPENDENCY_IN_USE')
  }),
]
