import { classRun, classStatus } from '@jipei/contract/core/codes.ts'
import { Refusal } from '../core/refusal.ts'
import type { RunState } from './classes.queries.ts'

/** STATE_ILLEGAL naming the filing state. */
export function stateIllegal(status: string, zh: string, en: string): Refusal {
  const [stateZh, stateEn] = classStatus.codes[status as keyof typeof classStatus.codes] ?? [status, status]
  return new Refusal('STATE_ILLEGAL', { status: { zh: stateZh, en: stateEn }, action: { zh, en } })
}

/** STATE_ILLEGAL naming the running state. */
export function runIllegal(run: RunState, zh: string, en: string): Refusal {
  const [stateZh, stateEn] = classRun.codes[run]
  return new Refusal('STATE_ILLEGAL', { status: { zh: stateZh, en: stateEn }, action: { zh, en } })
}
