import { findingCalls, findingExport } from '@jipei/contract/subsidies/subsidy-application.calls.ts'
import { Finding } from '@jipei/contract/subsidies/finding.ts'
import { CrudPage } from '../core/crud-page.tsx'
import { EvidenceLinks } from './evidence-links.tsx'

/** Everything the automatic check ever found. */
export default function FindingsPage() {
  return (
    <CrudPage
      entity={Finding}
      calls={{ list: findingCalls.list as never, detail: findingCalls.detail as never, export: findingExport as never }}
      resource="valid_detail"
      columns={['bizType', 'ruleCode', 'ruleName', 'severity', 'isPass', 'expectValue', 'actualValue', 'message', 'isIgnored', 'runTime']}
      search={['bizType', 'ruleCode', 'severity', 'isPass', 'isIgnored', 'runTime']}
      card={['ruleName', 'severity', 'message']}
      below={(row) => <EvidenceLinks links={(row as { evidence?: never }).evidence} />}
    />
  )
}
