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

/** The counters of an attempt, which name nobody: they are keyed hashes. @param loginType kinds of account the name may be of */
export function attemptOf(app: Services, loginType: string, name: string, ip: string): Attempt {
  const who = `${loginType}|${name}`
  return { pairKey: app.cipher.hash(`pair|${who}|${ip}`), addressKey: app.cipher.hash(`address|${ip}`), accountKey: app.cipher.hash(`account|${who}`), ip }
}

export interface Standing {
  locked: boolean
  captcha: boolean
}

/** How the attempt stands before it is made. @param userId whose account it names, null when there is none */
export async function standingOf(app: Services, attempt: Attempt, userId: string | null): Promise<Standing> {
  const { rows } = await app.pool.query<{ key: string; failures: number; locked: boolean; paused: boolean }>({
    name: 'login-standing',
    text: `select key, failures, coalesce(locked_until > now(), false) as locked, last_time > now() - make_interval(secs => $2) as paused
      from login_failure where key = any($1) and (first_time > now() - make_interval(mins => $3) or locked_until > now())`,
    values: [[attempt.pairKey, attempt.addressKey, attempt.accountKey], limits.accountPauseSeconds, limits.minutes],
  })
  const of = (key: string) => rows.find((row) => row.key === key) ?? { failures: 0, locked: false, paused: false }
  const [pair, address, account] = [of(attempt.pairKey), of(attempt.addressKey), of(attempt.accountKey)]
  const guessed = account.failures >= limits.account && account.paused && !(await isKnownAddress(app, userId, attempt.ip))
  return {
    locked: pair.locked || address.locked || guessed,
    captcha: pair.failures >= limits.captcha || account.failures >= limits.captcha || address.failures >= limits.addressCaptcha,
  }
}

async function isKnownAddress(app: Services, userId: string | null, ip: string): Promise<boolean> {
  if (!userId) return false
  const { rows } = await app.pool.query(`select 1 from login_session where user_id = $1 and ip = $2 and create_time > now() - interval '90 days' limit 1`, [userId, ip])
  return rows.length > 0
}

/** Counts a failure in all three; returns whether the next attempt needs a captcha. Keys are taken in order, so that two at once cannot wait for each other. */
export async function countFailure(app: Services, attempt: Attempt): Promise<boolean> {
  const counters = [
    { key: attempt.pairKey, limit: limits.pair },
    { key: attempt.addressKey, limit: limits.address },
    { key: attempt.accountKey, limit: null },
  ].sort((a, b) => (a.key < b.key ? -1 : 1))
  let captcha = false
  for (const { key, limit } of counters) {
    const { rows } = await app.pool.query<{ failures: number }>({
      name: 'login-failure',
      text: `insert into login_failure as f (key, failures) values ($1, 1)
        on conflict (key) do update set
          failures = case when f.first_time > now() - make_interval(mins => $3) then f.failures + 1 else 1 end,
          first_time = case when f.first_time > now() - make_interval(mins => $3) then f.first_time else now() end,
          last_time = now(),
          locked_until = case when f.first_time > now() - make_interval(mins => $3) and f.failures + 1 >= $2 then now() + make_interval(mins => $3) end
        returning failures`,
      values: [key, limit, limits.minutes],
    })
    if (key !== attempt.addressKey && (rows[0]?.failures ?? 0) >= limits.captcha) captcha = true
  }
  return captcha
}

/** A right password: the pair's failures were the owner's own slips and count no longer. */
export async function forgive(app: Services, attempt: Attempt): Promise<void> {
  await app.pool.query({
    name: 'login-forgive',
    text: `with slips as (delete from login_failure where key = $1 returning failures)
      update login_failure f set failures = greatest(0, f.failures - slips.failures) from slips where f.key = any($2)`,
    values: [attempt.pairKey, [attempt.accountKey, attempt.addressKey]],
  })
}
