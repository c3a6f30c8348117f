// Slow: signs in again and again by a real OpenID provider that misbehaves.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { identityProviderCalls } from "@jipei/contract/auth/identity-provider.ts";
import {
  callbackPath,
  finishLink,
  linkIdentity,
  ownIdentities,
  renderPath,
  thirdParties,
  unlinkIdentity,
} from "@jipei/contract/auth/third-party.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import type { FastifyInstance } from "fastify";
import { syntheticCreditCode } from "../../../seed/synthetic-unit.ts";
import { codeNow, steadyStep } from "../../../test/support/authenticator.ts";
import { clientId, clientSecret, OpenidProvider } from "../../../test/support/openid-provider.ts";
import { withQuickFailures } from "../../../test/support/even-failures.ts";
import { anAccount, basic, realApp, signIn, whoAmI } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { readInternalHosts } from "../../core/foundation/internal-hosts.ts";

/** Sign-in with a real OpenID provider, and everything that can go wrong with it. */

const source = "county";
let app: TestApp;
let http: FastifyInstance;
let admin: TestUser;
let provider: OpenidProvider;
let providerId: string;
before(async () => {
  app = await startTestApp();
  app.settings.internalHosts = readInternalHosts("127.0.0.1, localhost")!;
  http = await realApp(app);
  admin = app.as("sysAdmin");
  provider = await OpenidProvider.start([app.settings.publicUrl + callbackPath(source)]);
  providerId = (await admin.call(identityProviderCalls.submit, settings() as never)).id;
});
after(async () => {
  await provider.close();
  await http.close();
  await app.close();
});
beforeEach(async () => {
  provider.instead = provider.claims = null;
  provider.foreignKey = false;
  provider.alg = null;
  await app.pool.query("delete from rate_count");
});

const settings = (more: object = {}) => ({
  source,
  name: "县政务平台",
  nameEn: "County portal",
  issuer: provider.issuer,
  clientId,
  clientSecret,
  scopes: "openid profile",
  sort: 1,
  status: "1",
  ...more,
});

/** A browser, which remembers its cookie. */
class Browser {
  cookie = "";
  /** @returns the address to which the response redirects */
  async go(path: string): Promise<URL> {
    const answer = await http.inject({ url: path, headers: this.cookie ? { cookie: this.cookie } : {} });
    const set = answer.headers["set-cookie"];
    if (set) this.cookie = String(set).split(";")[0]!;
    assert.equal(answer.statusCode, 303, answer.body);
    return new URL(String(answer.headers.location));
  }
  /** @returns the parameters behind `#` of the address to which it redirects */
  async back(address: string): Promise<Record<string, string>> {
    const { pathname, search } = new URL(address);
    const page = await this.go(pathname + search);
    assert.equal(page.origin, new URL(app.settings.publicUrl).origin);
    assert.equal(page.search, "");
    return Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
  }
  exchange(code: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) {
    return http.inject({
      method: "POST",
      url: "/api/oauth/token",
      headers: {
        authorization: basic(),
        "content-type": "application/x-www-form-urlencoded",
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      },
      payload: new URLSearchParams({
        grant_type: "social",
        source,
        code,
        tenantId: "000000",
        scope: "all",
        ...more,
      }).toString(),
    });
  }
  /** The whole sign-in: to the provider, through its form, and back. */
  async signIn(login: string) {
    return this.exchange(await this.prove(login));
  }
  async prove(login: string): Promise<string> {
    const { code, fault } = await this.back(await provider.signIn((await this.go(renderPath(source))).href, login));
    assert.ok(code, fault);
    return code;
  }
}

let people = 0;
const newPerson = () => `person${++people}`;

/** A user with an account and a link; other tests cover how these are made. */
async function aLinked(account: Parameters<typeof anAccount>[1] = {}) {
  const login = newPerson();
  const user = await anAccount(app, account);
  await app.pool.query(
    "insert into user_identity (user_id, provider_id, issuer, subject, name) values ($1, $2, $3, $4, $4)",
    [user.userId, providerId, provider.issuer, login],
  );
  return { login, ...user };
}

const errorAfter = async (browser = new Browser(), login = newPerson()) =>
  (await browser.back(await provider.signIn((await browser.go(renderPath(source))).href, login))).fault;

describe("a sign-in by a third party", () => {
  it("gives a linked person a session; the address has no token, and the provider gets a standard request", async () => {
    const { login, userId } = await aLinked();
    const browser = new Browser();
    const away = await browser.go(renderPath(source));
    assert.equal(away.origin, provider.issuer);
    for (const [name, value] of Object.entries({
      response_type: "code",
      client_id: clientId,
      scope: "openid profile",
      code_challenge_method: "S256",
      redirect_uri: app.settings.publicUrl + callbackPath(source),
    }))
      assert.equal(away.searchParams.get(name), value);
    for (const name of ["state", "nonce", "code_challenge"])
      assert.ok((away.searchParams.get(name)?.length ?? 0) >= 43, name);
    const brought = await browser.back(await provider.signIn(away.href, login));
    assert.deepEqual(Object.keys(brought).toSorted(), ["code", "source"]);
    const answer = await browser.exchange(brought.code as string);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().userId, userId);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal((await whoAmI(http, answer.json().access_token)).json().data.userId, userId);
    const { rows } = await app.pool.query(
      `select s.result, i.last_time is not null as used from sign_in s join user_identity i on i.user_id = s.user_id where s.user_id = $1`,
      [userId],
    );
    assert.deepEqual(rows, [{ result: "success", used: true }]);
  });

  it("has a cookie that is unreadable for scripts and other sites, and has the __Host- prefix with TLS", async () => {
    const set = async () => String((await http.inject(renderPath(source))).headers["set-cookie"]);
    assert.match(await set(), /^jipei-oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=660$/);
    const { publicUrl } = app.settings;
    app.settings.publicUrl = "https://jipei.example";
    assert.match(await set(), /^__Host-jipei-oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=660; Secure$/);
    app.settings.publicUrl = publicUrl;
  });

  it("reaches a tenant, and returns to it, at its own domain", async () => {
    app.tenantId = "100001";
    const answer = await http.inject({ url: renderPath(source), headers: { host: "school.example" } });
    app.tenantId = "000000";
    assert.equal(
      new URL(String(answer.headers.location)).searchParams.get("redirect_uri"),
      `http://school.example${callbackPath(source)}`,
    );
  });

  it("is not broken by one in another tab of the browser", async () => {
    const { login } = await aLinked();
    const browser = new Browser();
    const [first, second] = [await browser.go(renderPath(source)), await browser.go(renderPath(source))];
    for (const address of [first, second])
      assert.ok((await browser.back(await provider.signIn(address.href, login))).code);
  });
});

describe("ThirdParty.callback", () => {
  it("refuses an unknown, foreign, used or expired state", async () => {
    const { login } = await aLinked();
    const browser = new Browser();
    const back = await provider.signIn((await browser.go(renderPath(source))).href, login);
    const wrong = new URL(back);
    wrong.searchParams.set("state", "a".repeat(43));
    assert.deepEqual(await browser.back(wrong.href), { fault: "expired" });
    const other = new Browser();
    await other.go(renderPath(source));
    assert.deepEqual(await other.back(back), { fault: "expired" });
    assert.deepEqual(await browser.back(back), { fault: "expired" }, "what was shown elsewhere is spoilt");
    assert.deepEqual(await new Browser().back(back), { fault: "expired" });
    const again = await provider.signIn((await browser.go(renderPath(source))).href, login);
    assert.ok((await browser.back(again)).code);
    assert.deepEqual(await browser.back(again), { fault: "expired" }, "used");
    const late = await provider.signIn((await browser.go(renderPath(source))).href, login);
    await app.pool.query(`update third_party_step set expire_time = now() - interval '1 second'`);
    assert.deepEqual(await browser.back(late), { fault: "expired" });
    for (const query of ["", "?", "?code=x", "?state=", "?error=access_denied"])
      assert.deepEqual(await browser.back(`http://x${callbackPath(source)}${query}`), { fault: "expired" });
  });

  it("uses the provider’s authorization code once, and reports a refusal there", async () => {
    const browser = new Browser();
    const first = new URL(await provider.signIn((await browser.go(renderPath(source))).href, newPerson()));
    const state = (await browser.go(renderPath(source))).searchParams.get("state") as string;
    assert.ok((await browser.back(first.href)).code);
    // The code of the first sign-in with the state of the second.
    assert.deepEqual(
      await browser.back(
        `http://x${callbackPath(source)}?${new URLSearchParams({ code: first.searchParams.get("code") as string, state, iss: provider.issuer })}`,
      ),
      { fault: "failed" },
    );
    const denied = (await browser.go(renderPath(source))).searchParams.get("state") as string;
    assert.deepEqual(
      await browser.back(
        `http://x${callbackPath(source)}?${new URLSearchParams({ error: "access_denied", state: denied, iss: provider.issuer })}`,
      ),
      { fault: "denied" },
    );
    const mixed = (await browser.go(renderPath(source))).searchParams.get("state") as string;
    assert.deepEqual(
      await browser.back(
        `http://x${callbackPath(source)}?${new URLSearchParams({ code: "x", state: mixed, iss: "https://evil.example" })}`,
      ),
      { fault: "failed" },
    );
  });
});

describe("Auth.token", () => {
  it("takes the code in the address once, for a minute, from its browser", async () => {
    const { login } = await aLinked();
    const browser = new Browser();
    const refused = "第三方登录已失效，请重新登录";
    const code = await browser.prove(login);
    assert.equal((await browser.exchange(code)).statusCode, 200);
    assert.equal((await browser.exchange(code)).json().error_description, refused);
    const stolen = await browser.prove(login);
    assert.equal((await new Browser().exchange(stolen)).json().error_description, refused);
    assert.equal(
      (await browser.exchange(stolen)).json().error_description,
      refused,
      "what was shown elsewhere is spoilt",
    );
    const late = await browser.prove(login);
    await app.pool.query(`update third_party_step set expire_time = expire_time - interval '60 seconds'`);
    assert.equal((await browser.exchange(late)).json().error_description, refused);
    assert.equal(
      (await browser.exchange(await browser.prove(login), { source: "other" })).json().error_description,
      refused,
    );
    for (const more of [{ code: "" }, { source: "" }, { code: "x".repeat(101) }] as Record<string, string>[])
      assert.equal((await browser.exchange("x", more)).json().error, "invalid_request");
  });

  it("takes a code from one of two concurrent sign-ins", async () => {
    const { login } = await aLinked();
    const browser = new Browser();
    const code = await browser.prove(login);
    const answers = await Promise.all(Array.from({ length: 4 }, () => browser.exchange(code)));
    assert.deepEqual(answers.map((answer) => answer.statusCode).toSorted(), [200, 400, 400, 400]);
    const back = await provider.signIn((await browser.go(renderPath(source))).href, login);
    const brought = await Promise.all([browser.back(back), browser.back(back)]);
    assert.equal(brought.filter((one) => one.code).length, 1);
  });

  it("refuses the grant social for clients that may not use it (unauthorized_client)", async () => {
    await app.pool.query(`update client set authorized_grant_types = array['password'] where client_id = 'jipei-web'`);
    assert.equal((await new Browser().exchange("x")).json().error, "unauthorized_client");
    await app.pool.query(
      `update client set authorized_grant_types = array['password', 'sms_code', 'social', 'refresh_token'] where client_id = 'jipei-web'`,
    );
  });

  it("refuses accounts that wait, are disabled, locked or without role, and asks for a second factor", async () => {
    const { login, userId, account } = await aLinked();
    const said = async () => (await new Browser().signIn(login)).json().error_description;
    await app.pool.query(`update app_user set status = '2' where id = $1`, [userId]);
    assert.equal(await said(), "账号已停用");
    await app.pool.query(`update app_user set status = '0' where id = $1`, [userId]);
    assert.equal(await said(), "账号待审核，请耐心等待管理员通过");
    await app.pool.query(`update app_user set status = '1' where id = $1`, [userId]);
    await app.pool.query("delete from user_role where user_id = $1", [userId]);
    assert.equal(await said(), "账号未分配角色");
    await app.pool.query(
      `insert into user_role (user_id, role_id) select $1, id from role where role_alias = 'clerk'`,
      [userId],
    );
    for (let i = 0; i < 5; i++) {
      await signIn(http, account, { password: "Wrong2026" });
    }
    assert.equal(await said(), "用户登录失败次数过多，请稍后再试");
    await app.pool.query("delete from login_failure");
    await app.pool.query("insert into second_factor (user_id, secret, set_up_time) values ($1, $2, now())", [
      userId,
      app.cipher.encrypt("JBSWY3DPEHPK3PXP"),
    ]);
    const asked = await new Browser().signIn(login);
    assert.deepEqual([asked.statusCode, asked.json().error], [400, "mfa_required"]);
    const { rows } = await app.pool.query(
      "select identity_id is not null as linked, grant_type from factor_challenge where user_id = $1",
      [userId],
    );
    assert.deepEqual(rows, [{ linked: true, grant_type: "social" }]);
    await steadyStep();
    const answer = await signIn(http, account, {
      form: { grant_type: "second_factor", mfa_token: asked.json().mfa_token, code: codeNow("JBSWY3DPEHPK3PXP") },
    });
    assert.equal(answer.json().userId, userId);
    await app.pool.query("delete from user_identity where user_id = $1", [userId]);
    assert.equal(
      (await whoAmI(http, answer.json().access_token)).statusCode,
      401,
      "the second factor keeps what the session began with",
    );
  });
});

describe("an ID token", () => {
  for (const [why, arrange] of [
    ["another nonce", () => (provider.claims = (claims) => ({ ...claims, nonce: "another" }))],
    ["another issuer", () => (provider.claims = (claims) => ({ ...claims, iss: "https://evil.example" }))],
    ["another audience", () => (provider.claims = (claims) => ({ ...claims, aud: "another" }))],
    ["no audience of ours among several", () => (provider.claims = (claims) => ({ ...claims, aud: ["a", "b"] }))],
    [
      "a token that has run out",
      () => (provider.claims = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 90 })),
    ],
    [
      "a token of tomorrow",
      () =>
        (provider.claims = (claims) => ({
          ...claims,
          iat: Math.floor(Date.now() / 1000),
          nbf: Math.floor(Date.now() / 1000) + 90,
        })),
    ],
    ["a subject without end", () => (provider.claims = (claims) => ({ ...claims, sub: "x".repeat(256) }))],
    ["half a character in its subject", () => (provider.claims = (claims) => ({ ...claims, sub: "a\ud800" }))],
    [
      "a token issued in the future",
      () =>
        (provider.claims = (claims) => ({
          ...claims,
          iat: Math.floor(Date.now() / 1000) + 90,
          exp: Math.floor(Date.now() / 1000) + 900,
        })),
    ],
    ["an empty subject", () => (provider.claims = (claims) => ({ ...claims, sub: "" }))],
    ["a blank subject", () => (provider.claims = (claims) => ({ ...claims, sub: " " }))],
    ["no subject", () => (provider.claims = ({ sub: _sub, ...claims }) => claims)],
    ["a key of nobody’s", () => (provider.foreignKey = true)],
    ["no signature", () => (provider.alg = "none")],
    ["a signature made with the client secret", () => (provider.alg = "HS256")],
  ] as const)
    it(`is refused with ${why}`, async () => {
      arrange();
      assert.equal(await errorAfter(), "failed");
    });
});

describe("an ID token", () => {
  it("is accepted when the clocks differ by less than a minute", async () => {
    provider.claims = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 30 });
    const { login } = await aLinked();
    assert.equal((await new Browser().signIn(login)).statusCode, 200);
  });
});

describe("IdentityProvider.test", () => {
  it("reports a provider that is down, sends garbage, too much, a redirect, or another issuer", async () => {
    const browser = new Browser();
    const issue = async () =>
      Object.fromEntries(new URLSearchParams((await browser.go(renderPath(source))).hash.slice(1))).fault;
    // The provider of the tests has an internal address, for which only its own answers are reported.
    const silent = "该地址位于内部网络，无法使用（内部地址不说明原因）";
    const words = async () =>
      (await withQuickFailures(() => admin.call(identityProviderCalls.test, { id: providerId }))).findings
        .filter(({ level }) => level === "bad")
        .map(({ zh }) => zh);
    provider.instead = (_request, response) => void response.destroy();
    assert.deepEqual([await issue(), await words()], ["failed", [silent]]);
    provider.instead = (_request, response) => void response.setHeader("content-type", "application/json").end("<<<");
    assert.deepEqual([await issue(), await words()], ["failed", [silent]]);
    provider.instead = (_request, response) => void response.setHeader("content-type", "application/json").end("[]");
    assert.deepEqual([await issue(), await words()], ["failed", [silent]]);
    provider.instead = (_request, response) =>
      void response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    assert.deepEqual([await issue(), await words()], ["failed", [silent]]);
    provider.instead = (_request, response) =>
      void response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ issuer: "https://evil.example" }));
    assert.deepEqual([await issue(), await words()], ["failed", ["应答中的签发者与填写的地址不一致"]]);
    provider.instead = (_request, response) => {
      response.setHeader("content-type", "application/json");
      const more = () => response.destroyed || response.write(`"${"x".repeat(100_000)}",`, () => setImmediate(more));
      more();
    };
    assert.deepEqual([await issue(), await words()], ["failed", [silent]]);
    const evil = {
      issuer: provider.issuer,
      authorization_endpoint: "javascript:alert(1)//",
      token_endpoint: `${provider.issuer}/token`,
    };
    provider.instead = (_request, response) =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(evil));
    assert.equal(await issue(), "failed");
    assert.equal((await admin.refused(linkIdentity, { source })).errorCode, "PROVIDER_FAILED");
    provider.instead = null;
    const back = await provider.signIn((await browser.go(renderPath(source))).href, newPerson());
    provider.instead = (_request, response) => void response.destroy();
    assert.deepEqual(await browser.back(back), { fault: "failed" });
    const { internalHosts } = app.settings;
    app.settings.internalHosts = readInternalHosts(`${new URL(provider.issuer).host}, 127.0.0.1, localhost`)!;
    assert.equal(await issue(), "unreachable", "the operator named the very port: there is nothing to hide");
    app.settings.internalHosts = internalHosts;
  });

  it("waits ten seconds for a provider", { timeout: 30_000 }, async () => {
    provider.instead = () => undefined;
    const began = Date.now();
    assert.deepEqual(
      Object.fromEntries(new URLSearchParams((await new Browser().go(renderPath(source))).hash.slice(1))),
      { fault: "failed" },
    );
    assert.ok(Date.now() - began < 15_000);
  });

  it("never requests addresses of the internal network, whatever the settings", async () => {
    const { internalHosts } = app.settings;
    app.settings.internalHosts = readInternalHosts("")!;
    provider.asked.length = 0;
    assert.deepEqual(
      Object.fromEntries(new URLSearchParams((await new Browser().go(renderPath(source))).hash.slice(1))),
      { fault: "failed" },
    );
    const { findings } = await withQuickFailures(() => admin.call(identityProviderCalls.test, { id: providerId }));
    assert.equal(findings.at(-1)?.level, "bad");
    assert.equal(
      (await admin.refused(identityProviderCalls.submit, settings({ source: "inner" }))).failures[0]?.field,
      "issuer",
      "without TLS",
    );
    const { id } = await admin.call(
      identityProviderCalls.submit,
      settings({ source: "inner", issuer: provider.issuer.replace("http:", "https:"), sort: 2 }) as never,
    );
    assert.match(
      (await withQuickFailures(() => admin.call(identityProviderCalls.test, { id }))).findings[0]?.zh ?? "",
      /内部网络/,
    );
    await admin.call(identityProviderCalls.remove, { ids: id });
    assert.deepEqual(provider.asked, []);
    app.settings.internalHosts = internalHosts;
  });
});

describe("Registration.register", () => {
  it("lets an unknown person register, who is approved with a role, gets an SMS, and signs in", async () => {
    const login = newPerson();
    const browser = new Browser();
    const guest = (await browser.signIn(login)).json();
    assert.deepEqual(
      [guest.userId, guest.access_token, guest.refresh_token, guest.authority, guest.nick_name, guest.username],
      ["", "", "", "guest", `王${login}`, login],
    );
    assert.match(guest.oauthId, /^[\w-]{43}$/);
    const form = {
      tenantId: "000000",
      name: guest.nick_name,
      account: login,
      password: "Register-7qv-26",
      password2: "Register-7qv-26",
      applyKind: "1",
      creditCode: syntheticCreditCode(7101),
      phone: "13912340001",
      oauthId: guest.oauthId,
    };
    assert.equal(
      (await app.stranger.refused(registrationCalls.register, { ...form, oauthId: "a".repeat(43) })).msg,
      "第三方登陆信息错误!",
    );
    await anAccount(app, { account: `${login}taken` });
    assert.equal(
      (await app.stranger.refused(registrationCalls.register, { ...form, account: `${login}taken` })).errorCode,
      "ACCOUNT_DUP",
    );
    await app.stranger.call(registrationCalls.register, form as never);
    assert.equal(
      (await app.stranger.refused(registrationCalls.register, { ...form, account: `${login}b`, phone: "13912340002" }))
        .errorCode,
      "OAUTH_INVALID",
      "used",
    );
    assert.equal((await browser.signIn(login)).json().error_description, "账号待审核，请耐心等待管理员通过");
    const [row] = (await admin.list(registrationCalls.list, { account_equal: login })).records;
    assert.equal(row?.thirdParty, `县政务平台 · 王${login}`);
    const { rows: roles } = await app.pool.query(`select id from role where role_alias = 'orgAdmin'`);
    await admin.call(userCalls.update, { id: row?.id, status: "1", roleId: [roles[0].id] } as never);
    const answer = (await browser.signIn(login)).json();
    assert.deepEqual([answer.username, answer.authority, answer.loginType], [login, "orgAdmin", "1"]);
    const { rows: texts } = await app.pool.query(
      `select template from sms_message where biz_type = 'User' and biz_id = $1`,
      [row?.id],
    );
    assert.deepEqual(texts, [{ template: "ACCOUNT_OK" }]);
  });

  it("lets a rejected person try again, and nobody twice at a time", async () => {
    const login = newPerson();
    const browser = new Browser();
    const [first, second] = [
      (await browser.signIn(login)).json().oauthId,
      (await browser.signIn(login)).json().oauthId,
    ];
    const form = (oauthId: string, account: string) => ({
      tenantId: "000000",
      name: "王某",
      account,
      password: "Register-7qv-26",
      password2: "Register-7qv-26",
      applyKind: "1",
      creditCode: syntheticCreditCode(7102),
      phone: `139${account.length}0000${account.slice(-1).charCodeAt(0)}`.slice(0, 11).padEnd(11, "7"),
      oauthId,
    });
    const both = await Promise.allSettled([
      app.stranger.call(registrationCalls.register, form(first, `${login}a`) as never),
      app.stranger.call(registrationCalls.register, form(second, `${login}bb`) as never),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    const { rows } = await app.pool.query(
      "select u.id from app_user u join user_identity i on i.user_id = u.id where i.subject = $1",
      [login],
    );
    await admin.call(userCalls.update, { id: rows[0].id, status: "4", reason: "资料不符" } as never);
    assert.ok((await browser.signIn(login)).json().oauthId);
  });
});

/** A user who is really signed in and makes calls in a browser. */
async function aUser(account: Parameters<typeof anAccount>[1] = {}) {
  const user = await anAccount(app, account);
  const { access_token: token } = (await signIn(http, user.account)).json();
  const browser = new Browser();
  const call = async (of: { method: "GET" | "POST"; path: string }, input?: object) => {
    const answer = await http.inject({
      method: of.method,
      url: of.path,
      headers: { token, ...(browser.cookie && { cookie: browser.cookie }) },
      ...(input && { payload: input }),
    });
    const set = answer.headers["set-cookie"];
    if (set) browser.cookie = String(set).split(";")[0]!;
    return answer.json();
  };
  const begin = async (login: string) => {
    const { url } = (await call(linkIdentity, { source })).data;
    return browser.back(await provider.signIn(url, login));
  };
  return { ...user, token, browser, call, begin };
}

describe("ThirdParty.finishLink", () => {
  it("links only in the user’s own browser, and ThirdParty.unlink removes the link", async () => {
    const login = newPerson();
    const user = await aUser();
    const { code } = await user.begin(login);
    const other = await aUser();
    other.browser.cookie = user.browser.cookie;
    assert.equal(
      (await user.browser.exchange(code as string)).json().error,
      "invalid_grant",
      "a code for a link is none for a session",
    );
    const { code: stolen } = await user.begin(login);
    assert.equal((await other.call(finishLink, { code: stolen })).errorCode, "OAUTH_INVALID");
    const { code: again } = await user.begin(login);
    assert.equal((await user.call(finishLink, { code: again })).code, 200);
    const [own] = (await user.call(ownIdentities)).data;
    assert.deepEqual([own.source, own.identityName], [source, `王${login}`]);
    assert.equal((await user.browser.signIn(login)).json().userId, user.userId);
    const { code: twice } = await user.begin(newPerson());
    assert.equal((await user.call(finishLink, { code: twice })).errorCode, "DUPLICATE");
    const { code: taken } = await other.begin(login);
    assert.equal((await other.call(finishLink, { code: taken })).errorCode, "IDENTITY_TAKEN");
    assert.equal((await other.call(unlinkIdentity, { id: own.id })).errorCode, "NOT_FOUND");
    assert.equal((await user.call(unlinkIdentity, { id: own.id })).code, 200);
    assert.ok((await user.browser.signIn(login)).json().oauthId, "nobody’s again");
    const { rows } = await app.pool.query(
      `select action from audit_record where biz_type = 'User' and biz_id = $1 and action like '%Identity' order by id`,
      [user.userId],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ["linkIdentity", "unlinkIdentity"],
    );
  });
});

describe("ThirdParty.unlink", () => {
  it("refuses the last way to sign in (IDENTITY_LAST), and ends the link’s other sessions", async () => {
    const { login, userId } = await aLinked();
    const [one, two] = [(await new Browser().signIn(login)).json(), (await new Browser().signIn(login)).json()];
    const { rows } = await app.pool.query("select id from user_identity where user_id = $1", [userId]);
    const unlink = async () =>
      (
        await http.inject({
          method: "POST",
          url: unlinkIdentity.path,
          headers: { token: one.access_token },
          payload: { id: rows[0].id },
        })
      ).json();
    await app.pool.query("alter table app_user disable trigger app_user_sessions");
    await app.pool.query("update app_user set password_hash = null where id = $1", [userId]);
    await app.pool.query("alter table app_user enable trigger app_user_sessions");
    assert.equal((await unlink()).errorCode, "IDENTITY_LAST");
    await app.pool
      .query(`update app_user set password_hash = 'x' where id = $1 and password_hash is null`, [userId])
      .catch(() => undefined);
    await app.pool.query(`update login_session set end_time = null, end_reason = null where user_id = $1`, [userId]);
    assert.equal((await unlink()).code, 200);
    assert.deepEqual(
      [(await whoAmI(http, one.access_token)).statusCode, (await whoAmI(http, two.access_token)).statusCode],
      [200, 401],
    );
  });
});

describe("IdentityProvider.submit", () => {
  it("or its removal stops a disabled, changed or removed provider at once: button, sign-ins under way, sessions", async () => {
    const { login, userId } = await aLinked();
    const browser = new Browser();
    const token = (await browser.signIn(login)).json().access_token;
    const byPassword = (
      await signIn(http, (await app.pool.query("select account from app_user where id = $1", [userId])).rows[0].account)
    ).json().access_token;
    const onItsWay = await provider.signIn((await browser.go(renderPath(source))).href, login);
    const proven = await browser.prove(login);
    assert.deepEqual(
      (await app.stranger.call(thirdParties, undefined)).map((one) => one.source),
      [source],
    );
    const change = async (more: object) => {
      const { version } = await admin.call(identityProviderCalls.detail, { id: providerId });
      await admin.call(identityProviderCalls.submit, { id: providerId, version, ...more } as never);
    };
    await change({ status: "0" });
    assert.deepEqual(await app.stranger.call(thirdParties, undefined), []);
    assert.deepEqual(await browser.back(onItsWay), { fault: "expired" });
    assert.equal((await browser.exchange(proven)).statusCode, 400);
    assert.equal((await whoAmI(http, token)).statusCode, 401);
    assert.equal((await whoAmI(http, byPassword)).statusCode, 200);
    assert.deepEqual(Object.fromEntries(new URLSearchParams((await browser.go(renderPath(source))).hash.slice(1))), {
      fault: "off",
    });
    await change({ status: "1" });
    const again = (await browser.signIn(login)).json().access_token;
    await change({ issuer: provider.issuer.replace("127.0.0.1", "localhost"), clientSecret });
    assert.equal(
      (await whoAmI(http, again)).statusCode,
      401,
      "another issuer vouches for nobody that the first one did",
    );
    await change({ issuer: provider.issuer, clientSecret });
    const last = (await browser.signIn(login)).json().access_token;
    assert.equal((await whoAmI(http, last)).statusCode, 200);
    await admin.call(identityProviderCalls.remove, { ids: providerId });
    assert.equal((await whoAmI(http, last)).statusCode, 401);
    assert.equal((await app.pool.query("select 1 from user_identity where user_id = $1", [userId])).rowCount, 0);
    providerId = (await admin.call(identityProviderCalls.submit, settings() as never)).id;
    assert.ok((await browser.signIn(login)).json().oauthId, "a new provider begins without links");
  });

  it("names invalid fields, never returns the secret, and keeps it when left empty", async () => {
    for (const [more, field] of [
      [{ issuer: "ftp://x" }, "issuer"],
      [{ issuer: "http://accounts.example" }, "issuer"],
      [{ issuer: "https://user:x@accounts.example" }, "issuer"],
      [{ issuer: "https://accounts.example/?x=1" }, "issuer"],
      [{ issuer: "https://accounts.example/.well-known/openid-configuration" }, "issuer"],
      [{ scopes: "profile" }, "scopes"],
      [{ scopes: 'openid "x"' }, "scopes"],
      [{ clientId: "客户" }, "clientId"],
      [{ clientSecret: "密 钥" }, "clientSecret"],
      [{ source: "a/b" }, "source"],
      [{ source: "" }, "source"],
    ] as const)
      assert.equal(
        (await admin.refused(identityProviderCalls.submit, settings({ source: "new", ...more }))).failures[0]?.field,
        field,
        JSON.stringify(more),
      );
    assert.equal((await admin.refused(identityProviderCalls.submit, settings())).errorCode, "DUPLICATE");
    const row = await admin.call(identityProviderCalls.detail, { id: providerId });
    assert.ok(!JSON.stringify(row).includes(clientSecret));
    await admin.call(identityProviderCalls.submit, {
      id: providerId,
      version: row.version,
      name: "县平台",
      clientSecret: "",
    } as never);
    const { rows } = await app.pool.query("select client_secret from identity_provider where id = $1", [providerId]);
    assert.equal(app.cipher.decrypt(rows[0].client_secret), clientSecret);
    const { redirectUri, findings } = await admin.call(identityProviderCalls.test, { id: providerId });
    assert.equal(redirectUri, app.settings.publicUrl + callbackPath(source));
    assert.deepEqual(
      findings.map(({ level }) => level),
      ["good", "good", "good", "good", "good"],
    );
    assert.equal((await app.as("clerk").refused(identityProviderCalls.list, {})).errorCode, "ROLE_DENIED");
    assert.equal(
      (await app.as("auditor").refused(identityProviderCalls.test, { id: providerId })).errorCode,
      "ROLE_DENIED",
    );
  });

  it("asks for the secret again when issuer or client change, and can remove it", async () => {
    const { id } = await admin.call(identityProviderCalls.submit, settings({ source: "moved", status: "0" }) as never);
    const stored = async () =>
      (await app.pool.query("select client_secret from identity_provider where id = $1", [id])).rows[0].client_secret;
    for (const moved of [{ issuer: "https://accounts.example" }, { clientId: "another" }]) {
      const { errorCode, failures } = await admin.refused(identityProviderCalls.submit, {
        id,
        ...moved,
        clientSecret: "",
      });
      assert.deepEqual([errorCode, failures[0]?.field], ["FIELD_INVALID", "clientSecret"]);
      await admin.call(identityProviderCalls.submit, { id, ...moved, clientSecret } as never);
    }
    assert.equal(
      (await admin.refused(identityProviderCalls.submit, { id, clientSecret, removeSecret: "1" })).failures[0]?.field,
      "clientSecret",
    );
    await admin.call(identityProviderCalls.submit, { id, issuer: provider.issuer, removeSecret: "1" } as never);
    assert.equal(await stored(), null);
    await admin.call(identityProviderCalls.submit, { id, clientId } as never);
    assert.equal(await stored(), null, "a public client may move as it likes");
  });
});

describe("ThirdParty.render", () => {
  it("limits sign-ins from one address", async () => {
    await app.pool.query(
      `insert into rate_count (key, window_end, n) values ('third-party 127.0.0.1', now() + interval '10 minutes', 300)`,
    );
    assert.deepEqual(
      Object.fromEntries(new URLSearchParams((await new Browser().go(renderPath(source))).hash.slice(1))),
      { fault: "busy" },
    );
  });
});
