import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { anAccount, password, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { hashPassword } from "../../core/security/password.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const old = "Morning-7qv-26";
const next = "Evening-7qv-26";

/** What a user of one side is answered, step by step. */
async function answers(side: "institution" | "person"): Promise<unknown[]> {
  const { userId, account } = await anAccount(app);
  await app.db
    .updateTable("appUser")
    .set({ passwordHash: await hashPassword(old) })
    .where("id", "=", userId)
    .execute();
  const [user, calls] =
    side === "institution"
      ? [app.as("orgAdmin", { audience: side, userId, account, orgId: "1" }), organisationCalls]
      : [app.as("student", { audience: side, userId, account, accountId: "1" }), studentAccountCalls];
  const change = async (oldPassword: string, password: string) => {
    const { errorCode, failures, msg } = await user.refused(calls.changePasswords, { oldPassword, password });
    return [errorCode, msg, failures.map(({ field }) => field)];
  };
  return [
    await user.call(calls.validPasswords, { password: old }),
    await user.call(calls.validPasswords, { password: next }),
    await change("wrong-7qv-26", next),
    await change(old, "short1"),
    await change(old, old),
    await user.call(calls.changePasswords, { oldPassword: old, password: next }),
    await user.call(calls.validPasswords, { password: next }),
  ];
}

describe("validPasswords and changePasswords", () => {
  it("answer institutions and persons alike", async () => {
    const ofInstitution = await answers("institution");
    assert.deepEqual(await answers("person"), ofInstitution);
    assert.deepEqual([ofInstitution[0], ofInstitution[1], ofInstitution[6]], [true, false, true]);
    for (const name of ["validPasswords", "changePasswords"] as const) {
      const { input, output, style, method } = organisationCalls[name];
      const other = studentAccountCalls[name];
      assert.deepEqual([other.input, other.output, other.style, other.method], [input, output, style, method]);
    }
  });

  it("leave no hash of a password behind that could be guessed without the keys", async () => {
    const { userId, account } = await anAccount(app);
    const user = app.as("orgAdmin", { audience: "institution", userId, account, orgId: "1" });
    await user.call(organisationCalls.validPasswords, { password: old });
    const stored = await app.pool.query<{ input_hash: string; body_hash: string }>(
      "select input_hash, body_hash from remembered_answer where user_id = $1",
      [userId],
    );
    assert.equal(stored.rowCount, 1);
    const plain = createHash("sha256")
      .update(JSON.stringify({ password: old }))
      .digest("base64url");
    for (const hash of Object.values(stored.rows[0] ?? {})) assert.notEqual(hash, plain);
  });

  it("changes a password that the same session showed before, once, and without either refuses (FIELD_INVALID)", async () => {
    const http = await realApp(app);
    const { userId, account } = await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "1" });
    const enter = async () => (await signIn(http, account, { loginType: "1" })).json().access_token as string;
    const [token, other] = [await enter(), await enter()];
    const post = async (session: string, call: Call, payload: object) =>
      (await http.inject({ method: "POST", url: call.path, headers: { token: session }, payload })).json();
    const { validPasswords, changePasswords } = organisationCalls;
    const change = async (session: string) => (await post(session, changePasswords, { password: next })).code;
    assert.equal(await change(token), 400);
    assert.equal((await post(token, validPasswords, { password: "Wrong-7qv-26" })).data, false);
    assert.equal(await change(token), 400, "a wrong one shows nothing");
    assert.equal((await post(token, validPasswords, { password })).data, true);
    assert.equal(await change(other), 400, "another session did not show it");
    await app.pool.query(
      "update login_session set password_shown_time = password_shown_time - interval '6 minutes' where user_id = $1",
      [userId],
    );
    assert.equal(await change(token), 400, "it is long ago");
    assert.equal((await post(token, validPasswords, { password })).data, true);
    assert.equal(await change(token), 200);
    assert.equal((await signIn(http, account, { loginType: "1", password: next })).statusCode, 200);
    await http.close();
  });
});
