import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { networkOf } from '../core/network.ts'
import type { Services } from '../core/services.ts'

/**
 * Who fails too often waits. Three counters, because each alone can be turned around:
 * - account with address: five failures lock this pair for half an hour; somebody elsewhere cannot lock the owner out;
 * - address: a machine that tries many accounts is locked as a whole;
 * - account: guessed from many addresses it answers unknown ones only now and then; an address it signed in from before is spared.
 */
export const limits = { pair: 5, captcha: 3, address: 50, addressCaptcha: 20, account: 20, accountPauseSeconds: 30, minutes: 30 } as const

export interface Attempt {
  pairKey: string
  addressKey: string
  accountKey: string
  ip: string
}

/** Whose failures are counted together: all tries at an account, whatever it is called; of a phone, or of a name that nobody has. */
export type Counted = `user ${string}` | `phone ${string}` | `name ${string}`

/** The counters of an attempt, which name nobody: they are keyed hashes. */
export function attemptOf(app: Services, who: Counted, ip: string): Attempt {
  const network = networkOf(ip)
  return { pairKey: app.cipher.hash(`pair|${who}|${network}`), addressKey: app.cipher.hash(`address|${network}`), accountKey: app.cipher.hash(`account|${who}`), ip }
}

export interface Standing {
  locked: boolean
  captcha: boolean
}

/** How the attempt stands before it is made. @param userId whose account it names, null when there is none @param pause seconds between two tries of strangers */
export async function standingOf(app: Services, attempt: Attempt, userId: string | null, db: Db = app.db, pause: number = limits.accountPauseSeconds): Promise<Standing> {
  const found = await failuresOf(db, [attempt.pairKey, attempt.addressKey, attempt.accountKey], pause)
  const of = (key: string) => found.get(key) ?? { failures: 0, locked: false, paused: false }
  const [pair, address, account] = [of(attempt.pairKey), of(attempt.addressKey), of(attempt.accountKey)]
  const guessed = account.failures >= limits.account && account.paused && !(await isKnownAddress(db, userId, attempt.ip))
  return {
    locked: pair.locked || address.locked || guessed,
    captcha: pair.failures >= limits.captcha || account.failures >= limits.captcha || address.failures >= limits.addressCaptcha,
  }
}

async function isKnownAddress(db: Db, userId: string | null, ip: string): Promise<boolean> {
  if (!userId) return false
  const { rows } = await sql<{ ip: string }>`select distinct ip from login_session where user_id = ${userId} and create_time > now() - interval '90 days'`.execute(db)
  return rows.some((known) => networkOf(known.ip) === networkOf(ip))
}

/** What counters stand at; those at nothing are left out. */
export async function failuresOf(db: Db, keys: readonly string[], pause: number = limits.accountPauseSeconds): Promise<Map<string, { failures: number; locked: boolean; paused: boolean }>> {
  const { rows } = await sql<{ key: string; failures: number; locked: boolean; paused: boolean }>`
    select key, failures, coalesce(locked_until > now(), false) as locked, last_time > now() - make_interval(secs => ${pause}) as paused
    from login_failure where key = any(${keys}) and (first_time > now() - make_interval(mins => ${limits.minutes}) or locked_until > now())`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Counts a failure in all three; returns whether the next attempt needs a captcha. */
export async function countFailure(app: Services, attempt: Attempt, db: Db = app.db): Promise<boolean> {
  const counted = await countFailures(db, [
    { key: attempt.pairKey, limit: limits.pair },
    { key: attempt.addressKey, limit: limits.address },
    { key: attempt.accountKey, limit: null },
  ])
  return [attempt.pairKey, attempt.accountKey].some((key) => (counted.get(key) ?? 0) >= limits.captcha)
}

/** Counts a failure, and locks for half an hour what has reached its limit. Keys are taken in order, so that two at once cannot wait for each other. */
export async function countFailures(db: Db, counters: readonly { key: string; limit: number | null }[]): Promise<Map<string, number>> {
  const counted = new Map<string, number>()
  for (const { key, limit } of counters.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const { rows } = await sql<{ failures: number }>`insert into login_failure as f (key, failures) values (${key}, 1)
      on conflict (key) do update set
        failures = case when f.first_time > now() - make_interval(mins => ${limits.minutes}) then f.failures + 1 else 1 end,
        first_time = case when f.first_time > now() - make_interval(mins => ${limits.minutes}) then f.first_time else now() end,
        last_time = now(),
        locked_until = case when f.first_time > now() - make_interval(mins => ${limits.minutes}) and f.failures + 1 >= ${limit}::integer then now() + make_interval(mins => ${limits.minutes}) end
      returning failures`.execute(db)
    counted.set(key, rows[0]?.failures ?? 0)
  }
  return counted
}

/** A right password: the pair's failures were the owner's own slips and count no longer. */
export async function forgive(app: Services, attempt: Attempt, db: Db = app.db): Promise<void> {
  await sql`with slips as (delete from login_failure where key = ${attempt.pairKey} returning failures)
    update login_failure f set failures = greatest(0, f.failures - slips.failures) from slips where f.key = any(${[attempt.accountKey, attempt.addressKey]})`.execute(db)
}
