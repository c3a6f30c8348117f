import type { Call } from '@jipei/contract/core/call.ts'
import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Machine } from '@jipei/contract/core/machine.ts'
import type { ReactNode } from 'react'
import { AuditList } from './audit-list.tsx'
import type { AuditRow } from './audit-list.tsx'
import { Dialog } from './dialog.tsx'
import { EntityView } from './entity-view.tsx'
import { fieldsOf } from './fields.ts'
import type { FormSection } from './fields.ts'
import { useLabel } from './i18n/language.ts'
import type { AnyRow } from './ref-select.tsx'
import { ActionButtons } from './row-actions.tsx'
import type { RowAction } from './row-actions.tsx'
import { Failed, Skeleton } from './states.tsx'
import { useTexts } from './texts.ts'
import { useCall } from './use-call.ts'

interface Props {
  entity: Entity
  /** Id of the row that is shown; null: nothing. */
  id: string | null
  /** The row as the list has it, shown until the detail is there, or for good where there is no detail call. */
  row: AnyRow | undefined
  detail?: Call<{ id: string }, object>
  fields?: readonly string[] | readonly FormSection[]
  machine?: Machine<string, string>
  actionsOf: (row: AnyRow) => RowAction[]
  below?: (row: AnyRow) => ReactNode
  onClose: () => void
}

/** A row in full, in a drawer, with its history and what may be done with it. */
export function RowView({ entity, id, row, detail, fields, machine, actionsOf, below, onClose }: Props) {
  const t = useTexts()
  const label = useLabel()
  const full = useCall(detail ?? ({ path: 'none' } as never), { id: id ?? '' }, { enabled: Boolean(detail && id) })
  const shown = (full.data as AnyRow | undefined) ?? (detail ? undefined : row)
  if (!id) return null
  const history = shown?.['auditList'] as AuditRow[] | undefined
  return (
    <Dialog open kind="drawer" title={t('form.view', { name: label(entity) })} onClose={onClose} extra={shown && <ActionButtons actions={actionsOf(shown)} primary={false} />}>
      {shown ? (
        <>
          <EntityView entity={entity} row={shown} fields={fields} />
          {below?.(shown)}
          {history && !('auditList' in fieldsOf(entity)) && (
            <section>
              <h2 className="section-title">{t('audit.title')}</h2>
              <AuditList records={history} machine={machine} />
            </section>
          )}
        </>
      ) : full.isError ? (
        <Failed error={full.error} onRetry={() => void full.refetch()} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}
