import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { anAccount, password, sentPassword } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { incompatible } from "../../core/access/incompatible-roles.ts";
import { type Actor, system } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { checkNewPassword, nextPassword } from "../../core/security/password.ts";
import { isPasswordCorrect } from "../../auth/auth.queries.ts";
import { resetPassword } from "./account.change.ts";
import { createAccount } from "./account.create.ts";
import { changePassword } from "./account.password.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction().execute(work);
const as = (userId: string): Actor => ({ ...system, userId });

describe("checkNewPassword", () => {
  it("asks for 8-64 characters with letters and digits, no blank, and not the account name", () => {
    const clerk = { account: "clerk" };
    for (const fine of ["Sesame-7qv-26", "A1!?A1!?", "k7m2pq9xwz", "k7m2pq9x".repeat(8)])
      checkNewPassword(fine, clerk, nextPassword);
    for (const bad of [
      "short1",
      "onlyletters",
      "12345678",
      "has blank1",
      `${"k7m2pq9x".repeat(8)}w`,
      "密码密码密码密码",
      "xxCLERK2026",
      "",
    ])
      assert.throws(() => checkNewPassword(bad, clerk, nextPassword), /FIELD_INVALID/, bad);
  });
});

describe("changePassword", () => {
  it("needs the old password, and refuses it and the last three as the new one", async () => {
    const { userId } = await anAccount(app);
    const change = (from: string | null, to: string) =>
      inTx((tx) => changePassword(tx, app, as(userId), userId, from, to));
    await assert.rejects(change("wrong", "Second-7qv-26"), { zh: "原密码：原密码不正确" });
    await assert.rejects(change(password, password), { zh: "新密码：新密码不能与原密码相同" });
    await change(password, "Second-7qv-26");
    await change("Second-7qv-26", "Third-7qv-26");
    for (const used of [password, "Second-7qv-26"]) await assert.rejects(change("Third-7qv-26", used), /FIELD_INVALID/);
    await change("Third-7qv-26", "Fourth-7qv-26");
    await change("Fourth-7qv-26", password);
    assert.ok(await inTx((tx) => isPasswordCorrect(tx, userId, password)));
    const { rows } = await app.pool.query("select password_hash from app_user where id = $1", [userId]);
    assert.match(rows[0].password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("refuses the ID number that a student signs in with as part of a password", async () => {
    const idNumber = "32999920010101001X";
    const join = (sent: string) =>
      inTx((tx) =>
        createAccount(tx, app, system, {
          loginType: "2",
          name: "学员",
          roles: ["student"],
          accountId: "1",
          idNumber,
          password: sent,
        }),
      );
    for (const bad of [idNumber, idNumber.toLowerCase(), `a${idNumber}`, `${idNumber}1b`])
      await assert.rejects(join(bad), { zh: "密码：密码不能包含账号" }, bad);
    const { userId } = await join(password);
    await assert.rejects(
      inTx((tx) => changePassword(tx, app, as(userId), userId, password, `x${idNumber}`)),
      { zh: "新密码：密码不能包含账号" },
    );
    await inTx((tx) => changePassword(tx, app, as(userId), userId, password, `x${idNumber.slice(1)}`));
  });
});

describe("createAccount", () => {
  it("gives an account name once, whatever its case, also to concurrent calls", async () => {
    const { account } = await anAccount(app);
    await assert.rejects(anAccount(app, { account: account.toUpperCase() }), /ACCOUNT_DUP/);
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => anAccount(app, { account: "twins" })));
    assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
  });

  it("generates a missing password, sends it by SMS and stores only its hash", async () => {
    const { userId, password: made } = await inTx((tx) =>
      createAccount(tx, app, system, {
        loginType: "1",
        account: "neworg",
        name: "新机构",
        roles: ["orgAdmin"],
        orgId: "9",
        phone: "13800000000",
      }),
    );
    assert.ok(made);
    const { rows } = await app.pool.query("select phone_number, message, body from sms_message");
    assert.ok(app.cipher.decrypt(rows[0].body).includes(made) && !app.cipher.decrypt(rows[0].message).includes(made));
    assert.ok(!JSON.stringify(rows).includes(made) && !JSON.stringify(rows).includes("13800000000"));
    const user = (await app.pool.query("select must_change, audience, org_id from app_user where id = $1", [userId]))
      .rows[0];
    assert.deepEqual(user, { must_change: 1, audience: "institution", org_id: "9" });
    await inTx((tx) => resetPassword(tx, app, system, { orgId: "9" }));
    const reset = await sentPassword(app, userId);
    assert.ok(reset !== "" && reset !== made);
    const history = (
      await app.pool.query(
        `select action, after from audit_record where biz_type = 'User' and biz_id = $1 order by id`,
        [userId],
      )
    ).rows;
    assert.deepEqual(
      history.map((row) => row.action),
      ["create", "resetPassword"],
    );
    assert.ok(!JSON.stringify(history).includes(made));
  });

  it("refuses roles that exclude each other (ROLE_DENIED)", async () => {
    for (const pair of [
      ["firstReviewer", "secondReviewer"],
      ["finance", "firstReviewer"],
      ["finance", "secondReviewer"],
      ["finance", "leader"],
      ["sysAdmin", "firstReviewer"],
      ["sysAdmin", "secondReviewer"],
      ["sysAdmin", "clerk"],
      ["sysAdmin", "finance"],
      ["auditor", "clerk"],
      ["auditor", "sysAdmin"],
      ["clerk", "orgAdmin"],
      ["clerk", "assessor"],
      ["leader", "student"],
      ["auditor", "entAdmin"],
    ]) {
      assert.ok(incompatible(pair), pair.join());
      assert.ok(incompatible(pair.toReversed()), pair.join());
    }
    for (const pair of [
      ["clerk", "firstReviewer"],
      ["leader", "auditor"],
      ["orgAdmin", "orgTeacher"],
      ["leader", "firstReviewer"],
      ["clerk"],
    ])
      assert.equal(incompatible(pair), null, pair.join());
    await assert.rejects(anAccount(app, { roles: ["firstReviewer", "secondReviewer"] }), /ROLE_DENIED/);
  });
});
