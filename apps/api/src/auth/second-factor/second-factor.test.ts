import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { captcha, loginCode, logout } from "@jipei/contract/auth/auth.ts";
import { secondFactorCalls as calls } from "@jipei/contract/auth/second-factor.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { codeNow, steadyStep, wrongCode } from "../../../test/support/authenticator.ts";
import { codeSentTo } from "../../../test/support/sent-code.ts";
import { anAccount, basic, password, refresh, signIn, startRealApp, whoAmI } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { sweepSessions } from "../token/sessions.ts";

let app: TestApp;
let office: TestApp;
before(async () => {
  app = await startRealApp();
  office = await startTestApp({
    url: (app.pool.options as { connectionString: string }).connectionString,
    keys: app.keys,
  });
});
after(async () => {
  await office.close();
  await app.close();
});

let last = 0;
const newIp = () => `10.8.${Math.floor(++last / 250)}.${last % 250}`;
/** Makes a call as a browser does. */
async function ask(call: Call, token: string, input: object = {}, ip = "127.0.0.1") {
  const query = new URLSearchParams(input as Record<string, string>);
  const inAddress = call.style === "query";
  const response = await app.http.inject({
    method: call.method,
    url: inAddress ? `${call.path}?${query}` : call.path,
    headers: { token },
    remoteAddress: ip,
    ...(!inAddress && { payload: input }),
  });
  return response.json();
}
const second = (
  mfaToken: string,
  code: string,
  { ip = newIp(), headers, form }: { ip?: string; headers?: Record<string, string>; form?: object } = {},
) => signIn(app.http, "", { ip, headers, form: { grant_type: "second_factor", mfa_token: mfaToken, code, ...form } });
const challengeFor = async (account: string, ip = newIp()) =>
  (await signIn(app.http, account, { ip })).json().mfa_token as string;
/** Resets the last used step, as if the codes used so far were long ago. */
const laterOn = (userId: string) =>
  app.pool.query("update second_factor set last_step = 0 where user_id = $1", [userId]);

interface Owner {
  userId: string;
  account: string;
  secret: string;
  recovery: string[];
  token: string;
}
/** An account with a second factor, and the session in which it was set up. */
async function anOwner(more: object = {}): Promise<Owner> {
  const { userId, account } = await anAccount(app, more);
  const token = (await signIn(app.http, account, { ip: newIp() })).json().access_token;
  const { secret } = (await ask(calls.begin, token)).data;
  const { recoveryCodes } = (await ask(calls.confirm, token, { code: codeNow(secret) })).data;
  await laterOn(userId);
  return { userId, account, secret, recovery: recoveryCodes, token };
}

describe("SecondFactor.confirm", () => {
  it("sets it up by a code, and returns the recovery codes once", async () => {
    await steadyStep();
    const { userId, account } = await anAccount(app);
    const token = (await signIn(app.http, account)).json().access_token;
    const other = (await signIn(app.http, account)).json().access_token;
    assert.deepEqual((await ask(calls.detail, token)).data, {
      enabled: "0",
      required: "0",
      setUpTime: null,
      codesLeft: 0,
    });
    assert.equal(
      (await ask(calls.confirm, token, { code: "123456" })).errorCode,
      "FACTOR_EXPIRED",
      "nothing was begun",
    );
    const { secret, address } = (await ask(calls.begin, token)).data;
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.ok(
      address.startsWith("otpauth://totp/") && address.includes(`secret=${secret}`) && address.includes(account),
    );
    assert.equal((await ask(calls.confirm, token, { code: wrongCode(secret) })).errorCode, "FIELD_INVALID");
    assert.equal((await signIn(app.http, account)).statusCode, 200, "what is not confirmed asks nobody");
    assert.equal((await whoAmI(app.http, other)).statusCode, 200);
    const { recoveryCodes } = (await ask(calls.confirm, token, { code: codeNow(secret) })).data;
    assert.equal(new Set(recoveryCodes).size, 10);
    for (const code of recoveryCodes) assert.match(code, /^(?:[A-HJKMNP-Z2-9]{4}-){5}[A-HJKMNP-Z2-9]{4}$/);
    const { setUpTime, ...state } = (await ask(calls.detail, token)).data;
    assert.deepEqual(state, { enabled: "1", required: "0", codesLeft: 10 });
    assert.match(setUpTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.equal((await whoAmI(app.http, other)).statusCode, 401, "who got in without it is out");
    const stored = JSON.stringify([
      (await app.pool.query("select * from second_factor where user_id = $1", [userId])).rows,
      (await app.pool.query("select * from recovery_code where user_id = $1", [userId])).rows,
    ]);
    for (const told of [secret, ...recoveryCodes, ...recoveryCodes.map((code: string) => code.replace("-", ""))])
      assert.ok(!stored.includes(told));
    const history = await app.pool.query(
      `select action, before, after from audit_record where biz_type = 'User' and biz_id = $1 and action like '%actor'`,
      [userId],
    );
    assert.deepEqual(history.rows, [{ action: "setUpFactor", before: null, after: null }]);
  });

  it("refuses a secret that was not confirmed in time (FACTOR_EXPIRED)", async () => {
    const { userId, account } = await anAccount(app);
    const token = (await signIn(app.http, account)).json().access_token;
    const { secret } = (await ask(calls.begin, token)).data;
    await app.pool.query(`update second_factor set pending_time = now() - interval '16 minutes' where user_id = $1`, [
      userId,
    ]);
    assert.equal((await ask(calls.confirm, token, { code: codeNow(secret) })).errorCode, "FACTOR_EXPIRED");
  });
});

describe("Auth.token", () => {
  it("answers the right password with a challenge (mfa_required), and the code with tokens", async () => {
    await steadyStep();
    const { userId, account, secret } = await anOwner();
    const first = await signIn(app.http, account, { ip: newIp() });
    const { mfa_token, expires_in, ...rest } = first.json();
    assert.deepEqual(
      [first.statusCode, rest, expires_in],
      [
        400,
        {
          error: "mfa_required",
          error_description: "请输入两步验证码",
          error_description_en: "Please enter the code of your authenticator",
        },
        300,
      ],
    );
    assert.equal(first.headers["cache-control"], "no-store");
    assert.match(mfa_token, /^[0-9a-f]{64}$/);
    const stored = JSON.stringify((await app.pool.query("select * from factor_challenge")).rows);
    assert.ok(!stored.includes(mfa_token));
    const answer = (await second(mfa_token, ` ${codeNow(secret).slice(0, 3)} ${codeNow(secret).slice(3)}`)).json();
    assert.deepEqual([answer.userId, answer.token_type, answer.expires_in], [userId, "bearer", 900]);
    assert.equal((await whoAmI(app.http, answer.access_token)).json().data.userId, userId);
    assert.equal((await refresh(app.http, answer.refresh_token)).statusCode, 200, "a renewal asks for nothing more");
    const used = await second(mfa_token, codeNow(secret, 1));
    assert.deepEqual([used.statusCode, used.json().error], [400, "expired_token"], "a challenge is for one use");
    const history = await app.pool.query("select result from sign_in where user_id = $1 order by id", [userId]);
    assert.deepEqual(
      history.rows.map((row) => row.result),
      ["success", "success"],
    );
  });

  it("accepts codes one step early or late, and no step twice", async () => {
    await steadyStep();
    const { userId, account, secret } = await anOwner();
    const tries = async (skew: number) => (await second(await challengeFor(account), codeNow(secret, skew))).statusCode;
    assert.deepEqual([await tries(2), await tries(-2)], [400, 400]);
    assert.deepEqual(
      [
        await tries(-1),
        await tries(-1),
        await tries(0),
        await tries(-1),
        await tries(0),
        await tries(1),
        await tries(1),
      ],
      [200, 400, 200, 400, 400, 200, 400],
    );
    await laterOn(userId);
    assert.equal(await tries(0), 200);
  });

  it("refuses the code that confirmed the set-up", async () => {
    await steadyStep();
    const { account } = await anAccount(app);
    const token = (await signIn(app.http, account)).json().access_token;
    const { secret } = (await ask(calls.begin, token)).data;
    const code = codeNow(secret);
    await ask(calls.confirm, token, { code });
    assert.equal((await second(await challengeFor(account), code)).statusCode, 400);
  });

  it("of concurrent sign-ins with one code, for one challenge or several, one succeeds", async () => {
    await steadyStep();
    const { userId, account, secret } = await anOwner();
    const one = await challengeFor(account);
    const many = await Promise.all(Array.from({ length: 5 }, () => challengeFor(account)));
    const ins = async (tokens: string[], code: string) =>
      (await Promise.all(tokens.map((token) => second(token, code)))).filter(({ statusCode }) => statusCode === 200)
        .length;
    assert.equal(await ins([one, one, one, one], codeNow(secret)), 1);
    await laterOn(userId);
    await app.pool.query("delete from login_failure");
    assert.equal(await ins(many, codeNow(secret)), 1);
  });

  it("accepts a recovery code once, also from two concurrent sign-ins", async () => {
    const { userId, account, recovery } = await anOwner();
    const [a, b, c] = recovery as [string, string, string];
    assert.equal((await second(await challengeFor(account), a.toLowerCase().replace("-", " "))).statusCode, 200);
    assert.equal((await second(await challengeFor(account), a)).statusCode, 400);
    const challenges = await Promise.all([1, 2, 3].map(() => challengeFor(account)));
    const answers = await Promise.all(challenges.map((token) => second(token, b)));
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
    const other = await anOwner();
    assert.equal((await second(await challengeFor(other.account), c)).statusCode, 400, "not for another account");
    const token = (await second(await challengeFor(account), c)).json().access_token;
    assert.equal((await ask(calls.detail, token)).data.codesLeft, 7);
    assert.equal(
      (await app.pool.query("select count(*)::int as n from recovery_code where user_id = $1", [userId])).rows[0].n,
      7,
    );
  });

  it("asks for the second factor at a sign-in by phone as well", async () => {
    await steadyStep();
    const phone = "13511112222";
    const { userId, secret } = await anOwner({ phone });
    await app.http.inject({ method: "POST", url: loginCode.path, payload: { telephone: phone } });
    const code = (await codeSentTo(app, phone)) as string;
    const form = {
      grant_type: "password",
      username: JSON.stringify({ loginType: "5", userId: phone, loginMethod: "2" }),
      password: code,
    };
    const first = (await signIn(app.http, "", { form })).json();
    assert.equal(first.error, "mfa_required");
    assert.equal((await second(first.mfa_token, codeNow(secret))).json().userId, userId);
  });
});

describe("a challenge of the second factor", () => {
  it("belongs to its client, lasts five minutes, and ends with a new password or a disabled account", async () => {
    await steadyStep();
    const { userId, account, secret } = await anOwner();
    await app.pool
      .query(`insert into client (client_id, client_secret_hash, scope, authorized_grant_types, access_token_validity, refresh_token_validity, create_user, update_user)
    select 'elsewhere', client_secret_hash, 'all', '{password}', 60, 300, 0, 0 from client where client_id = 'jipei-web'`);
    const elsewhere = { authorization: basic("elsewhere") };
    const token = await challengeFor(account);
    assert.equal((await second(token, codeNow(secret), { headers: elsewhere })).json().error, "expired_token");
    await app.pool.query(`update factor_challenge set expire_time = now() where user_id = $1`, [userId]);
    assert.equal((await second(token, codeNow(secret))).json().error, "expired_token");
    await sweepSessions(app);
    assert.equal((await app.pool.query("select from factor_challenge where user_id = $1", [userId])).rowCount, 0);

    for (const change of [`password_hash = password_hash || 'x'`, `status = '2'`, "is_deleted = 1"]) {
      const { userId: id, account: name, secret: key } = await anOwner();
      const open = await challengeFor(name);
      await app.pool.query(`update app_user set ${change} where id = $1`, [id]);
      assert.equal((await second(open, codeNow(key))).json().error, "expired_token", change);
    }
    const off = await challengeFor(account);
    await app.pool.query(`update client set status = '0' where client_id = 'elsewhere'`);
    assert.equal((await second(off, codeNow(secret), { headers: elsewhere })).json().error, "invalid_client");
    assert.equal((await second(off, codeNow(secret))).statusCode, 200);
  });

  it("wants its own fields, and takes no other token in their place", async () => {
    const { account, secret } = await anOwner();
    const token = await challengeFor(account);
    for (const form of [{ code: "" }, { mfa_token: "" }, { publicKey: "x" }])
      assert.equal(
        (await second(token, codeNow(secret), { form })).json().error,
        "invalid_request",
        JSON.stringify(form),
      );
    for (const bad of ["x", "' or 1=1", `${token.slice(1)}0`, "%00"])
      assert.equal((await second(bad, "123456")).json().error, "expired_token", bad);
  });

  it("accepts five wrong codes, then the address is locked, whatever the challenge", async () => {
    await steadyStep();
    const { userId, account, secret } = await anOwner();
    const ip = newIp();
    const bad = wrongCode(secret);
    const token = await challengeFor(account, ip);
    const said: string[] = [];
    const waits: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const answer = await second(token, bad, { ip });
      said.push(answer.json().error_description);
      waits.push(answer.json().retry_after ?? 0);
      assert.equal(answer.headers["retry-after"], answer.json().retry_after?.toString());
    }
    assert.deepEqual(new Set(said), new Set(["两步验证码错误"]));
    assert.deepEqual(waits, [0, 0, 0, 0, 1800]);
    assert.equal(
      (await second(token, codeNow(secret))).json().error,
      "expired_token",
      "the challenge has borne enough, from anywhere",
    );
    const next = await challengeFor(account, ip);
    assert.equal(
      (await second(next, codeNow(secret), { ip })).json().error_description,
      "用户登录失败次数过多，请稍后再试",
    );
    assert.equal((await second(next, codeNow(secret))).statusCode, 200, "elsewhere the owner gets in");
    await laterOn(userId);
    await office.as("sysAdmin").call(userCalls.unlock, { userIds: userId });
    assert.equal(
      (await second(await challengeFor(account, ip), codeNow(secret), { ip })).statusCode,
      200,
      "an administrator unlocks the account",
    );
    const history = await app.pool.query(
      `select result, count(*)::int as n from sign_in where user_id = $1 and result in ('factor', 'locked') group by result order by result`,
      [userId],
    );
    assert.deepEqual(history.rows, [
      { result: "factor", n: 5 },
      { result: "locked", n: 1 },
    ]);
  });

  it("is one of many for which forty concurrent guesses have no more than five codes checked", async () => {
    const { account, secret } = await anOwner();
    const ip = newIp();
    const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeFor(account, ip)));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => second(challenges[i % 8] as string, wrongCode(secret), { ip })),
    );
    assert.equal(answers.filter((answer) => answer.json().error_description === "两步验证码错误").length, 5);
  });

  it("is seldom accepted from unknown addresses while many guess, and at once from the owner’s", async () => {
    await steadyStep();
    const { userId, account, secret } = await anOwner();
    const home = newIp();
    assert.equal((await second(await challengeFor(account, home), codeNow(secret), { ip: home })).statusCode, 200);
    for (let i = 0; i < 20; i++) await second(await challengeFor(account), wrongCode(secret));
    await laterOn(userId);
    assert.equal(
      (await second(await challengeFor(account), codeNow(secret))).json().error_description,
      "用户登录失败次数过多，请稍后再试",
    );
    assert.equal((await second(await challengeFor(account, home), codeNow(secret), { ip: home })).statusCode, 200);
    await laterOn(userId);
    await app.pool.query(`update login_failure set last_time = now() - interval '301 seconds', locked_until = now()`);
    assert.equal((await second(await challengeFor(account), codeNow(secret))).statusCode, 200);
  });
});

describe("SecondFactor.begin", () => {
  it("and renewCodes and remove ask for password and code", async () => {
    await steadyStep();
    const { userId, account, secret, recovery, token } = await anOwner();
    const ip = newIp();
    const refusedField = async (call: Call, input: object) => {
      const answer = await ask(call, token, input, ip);
      return answer.data?.failures?.[0]?.field ?? answer.errorCode;
    };
    for (const call of [calls.begin, calls.renewCodes, calls.remove]) {
      assert.equal(await refusedField(call, { password: "", code: codeNow(secret) }), "password", call.name);
      assert.equal(await refusedField(call, { password, code: "" }), "code", call.name);
    }
    assert.equal(await refusedField(calls.renewCodes, { password: "Wrong2026", code: codeNow(secret) }), "password");
    assert.equal(await refusedField(calls.remove, { password, code: wrongCode(secret) }), "code");

    const renewed = (await ask(calls.renewCodes, token, { password, code: codeNow(secret) }, ip)).data
      .recoveryCodes as string[];
    assert.equal(renewed.filter((code) => recovery.includes(code)).length, 0);
    assert.equal(
      (await second(await challengeFor(account), recovery[0] as string)).statusCode,
      400,
      "those before are void",
    );
    assert.equal(
      await refusedField(calls.remove, { password, code: codeNow(secret) }),
      "code",
      "a code is for one use, here too",
    );

    const next = (await ask(calls.begin, token, { password, code: renewed[0] }, ip)).data.secret as string;
    assert.equal(
      (await second(await challengeFor(account), codeNow(secret, 1))).statusCode,
      200,
      "the old one counts until the new one is confirmed",
    );
    await ask(calls.confirm, token, { code: codeNow(next) }, ip);
    await laterOn(userId);
    assert.equal((await second(await challengeFor(account), codeNow(secret))).statusCode, 400);
    assert.equal((await second(await challengeFor(account), codeNow(next))).statusCode, 200);

    await laterOn(userId);
    assert.equal((await ask(calls.remove, token, { password, code: codeNow(next) }, ip)).code, 200);
    assert.equal((await signIn(app.http, account, { ip: newIp() })).statusCode, 200);
    assert.equal(await refusedField(calls.remove, { password, code: codeNow(next) }), "FACTOR_NOT_SET");
    const history = await app.pool.query(
      `select action from audit_record where biz_type = 'User' and biz_id = $1 and action ~ '(Factor|Codes)$' order by id`,
      [userId],
    );
    assert.deepEqual(
      history.rows.map((row) => row.action),
      ["setUpFactor", "renewCodes", "setUpFactor", "removeFactor"],
    );
  });
});

describe("SecondFactor.remove", () => {
  it("limits guesses of password and code from an open session (RATE_LIMIT)", async () => {
    const { secret, token } = await anOwner();
    const ip = newIp();
    const codes = [];
    for (let i = 0; i < 6; i++)
      codes.push(
        (
          await ask(
            calls.remove,
            token,
            i % 2 ? { password, code: wrongCode(secret) } : { password: "Wrong2026", code: codeNow(secret) },
            ip,
          )
        ).errorCode,
      );
    assert.deepEqual(codes, [...Array<string>(5).fill("FIELD_INVALID"), "RATE_LIMIT"]);
  });

  it("checks no more than ten of forty concurrent guesses of the password", async () => {
    const { secret, token } = await anOwner();
    const ip = newIp();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        ask(calls.renewCodes, token, { password: "Wrong2026", code: wrongCode(secret) }, ip),
      ),
    );
    const looked = answers.filter(({ errorCode }) => errorCode === "FIELD_INVALID").length;
    assert.ok(looked > 0 && looked <= 10, String(looked));
  });
});

describe("User.resetFactor", () => {
  it("resets it for others, writes audit rows, and ends their sessions", async () => {
    const { userId, account, token } = await anOwner({ roles: ["leader"] });
    const admin = office.as("sysAdmin");
    const { userId: clerkId } = await anOwner();
    assert.equal(
      (await admin.refused(userCalls.resetFactor, { userIds: `${userId},${clerkId}` })).errorCode,
      "SECOND_PERSON",
      "who holds a duty takes two",
    );
    assert.equal(
      (await office.as("clerk").refused(userCalls.resetFactor, { userIds: userId })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await office.as("sysAdmin", { userId }).refused(userCalls.resetFactor, { userIds: userId })).errorCode,
      "ROLE_DENIED",
      "not their own",
    );
    const plain = await anAccount(app, { roles: ["leader"] });
    const refused = await admin.refused(userCalls.resetFactor, { userIds: `${userId},${plain.userId}` });
    assert.deepEqual([refused.errorCode, refused.failures.map(({ id }) => id)], ["FACTOR_NOT_SET", [plain.userId]]);
    const open = await challengeFor(account);
    await admin.call(userCalls.resetFactor, { userIds: userId });
    assert.equal((await whoAmI(app.http, token)).statusCode, 401);
    assert.equal((await second(open, "123456")).json().error, "expired_token");
    assert.equal((await signIn(app.http, account, { ip: newIp() })).statusCode, 200);
    const history = await app.pool.query(
      `select operator_id from audit_record where biz_id = $1 and action = 'resetFactor'`,
      [userId],
    );
    assert.deepEqual(history.rows, [{ operator_id: admin.actor.userId }]);
  });
});

describe("a role that needs a second factor", () => {
  it("has all other calls refused until it is set up; a change takes effect at the next call", async () => {
    await steadyStep();
    const admin = office.as("sysAdmin");
    const { id } = (await admin.list(parameterCalls.list, { paramKey_equal: "signIn.factor.roles" })).records[0] as {
      id: string;
    };
    const require = (paramValue: string) => admin.call(parameterCalls.submit, { id, paramValue } as never);
    const { account } = await anAccount(app, { roles: ["auditor"] });
    const token = (await signIn(app.http, account, { ip: newIp() })).json().access_token;
    const lists = () => app.http.inject({ url: "/api/blade-user/list", headers: { token } });
    const mark = (await lists()).headers["rights-mark"];
    try {
      await require("clerk,auditor");
      const refused = await lists();
      assert.deepEqual([refused.statusCode, refused.json().errorCode], [403, "FACTOR_REQUIRED"]);
      assert.notEqual(refused.headers["rights-mark"], mark, "the web hears of it");
      for (const url of ["/api/blade-system/menu/routes", "/api/blade-user/info"])
        assert.equal((await app.http.inject({ url, headers: { token } })).json().errorCode, "FACTOR_REQUIRED", url);
      const open = await app.http.inject({ url: captcha.path, headers: { token } });
      assert.deepEqual(
        [open.statusCode, open.headers["rights-mark"]],
        [200, undefined],
        "a public call treats them as a stranger",
      );
      assert.equal((await whoAmI(app.http, token)).json().data.extData.mustSetUpFactor, true);
      const again = (await signIn(app.http, account, { ip: newIp() })).json();
      assert.equal(again.extData.mustSetUpFactor, true, "they may sign in, to set it up");
      assert.equal((await ask(calls.detail, token)).data.required, "1");
      const { secret } = (await ask(calls.begin, token)).data;
      await ask(calls.confirm, token, { code: codeNow(secret) });
      assert.equal((await lists()).statusCode, 200);
      assert.equal((await whoAmI(app.http, token)).json().data.extData.mustSetUpFactor, false);
      assert.equal((await ask(calls.remove, token, { password, code: codeNow(secret, 1) })).errorCode, "FACTOR_KEPT");
      const out = (await signIn(app.http, (await anAccount(app, { roles: ["clerk"] })).account, { ip: newIp() })).json()
        .access_token;
      await ask(logout, out);
      assert.equal((await whoAmI(app.http, out)).statusCode, 401, "logging out goes");
      const student = await anAccount(app, {
        loginType: "2",
        roles: ["student"],
        account: undefined,
        accountId: "5",
        idNumber: "329999199001010025",
      });
      assert.ok(student.userId, "other roles are not asked");
    } finally {
      await require("none");
    }
  });
});
