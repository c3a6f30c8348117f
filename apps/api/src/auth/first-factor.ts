import type { SessionInfo, TokenAnswer } from "@jipei/contract/auth/auth.ts";
import type { GrantType } from "@jipei/contract/auth/client.ts";
import type { FastifyRequest } from "fastify";
import type { Services } from "../core/services.ts";
import type { Client } from "./client.ts";
import { markDevice } from "./device.ts";
import { agreeOnKey } from "./envelope.ts";
import { newChallenge } from "./factor-challenge.ts";
import { beginWith } from "./oidc-identities.ts";
import { hasFactor } from "./second-factor.ts";
import { sessionInfo } from "./session-info.ts";
import { startSession } from "./sessions.ts";
import { agentOf, writeSignIn } from "./sign-in-history.ts";
import { tokenFailure } from "./token-failure.ts";
import { type Asking, tokenAnswer } from "./token-answer.ts";

/** A sign-in whose first factor was proven, in whatever way. */
export interface ProvenSignIn {
  client: Client;
  /** How it was proven. */
  grant: Exclude<GrantType, "refresh_token">;
  userId: string;
  /** The link with a third party that proved it: what began with it ends with it. */
  identityId?: string | null;
  /** Half of the first envelope keys, where the browser sent its own along. */
  publicKey?: string | null;
}

/**
 * What every way of signing in ends with: whoever has a second factor gets a challenge, everybody else a session. It also writes into the
 * history how it went; what failed before it is its caller's to write.
 * @throws TokenRefusal `mfa_required` with a challenge; or because the account waits, is disabled or has no role
 */
export async function afterFirstFactor(app: Services, asking: Asking, signIn: ProvenSignIn): Promise<TokenAnswer> {
  const { client, grant, userId } = signIn;
  const info = await mayEnter(app, asking.request, client, userId);
  if (await hasFactor(app.db, userId))
    throw tokenFailure("factor", { challenge: await newChallenge(app, client, grant, userId, signIn.identityId) });
  return enter(app, asking, client, info, signIn);
}

/** Begins the session of somebody who has proven everything. */
export async function enter(
  app: Services,
  asking: Asking,
  client: Client,
  info: SessionInfo,
  { publicKey, identityId }: Pick<ProvenSignIn, "publicKey" | "identityId">,
): Promise<TokenAnswer> {
  const { request } = asking;
  const claims = await startSession(app, client, info.userId, { ip: request.ip, agent: agentOf(request) });
  if (identityId) await beginWith(app, claims.sessionId, identityId);
  await writeSignIn(app, request, client.clientId, { userId: info.userId, attempt: null }, "success");
  markDevice(app, request, asking.reply, info.userId);
  return {
    ...tokenAnswer(app, asking, client, claims, info),
    ...(publicKey && { envelope: await agreeOnKey(app, claims.sessionId, publicKey) }),
  };
}

/** Whether an account may be entered at all; asked again after the second factor, since minutes lie between. @throws TokenRefusal */
export async function mayEnter(
  app: Services,
  request: FastifyRequest,
  client: Client,
  userId: string,
): Promise<SessionInfo> {
  const user = await app.db
    .selectFrom("appUser")
    .select("status")
    .where("id", "=", userId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  const why = user?.["status"] === "0" ? "pending" : user?.["status"] === "1" ? null : "disabled";
  const info = why === null ? await sessionInfo(app, userId) : null;
  if (info && info.authority !== "") return info;
  const refused = why ?? "noRole";
  await writeSignIn(app, request, client.clientId, { userId, attempt: null }, refused);
  throw tokenFailure(refused);
}
