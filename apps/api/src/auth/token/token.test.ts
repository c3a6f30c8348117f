import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { errors } from "@jipei/contract/core/errors.ts";
import { sm2 } from "sm-crypto-v2";
import { syntheticPerson } from "../../../seed/synthetic-person.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import { anAccount, basic, password, refresh, signIn, startRealApp, whoAmI } from "../../../test/support/sign-in.ts";
import { createTokens } from "./tokens.ts";

let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());

/** Failures of one test must not lock accounts for the next. */
let lastIp = 10;
const newIp = () => `10.0.0.${++lastIp}`;

describe("Auth.token", () => {
  it("returns flat JSON with tokens and session info", async () => {
    const { account, userId } = await anAccount(app);
    const response = await signIn(app.http, account);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers["cache-control"], "no-store");
    const answer = response.json();
    assert.deepEqual(
      [
        answer.token_type,
        answer.expires_in,
        answer.scope,
        answer.tenant_id,
        answer.userId,
        answer.username,
        answer.authority,
        answer.loginType,
      ],
      ["bearer", 900, "all", "000000", userId, account, "clerk", "0"],
    );
    assert.deepEqual(answer.roleinfos, [{ roleNo: "R11", roleName: "培训科经办" }]);
    assert.equal(answer.code, undefined);
    assert.equal((await whoAmI(app.http, answer.access_token)).json().data.userId, userId);
    assert.equal((await whoAmI(app.http, `bearer ${answer.access_token}`)).statusCode, 200);
  });

  it("returns flat errors as well: for unreadable bodies, and internal ones", async () => {
    const form = "application/x-www-form-urlencoded";
    const post = (type: string, payload: string) =>
      app.http.inject({
        method: "POST",
        url: "/api/oauth/token",
        headers: { authorization: basic(), "content-type": type },
        payload,
      });
    const said = (response: Awaited<ReturnType<typeof post>>) => [
      response.statusCode,
      response.json().error,
      response.headers["cache-control"],
      "code" in response.json(),
      typeof response.json().error_description,
    ];
    assert.deepEqual(said(await post("application/xml", "<x/>")), [
      415,
      "invalid_request",
      "no-store",
      false,
      "string",
    ]);
    assert.deepEqual(said(await post("application/json", '{"x":')), [
      400,
      "invalid_request",
      "no-store",
      false,
      "string",
    ]);
    assert.deepEqual(said(await post(form, `username=${"x".repeat(70_000)}`)), [
      413,
      "invalid_request",
      "no-store",
      false,
      "string",
    ]);
    await app.pool.query("alter table client rename to client_away");
    try {
      const issue = await post(form, "grant_type=password&username=x&password=x");
      assert.deepEqual(said(issue), [500, "server_error", "no-store", false, "string"]);
      assert.equal(issue.json().error_description_en, errors.INTERNAL[2]);
    } finally {
      await app.pool.query("alter table client_away rename to client");
    }
  });

  it("accepts SM2 passwords in either order, with or without 04", async () => {
    const { account } = await anAccount(app);
    const { publicKey } = (await app.http.inject("/api/blade-auth/oauth/sm2-key")).json().data;
    for (const mode of [0, 1])
      for (const head of ["", "04"])
        assert.equal(
          (await signIn(app.http, account, { password: head + sm2.doEncrypt(password, publicKey, mode) })).statusCode,
          200,
          `${mode} ${head}`,
        );
    const foreign = sm2.doEncrypt(password, sm2.generateKeyPairHex().publicKey, 1);
    assert.equal((await signIn(app.http, account, { password: foreign })).json().error, "invalid_grant");
  });

  it("signs in institutions and students through the shared user, and only with their own account name", async () => {
    const institution = await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "7" });
    const answer = (await signIn(app.http, institution.account, { loginType: "1" })).json();
    assert.equal(answer.extData.loginUserId, "U012");
    assert.equal(answer.extData.orgId, "7");
    for (const [loginType, userId] of [
      ["1", "U012"],
      ["2", "U010"],
    ] as const) {
      const anonymous = await signIn(app.http, "", {
        form: { grant_type: "password", username: JSON.stringify({ loginType, userId, loginMethod: "1" }), password },
      });
      assert.deepEqual([anonymous.statusCode, anonymous.json().error], [400, "invalid_grant"]);
      assert.equal((await signIn(app.http, userId)).json().error, "invalid_grant");
    }
    await assert.rejects(anAccount(app, { account: "u012" }), /ACCOUNT_DUP/);
  });

  it("signs in an account under another login type as what it is, and tells nobody without the password that it exists", async () => {
    const institution = await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "7" });
    const clerk = await anAccount(app);
    const asBusiness = (await signIn(app.http, institution.account)).json();
    assert.deepEqual([asBusiness.extData.loginUserId, asBusiness.extData.orgId], ["U012", "7"]);
    assert.equal((await signIn(app.http, clerk.account, { loginType: "1" })).json().extData.orgId ?? null, null);
    const answers = await Promise.all(
      [clerk.account, "nobody-has-this-name"].map(async (name) =>
        (await signIn(app.http, name, { loginType: "1", password: "wrong-password" })).json(),
      ),
    );
    assert.deepEqual(answers[0], answers[1]);
  });

  it("signs in a student by the ID number, which is nowhere stored in plain text", async () => {
    const idNumber = "329999199001010017";
    const { userId } = await anAccount(app, {
      loginType: "2",
      roles: ["student"],
      account: undefined,
      accountId: "5",
      idNumber,
    });
    const answer = (await signIn(app.http, idNumber, { loginType: "2" })).json();
    assert.deepEqual([answer.userId, answer.extData.loginUserId, answer.extData.accountId], [userId, "U010", "5"]);
    assert.match(answer.username, /^S\d{8}$/);
    const stored = JSON.stringify((await app.pool.query("select * from app_user where id = $1", [userId])).rows);
    assert.ok(!stored.includes(idNumber));
    await assert.rejects(
      anAccount(app, { loginType: "2", roles: ["student"], account: undefined, idNumber: idNumber.toLowerCase() }),
      /ACCOUNT_DUP/,
    );
  });

  it("signs in the owner of an ID number, although an older account has the number for its name", async () => {
    const idNumber = syntheticPerson(811).idNumber;
    const student = { loginType: "2", roles: ["student"] } as const;
    const squatter = await anAccount(app, student);
    await app.pool.query("update app_user set account = $2 where id = $1", [squatter.userId, idNumber]);
    await app.pool.query("update app_user set status = '4' where id = $1", [squatter.userId]);
    const { userId } = await anAccount(app, { ...student, account: "S90000001", idNumber });
    assert.equal((await signIn(app.http, idNumber, { loginType: "2" })).json().userId, userId);
  });

  it("refuses as RFC 6749 says, in both languages", async () => {
    const { account } = await anAccount(app);
    const form = { grant_type: "password", username: account, password };
    const cases: [string, number, string, Parameters<typeof signIn>[2]][] = [
      ["no client", 401, "invalid_client", { headers: { authorization: "" } }],
      ["wrong client", 401, "invalid_client", { headers: { authorization: basic("jipei-web", "x") } }],
      ["unreadable client", 401, "invalid_client", { headers: { authorization: "Basic §§" } }],
      ["another grant", 400, "unsupported_grant_type", { form: { ...form, grant_type: "client_credentials" } }],
      ["another scope", 400, "invalid_scope", { form: { ...form, scope: "admin" } }],
      ["no grant type", 400, "invalid_request", { form: { username: account, password } }],
      ["no password", 400, "invalid_request", { form: { grant_type: "password", username: account } }],
      ["no user", 400, "invalid_request", { form: { grant_type: "password", password } }],
      ["unreadable identity", 400, "invalid_request", { form: { ...form, username: '{"loginType":0}' } }],
      ["broken identity", 400, "invalid_request", { form: { ...form, username: "{" } }],
      [
        "third party",
        400,
        "invalid_request",
        { form: { ...form, username: JSON.stringify({ loginType: "4", userId: "x", loginMethod: "3" }) } },
      ],
      ["unknown user", 400, "invalid_grant", { form: { ...form, username: "nobody" } }],
      ["wrong password", 400, "invalid_grant", { form: { ...form, password: "wrong" } }],
      ["forged refresh token", 401, "invalid_grant", { form: { grant_type: "refresh_token", refresh_token: "a.b.c" } }],
      ["json", 400, "invalid_request", { headers: { "content-type": "application/json" } }],
    ];
    for (const [name, status, error, options] of cases) {
      const response = await signIn(app.http, account, { ip: newIp(), ...options });
      if (name === "json") assert.ok(response.statusCode === 400, name);
      else assert.deepEqual([response.statusCode, response.json().error], [status, error], name);
      const answer = response.json();
      if (name === "json") continue;
      assert.match(answer.error_description, /[\u4e00-\u9fff]/, name);
      assert.doesNotMatch(answer.error_description_en, /[\u4e00-\u9fff]/, name);
      assert.equal(response.headers["www-authenticate"], undefined);
    }
  });

  it("ignores fields that it does not know", async () => {
    const { account } = await anAccount(app);
    const form = { grant_type: "password", username: account, password, client_id: "jipei-web", captcha: "1" };
    assert.equal((await signIn(app.http, account, { ip: newIp(), form })).statusCode, 200);
  });

  it("refuses repeated fields, JSON bodies and query strings (invalid_request)", async () => {
    const { account } = await anAccount(app);
    const form = new URLSearchParams({ grant_type: "password", username: account, password }).toString();
    const send = (url: string, payload: string, type = "application/x-www-form-urlencoded") =>
      app.http.inject({ method: "POST", url, headers: { authorization: basic(), "content-type": type }, payload });
    for (const response of [
      await send("/api/oauth/token", `${form}&password=x`),
      await send(
        "/api/oauth/token",
        JSON.stringify({ grant_type: "password", username: account, password }),
        "application/json",
      ),
      await send("/api/oauth/token?scope=all", form),
      await send(`/api/oauth/token?password=${password}`, `grant_type=password&username=${account}`),
    ])
      assert.deepEqual([response.statusCode, response.json().error], [400, "invalid_request"]);
  });

  it("exchanges a refresh token for a new pair, whatever access token is sent along", async () => {
    const { account, userId } = await anAccount(app);
    const first = (await signIn(app.http, account)).json();
    const { sid } = JSON.parse(Buffer.from(first.access_token.split(".")[1], "base64url").toString());
    const expired = createTokens(app).access({ sessionId: sid, userId }, -1);
    const second = (await refresh(app.http, first.refresh_token, { headers: { token: expired } })).json();
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal((await whoAmI(app.http, second.access_token)).statusCode, 200);
  });

  it("lets two tabs refresh concurrently; a copy used a minute later ends the session", async () => {
    const { account } = await anAccount(app);
    const first = (await signIn(app.http, account)).json();
    const answers = await Promise.all([refresh(app.http, first.refresh_token), refresh(app.http, first.refresh_token)]);
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [200, 200],
    );
    const second = (answers[0] as (typeof answers)[number]).json();
    await app.pool.query(`update login_session set rotate_time = now() - interval '61 seconds'`);
    assert.equal((await refresh(app.http, first.refresh_token)).statusCode, 401);
    // The server cannot tell thief from owner, so the owner must sign in again too.
    assert.equal((await refresh(app.http, second.refresh_token)).statusCode, 401);
    assert.equal((await whoAmI(app.http, second.access_token)).statusCode, 401);
  });

  it("ends the session at a refresh token two generations old", async () => {
    const { account } = await anAccount(app);
    const first = (await signIn(app.http, account)).json();
    const second = (await refresh(app.http, first.refresh_token)).json();
    const third = (await refresh(app.http, second.refresh_token)).json();
    assert.equal((await refresh(app.http, first.refresh_token)).statusCode, 401);
    assert.equal((await whoAmI(app.http, third.access_token)).statusCode, 401);
  });

  it("refuses accounts that wait, are disabled or have no role, and says so only for the right password", async () => {
    for (const [change, word] of [
      [`update app_user set status = '0' where id = $1`, "待审核"],
      [`update app_user set status = '2' where id = $1`, "停用"],
      [`delete from user_role where user_id = $1`, "角色"],
    ] as const) {
      const { account, userId } = await anAccount(app);
      await app.pool.query(change, [userId]);
      const ip = newIp();
      const right = (await signIn(app.http, account, { ip })).json();
      assert.equal(right.error, "invalid_grant");
      assert.ok(right.error_description.includes(word));
      assert.equal(
        (await signIn(app.http, account, { ip, password: "wrong" })).json().error_description,
        "用户名或密码错误",
      );
    }
  });
});

describe("Auth.tokenAlias", () => {
  it("returns the same", async () => {
    const { account } = await anAccount(app);
    const response = await app.http.inject({
      method: "POST",
      url: "/api/blade-auth/oauth/token",
      headers: { authorization: basic(), "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ grant_type: "password", username: account, password }).toString(),
    });
    assert.equal(response.statusCode, 200);
  });
});

describe("an access token", () => {
  it("is needed: calls refuse forged, foreign, expired and refresh tokens", async () => {
    const { account, userId } = await anAccount(app);
    const { access_token: token, refresh_token: refreshToken } = (await signIn(app.http, account)).json();
    const { sid } = JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());
    const [head, body] = token.split(".");
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${part({ alg: "none", typ: "JWT" })}.${body}.`;
    const claims = { iss: "jipei", token_type: "access_token", sid, sub: userId, exp: 9_999_999_999 };
    const foreign = `${head}.${part(claims)}`;
    const forged = `${foreign}.${createHmac("sha256", "guess").update(foreign).digest("base64url")}`;
    const tokens = createTokens(app);
    const expired = tokens.access({ sessionId: sid, userId }, -1);
    const ofOther = tokens.access({ sessionId: sid, userId: "999999" }, 60);
    for (const bad of [
      unsigned,
      forged,
      expired,
      ofOther,
      refreshToken,
      `${token}x`,
      "x",
      "a.b.c",
      "\u4e2d".repeat(3),
    ]) {
      const response = await whoAmI(app.http, encodeURIComponent(bad));
      assert.deepEqual([response.statusCode, response.json().errorCode], [401, "UNAUTHORIZED"], bad);
    }
    assert.equal((await whoAmI(app.http, token)).statusCode, 200);
  });

  it("contains only session and user", async () => {
    const { account } = await anAccount(app);
    const { access_token: token } = (await signIn(app.http, account)).json();
    const claims = JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());
    assert.deepEqual(Object.keys(claims).sort(), ["exp", "iat", "iss", "sid", "sub", "token_type"]);
  });

  it("ends with its session, which expires", async () => {
    const { account, userId } = await anAccount(app);
    const pair = (await signIn(app.http, account)).json();
    await app.pool.query(`update login_session set expire_time = now() - interval '1 second' where user_id = $1`, [
      userId,
    ]);
    assert.equal((await whoAmI(app.http, pair.access_token)).statusCode, 401);
    assert.equal((await refresh(app.http, pair.refresh_token)).statusCode, 401);
  });
});

describe("Auth.logout", () => {
  it("ends the session with both tokens, and may be repeated", async () => {
    const { account } = await anAccount(app);
    const pair = (await signIn(app.http, account)).json();
    const logout = () =>
      app.http.inject({ url: "/api/blade-auth/oauth/logout", headers: { token: pair.access_token } });
    assert.equal((await logout()).statusCode, 200);
    assert.equal((await whoAmI(app.http, pair.access_token)).statusCode, 401);
    assert.equal((await refresh(app.http, pair.refresh_token)).statusCode, 401);
    assert.equal((await logout()).statusCode, 200);
    assert.equal((await app.http.inject("/api/blade-auth/oauth/logout")).statusCode, 200);
  });
});
