import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { token as tokenCall, userInfo } from "@jipei/contract/auth/auth.ts";
import { clientCalls } from "@jipei/contract/auth/client.ts";
import { secondFactorCalls } from "@jipei/contract/auth/second-factor.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { createEmptyDatabase } from "../../../test/database/empty-db.ts";
import { codeNow, steadyStep } from "../../../test/support/authenticator.ts";
import { anAccount, basic, password } from "../../../test/support/sign-in.ts";
import { type TwoServers, twoServers } from "../../../test/support/two-servers.ts";

/** A change made at one node takes effect at the other with the next call. */
let nodes: TwoServers;
let here: string;
let there: string;
/** An administrator who is signed in at the first node. */
let admin: string;
before(async () => {
  // From nothing, so that two nodes migrate and seed one database at the same time.
  nodes = await twoServers({}, createEmptyDatabase);
  [here, there] = nodes.urls;
  const { account } = await anAccount(nodes.app, { roles: ["sysAdmin"] });
  admin = (await enter(here, account)).access_token;
});
after(() => nodes?.close());

async function ask(node: string, call: Call, token: string, input: Record<string, unknown> = {}) {
  const address =
    call.style === "query" ? `${call.path}?${new URLSearchParams(input as Record<string, string>)}` : call.path;
  const body = call.style === "query" ? undefined : JSON.stringify(input);
  const response = await fetch(node + address, {
    method: call.method,
    headers: { token, ...(body && { "content-type": "application/json" }) },
    body,
  });
  return (await response.json()) as { code: number; errorCode?: string; data: any };
}
async function form(node: string, fields: Record<string, string>, authorization = basic()) {
  const response = await fetch(node + tokenCall.path, {
    method: "POST",
    headers: { authorization },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as Record<string, any>;
}
const enter = (node: string, account: string, authorization?: string) =>
  form(node, { grant_type: "password", username: account, password }, authorization);
const renew = (node: string, refreshToken: string, authorization?: string) =>
  form(node, { grant_type: "refresh_token", refresh_token: refreshToken }, authorization);
const statusAt = async (node: string, token: string) => (await ask(node, userInfo, token)).code;

describe("Client.submit", () => {
  it("and Client.remove at one node have the client refused at the other", async () => {
    const { account } = await anAccount(nodes.app);
    for (const [clientId, end] of [
      ["switched-off", (id: string) => ask(here, clientCalls.submit, admin, { id, status: "0" })],
      ["removed", (id: string) => ask(here, clientCalls.remove, admin, { ids: id })],
    ] as const) {
      const { id, clientSecret } = (
        await ask(here, clientCalls.submit, admin, {
          clientId,
          authorizedGrantTypes: ["password", "refresh_token"],
          accessTokenValidity: 600,
          refreshTokenValidity: 3600,
          sessionValidity: 3600,
        })
      ).data;
      const authorization = basic(clientId, clientSecret);
      const { access_token, refresh_token } = await enter(there, account, authorization);
      assert.deepEqual([await statusAt(here, access_token), await statusAt(there, access_token)], [200, 200]);
      assert.equal((await end(id)).code, 200);
      for (const node of [there, here]) {
        assert.equal(await statusAt(node, access_token), 401);
        assert.deepEqual(
          [(await enter(node, account, authorization)).error, (await renew(node, refresh_token, authorization)).error],
          ["invalid_client", "invalid_client"],
        );
      }
    }
  });
});

describe("User.remove", () => {
  it("at one node signs the user out at the other, with both tokens", async () => {
    const { userId, account } = await anAccount(nodes.app);
    const { access_token, refresh_token } = await enter(there, account);
    assert.equal(await statusAt(there, access_token), 200);
    assert.equal((await ask(here, userCalls.remove, admin, { ids: userId })).code, 200);
    assert.equal(await statusAt(there, access_token), 401);
    assert.equal((await renew(there, refresh_token)).error, "invalid_grant");
    assert.equal((await enter(there, account)).error, "invalid_grant");
  });
});

describe("Auth.token", () => {
  it("refuses at one node a code used at the other, and takes a challenge of the other", async () => {
    await steadyStep();
    const { userId, account } = await anAccount(nodes.app);
    const { access_token } = await enter(here, account);
    const { secret } = (await ask(here, secondFactorCalls.begin, access_token)).data;
    assert.equal((await ask(there, secondFactorCalls.confirm, access_token, { code: codeNow(secret) })).code, 200);
    await nodes.app.pool.query("update second_factor set last_step = 0 where user_id = $1", [userId]);
    const [first, second] = [await enter(here, account), await enter(there, account)];
    const finish = (node: string, challenge: Record<string, any>) =>
      form(node, { grant_type: "second_factor", mfa_token: challenge.mfa_token, code: codeNow(secret) });
    const answers = await Promise.all([finish(there, first), finish(here, second)]);
    assert.equal(answers.filter((answer) => answer.access_token).length, 1);
  });
});
