import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { setupCalls as calls } from "@jipei/contract/setup/setup.ts";
import type { FastifyInstance } from "fastify";
import { codeNow, steadyStep, wrongCode } from "../../test/support/authenticator.ts";
import { anAccount, realApp, signIn } from "../../test/support/sign-in.ts";
import { startTestApp, type TestApp, type TestUser } from "../../test/support/test-app.ts";
import { recoveryLink } from "./administrator.ts";
import { installLink, newLink } from "./setup-link.ts";
import { administrators } from "../users/users.queries.ts";

let app: TestApp;
let http: FastifyInstance;
let guest: TestUser;
before(async () => {
  app = await startTestApp();
  http = await realApp(app);
  guest = app.stranger;
});
after(async () => {
  await http.close();
  await app.close();
});
beforeEach(async () => {
  await app.pool
    .query(`delete from setup_link; delete from rate_count; delete from login_session; update app_user set is_deleted = 1, status = '2';
    update setup_state set second_admin_time = null, bureau_time = null, finish_time = null, backup_place = null, backup_hours = null`);
});

let made = 0;
const person = () => ({
  account: `chief${++made}`,
  name: "陈管理",
  phone: `139${String(10_000_000 + made)}`,
  password: "Ocean-wave-2026",
});
const install = async (): Promise<string> =>
  (await installLink(app))?.token ?? assert.fail("there is an administrator");
const becomes = async (token: string, who: Partial<ReturnType<typeof person>> = person()) => {
  const factor = await guest.call(calls.begin, { token, password: "Ocean-wave-2026", ...who });
  await steadyStep();
  return { ...(await guest.call(calls.confirm, { token, code: codeNow(factor.secret) })), secret: factor.secret };
};
/** Makes calls as a signed-in administrator. */
const asAdmin = async (account: string) => {
  const [found] = (await administrators(app.db)).filter((one) => one.account === account);
  return app.as("sysAdmin", { userId: found?.id ?? "" });
};
const getCode = (refused: Promise<{ errorCode: string }>) => refused.then(({ errorCode }) => errorCode);

describe("Setup.open, Setup.begin, Setup.confirm", () => {
  it("make the first administrator, who signs in with password and second factor; then the link is invalid", async () => {
    const token = await install();
    assert.equal((await guest.call(calls.open, { token })).purpose, "install");
    const { account, recoveryCodes } = await becomes(token);
    assert.equal(recoveryCodes.length, 10);
    const answer = await signIn(http, account, { password: "Ocean-wave-2026" });
    assert.equal(answer.json().error, "mfa_required");
    assert.equal(await installLink(app), null);
    assert.equal(await getCode(guest.refused(calls.open, { token })), "SETUP_LINK");
    assert.equal(await getCode(guest.refused(calls.begin, { token, ...person() })), "SETUP_LINK");
    assert.equal(await getCode(guest.refused(calls.confirm, { token, code: "123456" })), "SETUP_LINK");
  });

  it("store the token only as a hash, and the typed password only as a hash inside encrypted data", async () => {
    const token = await install();
    await guest.call(calls.begin, { token, ...person() });
    const { rows } = await app.pool.query<{ line: string; pending: string }>(
      "select setup_link::text as line, pending from setup_link",
    );
    assert.ok(rows.every(({ line }) => !line.includes(token)));
    assert.match(app.cipher.decrypt(rows[0]?.pending ?? ""), /"passwordHash":"\$argon2id/);
    assert.doesNotMatch(app.cipher.decrypt(rows[0]?.pending ?? ""), /Ocean-wave/);
  });

  it("refuse an unknown, an expired and a used token with the same answer (SETUP_LINK)", async () => {
    const token = await install();
    assert.equal(await getCode(guest.refused(calls.open, { token: "f".repeat(64) })), "SETUP_LINK");
    await app.pool.query(`update setup_link set expire_time = now() - interval '1 second'`);
    assert.equal(await getCode(guest.refused(calls.open, { token })), "SETUP_LINK");
    assert.equal(await getCode(guest.refused(calls.begin, { token, ...person() })), "SETUP_LINK");
  });

  it("refuse a weak password, a taken account and a taken phone", async () => {
    const token = await install();
    const taken = await anAccount(app, { phone: "13712345678" });
    assert.equal(
      await getCode(guest.refused(calls.begin, { token, ...person(), password: "short1" })),
      "FIELD_INVALID",
    );
    assert.equal(
      await getCode(guest.refused(calls.begin, { token, ...person(), account: taken.account })),
      "ACCOUNT_DUP",
    );
    assert.equal(await getCode(guest.refused(calls.begin, { token, ...person(), phone: "13712345678" })), "DUPLICATE");
    assert.equal(
      await getCode(guest.refused(calls.begin, { token, ...person(), account: undefined })),
      "FIELD_INVALID",
    );
  });

  it("refuse a wrong code, a code before the first step, and one that comes too late", async () => {
    const token = await install();
    assert.equal(await getCode(guest.refused(calls.confirm, { token, code: "123456" })), "FACTOR_EXPIRED");
    const { secret } = await guest.call(calls.begin, { token, ...person() });
    assert.equal(await getCode(guest.refused(calls.confirm, { token, code: wrongCode(secret) })), "FIELD_INVALID");
    await app.pool.query(`update setup_link set pending_time = now() - interval '1 hour'`);
    assert.equal(await getCode(guest.refused(calls.confirm, { token, code: codeNow(secret) })), "FACTOR_EXPIRED");
    assert.equal((await administrators(app.db)).length, 0);
  });

  it("accept ten tries at the code of a link, from any address", async () => {
    const token = await install();
    const { secret } = await guest.call(calls.begin, { token, ...person() });
    for (let attempt = 0; attempt < 10; attempt++)
      assert.equal(await getCode(guest.refused(calls.confirm, { token, code: wrongCode(secret) })), "FIELD_INVALID");
    assert.equal(await getCode(guest.refused(calls.confirm, { token, code: codeNow(secret) })), "RATE_LIMIT");
  });

  it("let one of two concurrent browsers succeed, with one link or with two", async () => {
    const tokens = [await install(), await install()];
    const begun = await Promise.all(
      tokens.map(async (token) => ({ token, ...(await guest.call(calls.begin, { token, ...person() })) })),
    );
    await steadyStep();
    const ended = await Promise.allSettled(
      begun.map(({ token, secret }) => guest.call(calls.confirm, { token, code: codeNow(secret) })),
    );
    assert.deepEqual(ended.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    assert.equal((await administrators(app.db)).length, 1);
  });

  it("continue after an interruption: the first step may be repeated", async () => {
    const token = await install();
    const first = await guest.call(calls.begin, { token, ...person() });
    const again = person();
    const second = await guest.call(calls.begin, { token, ...again });
    await steadyStep();
    assert.equal(await getCode(guest.refused(calls.confirm, { token, code: codeNow(first.secret) })), "FIELD_INVALID");
    assert.equal((await guest.call(calls.confirm, { token, code: codeNow(second.secret) })).account, again.account);
  });
});

describe("Setup.invite", () => {
  it("invites the second administrator, and none after them (SETUP_DONE)", async () => {
    const first = await becomes(await install());
    const admin = await asAdmin(first.account);
    const old = tokenIn((await admin.call(calls.invite, undefined)).address);
    const token = tokenIn((await admin.call(calls.invite, undefined)).address);
    assert.equal(await getCode(guest.refused(calls.open, { token: old })), "SETUP_LINK");
    await becomes(token);
    const state = await admin.call(calls.state, undefined);
    assert.deepEqual(
      [state.administrators.length, state.administrators.every(({ hasFactor }) => hasFactor), state.mayInvite],
      [2, true, false],
    );
    assert.equal(await getCode(admin.refused(calls.invite, undefined)), "SETUP_DONE");
    await app.pool.query(`update app_user set status = '2' where account <> $1`, [first.account]);
    assert.equal(await getCode(admin.refused(calls.invite, undefined)), "SETUP_DONE");
  });

  it("refuses a deputy of the administrator (ROLE_DENIED), since the invitation would outlive the loan", async () => {
    const first = await becomes(await install());
    const { userId } = await anAccount(app);
    await app.pool.query(
      `insert into user_role (user_id, role_id, end_date) select $1, id, current_date + 3 from role where role_alias = 'sysAdmin' and is_deleted = 0`,
      [userId],
    );
    assert.equal(
      await getCode(app.as(["sysAdmin", "clerk"], { userId }).refused(calls.invite, undefined)),
      "ROLE_DENIED",
    );
    assert.equal((await (await asAdmin(first.account)).call(calls.state, undefined)).mayInvite, true);
  });
});

const tokenIn = (address: string): string => /#token=([0-9a-f]{64})$/.exec(address)?.[1] ?? assert.fail(address);

describe("Setup.bureau, Setup.backup, Setup.finish", () => {
  it("set name and region of the bureau, and store the progress", async () => {
    const admin = await asAdmin((await becomes(await install())).account);
    await admin.call(calls.bureau, { bureauName: "海宁市人力资源和社会保障局", regionCode: "330481" });
    await admin.call(calls.backup, { place: "nas01:/backup", hours: 24 });
    await admin.call(calls.finish, undefined);
    await app.pool.query(`insert into backup_run (name, begin_time, bytes, files) values ('jipei-x', now(), 1, 1)`);
    const state = await admin.call(calls.state, undefined);
    assert.deepEqual(
      [state.bureauName, state.regionCode, state.bureauDone, state.backupPlace, state.backupHours, state.finished],
      ["海宁市人力资源和社会保障局", "330481", true, "nas01:/backup", 24, true],
    );
    const { rows } = await app.pool.query(
      `select param_value from parameter where param_key = 'cert.region' and is_deleted = 0`,
    );
    assert.equal(rows[0].param_value, "330481");
    const done = new Set(state.checks.filter((one) => one.done).map(({ check }) => check));
    assert.deepEqual(
      ["bureau", "backup", "storage", "factors"].filter((check) => !done.has(check as never)),
      [],
    );
    assert.deepEqual(
      ["https", "administrators", "clerk", "finance", "sms", "plan"].filter((check) => done.has(check as never)),
      [],
    );
  });

  it("refuse a town and an unknown region (FIELD_INVALID)", async () => {
    const admin = await asAdmin((await becomes(await install())).account);
    for (const regionCode of ["330481001", "999999"])
      assert.equal(await getCode(admin.refused(calls.bureau, { bureauName: "局", regionCode })), "FIELD_INVALID");
  });
});

describe("recovery of a lost administrator", () => {
  it("sets password and second factor anew, ends the sessions, and notifies the other administrators", async () => {
    const first = await becomes(await install());
    const second = await becomes((await newLink(app, app.db, "second")).token);
    const { token } = await app.db.transaction().execute((tx) => recoveryLink(tx, app, first.account));
    assert.equal((await guest.call(calls.open, { token })).account, first.account);
    const { account, secret } = await becomes(token, { password: "Second-life-2026" });
    assert.equal(account, first.account);
    assert.notEqual(secret, first.secret);
    assert.equal((await signIn(http, first.account, { password: "Ocean-wave-2026" })).json().error, "invalid_grant");
    assert.equal((await signIn(http, first.account, { password: "Second-life-2026" })).json().error, "mfa_required");
    const [other] = (await administrators(app.db)).filter((one) => one.account === second.account);
    const { rows } = await app.pool.query(
      `select title_zh from message where target_kind = 'user' and target = $1 order by id`,
      [other?.id],
    );
    assert.equal(rows.length, 2);
    assert.equal(await getCode(guest.refused(calls.open, { token })), "SETUP_LINK");
  });

  it("refuses the previous password, and accounts of no administrator", async () => {
    const first = await becomes(await install());
    const { token } = await app.db.transaction().execute((tx) => recoveryLink(tx, app, first.account));
    assert.equal(await getCode(guest.refused(calls.begin, { token, password: "Ocean-wave-2026" })), "FIELD_INVALID");
    const { account } = await anAccount(app);
    await assert.rejects(
      app.db.transaction().execute((tx) => recoveryLink(tx, app, account)),
      /NOT_FOUND/,
    );
  });
});
