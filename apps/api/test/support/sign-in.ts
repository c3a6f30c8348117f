import { sharedUser, webClient } from "@jipei/contract/auth/auth.ts";
import type { FastifyInstance } from "fastify";
import { createAuthenticator } from "../../src/auth/token/authenticate.ts";
import { createEnvelope } from "../../src/auth/client/envelope.ts";
import { system } from "../../src/core/foundation/actor.ts";
import { buildApp } from "../../src/core/http/app.ts";
import type { Services } from "../../src/core/foundation/services.ts";
import { domains } from "../../src/domains.ts";
import { type NewAccount, createAccount } from "../../src/users/users.queries.ts";
import { type TestApp, startTestApp } from "./test-app.ts";
import { checkAnswers } from "./answers/answer-check.ts";

/** The API with real sign-in, on the services of a test app. */
export const realApp = async (app: Services): Promise<FastifyInstance> =>
  checkAnswers(await buildApp(app, { domains, authenticate: createAuthenticator(app), envelope: createEnvelope(app) }));

/** A test app whose `http` requires real sign-in; its users made by `as` still need none. */
export async function startRealApp(): Promise<TestApp> {
  const app = await startTestApp();
  const http = await realApp(app);
  return {
    ...app,
    http,
    async close() {
      await http.close();
      await app.close();
    },
  };
}

export const password = "Sesame-7qv-26";
let made = 0;

/** An account that may sign in with `password`; a clerk unless given otherwise. */
export async function anAccount(
  app: Services,
  account: Partial<NewAccount> = {},
): Promise<{ userId: string; account: string }> {
  const name = account.account ?? `user${process.pid}x${++made}`;
  const { userId } = await app.db.transaction().execute((tx) =>
    createAccount(tx, app, system, {
      loginType: "0",
      account: name,
      name: "测试用户",
      roles: ["clerk"],
      password,
      ...account,
    }),
  );
  return { userId, account: name };
}

/** The text of the latest message about an account, as its phone shows it. */
export async function lastSms(app: Services, userId: string): Promise<{ phone: string; text: string } | null> {
  const { rows } = await app.pool.query<{ phone: string; body: string }>(
    `select phone_number as phone, body from sms_message where biz_type = 'User' and biz_id = $1 order by id desc limit 1`,
    [userId],
  );
  return rows[0]
    ? {
        phone: app.cipher.decrypt(rows[0].phone),
        text: (JSON.parse(app.cipher.decrypt(rows[0].body)) as { text: string }).text,
      }
    : null;
}

/** The password that was sent to the phone of an account last. */
export const sentPassword = async (app: Services, userId: string): Promise<string> =>
  /密码(?:已重置为)?([a-z\d]{10})/.exec((await lastSms(app, userId))?.text ?? "")?.[1] ?? "";

export interface SignInOptions {
  loginType?: string;
  password?: string;
  ip?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

export const basic = (id: string = webClient.id, secret: string = webClient.secret) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

/** The user that all of an institution, or all persons, sign in under; null for everybody else. */
export function sharedUserOf(loginType: string): string | null {
  if (loginType === "1") return sharedUser.institution;
  return loginType === "2" ? sharedUser.student : null;
}

/** The token call as our web sends it; `form` and `headers` replace parts of it. */
export function signIn(http: FastifyInstance, account: string, options: SignInOptions = {}) {
  const { loginType = "0" } = options;
  const shared = sharedUserOf(loginType);
  const identity = {
    loginType,
    userId: shared ?? account,
    ...(shared && { extUserId: account }),
    loginMethod: "1",
    programNo: "ZJGTRAIN",
  };
  const form = options.form ?? {
    grant_type: "password",
    username: JSON.stringify(identity),
    password: options.password ?? password,
  };
  return askToken(http, form, options);
}

export const refresh = (http: FastifyInstance, refreshToken: string, options: SignInOptions = {}) =>
  askToken(http, { grant_type: "refresh_token", refresh_token: refreshToken }, options);

function askToken(http: FastifyInstance, form: Record<string, string>, { ip, headers }: SignInOptions) {
  return http.inject({
    method: "POST",
    url: "/api/oauth/token",
    remoteAddress: ip ?? "127.0.0.1",
    headers: { authorization: basic(), "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(form).toString(),
  });
}

/** A signed-in call that every user may make. */
export const whoAmI = (http: FastifyInstance, token: string) =>
  http.inject({ method: "POST", url: "/api/blade-auth/oauth/user-info", headers: { token } });
