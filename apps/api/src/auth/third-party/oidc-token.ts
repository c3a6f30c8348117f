import { type SessionInfo, type TokenAnswer } from "@jipei/contract/auth/auth.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Services } from "../../core/foundation/services.ts";
import type { Client } from "../client/client.ts";
import { afterFirstFactor } from "../sign-in/first-factor.ts";
import { findDevice } from "../token/device.ts";
import { findBrowser } from "./oidc-browser.ts";
import { findLinked, type LinkedAccount } from "./oidc-identities.ts";
import { storeStep, type Person, consumeStep } from "./oidc-step.ts";
import { writeSignIn } from "../sign-in/sign-in-history.ts";
import { getAttempt, getStanding } from "../sign-in/throttle.ts";
import type { Asking } from "../token/token-answer.ts";
import { tokenFailure } from "../token/token-failure.ts";

interface SocialForm {
  source?: string | null;
  code?: string | null;
  publicKey?: string | null;
}

/**
 * The grant `social`: exchanges the code of a sign-in with a provider for a session. A person without an account gets the response of a guest, with the
 * `oauthId` to register with.
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
  const taken = await consumeStep(app.db, app, "proven", code, findBrowser(app, request) ?? "");
  if (!taken || taken.provider.source !== source || taken.step.userId) throw tokenFailure("thirdParty");
  const { provider, step } = taken;
  const { userId: _userId, ...person } = step;
  const linked = await findLinked(app, provider, person);
  if (!linked) return getGuest(app, person, await storeStep(app, "guest", provider.id, null, person));
  await assertNotLocked(app, request, client, linked);
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

/** An account that wrong passwords have locked for this IP address is locked for third-party sign-in as well. @throws TokenRefusal `locked` */
async function assertNotLocked(
  app: Services,
  request: FastifyRequest,
  client: Client,
  { userId }: LinkedAccount,
): Promise<void> {
  const attempt = getAttempt(app, {
    counted: `user ${userId}`,
    ip: request.ip,
    userId,
    device: findDevice(app, request, userId),
  });
  const { wait } = await getStanding(app, attempt);
  if (wait === 0) return;
  await writeSignIn(app, request, client.clientId, { userId, attempt }, "locked");
  throw tokenFailure("locked", { wait });
}

/** The response for a person without an account: no user id, no token, no rights; only names to prefill the form. */
function getGuest(app: Services, { name, account }: Person, oauthId: string): TokenAnswer {
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
