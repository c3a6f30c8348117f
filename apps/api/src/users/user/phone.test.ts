import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import { phoneCode, profile, updateProfile } from "@jipei/contract/users/profile.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { syntheticCreditCode } from "../../../seed/synthetic-unit.ts";
import { filing } from "../../../test/factories/organisation.ts";
import { codeSentTo } from "../../../test/support/sent-code.ts";
import { anAccount, password } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Among bureau, institutions and enterprises a phone belongs to one enabled account. */
let app: TestApp;
let admin: TestUser;
let dept: string;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  dept = (await app.pool.query("select id from department limit 1")).rows[0].id;
});
after(() => app.close());

let made = 0;
const newPhone = () => `1590000${String(++made).padStart(4, "0")}`;
const role = async (alias: string): Promise<string> =>
  (await app.pool.query("select id from role where role_alias = $1", [alias])).rows[0].id;
const refusedAtPhone = ({ errorCode, failures, msg }: Awaited<ReturnType<TestUser["refused"]>>) =>
  assert.deepEqual(
    [errorCode, failures.map(({ field }) => field), msg],
    ["DUPLICATE", ["phone"], "使用该手机的启用账号已存在"],
  );

describe("User.submit", () => {
  it("and every call that sets a phone or enables its account refuse a phone that another enabled account has (DUPLICATE)", async () => {
    const phone = newPhone();
    const { userId: holder } = await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "5", phone });
    const { userId, account } = await anAccount(app);
    const newUser = {
      account: `phone${process.pid}`,
      name: "新",
      realName: "新人",
      deptId: dept,
      roleId: [await role("clerk")],
      phone,
    };
    refusedAtPhone(await admin.refused(userCalls.submit, newUser));
    refusedAtPhone(await admin.refused(userCalls.submit, { id: userId, deptId: dept, phone }));
    const user = app.as("clerk", { userId, account });
    await user.call(phoneCode, { telephone: phone });
    refusedAtPhone(
      await user.refused(updateProfile, { phone, password, phoneCode: (await codeSentTo(app, phone)) as string }),
    );
    refusedAtPhone(await app.as("clerk").refused(organisationCalls.save, filing({ contactPhone: phone })));

    const disabled = await anAccount(app, { loginType: "3", roles: ["entAdmin"] });
    await app.pool.query(`update app_user set status = '2', phone = $2, phone_hash = $3 where id = $1`, [
      disabled.userId,
      app.cipher.encrypt(phone),
      app.cipher.hash(phone),
    ]);
    refusedAtPhone(await admin.refused(userCalls.update, { id: disabled.userId, status: "1" }));

    const guest = `guest${process.pid}`;
    await app.stranger.call(registrationCalls.register, {
      tenantId: app.tenantId,
      name: "访客",
      account: guest,
      password: "Register-7qv-26",
      password2: "Register-7qv-26",
      applyKind: "1",
      creditCode: syntheticCreditCode(7301),
      phone,
    } as never);
    const { id } = (await admin.list(registrationCalls.list, { account_equal: guest })).records[0] as { id: string };
    const approval = { id, status: "1", roleId: [await role("orgAdmin")] };
    refusedAtPhone(await admin.refused(userCalls.update, approval));

    await app.pool.query(`update app_user set status = '2' where id = $1`, [holder]);
    await admin.call(userCalls.update, approval as never);
  });

  it("lets a student keep the proven number when other accounts have it too", async () => {
    const phone = newPhone();
    await anAccount(app, { phone });
    await anAccount(app, {
      loginType: "2",
      account: undefined,
      roles: ["student"],
      accountId: "901",
      idNumber: "320582199001012345",
      phone,
    });
  });

  it("of two concurrent calls with one number one succeeds", async () => {
    const phone = newPhone();
    const two = [await anAccount(app), await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "6" })];
    const users = two.map(({ userId, account }) => app.as("clerk", { userId, account }));
    await users[0]?.call(phoneCode, { telephone: phone });
    const proven = { phone, password, phoneCode: (await codeSentTo(app, phone)) as string };
    const both = await Promise.allSettled([
      users[0]?.call(updateProfile, proven),
      admin.call(userCalls.submit, { id: two[1]?.userId, phone } as never),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    assert.match(
      String((both.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason),
      /409.*DUPLICATE/,
    );
    assert.deepEqual(
      (await Promise.all(users.map((user) => user.call(profile, undefined)))).map((one) => one.phone).toSorted(),
      [null, phone].toSorted(),
    );
  });

  it("leaves accounts enabled that shared a number before the rule; no further account may use it", async () => {
    const phone = newPhone();
    const duplicates = [
      await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "7" }),
      await anAccount(app, { loginType: "3", roles: ["entAdmin"] }),
    ];
    const third = await anAccount(app);
    const give = (userId: string) =>
      app.pool.query("update app_user set phone = $2, phone_hash = $3 where id = $1", [
        userId,
        app.cipher.encrypt(phone),
        app.cipher.hash(phone),
      ]);
    await app.pool.query("drop index app_user_phone; create index app_user_phone on app_user (id)");
    for (const { userId } of duplicates) await give(userId);
    await app.pool.query(await readFile(new URL("../../../migrations/0189_phone_of_one.sql", import.meta.url), "utf8"));
    await assert.rejects(give(third.userId), /app_user_phone/);
    await app.pool.query("update app_user set email = $2 where id = any($1)", [
      duplicates.map(({ userId }) => userId),
      "x@example.org",
    ]);
  });
});
