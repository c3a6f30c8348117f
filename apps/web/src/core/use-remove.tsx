import type { Call } from '@jipei/contract/core/call.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { invoke } from './call-client.ts'
import { CallError } from './call-error.ts'
import { Confirm } from './dialog.tsx'
import { FailureDialog } from './failure-list.tsx'
import { notify } from './notify.ts'
import type { AnyRow } from './ref-select.tsx'
import { useTexts } from './texts.ts'
import { refreshAfter } from './use-call.ts'

/** Deletes rows after a question; a refusal names the row that blocks. Mount `dialogs` once. */
export function useRemove(call: Call<never, unknown> | Call | undefined, titleOf: (row: AnyRow) => string, onDone: () => void): { ask: (rows: readonly AnyRow[]) => void; dialogs: ReactNode } {
  const t = useTexts()
  const [asked, setAsked] = useState<readonly AnyRow[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const ask = (rows: readonly AnyRow[]) => (rows.length === 0 ? notify('warning', t('remove.nothing')) : setAsked(rows))
  const run = async () => {
    if (!call || !asked) return
    setBusy(true)
    try {
      await invoke(call, { ids: asked.map((row) => String(row['id'])).join(',') } as never, { silent: true })
      notify('success', t('remove.done'))
      onDone()
      await refreshAfter(call)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      setError(problem)
    } finally {
      setBusy(false)
      setAsked(null)
    }
  }
  const named = asked?.slice(0, 5).map(titleOf) ?? []
  const dialogs = (
    <>
      <Confirm open={asked !== null} title={t('remove.title')} danger busy={busy} onOk={() => void run()} onClose={() => setAsked(null)} okText={t('list.remove')}>
        <p>{t('remove.question')}</p>
        <ul>
          {named.map((title, i) => (
            <li key={i}>{title}</li>
          ))}
          {(asked?.length ?? 0) > named.length && <li>{t('list.total', { n: asked?.length ?? 0 })}</li>}
        </ul>
      </Confirm>
      <FailureDialog error={error} onClose={() => setError(null)} />
    </>
  )
  return { ask, dialogs }
}
