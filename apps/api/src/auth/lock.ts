import { lockAttempts } from "@jipei/contract/auth/lock.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import type { Tx } from "../core/db.ts";
import { checkPassword, hashPassword, openedPassword } from "../core/password.ts";
import { invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";

/** The screen lock belongs to the session and is kept by the server: until it is unlocked, nothing else is answered (core/gates.ts). */

/** @returns the hash of the password typed; null to lock with the one before */
export async function hashLock(
  app: Services,
  _actor: Actor,
  { password }: { password?: string | null },
): Promise<string | null> {
  if (!password) return null;
  const typed = openedPassword(app.keys, password, "password");
  if (!typed.trim()) throw missing();
  return hashPassword(typed);
}

/** @throws FIELD_INVALID when there is no password to unlock with. A locked session keeps the password it was locked with. */
export async function lock(tx: Tx, actor: Actor, hash: string | null): Promise<void> {
  const { rows } =
    await sql`update login_session set lock_hash = case when locked = 1 then lock_hash else coalesce(${hash}, lock_hash) end, locked = 1
    where id = ${actor.sessionId} and coalesce(${hash}, lock_hash) is not null returning id`.execute(tx);
  if (rows.length === 0) throw missing();
}

const missing = () => invalidField("password", "锁屏密码", "Lock password", "不能为空", "required");

/** Tries to unlock; every attempt counts before it is looked at, so that many at once are not many attempts. The last wrong one ends the session. */
export async function unlock(app: Services, actor: Actor, sent: string): Promise<{ left: number | null }> {
  const typed = openedPassword(app.keys, sent, "password");
  const { rows } = await app.pool.query<{ hash: string; failures: number }>(
    `update login_session set lock_failures = lock_failures + 1 where id = $1 and locked = 1 and end_time is null and lock_failures < $2 returning lock_hash as hash, lock_failures as failures`,
    [actor.sessionId, lockAttempts],
  );
  const [tried] = rows;
  // Another window has unlocked it, or used up the attempts: then the session has ended, and the next call says so.
  if (!tried) return { left: null };
  if (await checkPassword(tried.hash, typed)) {
    await app.pool.query("update login_session set locked = 0, lock_failures = 0 where id = $1", [actor.sessionId]);
    return { left: null };
  }
  const left = lockAttempts - tried.failures;
  if (left === 0)
    await app.pool.query(
      `update login_session set end_time = now(), end_reason = 'ended' where id = $1 and end_time is null`,
      [actor.sessionId],
    );
  return { left };
}
