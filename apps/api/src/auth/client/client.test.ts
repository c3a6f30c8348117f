import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { webClient } from "@jipei/contract/auth/auth.ts";
import { type ClientRow, clientCalls as calls } from "@jipei/contract/auth/client.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { anAccount, basic, refresh, signIn, startRealApp, whoAmI } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { clientLimits } from "../sign-in/client-throttle.ts";

/** `http` needs real sign-in; calls of the administrator use another app on the same database. */
let app: TestApp;
let admin: TestUser;
let office: TestApp;
before(async () => {
  app = await startRealApp();
  office = await startTestApp({
    url: (app.pool.options as { connectionString: string }).connectionString,
    keys: app.keys,
  });
  admin = office.as("sysAdmin");
});
after(async () => {
  await office.close();
  await app.close();
});

let last = 0;
const newIp = () => `10.7.${Math.floor(++last / 250)}.${last % 250}`;
let made = 0;
const values = (more: object = {}) =>
  ({
    clientId: `app-${++made}`,
    authorizedGrantTypes: ["password", "refresh_token"],
    accessTokenValidity: 120,
    refreshTokenValidity: 600,
    ...more,
  }) as never;
async function aClient(
  more: object = {},
): Promise<{ id: string; clientId: string; secret: string; authorization: string }> {
  const input = values(more) as { clientId: string };
  const { id, clientSecret } = (await admin.call(calls.submit, input as never)) as { id: string; clientSecret: string };
  return { id, clientId: input.clientId, secret: clientSecret, authorization: basic(input.clientId, clientSecret) };
}
const find = async (clientId: string) =>
  (await admin.list(calls.list, { clientId_equal: clientId })).records[0] as ClientRow;
const change = async (id: string, more: object) => admin.call(calls.submit, { id, ...more } as never);
const enter = (account: string, authorization: string, more: object = {}) =>
  signIn(app.http, account, { ip: newIp(), headers: { authorization }, ...more });

describe("Client.submit", () => {
  it("returns a generated secret once, and stores a keyed hash", async () => {
    const { id, clientId, secret } = await aClient();
    assert.match(secret, /^[0-9a-f]{64}$/);
    const shown = JSON.stringify([await admin.call(calls.detail, { id }), await find(clientId)]);
    assert.ok(!shown.includes(secret) && !/secret/i.test(shown));
    const { rows } = await app.pool.query("select * from client where id = $1", [id]);
    assert.match(rows[0].client_secret_hash, /^k1\.[\w-]{43}$/);
    assert.ok(!JSON.stringify(rows).includes(secret));
    const history = await app.pool.query(
      `select action, after::text from audit_record where biz_type = 'Client' and biz_id = $1`,
      [id],
    );
    assert.deepEqual(
      history.rows.map((row) => row.action),
      ["add"],
    );
    assert.ok(!JSON.stringify(history.rows).includes(secret) && !JSON.stringify(history.rows).includes("k1."));
  });

  it("that disables a client, or its removal, ends its sessions at the next call; it gets no tokens", async () => {
    const { account } = await anAccount(app);
    for (const act of [
      (id: string) => change(id, { status: "0" }),
      (id: string) => admin.call(calls.remove, { ids: id }),
    ]) {
      const { id, authorization } = await aClient();
      const { access_token, refresh_token } = (await enter(account, authorization)).json();
      assert.equal((await whoAmI(app.http, access_token)).statusCode, 200);
      await act(id);
      assert.equal((await whoAmI(app.http, access_token)).statusCode, 401);
      for (const response of [
        await enter(account, authorization),
        await refresh(app.http, refresh_token, { headers: { authorization } }),
      ])
        assert.deepEqual([response.statusCode, response.json().error], [401, "invalid_client"]);
      const ended = await app.pool.query(
        `select end_reason from login_session where client_id = (select client_id from client where id = $1)`,
        [id],
      );
      assert.deepEqual(ended.rows, [{ end_reason: "client" }]);
    }
  });

  it("that enables a client again allows new sessions, and revives no ended one", async () => {
    const { account } = await anAccount(app);
    const { id, authorization } = await aClient();
    const { access_token } = (await enter(account, authorization)).json();
    await change(id, { status: "0" });
    await change(id, { status: "1" });
    assert.equal((await whoAmI(app.http, access_token)).statusCode, 401);
    assert.equal((await enter(account, authorization)).statusCode, 200);
  });

  it("and Client.remove refuse to disable or remove the web’s client and the one in use (CLIENT_BUILTIN)", async () => {
    const web = await find(webClient.id);
    assert.deepEqual(web.authorizedGrantTypes, ["password", "sms_code", "social", "refresh_token"]);
    const getCode = async (more: object) => (await admin.refused(calls.submit, { id: web.id, ...more })).errorCode;
    assert.deepEqual(
      [
        await getCode({ status: "0" }),
        await getCode({ clientSecret: "another-secret-of-it" }),
        await getCode({ authorizedGrantTypes: ["refresh_token"] }),
        await getCode({ clientId: "other" }),
      ],
      ["CLIENT_BUILTIN", "CLIENT_BUILTIN", "FIELD_INVALID", "FIELD_FROZEN"],
    );
    assert.equal((await admin.refused(calls.renewSecret, { id: web.id })).errorCode, "CLIENT_BUILTIN");
    const { id } = await aClient();
    const refused = await admin.refused(calls.remove, { ids: `${id},${web.id}` });
    assert.deepEqual([refused.errorCode, refused.failures.map((failure) => failure.id)], ["CLIENT_BUILTIN", [web.id]]);
    await change(web.id, { authorizedGrantTypes: ["password", "refresh_token"], accessTokenValidity: 1800 });
    await change(web.id, {
      authorizedGrantTypes: web.authorizedGrantTypes,
      accessTokenValidity: web.accessTokenValidity,
    });

    const { userId, account } = await anAccount(app, { roles: ["sysAdmin"] });
    const own = await aClient();
    const token = (await enter(account, own.authorization)).json().access_token;
    const post = (url: string, payload?: object) =>
      app.http.inject({ method: "POST", url, headers: { token }, ...(payload && { payload }) });
    assert.equal((await post(`${calls.remove.path}?ids=${own.id}`)).json().errorCode, "CLIENT_BUILTIN");
    assert.equal((await post(calls.submit.path, { id: own.id, status: "0" })).json().errorCode, "CLIENT_BUILTIN");
    assert.equal((await whoAmI(app.http, token)).json().data.userId, userId);
  });

  it("refuses invalid clients", async () => {
    const getCode = async (more: object) => (await admin.refused(calls.submit, values(more))).errorCode;
    for (const more of [
      { clientId: "a b" },
      { clientId: "a:b" },
      { clientId: "甲" },
      { clientId: "x".repeat(49) },
      { clientId: "" },
      { authorizedGrantTypes: [] },
      { authorizedGrantTypes: ["client_credentials"] },
      { authorizedGrantTypes: "password,client_credentials" },
      { accessTokenValidity: 59 },
      { accessTokenValidity: 86_401 },
      { accessTokenValidity: 1.5 },
      { refreshTokenValidity: 299 },
      { refreshTokenValidity: 2_592_001 },
      { accessTokenValidity: 3600, refreshTokenValidity: 600 },
      { clientSecret: "short" },
      { clientSecret: `with blank ${"x".repeat(20)}` },
      { additionalInformation: "[1]" },
      { webServerRedirectUri: "javascript:x" },
      { status: "7" },
    ])
      assert.equal(await getCode(more), "FIELD_INVALID", JSON.stringify(more));
    const { clientId } = await aClient();
    assert.equal(await getCode({ clientId }), "DUPLICATE");
    const duplicates = await Promise.allSettled(
      [1, 2, 3].map(() => admin.call(calls.submit, values({ clientId: "twin" }))),
    );
    assert.equal(duplicates.filter((one) => one.status === "fulfilled").length, 1);
    assert.equal((await office.as("clerk").refused(calls.list, {})).errorCode, "ROLE_DENIED");
    const elsewhere = office.as("sysAdmin", { tenantId: "123456" });
    assert.equal((await elsewhere.list(calls.list)).total, 0);
    assert.equal((await elsewhere.refused(calls.submit, values())).errorCode, "ROLE_DENIED");
  });
});

describe("Auth.token", () => {
  it("gives tokens the lifetimes of the client", async () => {
    const { account } = await anAccount(app);
    const { id, authorization } = await aClient();
    const answer = (await enter(account, authorization)).json();
    const claims = (token: string) =>
      JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString()) as { exp: number };
    const left = (token: string) => claims(token).exp - Date.now() / 1000;
    assert.equal(answer.expires_in, 120);
    assert.ok(left(answer.access_token) > 110 && left(answer.access_token) <= 121);
    assert.ok(left(answer.refresh_token) > 590 && left(answer.refresh_token) <= 601);
    await change(id, { accessTokenValidity: 60, refreshTokenValidity: 300 });
    const renewed = (await refresh(app.http, answer.refresh_token, { headers: { authorization } })).json();
    assert.equal(renewed.expires_in, 60);
    assert.ok(left(renewed.refresh_token) <= 301);
  });

  it("refuses grant types that the client may not use (unauthorized_client)", async () => {
    const { account } = await anAccount(app);
    const getRefusal = async (response: ReturnType<typeof enter>) => {
      const answer = await response;
      return [answer.statusCode, answer.json().error];
    };
    const onlyRefresh = await aClient({ authorizedGrantTypes: ["refresh_token"] });
    assert.deepEqual(await getRefusal(enter(account, onlyRefresh.authorization)), [400, "unauthorized_client"]);
    const onlyPassword = await aClient({ authorizedGrantTypes: ["password"] });
    const { refresh_token } = (await enter(account, onlyPassword.authorization)).json();
    assert.deepEqual(
      await getRefusal(refresh(app.http, refresh_token, { headers: { authorization: onlyPassword.authorization } })),
      [400, "unauthorized_client"],
    );
    const byCode = {
      grant_type: "password",
      username: JSON.stringify({ loginType: "5", userId: "13500000001", loginMethod: "2" }),
      password: "123456",
    };
    assert.deepEqual(await getRefusal(enter("", onlyPassword.authorization, { form: byCode })), [
      400,
      "unauthorized_client",
    ]);
    const withCode = await aClient({ authorizedGrantTypes: ["sms_code"] });
    assert.deepEqual(await getRefusal(enter("", withCode.authorization, { form: byCode })), [400, "invalid_grant"]);
    assert.deepEqual(
      await getRefusal(enter(account, withCode.authorization, { form: { grant_type: "client_credentials" } })),
      [400, "unsupported_grant_type"],
    );
  });

  it("refuses to refresh a session of another client", async () => {
    const { account } = await anAccount(app);
    const [own, other] = [await aClient(), await aClient()];
    const { refresh_token } = (await enter(account, own.authorization)).json();
    assert.equal(
      (await refresh(app.http, refresh_token, { headers: { authorization: other.authorization } })).statusCode,
      401,
    );
    assert.equal(
      (await refresh(app.http, refresh_token, { headers: { authorization: own.authorization } })).statusCode,
      200,
    );
  });

  it("locks an address that guesses client secrets, and no other", async () => {
    const { account } = await anAccount(app);
    const { clientId, authorization } = await aClient();
    const ip = newIp();
    const guess = (id: string, from = ip) =>
      signIn(app.http, account, { ip: from, headers: { authorization: basic(id, "guess") } });
    for (let i = 0; i < clientLimits.pair; i++) assert.deepEqual([(await guess(clientId)).statusCode], [401]);
    const locked = await signIn(app.http, account, { ip, headers: { authorization } });
    assert.deepEqual([locked.statusCode, locked.json().error], [429, "invalid_client"], "the right secret too");
    assert.equal((await enter(account, authorization)).statusCode, 200, "from elsewhere");
    assert.equal((await signIn(app.http, account, { ip })).statusCode, 200, "the web at the same address");
    const many = newIp();
    for (let i = 0; i < clientLimits.address; i++) await guess(`unknown-${i}`, many);
    assert.equal((await signIn(app.http, account, { ip: many, headers: { authorization } })).statusCode, 429);
    const office = newIp();
    for (let i = 0; i < clientLimits.address + 1; i++)
      assert.equal((await guess(webClient.id, office)).statusCode, 401);
    assert.equal((await signIn(app.http, account, { ip: office })).statusCode, 200, "the secret of the web is public");
  });
});

describe("Client.renewSecret", () => {
  it("makes one new secret when it is sent twice, and another after something else was written", async () => {
    const { id } = await aClient();
    const renew = async () =>
      (
        await office.http.inject({
          method: "POST",
          url: `${calls.renewSecret.path}?id=${id}`,
          headers: { token: admin.token },
        })
      ).json().data.clientSecret as string;
    const first = await renew();
    assert.equal(await renew(), first);
    await change(id, { clientSecret: "a-secret-of-my-own" });
    assert.notEqual(await renew(), first);
  });

  it("replaces the previous secret", async () => {
    const { account } = await anAccount(app);
    const { id, clientId, authorization } = await aClient();
    const { clientSecret } = await admin.call(calls.renewSecret, { id });
    assert.equal((await enter(account, authorization)).json().error, "invalid_client");
    assert.equal((await enter(account, basic(clientId, clientSecret as string))).statusCode, 200);
    await change(id, { clientSecret: "a-secret-of-my-own" });
    assert.equal((await enter(account, basic(clientId, "a-secret-of-my-own"))).statusCode, 200);
    await change(id, { clientSecret: "", remark: "x" });
    assert.equal((await enter(account, basic(clientId, "a-secret-of-my-own"))).statusCode, 200, "left empty, it stays");
    assert.equal((await enter(account, basic(clientId, "A-SECRET-OF-MY-OWN"))).statusCode, 401, "capitals count");
    const history = await app.pool.query(
      `select action from audit_record where biz_type = 'Client' and biz_id = $1 order by id`,
      [id],
    );
    assert.deepEqual(history.rows.map((row) => row.action).slice(0, 2), ["add", "renewSecret"]);
  });
});

describe("Parameter.submit", () => {
  it("refuses a role that does not exist", async () => {
    const row = (await admin.list(parameterCalls.list, { paramKey_equal: "signIn.factor.roles" })).records[0] as {
      id: string;
      paramValue: string;
    };
    assert.equal(row.paramValue, "none");
    for (const paramValue of ["clerc", "clerk,", "clerk, auditor", "*", "clerk,nobody"])
      assert.equal(
        (await admin.refused(parameterCalls.submit, { id: row.id, paramValue })).errorCode,
        "FIELD_INVALID",
        paramValue,
      );
    await admin.call(parameterCalls.submit, { id: row.id, paramValue: "clerk,auditor" } as never);
    await admin.call(parameterCalls.submit, { id: row.id, paramValue: "none" } as never);
  });
});
