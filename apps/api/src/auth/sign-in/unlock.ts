import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";

/** Removes failure counters by their ids, so that those whom they lock may try again. */
export const removeFailures = async (tx: Tx, ids: readonly string[]): Promise<void> =>
  void (await sql`delete from login_failure where id = any(${[...ids]}::bigint[])`.execute(tx));

/** Removes the failures that lock accounts: those of the last attempts, from any IP address. Counters of the addresses themselves stay. */
export async function unlockUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`delete from login_failure where key in (select unnest(counters) from sign_in where user_id = any(${[...userIds]}::bigint[]) and create_time > now() - interval '1 day' and counters is not null)`.execute(
    tx,
  );
}

/** Failures that may lock somebody now: a lock lasts half an hour. The condition on the result lets an index find them. */
const late = `s.result in ('wrong', 'factor') and s.create_time > now() - interval '1 hour'`;

/** Counters that lock the account (`t`) now. */
const locks = `from login_failure f where f.locked_until > now()
  and f.key in (select unnest(s.counters) from sign_in s where s.user_id = t.id and ${late})`;

/** Until when wrong passwords lock an account, from some IP address. */
export const lockedUntil = sql<string | null>`(select max(f.locked_until) ${sql.raw(locks)})`;

/** All users who are locked now. Cheap, since few failed within the last hour. */
const locked = sql`select s.user_id from sign_in s cross join unnest(s.counters) k join login_failure f on f.key = k where f.locked_until > now() and ${sql.raw(late)} and s.user_id is not null`;

// A lock expires by itself, so the status is computed and not stored. Filters by other states use an index; this one selects by ids.
export const lockDerived: readonly DerivedField[] = [
  derived(
    User,
    "status",
    `case when t.status = '1' and exists (select ${locks}) then '3' else t.status end`,
    (status) => {
      if (status === "3")
        return sql`t.id in (${locked} union select u.id from account u where u.status = '3') and t.status in ('1', '3')`;
      return status === "1" ? sql`t.status = '1' and t.id not in (${locked})` : sql`t.status = ${status}`;
    },
  ),
];

/** Whether wrong passwords lock an account now. */
export async function isLocked(tx: Tx, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from account t where t.id = ${userId} and exists (select ${sql.raw(locks)})`.execute(tx);
  return rows.length > 0;
}
