import {
  captcha,
  clearCache,
  loginCode,
  logout,
  sm2Key,
  token,
  tokenAlias,
  userInfo,
} from "@jipei/contract/auth/auth.ts";
import { envelopeKey } from "@jipei/contract/auth/envelope.ts";
import { lockScreen, unlockScreen } from "@jipei/contract/auth/lock.ts";
import { type Domain, raw, reads, writesPrepared } from "../core/http/implement.ts";
import { sm2Pairs } from "../core/security/keys.ts";
import { captchaNotice } from "./sign-in/captcha.ts";
import { agreeOnKey } from "./client/envelope.ts";
import { clientRoutes } from "./client/client.routes.ts";
import { clearRefreshCookie } from "./token/refresh-cookie.ts";
import { limitCodeCalls, sendCode } from "../notices/notices.queries.ts";
import { findPhoneUser } from "./sign-in/identity.ts";
import { hashLock, lock, unlock } from "./sign-in/lock.ts";
import { oidcFlowRoutes } from "./third-party/oidc-flow.routes.ts";
import { oidcProviderRoutes } from "./third-party/oidc-provider.routes.ts";
import { deleteExpiredSteps } from "./third-party/oidc-step.ts";
import { secondFactorRoutes } from "./second-factor/second-factor.routes.ts";
import { sessionInfo } from "./token/session-info.ts";
import { endSession, sweepSessions } from "./token/sessions.ts";
import { issueToken } from "./token/token.ts";

export const auth: Domain = {
  name: "auth",
  short: true,
  routes: [
    ...[token, tokenAlias].map((call) =>
      raw(call, (request, reply, _actor, form, app) => issueToken(request, reply, form, app)),
    ),
    reads(captcha, async () => captchaNotice()),
    writesPrepared(
      loginCode,
      (app, _actor, _input, request) => limitCodeCalls(app, request.ip),
      async (tx, _actor, { telephone }, app) =>
        sendCode(
          tx,
          app,
          "login",
          telephone,
          (await findPhoneUser(app, ["0", "1", "2", "3"], telephone)) !== undefined,
        ),
    ),
    reads(sm2Key, async (_db, _actor, _input, app) => ({
      publicKey: sm2Pairs(app.keys)[0].publicKey,
      tenantMode: app.settings.tenantMode,
      tenantId: app.tenantId,
    })),
    raw(logout, async (_request, reply, actor, _input, app) => {
      clearRefreshCookie(app, reply);
      if (actor.sessionId) await endSession(app, actor.sessionId);
    }),
    // There is nothing to clear: every call compares what the node has cached with the version in the database.
    reads(clearCache, async () => undefined),
    raw(envelopeKey, (_request, _reply, actor, { publicKey }, app) => agreeOnKey(app, actor.sessionId, publicKey)),
    writesPrepared(lockScreen, hashLock, (tx, actor, _input, _app, hash) => lock(tx, actor, hash)),
    // Not in one transaction: a wrong attempt must count although the call is refused.
    raw(unlockScreen, (_request, _reply, actor, { password }, app) => unlock(app, actor, password)),
    ...oidcFlowRoutes,
    ...oidcProviderRoutes,
    reads(userInfo, (_db, actor, _input, app) => sessionInfo(app, actor.userId)),
    ...secondFactorRoutes,
    ...clientRoutes,
  ],
  constraints: { client_client_id: "DUPLICATE" },
  timers: [
    { name: "auth.sweep", whileClosed: "run", cron: "7 * * * *", run: sweepSessions },
    {
      name: "auth.steps",
      whileClosed: "run",
      cron: "17 * * * *",
      run: async (app) => void (await deleteExpiredSteps(app)),
    },
  ],
};
