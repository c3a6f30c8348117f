import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { logout } from "@jipei/contract/auth/auth.ts";
import { secondFactorCalls } from "@jipei/contract/auth/second-factor.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { profile, updatePassword, updateProfile } from "@jipei/contract/users/profile.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, sentPassword, signIn, whoAmI } from "../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { system } from "../core/foundation/actor.ts";
import { disableAccount, enableAccount, resetPassword } from "../users/users.queries.ts";

/** Two nodes on one database: a change made at one takes effect at the other with the next call. */
let app: TestApp;
let one: FastifyInstance;
let two: FastifyInstance;
before(async () => {
  app = await startTestApp();
  one = await realApp(app);
  two = await realApp(app);
});
after(async () => {
  await one.close();
  await two.close();
  await app.close();
});

const enter = async (account: string, password?: string) =>
  (await signIn(one, account, password ? { password } : {})).json().access_token as string;
const list = async (http: FastifyInstance, token: string) =>
  (await http.inject({ url: candidateSourceCalls.list.path, headers: { token } })).statusCode;
const both = async (token: string) => [await list(one, token), await list(two, token)];

describe("an open session", () => {
  it("loses a right that is revoked from a role at the next call on every node, and continues", async () => {
    const { account } = await anAccount(app, { roles: ["leader"] });
    await app.pool.query(
      `insert into role_permission select id, 'candidates_source_view' from role where role_alias = 'leader' on conflict do nothing`,
    );
    const token = await enter(account);
    assert.deepEqual(await both(token), [200, 200]);
    await app.pool.query(
      `delete from role_permission where permission = 'candidates_source_view' and role_id = (select id from role where role_alias = 'leader')`,
    );
    assert.deepEqual(await both(token), [403, 403]);
    assert.equal((await whoAmI(two, token)).statusCode, 200);
    await app.pool.query(
      `insert into role_permission select id, 'candidates_source_view' from role where role_alias = 'leader'`,
    );
    assert.deepEqual(await both(token), [200, 200]);
  });

  it("has a changed role at the next call, without signing in again", async () => {
    const { account, userId } = await anAccount(app);
    const token = await enter(account);
    assert.deepEqual(await both(token), [200, 200]);
    await app.pool.query(
      `update user_role set role_id = (select id from role where role_alias = 'finance') where user_id = $1`,
      [userId],
    );
    assert.deepEqual(await both(token), [403, 403]);
  });

  it("ends at the next call when its account is disabled, and stays ended when it is enabled", async () => {
    const { account, userId } = await anAccount(app);
    const token = await enter(account);
    await app.db.transaction().execute((tx) => disableAccount(tx, system, { userId }));
    assert.deepEqual(await both(token), [401, 401]);
    await app.db.transaction().execute((tx) => enableAccount(tx, system, { userId }));
    assert.deepEqual(await both(token), [401, 401]);
    assert.deepEqual(await both(await enter(account)), [200, 200]);
  });

  it("ends when its account is removed or moved to another unit", async () => {
    for (const change of [
      `update app_user set is_deleted = 1 where id = $1`,
      `update app_user set org_id = 77 where id = $1`,
    ]) {
      const { account, userId } = await anAccount(app);
      const token = await enter(account);
      await app.pool.query(change, [userId]);
      assert.deepEqual(await both(token), [401, 401]);
    }
  });

  it("loses a lent role after its last day", async () => {
    const { account, userId } = await anAccount(app, { roles: ["leader"] });
    await app.pool.query(`insert into user_role select $1, id, current_date from role where role_alias = 'clerk'`, [
      userId,
    ]);
    const token = await enter(account);
    assert.deepEqual(await both(token), [200, 200]);
    await app.pool.query(
      `update user_role set end_date = current_date - 1 where user_id = $1 and end_date is not null`,
      [userId],
    );
    const { data } = (await whoAmI(one, token)).json();
    assert.equal(data.authority, "leader");
  });

  it("ends when the password is reset; the new one only allows to choose another", async () => {
    const { account, userId } = await anAccount(app, { phone: "13900001111" });
    const token = await enter(account);
    await app.db.transaction().execute((tx) => resetPassword(tx, app, system, { userId }));
    const password = await sentPassword(app, userId);
    assert.deepEqual(await both(token), [401, 401]);
    assert.match(password, /^(?=.*[a-z])(?=.*\d)[a-z\d]{10}$/);
    const fresh = await enter(account, password);
    assert.deepEqual(await both(fresh), [403, 403]);
    assert.equal((await whoAmI(one, fresh)).json().data.extData.mustChangePassword, true);
    const ask = async (token: string, call: { path: string; method: "GET" | "POST" }, payload?: object) =>
      (
        await two.inject({ method: call.method, url: call.path, headers: { token }, ...(payload && { payload }) })
      ).json();
    for (const [call, payload] of [
      [updateProfile, { name: "别人" }],
      [secondFactorCalls.begin, {}],
      [profile, undefined],
    ] as const)
      assert.equal((await ask(fresh, call, payload)).errorCode, "PASSWORD_REQUIRED", call.name);
    await app.pool.query(`update parameter set param_value = 'clerk' where param_key = 'signIn.factor.roles'`);
    assert.equal(
      (
        await ask(fresh, updatePassword, {
          oldPassword: password,
          newPassword: "Morning-7qv-26",
          newPassword1: "Morning-7qv-26",
        })
      ).code,
      200,
      "also for who owes a second factor besides",
    );
    await app.pool.query(`update parameter set param_value = '' where param_key = 'signIn.factor.roles'`);
    assert.equal((await ask(await enter(account, "Morning-7qv-26"), profile)).code, 200);
  });
});

describe("Auth.logout", () => {
  it("works before a password is chosen", async () => {
    const { account, userId } = await anAccount(app);
    const token = await enter(account);
    await app.pool.query("update app_user set must_change = 1 where id = $1", [userId]);
    await one.inject({ url: logout.path, headers: { token } });
    assert.equal((await whoAmI(one, token)).statusCode, 401);
  });
});

describe("a public call", () => {
  it("ignores an expired token", async () => {
    const response = await one.inject({ url: "/api/blade-auth/oauth/captcha", headers: { token: "run.out.token" } });
    assert.equal(response.statusCode, 200);
  });
});
