import { ExtQuery, extQueryCalls } from '@jipei/contract/external-data/ext-query.ts'
import { Dialog } from '../core/dialog.tsx'
import { EntityView } from '../core/entity-view.tsx'
import { Failed, Skeleton } from '../core/states.tsx'
import { useCall } from '../core/use-call.ts'
import { useTexts } from './texts.ts'

/** What a register was asked and what it said. */
export function EvidenceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts()
  const found = useCall(extQueryCalls.detail, { id })
  const row = found.data as Record<string, unknown> | undefined
  return (
    <Dialog open title={t('check.evidenceTitle')} onClose={onClose} width={560}>
      {found.isError ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : !row ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <EntityView entity={ExtQuery} row={row} fields={['queryKind', 'resultCode', 'queryTime', 'cacheUntil', 'purpose']} />
          <Answer text={row['resultData']} />
        </>
      )}
    </Dialog>
  )
}

/** The answer as pairs; registers name their fields in their own words. */
function Answer({ text }: { text: unknown }) {
  if (typeof text !== 'string' || !text.startsWith('{')) return null
  const pairs = Object.entries(JSON.parse(text) as Record<string, unknown>)
  return (
    <dl className="answer">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
