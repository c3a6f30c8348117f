import { sql } from "kysely";
import type { Services } from "../../core/foundation/services.ts";
import type { Client } from "../client/client.ts";
import { signedIn } from "../auth.holds.ts";
import { deleteExpiredChallenges } from "../second-factor/factor-challenge.ts";
import { deleteExpiredProofs } from "../sign-in/proof-of-work.ts";
import { tokenFailure } from "./token-failure.ts";
import type { TokenClaims } from "./tokens.ts";

/** Two browser tabs may refresh at the same time, so the previous refresh token stays valid for this many seconds. */
const graceSeconds = 60;

/**
 * Begins a session. It ends after `refreshSeconds` without use or `sessionSeconds` in all, whichever comes first. The start is stored as the user's last
 * sign-in. @throws TokenRefusal when the client was disabled a moment ago
 */
export async function startSession(
  app: Services,
  client: Client,
  userId: string,
  from: { ip: string; agent: string },
): Promise<TokenClaims> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into login_session (user_id, client_id, expire_time, end_by, ip, agent)
       select $1, c.client_id, now() + make_interval(secs => least($3::int, $6::int)), now() + make_interval(secs => $6::int), $4, nullif($5, '') from client c where c.client_id = $2 and c.status = '1' and c.is_deleted = 0 returning id`,
    [userId, client.clientId, client.refreshSeconds, from.ip, from.agent, client.sessionSeconds],
  );
  if (!rows[0]) throw tokenFailure("client");
  await app.ports.ask(app.db, signedIn, userId);
  return { sessionId: rows[0].id, userId, generation: 1 };
}

/**
 * Exchanges a refresh token for the next generation. A token that was exchanged before, and is no longer in its grace period, has been
 * copied; since the thief cannot be told from the owner, the session ends.
 * @returns null when the session has ended
 */
export async function renewSession(app: Services, client: Client, claims: TokenClaims): Promise<TokenClaims | null> {
  return app.db.transaction().execute(async (tx) => {
    const found = await sql<{ generation: number; fresh: boolean }>`
      select s.generation, s.rotate_time > now() - make_interval(secs => ${graceSeconds}) as fresh
      from login_session s join account u on u.id = s.user_id and u.status = '1' and u.is_deleted = 0
      where s.id = ${claims.sessionId} and s.user_id = ${claims.userId} and s.client_id = ${client.clientId} and s.end_time is null and s.expire_time > now()
      for update of s`.execute(tx);
    const session = found.rows[0];
    if (!session) return null;
    if (claims.generation === session.generation) {
      await sql`update login_session set generation = generation + 1, rotate_time = now(), expire_time = least(now() + make_interval(secs => ${client.refreshSeconds}), end_by)
        where id = ${claims.sessionId}`.execute(tx);
      return { ...claims, generation: session.generation + 1 };
    }
    if (claims.generation === session.generation - 1 && session.fresh)
      return { ...claims, generation: session.generation };
    await sql`update login_session set end_time = now(), end_reason = 'reuse' where id = ${claims.sessionId}`.execute(
      tx,
    );
    return null;
  });
}

/** Ends one session: the user logged out. */
export async function endSession(app: Services, sessionId: string): Promise<void> {
  await app.pool.query(
    `update login_session set end_time = now(), end_reason = 'logout' where id = $1 and end_time is null`,
    [sessionId],
  );
}

/** Deletes expired rows. Sessions of the last 90 days stay, because their IP addresses are trusted more (throttle.ts). Run by a timer. */
export async function sweepSessions(app: Services): Promise<void> {
  await deleteExpiredChallenges(app);
  await deleteExpiredProofs(app);
  await app.pool.query(`delete from login_failure where last_time < now() - interval '1 day'`);
  await app.pool.query(`delete from envelope_nonce where create_time < now() - interval '15 minutes'`);
  await app.pool.query(`delete from envelope_key where expire_time < now()`);
  await app.pool.query(`delete from login_session where expire_time < now() - interval '90 days'`);
}
