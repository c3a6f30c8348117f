import type { SessionInfo, TokenAnswer } from "@jipei/contract/auth/auth.ts";
import type { GrantType } from "@jipei/contract/auth/client.ts";
import type { FastifyRequest } from "fastify";
import type { Services } from "../../core/foundation/services.ts";
import type { Client } from "../client/client.ts";
import { markDevice } from "../token/device.ts";
import { agreeOnKey } from "../client/envelope.ts";
import { newChallenge } from "../second-factor/factor-challenge.ts";
import { linkSession } from "../third-party/oidc-identities.ts";
import { hasFactor } from "../second-factor/second-factor.ts";
import { sessionInfo } from "../token/session-info.ts";
import { startSession } from "../token/sessions.ts";
import { createAgent, writeSignIn } from "./sign-in-history.ts";
import { tokenFailure } from "../token/token-failure.ts";
import { type Asking, tokenAnswer } from "../token/token-answer.ts";

/** A sign-in whose first factor was proven. */
export interface ProvenSignIn {
  client: Client;
  /** How it was proven. */
  grant: Exclude<GrantType, "refresh_token">;
  userId: string;
  /** The link with a third party that proved it; removing the link ends the session. */
  identityId?: string | null;
  /** Public key of the browser for the first envelope keys, where it sent one. */
  publicKey?: string | null;
}

/**
 * The end of every way of signing in: users with a second factor get a challenge, all others a session. Writes the outcome into the history;
 * earlier failures are written by the caller.
 * @throws TokenRefusal `mfa_required` with a challenge; or because the account waits for approval, is disabled or has no role
 */
export async function afterFirstFactor(app: Services, asking: Asking, signIn: ProvenSignIn): Promise<TokenAnswer> {
  const { client, grant, userId } = signIn;
  const info = await assertMaySignIn(app, asking.request, client, userId);
  if (await hasFactor(app.db, userId))
    throw tokenFailure("factor", { challenge: await newChallenge(app, client, grant, userId, signIn.identityId) });
  return completeSignIn(app, asking, client, info, signIn);
}

/** Begins the session of a user who has proven all factors. */
export async function completeSignIn(
  app: Services,
  asking: Asking,
  client: Client,
  info: SessionInfo,
  { publicKey, identityId }: Pick<ProvenSignIn, "publicKey" | "identityId">,
): Promise<TokenAnswer> {
  const { request } = asking;
  const claims = await startSession(app, client, info.userId, { ip: request.ip, agent: createAgent(request) });
  if (identityId) await linkSession(app, claims.sessionId, identityId);
  await writeSignIn(app, request, client.clientId, { userId: info.userId, attempt: null }, "success");
  markDevice(app, request, asking.reply, info.userId);
  return {
    ...tokenAnswer(app, asking, client, claims, info),
    ...(publicKey && { envelope: await agreeOnKey(app, claims.sessionId, publicKey) }),
  };
}

function findObstacle(status: string | undefined): "pending" | "disabled" | null {
  if (status === "1") return null;
  return status === "0" ? "pending" : "disabled";
}

/** Checks that an account may sign in. Called again after the second factor, since minutes may have passed. @throws TokenRefusal */
export async function assertMaySignIn(
  app: Services,
  request: FastifyRequest,
  client: Client,
  userId: string,
): Promise<SessionInfo> {
  const user = await app.db
    .selectFrom("account")
    .select("status")
    .where("id", "=", userId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  const why = findObstacle(user?.status);
  const info = why === null ? await sessionInfo(app, userId) : null;
  if (info && info.authority !== "") return info;
  const refused = why ?? "noRole";
  await writeSignIn(app, request, client.clientId, { userId, attempt: null }, refused);
  throw tokenFailure(refused);
}
