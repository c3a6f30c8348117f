import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { clearCache, logout, userInfo } from "@jipei/contract/auth/auth.ts";
import { lockAttempts, lockScreen, unlockScreen } from "@jipei/contract/auth/lock.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import { sm2 } from "sm-crypto-v2";
import { sm2Pairs } from "../../core/security/keys.ts";
import { anAccount, refresh, signIn, startRealApp } from "../../../test/support/sign-in.ts";
import type { TestApp } from "../../../test/support/test-app.ts";

/** The screen lock is enforced by the server, whatever the browser does. */
let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());

const enter = async (): Promise<{ access_token: string; refresh_token: string }> =>
  (await signIn(app.http, (await anAccount(app)).account)).json();
const send = (token: string, call: Call, payload: object = {}) =>
  app.http.inject({
    method: call.method,
    url: call.path,
    headers: { token, "content-type": "application/json" },
    ...(call.method === "POST" && { payload: JSON.stringify(payload) }),
  });
const said = async (token: string, call: Call, payload?: object) => {
  const { code, errorCode, data } = (await send(token, call, payload)).json();
  return code === 200 ? data : errorCode;
};
const right = { password: "锁屏 pass" };

describe("Auth.lock", () => {
  it("a locked session may only unlock and log out (SESSION_LOCKED), with old and new tokens", async () => {
    const { access_token: token, refresh_token } = await enter();
    assert.equal(await said(token, lockScreen), "FIELD_INVALID", "there is no password yet");
    assert.equal(await said(token, lockScreen, { password: "   " }), "FIELD_INVALID");
    assert.equal(await said(token, lockScreen, right), null);
    for (const call of [candidateSourceCalls.list, clearCache, userInfo]) {
      const answer = await send(token, call);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [423, "SESSION_LOCKED"], call.name);
    }
    const fresh = (await refresh(app.http, refresh_token)).json().access_token;
    assert.equal(await said(fresh, candidateSourceCalls.list), "SESSION_LOCKED");
    assert.deepEqual(await said(token, unlockScreen, right), { left: null });
    assert.equal((await send(token, candidateSourceCalls.list)).statusCode, 200);
    assert.equal(await said(token, lockScreen), null, "the password set once locks again");
    assert.equal(await said(token, lockScreen, { password: "another" }), null);
    assert.deepEqual(
      await said(token, unlockScreen, { password: "another" }),
      { left: lockAttempts - 1 },
      "who finds the screen locked cannot choose its password",
    );
    assert.equal((await send(token, logout)).statusCode, 200);
    assert.equal(await said(token, unlockScreen, right), "UNAUTHORIZED");
  });

  it("a locked session gets from a public call what a stranger gets", async () => {
    const { access_token: token } = await enter();
    const disable = { id: "987654321", isValid: "unValid", reason: "本人申请" };
    assert.equal(await said(token, studentAccountCalls.submit, disable), "NOT_FOUND");
    await said(token, lockScreen, right);
    assert.equal(await said(token, studentAccountCalls.submit, disable), "FIELD_INVALID");
    assert.equal((await send(token, logout)).statusCode, 200);
  });

  it("sends the password encrypted and stores it as argon2id", async () => {
    const { access_token: token } = await enter();
    const sealed = { password: `04${sm2.doEncrypt(right.password, sm2Pairs(app.keys)[0].publicKey, 1)}` };
    assert.equal(await said(token, lockScreen, sealed), null);
    const { rows } = await app.pool.query("select lock_hash from login_session where locked = 1 and end_time is null");
    assert.ok(rows.length === 1 && rows[0].lock_hash.startsWith("$argon2id$"));
    assert.deepEqual(await said(token, unlockScreen, right), { left: null });
  });

  it("is over when its session ends; a new session of the user is not locked", async () => {
    const { account, userId } = await anAccount(app);
    const token = (await signIn(app.http, account)).json().access_token;
    await said(token, lockScreen, right);
    await app.pool.query(`update login_session set end_time = now(), end_reason = 'forced' where user_id = $1`, [
      userId,
    ]);
    assert.equal(await said(token, unlockScreen, right), "UNAUTHORIZED");
    const next = (await signIn(app.http, account)).json().access_token;
    assert.equal((await send(next, candidateSourceCalls.list)).statusCode, 200);
  });
});

describe("Auth.unlock", () => {
  it("ends the session after five wrong passwords, also concurrent ones; a right one resets the count", async () => {
    const { access_token: token } = await enter();
    await said(token, lockScreen, right);
    assert.deepEqual(await said(token, unlockScreen, { password: "wrong" }), { left: 4 });
    assert.deepEqual(await said(token, unlockScreen, right), { left: null });
    await said(token, lockScreen);
    for (const left of [4, 3, 2, 1, 0])
      assert.deepEqual(await said(token, unlockScreen, { password: "wrong" }), { left });
    assert.equal(await said(token, unlockScreen, right), "UNAUTHORIZED");

    const rush = (await enter()).access_token;
    await said(rush, lockScreen, right);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => said(rush, unlockScreen, { password: `guess ${n}` })),
    );
    const lefts = guesses.flatMap((guess) => (guess?.left == null ? [] : [guess.left]));
    assert.deepEqual(lefts.sort(), [0, 1, 2, 3, 4], "five were looked at");
    assert.equal(await said(rush, unlockScreen, right), "UNAUTHORIZED");
  });
});
