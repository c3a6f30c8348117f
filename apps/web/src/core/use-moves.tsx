import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Machine } from '@jipei/contract/core/machine.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { invoke } from './call-client.ts'
import { CallError } from './call-error.ts'
import { Confirm } from './dialog.tsx'
import { FailureDialog } from './failure-list.tsx'
import { useLabel } from './i18n/language.ts'
import { callOf, moveInput, movesFor } from './moves.ts'
import type { MoveChoice, Moves } from './moves.ts'
import { notify } from './notify.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { RowAction } from './row-actions.tsx'
import { can, useSession } from './session.ts'
import { useCodeText } from './status-tag.tsx'
import { useTexts } from './texts.ts'
import { refreshAfter } from './use-call.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * The moves of a machine as actions, and the dialogs they need: a question, a reason where the machine wants one, and everything a refusal
 * lacks. Mount `dialogs` once.
 */
export function useMoves(machine: Machine | undefined, moves: Moves, entity: Entity, onDone?: () => void): { actionsOf: (rows: readonly Row[]) => RowAction[]; dialogs: ReactNode } {
  const t = useTexts()
  const label = useLabel()
  const codeText = useCodeText()
  const session = useSession()
  const [asked, setAsked] = useState<{ choice: MoveChoice; rows: readonly Row[] } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({})

  const whyBlocked = ({ blocked, action }: MoveChoice): string | null => {
    if (!blocked || !machine) return null
    if (blocked.why === 'own') return t('reason.own')
    if (blocked.why === 'states') return t('reason.wrongStates', { action: label(action) })
    return t('reason.wrongState', { state: codeText(machine.states, blocked.state), action: label(action) })
  }
  const actionsOf = (rows: readonly Row[]): RowAction[] =>
    machine
      ? movesFor(machine, moves, rows, (key) => can(key, session), session.info?.userId ?? '').map((choice) => ({
          key: choice.key,
          label: label(choice.action),
          danger: choice.action.danger,
          disabled: whyBlocked(choice),
          run: () => setAsked({ choice, rows }),
        }))
      : []

  const run = async (reason: string | null) => {
    if (!asked) return
    setBusy(true)
    const call = callOf(asked.choice.move)
    try {
      await invoke(call, moveInput(asked.choice.move, asked.rows, reason, entity.idName) as never, { silent: true })
      notify('success', t('reason.done'))
      setAsked(null)
      onDone?.()
      await refreshAfter(call)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      setTitles(Object.fromEntries(asked.rows.map((row) => [String(row['id']), String(row[entity.title] ?? '')])))
      setAsked(null)
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  const action = asked ? label(asked.choice.action) : ''
  const many = (asked?.rows.length ?? 0) > 1
  const close = () => setAsked(null)
  const dialogs = (
    <>
      <ReasonDialog open={Boolean(asked?.choice.action.reason)} action={action} danger={asked?.choice.action.danger} busy={busy} onSubmit={(reason) => void run(reason)} onClose={close} />
      <Confirm open={asked !== null && !asked.choice.action.reason} title={action} okText={action} danger={asked?.choice.action.danger} busy={busy} onOk={() => void run(null)} onClose={close}>
        {many ? t('reason.questionMany', { n: asked?.rows.length ?? 0, action }) : t('reason.question', { action })}
      </Confirm>
      <FailureDialog error={error} onClose={() => setError(null)} titleOf={(id) => titles[id] ?? null} />
    </>
  )
  return { actionsOf, dialogs }
}
