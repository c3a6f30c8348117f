import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { moment } from "../../core/foundation/clock.ts";
import { checkPassword } from "../../core/security/password.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import type { Services } from "../../core/foundation/services.ts";

/** Somebody who found an open session must not be able to guess the password. @throws RATE_LIMIT */
export const limitPasswordTries = (app: Services, actor: Actor): Promise<void> =>
  limitRate(app, "own password", actor.userId, 10, 10);

/** Whether this is the password of the user. */
export async function isPasswordCorrect(db: Db, userId: string, password: string): Promise<boolean> {
  const user = await db.selectFrom("credential").select("passwordHash").where("id", "=", userId).executeTakeFirst();
  return checkPassword(user?.passwordHash ?? null, password);
}

/** Minutes for which a session may choose a new password after it showed the old one. */
const minutes = 5;

/** Notes that the user showed their password in this session. */
export async function writeShownPassword(tx: Tx, { sessionId }: Actor): Promise<void> {
  if (sessionId)
    await sql`update login_session set password_shown_time = ${moment()} where id = ${sessionId}`.execute(tx);
}

/** Whether the user showed their password in this session some minutes ago. It counts once. */
export async function takeShownPassword(tx: Tx, { sessionId }: Actor): Promise<boolean> {
  if (!sessionId) return false;
  const { rows } = await sql`update login_session set password_shown_time = null
    where id = ${sessionId} and password_shown_time > ${moment()}::timestamptz - make_interval(mins => ${minutes}) returning id`.execute(
    tx,
  );
  return rows.length > 0;
}
