import type { ErrorCode } from '@jipei/contract/core/errors.ts'
import { Refusal } from './refusal.ts'

interface DatabaseError {
  code?: string
  constraint?: string
  column?: string
}

/** What is there already: which field, only the code that checks first can say. */
const theRecord = { field: { zh: '数据', en: 'The record' } }

/**
 * What the database refuses, as a refusal of ours. Code checks come first and say it more nicely; this is what two writers at once meet.
 * @param constraints constraint name → error code, from the domains
 */
export function refusalOf(error: unknown, constraints: Readonly<Record<string, ErrorCode>>): Refusal | null {
  if (isAway(error)) return new Refusal('BUSY')
  const { code, constraint = '' } = (error ?? {}) as DatabaseError
  if (typeof code !== 'string') return null
  const known = constraints[constraint]
  if (known) return new Refusal(known, theRecord)
  switch (code) {
    case '23505':
    case '23P01':
      return new Refusal('DUPLICATE', theRecord)
    case '23503':
      return new Refusal('DEPENDENCY_IN_USE')
    case '23514':
    case '23502':
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
    case '22021':
      return new Refusal('FIELD_INVALID', { field: constraint || '-', reason: { zh: '值不合法', en: 'value not allowed' } })
    default:
      return null
  }
}

/** Deadlock, serialisation failure, lock time-out: the same transaction may succeed when tried again. */
export const mayRetry = (error: unknown): boolean => ['40P01', '40001', '55P03'].includes((error as DatabaseError)?.code ?? '')

/** Out of connections, shutting down, starting, not reachable. */
const awayCodes: ReadonlySet<string> = new Set(['53300', '57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'])
/** What the driver says without a code. */
const awayMessages: ReadonlySet<string> = new Set(['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout', 'Connection terminated unexpectedly', 'Connection terminated'])

/** Whether the database cannot answer just now, whatever was asked. */
export const isAway = (error: unknown): boolean => awayCodes.has((error as DatabaseError)?.code ?? '') || awayMessages.has((error as Error)?.message ?? '')
