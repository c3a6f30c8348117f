import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sessionCalls } from "@jipei/contract/users/session.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn, whoAmI } from "../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { sweepSignIns } from "../auth/auth.queries.ts";

/** Sessions, attempts to sign in, and what administrators can do about them. */
let app: TestApp;
let admin: TestUser;
let http: FastifyInstance;
let other: FastifyInstance;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  http = await realApp(app);
  other = await realApp(app);
});
after(async () => {
  await other.close();
  await http.close();
  await app.close();
});

let address = 1;
const newIp = () => `10.9.${Math.floor(++address / 250)}.${address % 250}`;

describe("Session.end", () => {
  it("takes effect at the next call on every node", async () => {
    const { account, userId } = await anAccount(app);
    const token = (await signIn(http, account)).json().access_token;
    const open = (await admin.list(sessionCalls.list, { account })).records;
    assert.deepEqual(
      open.map((row) => [row.userId, row.ip]),
      [[userId, "127.0.0.1"]],
    );
    await admin.call(sessionCalls.end, { ids: open[0]?.id as string });
    assert.deepEqual([(await whoAmI(http, token)).statusCode, (await whoAmI(other, token)).statusCode], [401, 401]);
    assert.equal((await admin.list(sessionCalls.list, { account })).total, 0);
    assert.equal(
      (await app.as("sysAdmin").refused(sessionCalls.end, { ids: open[0]?.id as string })).errorCode,
      "NOT_FOUND",
    );
    const { rows } = await app.pool.query(
      `select action, operator_id from audit_record where biz_type = 'User' and biz_id = $1 order by id desc limit 1`,
      [userId],
    );
    assert.deepEqual(rows[0], { action: "forceLogout", operator_id: admin.actor.userId });
  });

  it("refuses the current session (USER_PROTECTED) and sessions of users who may do more (ROLE_DENIED)", async () => {
    const mine = await anAccount(app, { roles: ["sysAdmin"] });
    await signIn(http, mine.account);
    const [row] = (await app.pool.query("select id, number from login_session where user_id = $1", [mine.userId])).rows;
    assert.equal(
      (
        await app
          .as("sysAdmin", { userId: mine.userId, sessionId: row.id })
          .refused(sessionCalls.end, { ids: row.number })
      ).errorCode,
      "USER_PROTECTED",
    );
    assert.equal(
      (
        await app
          .as("leader", { permissions: new Set(["user_sign_out"]) })
          .refused(sessionCalls.end, { ids: row.number })
      ).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await app.as("sysAdmin", { tenantId: "000002" }).refused(sessionCalls.end, { ids: row.number })).errorCode,
      "NOT_FOUND",
    );
  });
});

describe("SignIn.list", () => {
  it("has every attempt, without names that belong to no account", async () => {
    const { account, userId } = await anAccount(app);
    const ip = newIp();
    await signIn(http, account, { ip, password: "wrong", headers: { "user-agent": "Test\u0009 Browser" } });
    await signIn(http, account, { ip });
    await signIn(http, "330482199001011234", { ip, password: "wrong" });
    await app.pool.query(`update app_user set status = '2' where id = $1`, [userId]);
    await signIn(http, account, { ip });
    const { records } = await admin.list(sessionCalls.signIns, { ip_equal: ip });
    assert.deepEqual(records.map((row) => [row.account, row.result]).reverse(), [
      [account, "wrong"],
      [account, "success"],
      [null, "wrong"],
      [account, "disabled"],
    ]);
    assert.equal(records.at(-1)?.agent, "Test  Browser");
    assert.ok(!JSON.stringify((await app.pool.query("select * from sign_in")).rows).includes("330482199001011234"));
    assert.deepEqual(
      (await admin.list(sessionCalls.signIns, { ip_equal: ip, result: "disabled" })).records.map((row) => row.account),
      [account],
    );
  });
});

describe("User.unlock", () => {
  it("lets in again an account that wrong passwords locked", async () => {
    const { account, userId } = await anAccount(app);
    const ip = newIp();
    for (let i = 0; i < 5; i++) {
      await app.pool.query(
        `update login_failure set failures = case when failures < 5 then greatest(failures, 2) else failures end where failures = 3`,
      );
      await signIn(http, account, { ip, password: "wrong" });
    }
    await app.pool.query(
      `update login_failure set failures = 5, locked_until = now() + interval '30 minutes' where key in (select unnest(counters) from sign_in where user_id = $1)`,
      [userId],
    );
    for (let i = 0; i < 3; i++)
      assert.match((await signIn(http, account, { ip })).json().error_description, /失败次数过多/);
    assert.deepEqual(
      (
        await app.pool.query(`select count(*)::int as n from sign_in where user_id = $1 and result = 'locked'`, [
          userId,
        ])
      ).rows,
      [{ n: 1 }],
      "one a minute",
    );
    const shown = async () => {
      const { status, lockedUntil } = await admin.call(userCalls.detail, { id: userId });
      const by = async (state: string) =>
        (await admin.list(userCalls.list, { account, status: state })).records.map((row) => row.status);
      return {
        status,
        locked: Boolean(lockedUntil),
        listed: (await admin.list(userCalls.list, { account })).records[0]?.status,
        enabled: await by("1"),
        kept: await by("3"),
      };
    };
    const isLocked = { status: "3", locked: true, listed: "3", enabled: [], kept: ["3"] };
    const isFree = { status: "1", locked: false, listed: "1", enabled: ["1"], kept: [] };
    assert.deepEqual(await shown(), isLocked);
    await admin.call(userCalls.unlock, { userIds: userId });
    assert.deepEqual(await shown(), isFree);
    assert.equal((await signIn(http, account, { ip })).statusCode, 200);

    await signIn(http, account, { ip, password: "wrong" });
    const lock = `update login_failure set locked_until = now() + make_interval(mins => $2) where key in (select unnest(counters) from sign_in where user_id = $1)`;
    await app.pool.query(lock, [userId, 30]);
    assert.deepEqual(await shown(), isLocked);
    await admin.call(userCalls.update, { id: userId, status: "1" } as never);
    assert.deepEqual(await shown(), isFree, "enabling unlocks");
    const { rows } = await app.pool.query(
      `select from_status, to_status from audit_record where biz_type = 'User' and biz_id = $1 and action = 'enable'`,
      [userId],
    );
    assert.deepEqual(rows, [{ from_status: "3", to_status: "1" }]);
    await signIn(http, account, { ip, password: "wrong" });
    await app.pool.query(lock, [userId, 30]);
    assert.equal((await shown()).status, "3");
    await app.pool.query(lock, [userId, -1]);
    assert.deepEqual(await shown(), isFree, "a lock passes by itself");
  });
});

describe("sweepSignIns", () => {
  it("deletes attempts after half a year", async () => {
    await app.pool.query(
      `insert into sign_in (result, ip, client_id, create_time) values ('wrong', '10.8.0.1', 'x', now() - interval '181 days'), ('wrong', '10.8.0.1', 'x', now() - interval '179 days')`,
    );
    await sweepSignIns(app);
    assert.equal((await admin.list(sessionCalls.signIns, { ip_equal: "10.8.0.1" })).total, 1);
  });
});

describe("Session.list", () => {
  it("and SignIn.list and Session.end refuse actors without the right (ROLE_DENIED)", async () => {
    for (const call of [sessionCalls.list, sessionCalls.signIns])
      assert.equal((await app.as("clerk").refused(call as never, {})).errorCode, "ROLE_DENIED");
    assert.equal((await app.as("auditor").refused(sessionCalls.end, { ids: "1" })).errorCode, "ROLE_DENIED");
  });
});

describe("SignInWait.list", () => {
  it("shows waits of accounts within the data scope of users, and those of all addresses", async () => {
    const ip = newIp();
    const { account } = await anAccount(app);
    for (let n = 0; n < 5; n++) await signIn(http, account, { ip, password: "wrong" });
    const waits = async (user: TestUser) =>
      (
        (await user.list<any>(sessionCalls.waits, { size: "200" })).records as {
          kind: string;
          account: string | null;
        }[]
      )
        .filter((row) => row.account === account || row.account === null)
        .map((row) => row.account);
    assert.ok((await waits(admin)).includes(account));
    const rule = { id: "1", entity: "User", kind: "5", value: "account = 'nobody'", fields: [] } as never;
    assert.ok(!(await waits(app.as("sysAdmin", { dataScopes: [rule] }))).includes(account));
  });
});

describe("User.list", () => {
  it("filters by status, computed locks included", async () => {
    const { account, userId } = await anAccount(app);
    await app.pool.query(`update app_user set status = '2' where id = $1`, [userId]);
    const { records } = await admin.list<any>(userCalls.list, { status_equal: "2", account });
    assert.deepEqual(
      records.map((row: { account: string }) => row.account),
      [account],
    );
  });
});
