import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sessionCalls } from "@jipei/contract/users/session.ts";
import { anAccount, signIn, startRealApp, whoAmI } from "../../../test/support/sign-in.ts";
import type { TestApp } from "../../../test/support/test-app.ts";

/** Users see where they are signed in, and end their other sessions. */
let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());

const enter = async (account: string, agent: string): Promise<string> =>
  (await signIn(app.http, account, { headers: { "user-agent": agent } })).json().access_token;
const list = async (token: string) =>
  (await app.http.inject({ url: sessionCalls.own.path, headers: { token } })).json().data;
const end = async (token: string, ids: string) =>
  (await app.http.inject({ method: "POST", url: `${sessionCalls.endOwn.path}?ids=${ids}`, headers: { token } })).json();

describe("Session.own", () => {
  it("lists the current session first; Session.endOwn ends the others at once, and not the current one (USER_PROTECTED)", async () => {
    const { account, userId } = await anAccount(app, { roles: ["leader"] });
    const [phone, desk] = [await enter(account, "Phone"), await enter(account, "Desk")];
    const rows = await list(desk);
    assert.deepEqual(
      rows.map(({ isCurrent, agent, ip }: Record<string, string>) => [isCurrent, agent, ip]),
      [
        ["1", "Desk", "127.0.0.1"],
        ["0", "Phone", "127.0.0.1"],
      ],
    );
    assert.equal((await end(desk, rows[0].id)).errorCode, "USER_PROTECTED");
    assert.equal((await end(desk, `${rows[0].id},${rows[1].id}`)).errorCode, "USER_PROTECTED");
    assert.equal((await whoAmI(app.http, phone)).statusCode, 200, "all or nothing");
    assert.equal((await end(desk, rows[1].id)).code, 200);
    assert.deepEqual(
      [(await whoAmI(app.http, phone)).statusCode, (await whoAmI(app.http, desk)).statusCode],
      [401, 200],
    );
    assert.equal((await list(desk)).length, 1);
    const { rows: history } = await app.pool.query(
      `select action, after from audit_record where biz_type = 'User' and biz_id = $1 order by id desc limit 1`,
      [userId],
    );
    assert.deepEqual(history[0], { action: "endSessions", after: { sessions: 1 } });
  });
});

describe("Session.endOwn", () => {
  it("refuses sessions of others (NOT_FOUND), and Session.own does not show them", async () => {
    const [one, other] = [await anAccount(app), await anAccount(app)];
    const [mine, theirs] = [await enter(one.account, "Mine"), await enter(other.account, "Theirs")];
    assert.equal((await end(mine, (await list(theirs))[0].id)).errorCode, "NOT_FOUND");
    assert.equal((await whoAmI(app.http, theirs)).statusCode, 200);
    assert.deepEqual(
      (await list(mine)).map(({ agent }: { agent: string }) => agent),
      ["Mine"],
    );
  });
});
