import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import type { Tx } from "../core/db.ts";
import { derive } from "../core/sql.ts";

/** Takes back the failures that keep accounts out: those of their last attempts, from wherever they came. Those of an address itself stay. */
export async function unlockUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`delete from login_failure where key in (select unnest(counters) from sign_in where user_id = any(${[...userIds]}::bigint[]) and create_time > now() - interval '1 day' and counters is not null)`.execute(
    tx,
  );
}

/** Failures that may have locked somebody who is kept out now: a lock stands for half an hour. Their results are what an index finds them by. */
const late = `s.result in ('wrong', 'factor') and s.create_time > now() - interval '1 hour'`;

/** Counters that keep the account out now. */
const locks = `from login_failure f where f.locked_until > now()
  and f.key in (select unnest(s.counters) from sign_in s where s.user_id = t.id and ${late})`;

/** Until when wrong passwords keep an account out, somewhere. */
export const lockedUntil = sql<string | null>`(select max(f.locked_until) ${sql.raw(locks)})`;

/** Everybody who is kept out now: those who failed lately are few. */
const locked = sql`select s.user_id from sign_in s cross join unnest(s.counters) k join login_failure f on f.key = k where f.locked_until > now() and ${sql.raw(late)} and s.user_id is not null`;

// A lock passes by itself, so it is worked out and not stored. An index answers the other states, and this one by the ids.
derive(User, "status", `case when t.status = '1' and exists (select ${locks}) then '3' else t.status end`, (status) => {
  if (status === "3")
    return sql`t.id in (${locked} union select u.id from app_user u where u.status = '3') and t.status in ('1', '3')`;
  return status === "1" ? sql`t.status = '1' and t.id not in (${locked})` : sql`t.status = ${status}`;
});

/** Whether wrong passwords keep an account out now. */
export async function isLocked(tx: Tx, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from app_user t where t.id = ${userId} and exists (select ${sql.raw(locks)})`.execute(tx);
  return rows.length > 0;
}
