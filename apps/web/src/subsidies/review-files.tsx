import { SubsidyApplication } from '@jipei/contract/subsidies/subsidy-application.ts'
import { AuditList } from '../core/audit-list.tsx'
import { FileList } from '../core/file-list.tsx'
import { useLabel } from '../core/i18n/language.ts'
import { claimHistory } from './claim-calls.ts'
import type { WholeClaim } from './claim-calls.ts'
import { RecoveryDecision } from './recovery-decision.tsx'
import { useTexts } from './texts.ts'

/** Documents, payee and history of the claim. */
export function ReviewFiles({ claim }: { claim: WholeClaim }) {
  const t = useTexts()
  const label = useLabel()
  const { bankName, bankAccount, bankAccountName } = SubsidyApplication.fields
  return (
    <aside className="review-files">
      <h2>{t('claim.documents')}</h2>
      <FileList files={claim.attachmentList} />
      <RecoveryDecision claim={claim} />
      <dl className="facts">
        <div>
          <dt>{label(bankAccountName)}</dt>
          <dd>{claim.bankAccountName ?? '—'}</dd>
        </div>
        <div>
          <dt>{label(bankName)}</dt>
          <dd>{claim.bankName ?? '—'}</dd>
        </div>
        <div>
          <dt>{label(bankAccount)}</dt>
          <dd>{claim.bankAccount ?? '—'}</dd>
        </div>
      </dl>
      <h2>{t('claim.history')}</h2>
      <AuditList records={claim.auditList} machine={claimHistory} />
    </aside>
  )
}
