import type { GrantType } from "@jipei/contract/auth/client.ts";
import { sql } from "kysely";
import type { Services } from "../core/services.ts";
import { type Client, newSecret } from "./client.ts";
import { type CodeOutcome, tryCode } from "./second-factor.ts";

/** How long somebody may look for his phone. */
const seconds = 300;
/** Wrong codes that a challenge bears. */
const mostFailures = 5;

/** A first factor proven, in a text that only its owner holds. */
export interface Challenge {
  token: string;
  seconds: number;
}

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
 * Tries a code for the challenge that a token names; a right one uses the challenge up, a wrong one counts against challenge and account.
 * @returns no challenge when it is unknown, another client's, used, over, or has borne enough
 */
export const answerChallenge = (
  app: Services,
  client: Client,
  token: string,
  code: string,
  ip: string,
): Promise<{ challenge: OpenChallenge | null; outcome: CodeOutcome }> =>
  app.db.transaction().execute(async (tx) => {
    // Locked: one code at a time.
    const { rows } =
      await sql<OpenChallenge>`select token_hash, user_id, identity_id, grant_type as "grant" from factor_challenge
      where token_hash = ${app.cipher.hash(token)} and client_id = ${client.clientId} and expire_time > now() and failures < ${mostFailures} for update`.execute(
        tx,
      );
    const challenge = rows[0] ?? null;
    if (!challenge) return { challenge, outcome: "wrong" };
    const outcome = await tryCode(tx, app, challenge.userId, code, ip);
    if (outcome === "right")
      await sql`delete from factor_challenge where token_hash = ${challenge.tokenHash}`.execute(tx);
    if (outcome === "wrong")
      await sql`update factor_challenge set failures = failures + 1 where token_hash = ${challenge.tokenHash}`.execute(
        tx,
      );
    return { challenge, outcome };
  });

/** Sweeps challenges that are over. */
export const forgetChallenges = (app: Services) =>
  sql`delete from factor_challenge where expire_time < now()`.execute(app.db);
