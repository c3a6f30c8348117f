import { sql } from 'kysely'
import type { Tx } from '../core/db.ts'

/** Takes back the failures that keep accounts out: those of their last attempts, from wherever they came. Those of an address itself stay. */
export async function unlockUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`delete from login_failure where key in (select unnest(counters) from sign_in where user_id = any(${[...userIds]}::bigint[]) and create_time > now() - interval '1 day' and counters is not null)`.execute(tx)
}

/** Until when wrong passwords keep an account out, somewhere. */
export const lockedUntil = sql<string | null>`(select max(f.locked_until) from login_failure f where f.locked_until > now()
  and f.key in (select unnest(s.counters) from sign_in s where s.user_id = t.id and s.create_time > now() - interval '1 day'))`
