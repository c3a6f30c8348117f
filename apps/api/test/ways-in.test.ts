import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { loginCode } from "@jipei/contract/auth/auth.ts";
import { clientCalls } from "@jipei/contract/auth/client.ts";
import { finishLink } from "@jipei/contract/auth/third-party.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { studentAccountCalls, verificationHeader } from "@jipei/contract/training/student-account.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { setupCalls } from "@jipei/contract/setup/setup.ts";
import { fourEyesCalls } from "@jipei/contract/users/four-eyes.ts";
import { phoneCode, provePhone } from "@jipei/contract/users/profile.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { writeXlsx } from "hucre/xlsx";
import type { FastifyInstance } from "fastify";
import { syntheticCreditCode } from "../seed/synthetic-unit.ts";
import { storeStep } from "../src/auth/third-party/oidc-step.ts";
import { addDays, today } from "../src/core/foundation/clock.ts";
import { codeSentTo } from "./support/sent-code.ts";
import { anAccount, basic, lastSms, password, realApp, sentPassword, signIn } from "./support/sign-in.ts";
import { anOrganisation } from "./factories/organisation.ts";
import { type TestApp, startTestApp } from "./support/test-app.ts";

/** Every way to take over an account that was ever found, tried again as it was found: by HTTP, signed in. Each must be refused. */
let app: TestApp;
let http: FastifyInstance;
before(async () => {
  app = await startTestApp();
  http = await realApp(app);
});
after(async () => {
  await http.close();
  await app.close();
});

let made = 0;
const newPhone = () => `1370000${String(++made).padStart(4, "0")}`;
const roleId = async (alias: string) =>
  (await app.pool.query<{ id: string }>("select id from role where role_alias = $1", [alias])).rows[0]!.id;

interface Person {
  userId: string;
  account: string;
  phone: string;
  token: string;
}
type Roles = Parameters<typeof anAccount>[1] & object;

/** A signed-in user with a phone of their own. */
async function person(
  role: "sysAdmin" | "finance" | "leader" | "clerk" | "orgAdmin",
  more: Roles = {},
): Promise<Person> {
  const phone = newPhone();
  const { userId, account } = await anAccount(app, { roles: [role], phone, ...more });
  const entered = await signIn(http, account, { loginType: more.loginType ?? "0" });
  return { userId, account, phone, token: entered.json().access_token as string };
}

async function ask<I>(who: Person, call: Call<I, any>, input: I | object) {
  const inAddress = call.method === "GET" || call.style === "query";
  const query = inAddress
    ? `?${new URLSearchParams(Object.entries(input as object).map(([name, value]): [string, string] => [name, String(value)]))}`
    : "";
  const answer = await http.inject({
    method: call.method,
    url: call.path + query,
    headers: { token: who.token },
    ...(!inAddress && { payload: input as object }),
  });
  return { status: answer.statusCode, ...(answer.json() as { errorCode?: string; data: any }) };
}
const getCode = async <I>(who: Person, call: Call<I, any>, input: I | object) =>
  (await ask(who, call, input)).errorCode ?? "done";

/** Everything of users that lets someone sign in. */
const getWays = async (...people: Person[]) =>
  (
    await app.pool.query(
      `select u.id, u.password_hash, u.phone_hash, u.phone_proven, u.status, (select f.secret from second_factor f where f.user_id = u.id) as factor,
        array(select i.subject from user_identity i where i.user_id = u.id)::text[] as links, array(select r.role_alias from user_role h join role r on r.id = h.role_id where h.user_id = u.id order by 1)::text[] as roles
      from app_user u where u.id = any($1) order by u.id`,
      [people.map(({ userId }) => userId)],
    )
  ).rows;

/** A workbook that overwrites users. */
async function importOver(who: Person, rows: string[][]) {
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: "用户", rows: rows as never }] }));
  const payload = Buffer.concat([
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="isCovered"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="users.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n',
    ),
    file,
    Buffer.from("\r\n--b--\r\n"),
  ]);
  const answer = await http.inject({
    method: "POST",
    url: userCalls.import.commit.path,
    headers: { token: who.token, "content-type": "multipart/form-data; boundary=b" },
    payload,
  });
  return (answer.json() as { errorCode?: string }).errorCode ?? "done";
}

/** Whether a phone signs in: tries the code that is sent to it, if any. */
async function entersByPhone(phone: string): Promise<boolean> {
  await http.inject({ method: "POST", url: loginCode.path, payload: { telephone: phone } });
  const code = (await codeSentTo(app, phone)) || "000000";
  const username = JSON.stringify({ loginType: "5", userId: phone, loginMethod: "2", programNo: "ZJGTRAIN" });
  return (await signIn(http, phone, { form: { grant_type: "password", username, password: code } })).statusCode === 200;
}

/** Lets codes be requested again. */
const aMinuteLater = () =>
  app.pool.query(`update verification_code set create_time = create_time - interval '61 seconds'`);

describe("an administrator whose role ends on a day", () => {
  it("changes no account of the bureau, and makes no administrator", async () => {
    const [admin, finance, friend, deputy] = [
      await person("sysAdmin"),
      await person("finance"),
      await person("leader"),
      await person("leader"),
    ];
    await app.pool.query(`insert into user_role (user_id, role_id, end_date) values ($1, $2, $3)`, [
      deputy.userId,
      await roleId("sysAdmin"),
      addDays(today(), 5),
    ]);
    await app.pool.query(`insert into second_factor (user_id, secret, set_up_time) values ($1, $2, now())`, [
      friend.userId,
      app.cipher.encrypt("A".repeat(32)),
    ]);
    const before = await getWays(admin, finance, friend, deputy);
    const sysAdmin = await roleId("sysAdmin");
    for (const { userId } of [admin, finance, friend]) {
      assert.equal(await getCode(deputy, userCalls.update, { id: userId, phone: newPhone() }), "ROLE_DENIED");
      assert.equal(await getCode(deputy, userCalls.submit, { id: userId, phone: newPhone() }), "ROLE_DENIED");
      assert.equal(await getCode(deputy, userCalls.resetPassword, { userIds: userId }), "ROLE_DENIED");
      assert.equal(await getCode(deputy, userCalls.resetFactor, { userIds: userId }), "ROLE_DENIED");
      for (const [call, more] of [
        [fourEyesCalls.askRoles, { roleIds: [sysAdmin] }],
        [fourEyesCalls.askPhone, { phone: newPhone() }],
        [fourEyesCalls.askFactor, {}],
      ] as const)
        assert.equal(await getCode(deputy, call, { userId, reason: "代理", ...more }), "ROLE_DENIED", call.name);
    }
    assert.equal(await getCode(deputy, userCalls.grant, { userIds: friend.userId, roleIds: sysAdmin }), "ROLE_DENIED");
    assert.equal(await getCode(deputy, userCalls.grant, { userIds: deputy.userId, roleIds: sysAdmin }), "ROLE_DENIED");
    assert.equal(
      await importOver(deputy, [
        ["账号", "手机"],
        [finance.account, newPhone()],
      ]),
      "IMPORT_BAD",
    );
    assert.equal(
      await importOver(deputy, [
        ["账号", "角色"],
        [friend.account, "系统管理员"],
      ]),
      "IMPORT_BAD",
    );
    // A request of a permanent administrator waits for another permanent administrator.
    const { data } = await ask(admin, fourEyesCalls.askRoles, {
      userId: friend.userId,
      roleIds: [sysAdmin],
      reason: "新任",
    });
    assert.equal(await getCode(deputy, fourEyesCalls.confirm, { id: data.id }), "ROLE_DENIED");
    assert.equal(await getCode(deputy, fourEyesCalls.refuse, { id: data.id, opinion: "不" }), "ROLE_DENIED");
    assert.deepEqual(await getWays(admin, finance, friend, deputy), before);
  });
});

describe("an administrator cannot take over a finance account", () => {
  let admin: Person;
  let finance: Person;
  before(async () => {
    admin = await person("sysAdmin");
  });
  const victim = async () => (finance = await person("finance"));

  it("by setting its phone and requesting a code or a password", async () => {
    await victim();
    const mine = newPhone();
    assert.equal(await getCode(admin, userCalls.update, { id: finance.userId, phone: mine }), "done");
    assert.equal(await entersByPhone(mine), false);
    assert.equal(await codeSentTo(app, mine), null, "no message ever goes there");
    assert.equal(await getCode(admin, userCalls.resetPassword, { userIds: finance.userId }), "SECOND_PERSON");
    const message = await lastSms(app, finance.userId);
    assert.deepEqual(
      [message?.phone, message?.text.includes("已更换")],
      [finance.phone, true],
      "the old phone gets a message",
    );
    assert.equal((await ask(finance, phoneCode, { telephone: mine })).status, 401, "the sessions have ended");
    // The owner signs in by their password and proves the phone if it is theirs; then it can be used.
    const again = { ...finance, token: (await signIn(http, finance.account)).json().access_token as string };
    await aMinuteLater();
    await ask(again, phoneCode, { telephone: mine });
    assert.equal(
      await getCode(again, provePhone, {
        phoneCode: (await codeSentTo(app, mine)) as string,
        password: "Wrong-7qv-26",
      }),
      "FIELD_INVALID",
    );
    assert.equal(
      await getCode(again, provePhone, { phoneCode: (await codeSentTo(app, mine)) as string, password }),
      "done",
    );
    await aMinuteLater();
    assert.equal(await entersByPhone(mine), true);
  });

  it("by a workbook that overwrites its phone", async () => {
    await victim();
    const mine = newPhone();
    assert.equal(
      await importOver(admin, [
        ["账号", "手机"],
        [finance.account, mine],
      ]),
      "done",
    );
    assert.equal(await entersByPhone(mine), false);
    assert.equal(await getCode(admin, userCalls.resetPassword, { userIds: finance.userId }), "SECOND_PERSON");
  });

  it("by a reset: the password is sent to the phone of its owner, and is in no answer", async () => {
    await victim();
    const answer = await ask(admin, userCalls.resetPassword, { userIds: finance.userId });
    const sent = await sentPassword(app, finance.userId);
    assert.deepEqual(
      [
        answer.status,
        (await lastSms(app, finance.userId))?.phone,
        sent !== "" && !JSON.stringify(answer).includes(sent),
      ],
      [200, finance.phone, true],
    );
  });

  it("by a reset of its second factor, nor by requesting and confirming it themselves", async () => {
    await victim();
    await app.pool.query(`insert into second_factor (user_id, secret, set_up_time) values ($1, $2, now())`, [
      finance.userId,
      app.cipher.encrypt("A".repeat(32)),
    ]);
    const before = await getWays(finance);
    assert.equal(await getCode(admin, userCalls.resetFactor, { userIds: finance.userId }), "SECOND_PERSON");
    for (const [call, more] of [
      [fourEyesCalls.askFactor, {}],
      [fourEyesCalls.askPhone, { phone: newPhone() }],
    ] as const) {
      const { data } = await ask(admin, call, { userId: finance.userId, reason: "遗失", ...more });
      assert.equal(await getCode(admin, fourEyesCalls.confirm, { id: data.id }), "SELF_REVIEW");
    }
    assert.deepEqual(await getWays(finance), before);
  });

  it("by a registration with its phone, its name, or its role", async () => {
    await victim();
    const register = (account: string, phone: string) =>
      http.inject({
        method: "POST",
        url: registrationCalls.register.path,
        payload: {
          tenantId: app.tenantId,
          name: "访客",
          account,
          password,
          password2: password,
          applyKind: "1",
          creditCode: syntheticCreditCode(7400 + ++made),
          phone,
        },
      });
    assert.equal((await register(finance.account, newPhone())).json().errorCode, "ACCOUNT_DUP");
    assert.equal((await register("likefinance", finance.phone)).statusCode, 200);
    const { data } = await ask(admin, registrationCalls.list, { account_equal: "likefinance" });
    const [{ id }] = data.records as [{ id: string }];
    assert.equal(
      await getCode(admin, userCalls.update, { id, status: "1", roleId: [await roleId("finance")] }),
      "ROLE_DENIED",
    );
    assert.equal(
      await getCode(admin, userCalls.update, { id, status: "1", roleId: [await roleId("orgAdmin")] }),
      "DUPLICATE",
    );
    assert.equal(await entersByPhone(finance.phone), true, "the phone still leads to its owner");
  });

  it("by a link with a third party: a proof links only the account that began it", async () => {
    await victim();
    const { rows } = await app.pool.query<{
      id: string;
    }>(`insert into identity_provider (source, name, name_en, issuer, client_id, scopes, sort, status, create_user, update_user)
      values ('mine', '我的', 'Mine', 'https://mine.example.org', 'x', 'openid', 1, '1', 0, 0) returning id`);
    const proof = { issuer: "https://mine.example.org", subject: "me", name: "Me", account: "me" };
    for (const userId of [finance.userId, null])
      assert.equal(
        await getCode(admin, finishLink, {
          code: await storeStep(app, "proven", rows[0]!.id, "", { ...proof, userId }),
        }),
        "OAUTH_INVALID",
      );
    assert.deepEqual((await getWays(finance))[0].links, []);
  });

  it("by a client of their own", async () => {
    await victim();
    const { data } = await ask(admin, clientCalls.submit, {
      clientId: "mine",
      authorizedGrantTypes: ["password", "sms_code", "social", "refresh_token"],
      accessTokenValidity: 3600,
      refreshTokenValidity: 86400,
    });
    const headers = { authorization: basic("mine", data.clientSecret) };
    const username = JSON.stringify({
      loginType: "0",
      userId: finance.account,
      loginMethod: "1",
      programNo: "ZJGTRAIN",
    });
    for (const form of [
      { grant_type: "password", username, password: "Guess-7qv-26" },
      { grant_type: "sms_code", username, password: "000000" },
      { grant_type: "social", source: "mine", code: "x" },
      { grant_type: "refresh_token", refresh_token: finance.token },
      { grant_type: "client_credentials" },
    ])
      assert.ok(
        (await signIn(http, finance.account, { headers, form: form as never })).statusCode >= 400,
        form.grant_type,
      );
  });

  it("in production by a new account or a role of another name; decisive roles need a second factor whatever they set", async () => {
    await victim();
    const { settings } = app.services;
    Object.assign(settings, { production: true });
    try {
      assert.equal(await getCode(finance, phoneCode, { telephone: newPhone() }), "FACTOR_REQUIRED");
      await app.pool.query(`insert into second_factor (user_id, secret, set_up_time) values ($1, $2, now())`, [
        admin.userId,
        app.cipher.encrypt("A".repeat(32)),
      ]);
      const { data } = await ask(admin, parameterCalls.list, { paramKey_equal: "signIn.factor.roles" });
      const [row] = data.records as [{ id: string; version: number }];
      await ask(admin, parameterCalls.submit, { id: row.id, version: row.version, paramValue: "none" });
      assert.equal(await getCode(finance, phoneCode, { telephone: newPhone() }), "FACTOR_REQUIRED");

      const deptId = (await app.pool.query<{ id: string }>("select id from department limit 1")).rows[0]!.id;
      const puppet = { account: "puppet", name: "影", realName: "影子", phone: newPhone(), deptId };
      for (const alias of ["finance", "firstReviewer", "secondReviewer"])
        assert.equal(
          await getCode(admin, userCalls.submit, { ...puppet, roleId: [await roleId(alias)] }),
          "SECOND_PERSON",
          alias,
        );
      const { data: payer } = await ask(admin, roleCalls.submit, { roleName: "出纳", roleAlias: "cashier", sort: 900 });
      const { data: user } = await ask(admin, userCalls.submit, { ...puppet, roleId: [payer.id] });
      const buttons = (
        await app.pool.query<{ id: string }>(`select id from menu where code = 'subsidy_apply_pay' and category = '2'`)
      ).rows.map(({ id }) => id);
      assert.equal(
        await getCode(admin, roleCalls.grant, { roleIds: [payer.id], menuIds: buttons }),
        "SECOND_PERSON",
        "a role that somebody holds becomes no duty",
      );
      assert.equal(await getCode(admin, userCalls.grant, { userIds: user.id, roleIds: await roleId("clerk") }), "done");
      assert.equal(await getCode(admin, roleCalls.grant, { roleIds: [payer.id], menuIds: buttons }), "done");
      assert.equal(await getCode(admin, userCalls.grant, { userIds: user.id, roleIds: payer.id }), "SECOND_PERSON");
      assert.equal(
        await getCode(admin, userCalls.grant, { userIds: user.id, roleIds: payer.id, endDate: today() }),
        "SECOND_PERSON",
      );
    } finally {
      Object.assign(settings, { production: false });
    }
  });
});

describe("an administrator cannot make another one alone", () => {
  it("by the invitation of the setup once there were two, whatever they do to the second", async () => {
    const [admin, second] = [await person("sysAdmin"), await person("sysAdmin")];
    const others = await app.pool.query<{ id: string }>(
      `select distinct h.user_id as id from user_role h join role r on r.id = h.role_id and r.role_alias = 'sysAdmin' join app_user u on u.id = h.user_id and u.status = '1' where h.user_id <> $1`,
      [admin.userId],
    );
    for (const { id } of others.rows) assert.equal(await getCode(admin, userCalls.update, { id, status: "2" }), "done");
    assert.equal(await getCode(admin, setupCalls.invite, {}), "SETUP_DONE");
    await app.pool.query(`update app_user set status = '1' where id = $1`, [second.userId]);
    assert.equal(
      await getCode(admin, userCalls.grant, { userIds: second.userId, roleIds: await roleId("leader") }),
      "done",
    );
    assert.equal(await getCode(admin, setupCalls.invite, {}), "SETUP_DONE");
  });
});

describe("a user of the bureau cannot take over an institution or a student", () => {
  it("by the phone of its account, and a reset of the institution’s password", async () => {
    const [admin, clerk] = [await person("sysAdmin"), await person("clerk")];
    const { id } = await anOrganisation(app);
    const school = await person("orgAdmin", { loginType: "1", orgId: id });
    await app.pool.query(
      "delete from user_role where user_id in (select id from app_user where org_id = $1 and id <> $2)",
      [id, school.userId],
    );
    await app.pool.query("update app_user set is_deleted = 1 where org_id = $1 and id <> $2", [id, school.userId]);
    const mine = newPhone();
    assert.equal(await getCode(admin, userCalls.update, { id: school.userId, phone: mine }), "done");
    for (const who of [admin, clerk])
      assert.equal(await getCode(who, organisationCalls.resetPassword, { id }), "SECOND_PERSON");
    assert.equal(await entersByPhone(mine), false);
  });

  it("by the phone of a student account", async () => {
    const [admin, clerk] = [await person("sysAdmin"), await person("clerk")];
    const { data } = await ask(admin, studentAccountCalls.submit, {
      name: "张学员",
      idType: "1",
      idNumber: "320582199001011236",
      phone: newPhone(),
      nation: "01",
      education: "20",
    });
    assert.ok(data?.id, JSON.stringify(data));
    const userId = (
      await app.pool.query<{ id: string }>("select user_id as id from student_account where id = $1", [data.id])
    ).rows[0]!.id;
    await app.pool.query("update app_user set last_login_time = now() where id = $1", [userId]);
    const mine = newPhone();
    assert.equal(await getCode(clerk, studentAccountCalls.submit, { id: data.id, phone: mine }), "done");
    await http.inject({
      method: "POST",
      url: `${studentAccountCalls.sendMessage.path}?telephone=${mine}`,
      payload: { telephone: mine },
    });
    assert.equal(await codeSentTo(app, mine), null);
    await app.pool.query(
      `insert into verification_code (purpose, phone_hash, code_hash, expire_time) values ('password', $1, $2, now() + interval '5 minutes')`,
      [app.cipher.hash(mine), app.cipher.hash(`${app.cipher.hash(mine)}123456`)],
    );
    const forgot = await http.inject({
      method: "POST",
      url: studentAccountCalls.changePasswordByTelephone.path,
      headers: { [verificationHeader.toLowerCase()]: "123456" },
      payload: { telephone: mine, password },
    });
    assert.equal(forgot.json().errorCode, "NOT_FOUND", forgot.body);
    assert.equal(await entersByPhone(mine), false);
  });
});
