import { sql } from "kysely";
import type { Services } from "../core/services.ts";
import type { Client } from "./client.ts";
import { forgetChallenges } from "./factor-challenge.ts";
import { forgetProofs } from "./proof-of-work.ts";
import { tokenFailure } from "./token-failure.ts";
import type { TokenClaims } from "./tokens.ts";

/** Two browser tabs may refresh at once: the refresh token before the last one works this long, in seconds. */
const graceSeconds = 60;

/** Begins a session, which ends by rest (`refreshSeconds`) or by age (`sessionSeconds`), whichever comes first; the moment is the user's last sign-in. @throws TokenRefusal when the client was switched off a moment ago */
export async function startSession(
  app: Services,
  client: Client,
  userId: string,
  from: { ip: string; agent: string },
): Promise<TokenClaims> {
  const { rows } = await app.pool.query<{ id: string }>(
    `with seen as (update app_user set last_login_time = now() where id = $1)
     insert into login_session (user_id, client_id, expire_time, end_by, ip, agent)
       select $1, c.client_id, now() + make_interval(secs => least($3::int, $6::int)), now() + make_interval(secs => $6::int), $4, nullif($5, '') from client c where c.client_id = $2 and c.status = '1' and c.is_deleted = 0 returning id`,
    [userId, client.clientId, client.refreshSeconds, from.ip, from.agent, client.sessionSeconds],
  );
  if (!rows[0]) throw tokenFailure("client");
  return { sessionId: rows[0].id, userId, generation: 1 };
}

/**
 * Swaps a refresh token for the next generation. A token older than the one before the last was used already: it has been copied, and
 * since nobody can tell the thief from the owner, the session ends.
 * @returns null when the session does not live any more
 */
export async function renewSession(app: Services, client: Client, claims: TokenClaims): Promise<TokenClaims | null> {
  return app.db.transaction().execute(async (tx) => {
    const found = await sql<{ generation: number; fresh: boolean }>`
      select s.generation, s.rotate_time > now() - make_interval(secs => ${graceSeconds}) as fresh
      from login_session s join app_user u on u.id = s.user_id and u.status = '1' and u.is_deleted = 0
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

/** Sweeps what no longer matters; addresses of the last 90 days are kept, because they are trusted more. Run by a timer. */
export async function sweepSessions(app: Services): Promise<void> {
  await forgetChallenges(app);
  await forgetProofs(app);
  await app.pool.query(`delete from login_failure where last_time < now() - interval '1 day'`);
  await app.pool.query(`delete from envelope_nonce where create_time < now() - interval '15 minutes'`);
  await app.pool.query(`delete from envelope_key where expire_time < now()`);
  await app.pool.query(`delete from login_session where expire_time < now() - interval '90 days'`);
}
