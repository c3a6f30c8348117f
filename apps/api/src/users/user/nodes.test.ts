// Slow: asks two real servers on one database after each change, six times over.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loginCode, token as tokenCall, userInfo } from "@jipei/contract/auth/auth.ts";
import { envelopeKey, keySeed } from "@jipei/contract/auth/envelope.ts";
import { lockScreen, unlockScreen } from "@jipei/contract/auth/lock.ts";
import { loadButtonScope } from "@jipei/contract/auth/own-rights.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { updatePassword } from "@jipei/contract/users/profile.ts";
import { sessionCalls } from "@jipei/contract/users/session.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { sm2Pairs } from "../../core/security/keys.ts";
import { deriveKeys, newKeyPair, encrypt, sharedPoint } from "@jipei/envelope/client-cipher.ts";
import { anAccount, basic, password } from "../../../test/support/sign-in.ts";
import { justFailed, solve, waitOver } from "../../../test/support/wait.ts";
import { type TwoServers, twoServers } from "../../../test/support/two-servers.ts";
import { today } from "../../core/foundation/clock.ts";

/** Two server processes on one database: changes made at one take effect at the other with the next call. */
let nodes: TwoServers;
let here: string;
let there: string;
let admin: string;
before(async () => {
  nodes = await twoServers();
  [here, there] = nodes.urls;
  admin = await signedIn(here, (await anAccount(nodes.app, { roles: ["sysAdmin"] })).account);
});
after(() => nodes?.close());

async function ask(
  node: string,
  call: Call,
  token: string,
  input: Record<string, unknown> = {},
): Promise<{ code: number; errorCode?: string; data: any }> {
  const inAddress = call.method === "GET" || call.style === "query";
  const address = inAddress ? `${call.path}?${new URLSearchParams(input as Record<string, string>)}` : call.path;
  const response = await fetch(node + address, {
    method: call.method,
    headers: { token, ...(!inAddress && { "content-type": "application/json" }) },
    ...(!inAddress && { body: JSON.stringify(input) }),
  });
  return (await response.json()) as never;
}
async function form(node: string, fields: Record<string, string>): Promise<Record<string, any>> {
  const response = await fetch(node + tokenCall.path, {
    method: "POST",
    headers: { authorization: basic() },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as never;
}
const enter = (node: string, account: string, typed = password, more = {}) =>
  form(node, { grant_type: "password", username: account, password: typed, ...more });
async function signedIn(node: string, account: string): Promise<string> {
  const { access_token } = await enter(node, account);
  assert.ok(access_token);
  return access_token;
}
const codes = (token: string, call: Call = userInfo) =>
  Promise.all([here, there].map(async (node) => (await ask(node, call, token)).code));

describe("two nodes", () => {
  it("sign a disabled account out at both, with both tokens; its old sessions stay ended when it is enabled", async () => {
    const { account, userId } = await anAccount(nodes.app);
    const { access_token, refresh_token } = await enter(there, account);
    assert.deepEqual(await codes(access_token), [200, 200]);
    assert.equal((await ask(here, userCalls.update, admin, { id: userId, status: "2" })).code, 200);
    assert.deepEqual(await codes(access_token), [401, 401]);
    assert.equal((await form(there, { grant_type: "refresh_token", refresh_token })).error, "invalid_grant");
    assert.match((await enter(there, account)).error_description, /已停用/);
    assert.equal((await ask(here, userCalls.update, admin, { id: userId, status: "1" })).code, 200);
    assert.deepEqual(await codes(access_token), [401, 401]);
    assert.deepEqual(await codes(await signedIn(there, account)), [200, 200]);
  });

  it("end sessions at both that expire, or are ended by owner, administrator or a new password", async () => {
    const { account, userId } = await anAccount(nodes.app, { roles: ["leader"], phone: "13712345678" });
    const ends: [string, (token: string) => Promise<unknown>][] = [
      [
        "run out",
        () =>
          nodes.app.pool.query(`update login_session set expire_time = now() where user_id = $1 and end_time is null`, [
            userId,
          ]),
      ],
      [
        "forced",
        async () =>
          ask(here, sessionCalls.end, admin, {
            ids: (await ask(here, sessionCalls.list, admin, { account })).data.records[0].id,
          }),
      ],
      [
        "ended elsewhere",
        async () => {
          const other = await signedIn(here, account);
          const rows = (await ask(here, sessionCalls.own, other)).data as { id: string; isCurrent: string }[];
          await ask(here, sessionCalls.endOwn, other, {
            ids: rows
              .filter((row) => row.isCurrent === "0")
              .map(({ id }) => id)
              .join(),
          });
        },
      ],
      ["reset", () => ask(here, userCalls.resetPassword, admin, { userIds: userId })],
    ];
    for (const [name, end] of ends) {
      const token = await signedIn(there, account);
      assert.deepEqual(await codes(token), [200, 200]);
      await end(token);
      assert.deepEqual(await codes(token), [401, 401], name);
    }
    const second = await anAccount(nodes.app);
    const [old, current] = [await signedIn(there, second.account), await signedIn(here, second.account)];
    assert.equal(
      (
        await ask(here, updatePassword, current, {
          oldPassword: password,
          newPassword: "Other-7qv-26",
          newPassword1: "Other-7qv-26",
        })
      ).code,
      200,
    );
    assert.deepEqual(
      [await codes(old), await codes(current)],
      [
        [401, 401],
        [401, 401],
      ],
    );
    assert.equal((await enter(there, second.account)).error, "invalid_grant");
    assert.ok((await enter(there, second.account, "Other-7qv-26")).access_token);
  });

  it("know at the next call of a role granted, revoked or expired, and of a right revoked from a role", async () => {
    const { account, userId } = await anAccount(nodes.app, { roles: ["finance"] });
    const token = await signedIn(there, account);
    const roleId = async (alias: string) =>
      (await nodes.app.pool.query("select id from role where role_alias = $1", [alias])).rows[0].id as string;
    const may = () => codes(token, candidateSourceCalls.list);
    assert.deepEqual(await may(), [403, 403]);
    await ask(here, userCalls.grant, admin, { userIds: userId, roleIds: await roleId("clerk") });
    assert.deepEqual(await may(), [200, 200]);
    await ask(here, userCalls.grant, admin, { userIds: userId, roleIds: await roleId("finance") });
    assert.deepEqual(await may(), [403, 403]);
    await ask(here, userCalls.grant, admin, { userIds: userId, roleIds: await roleId("clerk"), endDate: today() });
    assert.deepEqual(await may(), [200, 200]);
    await nodes.app.pool.query(
      "update user_role set end_date = current_date - 1 where user_id = $1 and end_date is not null",
      [userId],
    );
    assert.deepEqual(await may(), [403, 403]);

    const { data: role } = await ask(here, roleCalls.submit, admin, {
      roleName: "来源",
      roleAlias: "nodeSource",
      sort: 1,
    });
    await nodes.app.pool.query(`insert into role_permission values ($1, 'candidates_source_view')`, [role.id]);
    await ask(here, userCalls.grant, admin, { userIds: userId, roleIds: role.id });
    assert.deepEqual(await may(), [200, 200]);
    assert.equal((await ask(here, roleCalls.grant, admin, { roleIds: [role.id], menuIds: [] })).code, 200);
    assert.deepEqual(await may(), [403, 403]);
  });

  it("lock a screen at both that was locked at one, and unlock it there", async () => {
    const token = await signedIn(here, (await anAccount(nodes.app)).account);
    assert.equal((await ask(here, lockScreen, token, { password: "lock" })).code, 200);
    assert.deepEqual(await codes(token), [423, 423]);
    assert.deepEqual((await ask(there, unlockScreen, token, { password: "wrong" })).data, { left: 4 });
    assert.deepEqual((await ask(here, unlockScreen, token, { password: "wrong" })).data, { left: 3 });
    assert.deepEqual((await ask(there, unlockScreen, token, { password: "lock" })).data, { left: null });
    assert.deepEqual(await codes(token), [200, 200]);
  });

  it("count failures together, and take a proof of work and an SMS code once, at whichever", async () => {
    const { account } = await anAccount(nodes.app);
    for (const [n, node] of [here, there, here].entries())
      assert.equal((await enter(node, account, "Wrong2026")).retry_after, n === 2 ? 5 : undefined);
    for (const node of [here, there]) assert.match((await enter(node, account)).error_description, /失败次数过多/);
    await waitOver(nodes.app);
    await justFailed(nodes.app);
    const proof = await solve((await enter(there, account)).challenge);
    assert.match((await enter(there, account, "Wrong2026", { proof })).error_description, /用户名或密码错误/);
    await waitOver(nodes.app);
    await justFailed(nodes.app);
    assert.match(
      (await enter(here, account, password, { proof })).error_description,
      /失败次数较多/,
      "used at the other node",
    );

    const phone = "13787654321";
    await anAccount(nodes.app, { phone, account: "phoned" });
    assert.equal((await ask(here, loginCode, "", { telephone: phone })).code, 200);
    assert.equal((await ask(there, loginCode, "", { telephone: phone })).errorCode, "SMS_LIMIT");
    // Only a keyed hash of the sent code is stored; here it is replaced by that of a known code.
    const code = "246813";
    const phoneHash = nodes.app.cipher.hash(phone);
    await nodes.app.pool.query("update verification_code set code_hash = $2 where phone_hash = $1", [
      phoneHash,
      nodes.app.cipher.hash(`${phoneHash}${code}`),
    ]);
    const byCode = (node: string, typed: string) =>
      form(node, {
        grant_type: "password",
        username: JSON.stringify({ loginType: "5", userId: phone, loginMethod: "2", programNo: "ZJGTRAIN" }),
        password: typed,
      });
    const answers = await Promise.all([byCode(here, code), byCode(there, code)]);
    assert.equal(answers.filter(({ access_token }) => access_token).length, 1);
  });

  it("accept an encrypted body once, at whichever", async () => {
    const { app } = nodes;
    const token = await signedIn(here, (await anAccount(app)).account);
    const pair = newKeyPair();
    const { keyId, publicKey } = (await ask(here, envelopeKey, token, { publicKey: pair.publicKey })).data;
    const seed = keySeed({
      ephemeral: sharedPoint(pair.privateKey, publicKey),
      lasting: sharedPoint(pair.privateKey, sm2Pairs(app.keys)[0].publicKey),
      clientPublicKey: pair.publicKey,
      serverPublicKey: publicKey,
      keyId,
    });
    const keys = deriveKeys(seed);
    const body = () => encrypt(keys, loadButtonScope.path, keyId, Date.now(), JSON.stringify({}));
    const first = body();
    const post = async (node: string, sent: unknown) =>
      (await (
        await fetch(node + loadButtonScope.path, {
          method: "POST",
          headers: { token, "content-type": "application/json" },
          body: JSON.stringify(sent),
        })
      ).json()) as { errorCode?: string; data?: string };
    assert.ok((await post(there, first)).data, "the keys agreed on at one node open it at the other");
    for (const node of [here, there]) assert.equal((await post(node, first)).errorCode, "ENVELOPE_REPLAY");
    const second = body();
    const both = await Promise.all([post(here, second), post(there, second)]);
    assert.deepEqual(both.map(({ errorCode }) => errorCode).toSorted(), ["ENVELOPE_REPLAY", undefined]);
  });
});
