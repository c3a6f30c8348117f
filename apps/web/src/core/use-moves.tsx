import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Machine } from '@jipei/contract/core/machine.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { invoke } from './call-client.ts'
import { CallError } from './call-error.ts'
import { Confirm } from './dialog.tsx'
import { FailureList } from './failure-list.tsx'
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
interface Asked {
  choice: MoveChoice
  rows: readonly Row[]
}

/**
 * The moves of a machine as actions, and the dialogs they need: a question, a reason where the machine wants one, and everything a refusal
 * lacks. Mount `dialogs` once.
 */
export function useMoves(machine: Machine | undefined, moves: Moves, entity: Entity, onDone?: () => void): { actionsOf: (rows: readonly Row[], fitting?: boolean) => RowAction[]; dialogs: ReactNode } {
  const t = useTexts()
  const label = useLabel()
  const codeText = useCodeText()
  const session = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const ask = (next: Asked | null) => {
    setError(null)
    setAsked(next)
  }

  const whyBlocked = ({ blocked, action }: MoveChoice): string | null => {
    if (!blocked || !machine) return null
    if (blocked.why === 'own') return t('reason.own')
    if (blocked.why === 'states') return t('reason.wrongStates', { action: label(action) })
    return t('reason.wrongState', { state: codeText(machine.states, blocked.state), action: label(action) })
  }
  /** @param fitting without those that another state would be needed for */
  const actionsOf = (rows: readonly Row[], fitting = false): RowAction[] =>
    machine
      ? movesFor(machine, moves, rows, (key) => can(key, session), session.info?.userId ?? '')
          .filter(({ blocked }) => !fitting || !blocked || blocked.why === 'own')
          .map((choice) => ({
            key: choice.key,
            label: label(choice.action),
            danger: choice.action.danger,
            disabled: whyBlocked(choice),
            run: () => ask({ choice, rows }),
          }))
      : []

  const run = async (reason: string | null) => {
    if (!asked) return
    setBusy(true)
    const call = callOf(asked.choice.move)
    try {
      await invoke(call, moveInput(asked.choice.move, asked.rows, reason, entity.idName) as never, { silent: true })
      notify('success', t('reason.done'))
      ask(null)
      onDone?.()
      await refreshAfter(call)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  const action = asked ? label(asked.choice.action) : ''
  const many = (asked?.rows.length ?? 0) > 1
  const close = () => ask(null)
  const titleOf = (id: string) => {
    const title = asked?.rows.find((row) => String(row['id']) === id)?.[entity.title]
    return typeof title === 'string' ? title : null
  }
  // A refusal stays in the dialog that was refused: the reason typed into it is not lost.
  const refusal = error && <FailureList error={error} titleOf={titleOf} />
  const common = { danger: asked?.choice.action.danger, busy, onClose: close }
  const dialogs = (
    <>
      <ReasonDialog open={Boolean(asked?.choice.action.reason)} action={action} {...common} onSubmit={(reason) => void run(reason)}>
        {refusal}
      </ReasonDialog>
      <Confirm open={asked !== null && !asked.choice.action.reason} title={action} okText={action} {...common} onOk={() => void run(null)}>
        {refusal || (many ? t('reason.questionMany', { n: asked?.rows.length ?? 0, action }) : t('reason.question', { action }))}
      </Confirm>
    </>
  )
  return { actionsOf, dialogs }
}
