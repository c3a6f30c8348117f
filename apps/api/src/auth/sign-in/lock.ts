import { lockAttempts } from "@jipei/contract/auth/lock.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { checkPassword, hashPassword, decryptPassword } from "../../core/security/password.ts";
import { invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";

/** The screen lock belongs to the session and is enforced by the server: until it is unlocked, all other calls are refused (core/access/access-check.ts). */

/** @returns the hash of the typed password; null to lock with the previous one */
export async function hashLock(
  app: Services,
  _actor: Actor,
  { password }: { password?: string | null },
): Promise<string | null> {
  if (!password) return null;
  const typed = decryptPassword(app.keys, password, "password");
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

/** Tries to unlock. Every attempt counts before it is checked, so that concurrent attempts do not exceed the limit. The last wrong one ends the session. */
export async function unlock(app: Services, actor: Actor, sent: string): Promise<{ left: number | null }> {
  const typed = decryptPassword(app.keys, sent, "password");
  const { rows } = await app.pool.query<{ hash: string; failures: number }>(
    `update login_session set lock_failures = lock_failures + 1 where id = $1 and locked = 1 and end_time is null and lock_failures < $2 returning lock_hash as hash, lock_failures as failures`,
    [actor.sessionId, lockAttempts],
  );
  const [tried] = rows;
  // Another window has unlocked it, or used up the attempts; then the session has ended, and the next call is refused.
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
