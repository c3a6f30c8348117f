import type { GrantType } from "@jipei/contract/auth/client.ts";
import { sql } from "kysely";
import type { Services } from "../../core/foundation/services.ts";
import type { Challenge } from "./challenge.ts";
import { type Client, newSecret } from "../client/client.ts";
import { type CodeOutcome, tryCode } from "./second-factor.ts";

/** Seconds for which a challenge is valid, enough to find one's phone. */
const seconds = 300;
/** Wrong codes after which a challenge is no longer valid. */
const mostFailures = 5;

export async function newChallenge(
  app: Services,
  client: Client,
  grant: GrantType,
  userId: string,
  identityId: string | null = null,
): Promise<Challenge> {
  const token = newSecret();
  await sql`insert into factor_challenge (token_hash, user_id, client_id, grant_type, identity_id, expire_time)
    values (${app.cipher.hash(token)}, ${userId}, ${client.clientId}, ${grant}, ${identityId}, now() + make_interval(secs => ${seconds}))`.execute(
    app.db,
  );
  return { token, seconds };
}

export interface OpenChallenge {
  tokenHash: string;
  userId: string;
  identityId: string | null;
  grant: Exclude<GrantType, "refresh_token">;
}

/**
 * Tries a code for the challenge that a token names. A right code uses the challenge up, a wrong one counts as a failure of challenge and account.
 * @returns no challenge when it is unknown, of another client, used, expired, or has had too many wrong codes
 */
export const answerChallenge = (
  app: Services,
  client: Client,
  token: string,
  code: string,
  ip: string,
): Promise<CodeOutcome & { challenge: OpenChallenge | null }> =>
  app.db.transaction().execute(async (tx) => {
    // The row is locked, so that codes are tried one at a time.
    const { rows } =
      await sql<OpenChallenge>`select token_hash, user_id, identity_id, grant_type as "grant" from factor_challenge
      where token_hash = ${app.cipher.hash(token)} and client_id = ${client.clientId} and expire_time > now() and failures < ${mostFailures} for update`.execute(
        tx,
      );
    const challenge = rows[0] ?? null;
    if (!challenge) return { challenge, outcome: "wrong", wait: 0 };
    const { outcome, wait } = await tryCode(tx, app, challenge.userId, code, ip);
    if (outcome === "right")
      await sql`delete from factor_challenge where token_hash = ${challenge.tokenHash}`.execute(tx);
    if (outcome === "wrong")
      await sql`update factor_challenge set failures = failures + 1 where token_hash = ${challenge.tokenHash}`.execute(
        tx,
      );
    return { challenge, outcome, wait };
  });

/** Deletes challenges that have expired. */
export const deleteExpiredChallenges = (app: Services) =>
  sql`delete from factor_challenge where expire_time < now()`.execute(app.db);
