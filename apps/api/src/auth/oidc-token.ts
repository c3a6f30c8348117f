import { type SessionInfo, type TokenAnswer } from "@jipei/contract/auth/auth.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Services } from "../core/services.ts";
import type { Client } from "./client.ts";
import { afterFirstFactor } from "./first-factor.ts";
import { deviceOf } from "./device.ts";
import { browserOf } from "./oidc-browser.ts";
import { findLinked, type LinkedAccount } from "./oidc-identities.ts";
import { keepStep, type Person, takeStep } from "./oidc-step.ts";
import { writeSignIn } from "./sign-in-history.ts";
import { attemptOf, standingOf } from "./throttle.ts";
import type { Asking } from "./token-answer.ts";
import { tokenFailure } from "./token-failure.ts";

interface SocialForm {
  source?: string | null;
  code?: string | null;
  publicKey?: string | null;
}

/**
 * The grant `social`: the code that a sign-in with a provider brought back, for a session. Whoever is nobody here is answered as a guest, with the
 * `oauthId` that his registration names.
 * @throws TokenRefusal
 */
export async function signInByThirdParty(
  asking: Asking,
  { source, code, publicKey }: SocialForm,
  app: Services,
  client: Client,
): Promise<TokenAnswer> {
  const { request } = asking;
  if (!source || !code) throw tokenFailure("form");
  const taken = await takeStep(app.db, app, "proven", code, browserOf(app, request) ?? "");
  if (!taken || taken.provider.source !== source || taken.step.userId) throw tokenFailure("thirdParty");
  const { provider, step } = taken;
  const { userId: _userId, ...person } = step;
  const linked = await findLinked(app, provider, person);
  if (!linked) return guestOf(app, person, await keepStep(app, "guest", provider.id, null, person));
  await mustNotBeLocked(app, request, client, linked);
  const answer = await afterFirstFactor(app, asking, {
    client,
    grant: "social",
    userId: linked.userId,
    publicKey,
    identityId: linked.identityId,
  });
  await sql`update user_identity set last_time = now() where id = ${linked.identityId}`.execute(app.db);
  return answer;
}

/** An account that too many wrong passwords locked for this address is locked for every way in. @throws TokenRefusal `locked` */
async function mustNotBeLocked(
  app: Services,
  request: FastifyRequest,
  client: Client,
  { userId }: LinkedAccount,
): Promise<void> {
  const attempt = attemptOf(app, {
    counted: `user ${userId}`,
    ip: request.ip,
    userId,
    device: deviceOf(app, request, userId),
  });
  const { wait } = await standingOf(app, attempt);
  if (wait === 0) return;
  await writeSignIn(app, request, client.clientId, { userId, attempt }, "locked");
  throw tokenFailure("locked", { wait });
}

/** Somebody without account: no user id, no token, no rights; only who he says he is, for the form. */
function guestOf(app: Services, { name, account }: Person, oauthId: string): TokenAnswer {
  const nobody: SessionInfo = {
    tenant_id: app.tenantId,
    username: account,
    userId: "",
    user_id: "",
    nick_name: name,
    avatar: null,
    dept_name: "",
    depInfos: [],
    depids: "",
    group_name: "",
    groupInfos: [],
    groupids: "",
    role_name: "",
    roleinfos: [],
    roleids: "",
    extData: {},
    loginType: "4",
    authority: "guest",
  };
  return { access_token: "", refresh_token: "", token_type: "bearer", expires_in: 0, scope: "all", ...nobody, oauthId };
}
