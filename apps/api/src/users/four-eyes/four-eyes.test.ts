import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fourEyesCalls as calls } from "@jipei/contract/users/four-eyes.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { anAccount, lastSms, realApp, sentPassword, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { sweepFourEyes } from "./four-eyes.ts";

/** Changes that two system administrators make together, and nobody alone. */
let app: TestApp;
let [one, two]: TestUser[] = [];
const getPhone = (n: number) => `1390000${String(n).padStart(4, "0")}`;
let phones = 0;
const person = (roles: readonly [any, ...any[]] = ["leader"]) => anAccount(app, { roles, phone: getPhone(++phones) });
const administrator = async () => app.as("sysAdmin", await person(["sysAdmin"]));
const roleId = async (alias: string) =>
  (await app.pool.query<{ id: string }>("select id from role where role_alias = $1", [alias])).rows[0]!.id;
const getRoles = async (userId: string) =>
  (
    await app.pool.query<{ a: string }>(
      "select r.role_alias as a from user_role h join role r on r.id = h.role_id where h.user_id = $1 order by 1",
      [userId],
    )
  ).rows.map(({ a }) => a);
const findState = async (id: string) => (await one!.call(calls.detail, { id })).state;
const asked = async (who: TestUser, userId: string, roles = ["sysAdmin"]) =>
  (await who.call(calls.askRoles, { userId, roleIds: await Promise.all(roles.map(roleId)), reason: "新任系统管理员" }))
    .id;

before(async () => {
  app = await startTestApp();
  [one, two] = [await administrator(), await administrator()];
});
after(() => app.close());

describe("a grant of the role of a system administrator", () => {
  it("is refused to one administrator alone by every call (SECOND_PERSON)", async () => {
    const { userId } = await person();
    const roleIds = await roleId("sysAdmin");
    assert.equal((await one!.refused(userCalls.grant, { userIds: userId, roleIds })).errorCode, "SECOND_PERSON");
    assert.equal(
      (await one!.refused(userCalls.grant, { userIds: userId, roleIds, endDate: today() })).errorCode,
      "SECOND_PERSON",
    );
    assert.equal((await one!.refused(userCalls.update, { id: userId, roleId: [roleIds] })).errorCode, "SECOND_PERSON");
    const deptId = (await app.pool.query<{ id: string }>("select id from department limit 1")).rows[0]!.id;
    assert.equal(
      (
        await one!.refused(userCalls.submit, {
          account: "secondadmin",
          name: "二",
          realName: "第二人",
          phone: getPhone(++phones),
          deptId,
          roleId: [roleIds],
        })
      ).errorCode,
      "SECOND_PERSON",
    );
    assert.deepEqual(await getRoles(userId), ["leader"]);
  });

  it("is made when another administrator confirms, and is in the history", async () => {
    const { userId } = await person();
    const id = await asked(one!, userId);
    assert.deepEqual(await getRoles(userId), ["leader"], "asking gives nothing");
    assert.deepEqual(
      [(await one!.call(calls.counts, undefined)).own, (await two!.call(calls.counts, undefined)).toConfirm],
      [1, 1],
    );
    assert.equal((await one!.refused(calls.confirm, { id })).errorCode, "SELF_REVIEW");
    await two!.call(calls.confirm, { id });
    assert.deepEqual(await getRoles(userId), ["sysAdmin"]);
    assert.equal(await findState(id), "confirmed");
    const { rows } = await app.pool.query(
      `select action, operator_id from audit_record where biz_type = 'FourEyesRequest' and biz_id = $1 order by id`,
      [id],
    );
    assert.deepEqual(rows, [
      { action: "ask", operator_id: one!.actor.userId },
      { action: "confirm", operator_id: two!.actor.userId },
    ]);
    const told = await app.pool.query(
      `select 1 from message where target_kind = 'role' and target = 'sysAdmin' and link = '/system/four-eyes'`,
    );
    assert.ok((told.rowCount ?? 0) >= 2, "all administrators are told");
  });

  it("is made once when several administrators confirm at the same time", async () => {
    const { userId } = await person();
    const id = await asked(one!, userId);
    const answers = await Promise.allSettled(
      [two!, await administrator(), await administrator()].map((who) => who.call(calls.confirm, { id })),
    );
    assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1);
    assert.deepEqual(await getRoles(userId), ["sysAdmin"]);
  });

  it("may be lent until a day as well", async () => {
    const { userId } = await person();
    const { id } = await one!.call(calls.askRoles, {
      userId,
      roleIds: [await roleId("sysAdmin")],
      endDate: addDays(today(), 3),
      reason: "休假代理",
    });
    await two!.call(calls.confirm, { id });
    assert.deepEqual(await getRoles(userId), ["leader", "sysAdmin"]);
    const { rows } = await app.pool.query(
      "select count(*)::int as n from user_role where user_id = $1 and end_date is not null",
      [userId],
    );
    assert.equal(rows[0].n, 1);
  });

  it("cannot be confirmed by the user it is about, nor by a deputy of an administrator", async () => {
    const { userId, account } = await person();
    const id = await asked(one!, userId);
    await app.pool.query(
      `insert into user_role select $1, id, current_date + 3 from role where role_alias = 'sysAdmin'`,
      [userId],
    );
    const deputy = app.as("sysAdmin", { userId, account });
    assert.equal((await deputy.refused(calls.confirm, { id })).errorCode, "ROLE_DENIED");
    const other = await person();
    assert.equal(
      (
        await deputy.refused(calls.askRoles, {
          userId: other.userId,
          roleIds: [await roleId("sysAdmin")],
          reason: "代理",
        })
      ).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await deputy.refused(calls.askFactor, { userId: other.userId, reason: "代理" })).errorCode,
      "ROLE_DENIED",
    );
    const subject = app.as("sysAdmin", await person(["sysAdmin"]));
    const about = await one!.call(calls.askPhone, {
      userId: subject.actor.userId,
      phone: getPhone(++phones),
      reason: "手机遗失",
    });
    assert.equal((await subject.refused(calls.confirm, about)).errorCode, "SELF_REVIEW");
    assert.equal(
      (
        await subject.refused(calls.askPhone, {
          userId: subject.actor.userId,
          phone: getPhone(++phones),
          reason: "本人",
        })
      ).errorCode,
      "ROLE_DENIED",
    );
  });

  it("is checked again when it is confirmed", async () => {
    const [asker, subject] = [await administrator(), await person()];
    const id = await asked(asker, subject.userId);
    await app.pool.query(`update app_user set status = '2' where id = $1`, [asker.actor.userId]);
    assert.equal(
      (await two!.refused(calls.confirm, { id })).errorCode,
      "SECOND_PERSON",
      "who asked administers no more",
    );
    await app.pool.query(`update app_user set status = '1' where id = $1`, [asker.actor.userId]);
    await app.pool.query(`update app_user set status = '2' where id = $1`, [subject.userId]);
    assert.equal((await two!.refused(calls.confirm, { id })).errorCode, "STATE_ILLEGAL", "the user is disabled");
    await app.pool.query(`update app_user set status = '1' where id = $1`, [subject.userId]);
    await app.pool.query(`insert into user_role select $1, id, current_date + 3 from role where role_alias = 'clerk'`, [
      subject.userId,
    ]);
    assert.equal(
      (await two!.refused(calls.confirm, { id })).errorCode,
      "ROLE_DENIED",
      "it clashes with a duty lent since",
    );
    assert.equal(await findState(id), "waiting");
  });

  it("is withdrawn by its requester, refused by another administrator with a reason, and expires", async () => {
    const subject = await person();
    const first = await asked(one!, subject.userId);
    assert.equal(
      (
        await one!.refused(calls.askRoles, {
          userId: subject.userId,
          roleIds: [await roleId("sysAdmin")],
          reason: "再次",
        })
      ).errorCode,
      "DUPLICATE",
    );
    assert.equal((await two!.refused(calls.withdraw, { id: first })).errorCode, "NOT_OWNER");
    await one!.call(calls.withdraw, { id: first });
    assert.equal((await two!.refused(calls.confirm, { id: first })).errorCode, "STATE_ILLEGAL");
    const second = await asked(one!, subject.userId);
    assert.equal((await one!.refused(calls.refuse, { id: second, opinion: "我" })).errorCode, "SELF_REVIEW");
    assert.equal((await two!.refused(calls.refuse, { id: second })).errorCode, "FIELD_INVALID");
    await two!.call(calls.refuse, { id: second, opinion: "未经会议研究" });
    const third = await asked(one!, subject.userId);
    await app.pool.query(`update four_eyes_request set expire_time = now() - interval '1 minute' where id = $1`, [
      third,
    ]);
    assert.equal((await two!.refused(calls.confirm, { id: third })).errorCode, "STATE_ILLEGAL");
    await sweepFourEyes(app);
    assert.deepEqual(
      [await findState(first), await findState(second), await findState(third)],
      ["withdrawn", "refused", "expired"],
    );
    assert.deepEqual(await getRoles(subject.userId), ["leader"]);
  });
});

describe("a lost phone", () => {
  it("is replaced by two administrators: old number and user are notified, the password goes to the new number, sessions end", async () => {
    const http = await realApp(app);
    const { userId, account } = await person(["finance"]);
    const [oldPhone, phone] = [getPhone(phones), getPhone(++phones)];
    const token = (await signIn(http, account)).json().access_token as string;
    const { id } = await one!.call(calls.askPhone, { userId, phone, reason: "手机遗失，已当面核实" });
    assert.equal((await two!.call(calls.detail, { id })).phone, phone, "whoever confirms may call it");
    assert.equal(
      (await app.as("auditor").call(calls.detail, { id })).phone,
      `${phone.slice(0, 3)}****${phone.slice(7)}`,
    );
    await two!.call(calls.confirm, { id });
    assert.equal(
      (await http.inject({ method: "GET", url: "/api/blade-user/info", headers: { token } })).statusCode,
      401,
    );
    const sent = await app.pool.query<{ template: string; phone: string }>(
      `select template, phone_number as phone from sms_message where biz_id = $1 order by id`,
      [userId],
    );
    assert.deepEqual(
      sent.rows.map((row) => [row.template, app.cipher.decrypt(row.phone)]),
      [
        ["PHONE_CHANGED", oldPhone],
        ["PASSWORD_RESET", phone],
      ],
    );
    assert.equal((await signIn(http, account, { password: await sentPassword(app, userId) })).statusCode, 200);
    assert.equal(
      (await app.pool.query(`select 1 from message where target_kind = 'user' and target = $1`, [userId])).rowCount,
      1,
    );
    await http.close();
  });

  it("is refused where another account has the number (DUPLICATE)", async () => {
    const [taken, { userId }] = [await person(), await person()];
    const phone = getPhone(phones - 1);
    assert.ok(taken);
    assert.equal((await one!.refused(calls.askPhone, { userId, phone, reason: "遗失" })).errorCode, "DUPLICATE");
  });
});

describe("a lost second factor", () => {
  it("of a user with a duty is reset by two administrators, and the user is notified", async () => {
    const { userId } = await person(["firstReviewer"]);
    assert.equal((await one!.refused(calls.askFactor, { userId, reason: "遗失" })).errorCode, "FACTOR_NOT_SET");
    await app.pool.query(`insert into second_factor (user_id, secret, set_up_time) values ($1, $2, now())`, [
      userId,
      app.cipher.encrypt("A".repeat(32)),
    ]);
    assert.equal((await one!.refused(userCalls.resetFactor, { userIds: userId })).errorCode, "SECOND_PERSON");
    const { id } = await one!.call(calls.askFactor, { userId, reason: "验证器遗失" });
    await two!.call(calls.confirm, { id });
    assert.equal((await app.pool.query("select 1 from second_factor where user_id = $1", [userId])).rowCount, 0);
    assert.match((await lastSms(app, userId))?.text ?? "", /两步验证已重置/);
  });
});
