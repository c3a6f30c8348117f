import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { logout, refreshCookie, refreshCookieHeader, token, userInfo } from "@jipei/contract/auth/auth.ts";
import { anAccount, basic, refresh, signIn, startRealApp } from "../../../test/support/sign-in.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import { clearRefreshCookie, setRefreshCookie } from "./refresh-cookie.ts";

let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());

const browser = { [refreshCookieHeader]: "1" };
/** The part of a `Set-Cookie` header that the browser sends back. */
const getSetCookie = (response: { headers: Record<string, unknown> }): string =>
  [response.headers["set-cookie"]]
    .flat()
    .map(String)
    .find((one) => one.startsWith(refreshCookie)) ?? "";
const getCookie = (response: { headers: Record<string, unknown> }): string =>
  getSetCookie(response).split(";")[0] as string;

async function aBrowser(): Promise<{ cookie: string; access: string; sessionId: string; account: string }> {
  const { account } = await anAccount(app);
  const response = await signIn(app.http, account, { headers: browser });
  const { rows } = await app.pool.query(
    "select s.id from login_session s join app_user u on u.id = s.user_id where u.account = $1",
    [account],
  );
  return { cookie: getCookie(response), access: response.json().access_token, sessionId: rows[0].id, account };
}

const renew = (cookie: string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: "POST",
    url: token.path,
    headers: {
      authorization: basic(),
      "content-type": "application/x-www-form-urlencoded",
      cookie,
      ...browser,
      ...headers,
    },
    payload: "grant_type=refresh_token&scope=all",
  });

describe("the refresh token of our web", () => {
  it("is set as a cookie that scripts cannot read, only for the token call, and not in the response", async () => {
    const { account } = await anAccount(app);
    const response = await signIn(app.http, account, { headers: browser });
    assert.match(
      getSetCookie(response),
      new RegExp(`^${refreshCookie}=[\\w-]+\\.[\\w-]+\\.[\\w-]+; Path=/api/oauth/token; HttpOnly; SameSite=Strict$`),
    );
    assert.equal("refresh_token" in response.json(), false);
    assert.equal(response.json().expires_in, 900);
  });

  it("is Secure where the application is reached by https", () => {
    const headers: string[] = [];
    const reply = { header: (_name: string, value: string) => headers.push(value) } as never;
    const behindTls = { ...app.services, settings: { ...app.settings, publicUrl: "https://px.example.cn" } };
    setRefreshCookie(behindTls, reply, "x");
    clearRefreshCookie(behindTls, reply);
    assert.deepEqual(
      headers.map((header) => header.includes("; Secure")),
      [true, true],
    );
  });

  it("renews the session, with a new token each time", async () => {
    const { cookie } = await aBrowser();
    const response = await renew(cookie);
    assert.equal(response.statusCode, 200);
    assert.notEqual(getCookie(response), cookie);
    assert.equal(
      (await app.http.inject({ method: "POST", url: userInfo.path, headers: { token: response.json().access_token } }))
        .statusCode,
      200,
    );
  });

  it("serves several windows that use the same one concurrently", async () => {
    const { cookie } = await aBrowser();
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(cookie)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      Array(8).fill(200),
    );
    assert.equal((await renew(getCookie(answers[3] as never))).statusCode, 200);
  });

  it("ends the session when an old copy is used", async () => {
    const { cookie, sessionId } = await aBrowser();
    const next = getCookie(await renew(cookie));
    await app.pool.query(`update login_session set rotate_time = now() - interval '61 seconds' where id = $1`, [
      sessionId,
    ]);
    assert.equal((await renew(cookie)).statusCode, 401);
    assert.equal((await renew(next)).statusCode, 401);
  });

  it("is refused from a foreign page, and stays valid", async () => {
    const { cookie } = await aBrowser();
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ]) {
      assert.equal((await renew(cookie, headers as never)).statusCode, 403, JSON.stringify(headers));
    }
    for (const headers of [
      { "sec-fetch-site": "same-origin", origin: "http://elsewhere" },
      { origin: "http://localhost:80", host: "localhost" },
      {},
    ]) {
      assert.equal((await renew(cookie, headers as never)).statusCode, 200, JSON.stringify(headers));
    }
  });

  it("is not read where the header of our web is missing", async () => {
    const { cookie } = await aBrowser();
    assert.equal((await renew(cookie, { [refreshCookieHeader]: "" })).json().error, "invalid_request");
  });

  it("is accepted by the token call only", async () => {
    const { cookie } = await aBrowser();
    assert.equal((await app.http.inject({ method: "POST", url: userInfo.path, headers: { cookie } })).statusCode, 401);
  });

  it("is removed by the log-out, which ends the session", async () => {
    const { cookie, access } = await aBrowser();
    const response = await app.http.inject({ url: logout.path, headers: { token: access } });
    assert.match(String(response.headers["set-cookie"]), new RegExp(`^${refreshCookie}=; .*Max-Age=0`));
    assert.equal((await renew(cookie)).statusCode, 401);
  });

  it("is in the response for other clients", async () => {
    const { account } = await anAccount(app);
    const first = await signIn(app.http, account);
    assert.equal(first.headers["set-cookie"], undefined);
    const second = await refresh(app.http, first.json().refresh_token);
    assert.equal(second.statusCode, 200);
    assert.equal(typeof second.json().refresh_token, "string");
  });
});

describe("the age of a session", () => {
  it("ends it after twelve hours, however often its token was renewed", async () => {
    const { cookie, access, sessionId } = await aBrowser();
    const { rows } = await app.pool.query(
      `select extract(epoch from end_by - create_time)::int as age, extract(epoch from expire_time - create_time)::int as rest from login_session where id = $1`,
      [sessionId],
    );
    assert.deepEqual(rows, [{ age: 43_200, rest: 14_400 }]);
    await app.pool.query(`update login_session set end_by = now() + interval '10 minutes' where id = $1`, [sessionId]);
    const next = getCookie(await renew(cookie));
    const after = await app.pool.query(`select expire_time = end_by as "byAge" from login_session where id = $1`, [
      sessionId,
    ]);
    assert.deepEqual(after.rows, [{ byAge: true }]);
    await app.pool.query(`update login_session set end_by = now(), expire_time = now() where id = $1`, [sessionId]);
    assert.equal((await renew(next)).statusCode, 401);
    assert.equal(
      (await app.http.inject({ method: "POST", url: userInfo.path, headers: { token: access } })).statusCode,
      401,
    );
  });
});
