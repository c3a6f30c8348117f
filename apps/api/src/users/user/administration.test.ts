import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { syntheticPerson } from "../../../seed/synthetic-person.ts";
import { syntheticCreditCode } from "../../../seed/synthetic-unit.ts";
import { anOrganisation } from "../../../test/factories/organisation.ts";
import { anAccount, realApp, signIn, whoAmI } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { sweepLoans } from "./user.roles.ts";

/** What administrators may do with users, and what they may not. */
let app: TestApp;
let admin: TestUser;
let dept: string;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin", await anAccount(app, { roles: ["sysAdmin"] }));
  dept = (await admin.call(departmentCalls.submit, { orgName: "人事科", deptCategory: "1", sort: 1 } as never)).id;
});
after(() => app.close());

const role = async (...aliases: RoleAlias[]): Promise<string[]> =>
  (await app.pool.query("select id from role where role_alias = any($1) order by id", [aliases])).rows.map(
    ({ id }) => id,
  );
let made = 0;
const getPhone = (n: number) => `136${String(n).padStart(8, "0")}`;
const newUser = async (more: object = {}) => ({
  account: `clerk${++made}x${process.pid}`,
  name: "小王",
  realName: "王经办",
  phone: getPhone(made),
  deptId: dept,
  roleId: await role("clerk"),
  ...more,
});
const add = async (more: object = {}) => (await admin.call(userCalls.submit, (await newUser(more)) as never)).id;
async function lastText(userId: string): Promise<string> {
  const row = (
    await app.pool.query(`select * from sms_message where biz_type = 'User' and biz_id = $1 order by id desc limit 1`, [
      userId,
    ])
  ).rows[0];
  return app.cipher.decrypt(row.body ?? row.message);
}
const getStatus = async (id: string) =>
  (await app.pool.query("select status, is_deleted from app_user where id = $1", [id])).rows[0];

describe("User.submit", () => {
  it("sends the first password of a new user by SMS only, and it signs in", async () => {
    const input = await newUser();
    const answer = await admin.call(userCalls.submit, input as never);
    assert.deepEqual(Object.keys(answer), ["id"]);
    const password = /密码(\w{10})/.exec(await lastText(answer.id))?.[1] as string;
    const http = await realApp(app);
    const session = (await signIn(http, input.account, { password })).json();
    assert.deepEqual([session.authority, session.extData.mustChangePassword], ["clerk", true]);
    await http.close();
    const shown = await admin.call(userCalls.detail, { id: answer.id });
    assert.deepEqual(
      [shown.roleId, shown.deptName, shown.roleName, shown.loginType],
      [input.roleId, "人事科", "培训科经办", "0"],
    );
    assert.equal(shown.phone, input.phone);
    assert.equal(
      (await app.as("auditor").call(userCalls.detail, { id: answer.id })).phone,
      `${input.phone.slice(0, 3)}****${input.phone.slice(-4)}`,
    );
    assert.ok(!JSON.stringify(shown).includes("argon2") && !("passwordHash" in shown));
  });

  it("refuses a taken account (ACCOUNT_DUP), and a missing department, role or phone for the password", async () => {
    const input = await newUser();
    await admin.call(userCalls.submit, input as never);
    assert.equal(
      (
        await admin.refused(userCalls.submit, {
          ...input,
          account: input.account.toUpperCase(),
          phone: getPhone(++made),
        })
      ).errorCode,
      "ACCOUNT_DUP",
    );
    assert.equal((await admin.refused(userCalls.submit, await newUser({ account: "u012" }))).errorCode, "ACCOUNT_DUP");
    assert.equal((await admin.refused(userCalls.submit, await newUser({ phone: input.phone }))).errorCode, "DUPLICATE");
    for (const [more, field] of [
      [{ deptId: null }, "deptId"],
      [{ deptId: "987654321" }, "deptId"],
      [{ postId: "987654321" }, "postId"],
      [{ phone: null }, "phone"],
      [{ roleId: [] }, "roleId"],
      [{ roleId: await role("orgAdmin") }, "roleId"],
      [{ password: "short" }, "password"],
      [{ account: "带空 格" }, "account"],
      [{ account: syntheticPerson(813).idNumber }, "account"],
    ] as const)
      assert.equal((await admin.refused(userCalls.submit, await newUser(more))).failures[0]?.field, field, field);
    const both = await Promise.allSettled(
      [1, 2].map(async () =>
        admin.call(userCalls.submit, (await newUser({ account: "twice", phone: getPhone(++made) })) as never),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });

  it("renames an enterprise once; the account of an institution changes in its filing (FIELD_FROZEN)", async () => {
    const enterprise = (
      await admin.call(departmentCalls.submit, {
        orgName: "更名制造厂",
        deptCategory: "3",
        creditCode: syntheticCreditCode(7301),
        sort: 1,
      } as never)
    ).id;
    const { userId, account } = await anAccount(app, {
      loginType: "3",
      roles: ["entAdmin"],
      deptId: enterprise,
      entId: enterprise,
    });
    await admin.call(userCalls.submit, { id: userId, account: account.toUpperCase() } as never);
    await admin.call(userCalls.submit, { id: userId, account: `${account}b` } as never);
    assert.equal((await admin.refused(userCalls.submit, { id: userId, account })).errorCode, "FIELD_FROZEN");
    const { id: orgId } = await anOrganisation(app);
    const ofOrg = await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId });
    await app.pool.query("update organisation set account = $2 where id = $1", [orgId, ofOrg.account]);
    assert.equal(
      (await admin.refused(userCalls.submit, { id: ofOrg.userId, account: `${ofOrg.account}b` })).errorCode,
      "FIELD_FROZEN",
    );
  });

  it("keeps lent roles when it replaces the permanent ones; User.grant replaces all", async () => {
    const id = await add();
    const until = addDays(today(), 20);
    const held = async () =>
      (await admin.call(userCalls.detail, { id })).roles.map(({ roleId, endDate }) => [roleId, endDate]);
    const [clerk, leader, first, finance] = (
      await Promise.all((["clerk", "leader", "firstReviewer", "finance"] as const).map((alias) => role(alias)))
    ).map(([one]) => one as string);
    await admin.call(userCalls.grant, { userIds: id, roleIds: first as string, endDate: until });
    await admin.call(userCalls.submit, { id, roleId: [clerk, leader] } as never);
    assert.deepEqual(await held(), [
      [clerk, null],
      [first, until],
      [leader, null],
    ]);
    assert.equal(
      (await admin.refused(userCalls.submit, { id, roleId: [finance] })).errorCode,
      "ROLE_DENIED",
      "finance, while a reviewer",
    );
    await admin.call(userCalls.submit, { id, roleId: [clerk, first] } as never);
    assert.deepEqual(
      await held(),
      [
        [clerk, null],
        [first, null],
      ],
      "the lent role is permanent now",
    );
    await admin.call(userCalls.grant, { userIds: id, roleIds: leader as string, endDate: until });
    await admin.call(userCalls.grant, { userIds: id, roleIds: clerk as string });
    assert.deepEqual(await held(), [[clerk, null]]);
  });
});

describe("User.detail", () => {
  it("shows e-mail and phone in full to user administrators; all else masks them, and stars are never stored", async () => {
    const email = "zhao.ming@example.cn";
    const input = await newUser({ email });
    const { id } = await admin.call(userCalls.submit, input as never);
    assert.equal((await admin.list(userCalls.list, { account: input.account })).records[0]?.email, "z***@example.cn");
    assert.equal((await admin.call(userCalls.detail, { id })).email, email);
    assert.equal((await app.as("auditor").call(userCalls.detail, { id })).email, "z***@example.cn");
    await admin.call(userCalls.submit, { id, deptId: dept, email: "z***@example.cn" } as never);
    assert.equal((await admin.call(userCalls.detail, { id })).email, email, "a mask that comes back changes nothing");
    const { rawPayload } = await app.http.inject({
      url: `${userCalls.export.path}?account=${input.account}`,
      headers: { token: admin.token },
    });
    const cells: unknown[] = [];
    for await (const { values } of readWorkbook(rawPayload)) cells.push(...values);
    assert.ok(cells.includes("z***@example.cn") && !cells.includes(email));
    // Contact data of users of other audiences stay masked.
    const { userId } = await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "1" });
    await app.pool.query("update app_user set email = $2 where id = $1", [userId, email]);
    assert.equal((await admin.call(userCalls.detail, { id: userId })).email, "z***@example.cn");
  });

  it("and the other calls do not find users of another tenant (NOT_OWNER)", async () => {
    const id = await add();
    const stranger = app.as("sysAdmin", { tenantId: "000002" });
    assert.equal((await stranger.refused(userCalls.detail, { id })).status, 404);
    for (const [call, input] of [
      [userCalls.remove, { ids: id }],
      [userCalls.resetPassword, { userIds: id }],
      [userCalls.unlock, { userIds: id }],
    ] as const)
      assert.equal((await stranger.refused(call as never, input)).errorCode, "NOT_OWNER");
    assert.equal((await stranger.list(userCalls.list)).total, 0);
  });
});

describe("User.list", () => {
  it("filters by department with all below it, by role, name and phone", async () => {
    const below = (
      await admin.call(departmentCalls.submit, {
        orgName: "档案室",
        deptCategory: "1",
        sort: 1,
        parentId: dept,
      } as never)
    ).id;
    const input = await newUser({ deptId: below, realName: "欧阳建国", roleId: await role("finance") });
    const { id } = await admin.call(userCalls.submit, input as never);
    const idsBy = async (parameters: Record<string, string>) =>
      (await admin.list(userCalls.list, { size: "200", ...parameters })).records.map((row) => row.id);
    assert.deepEqual(await idsBy({ deptId: below }), [id]);
    assert.ok((await idsBy({ deptId: dept })).includes(id) && (await idsBy({ deptId: dept })).length > 1);
    assert.deepEqual(await idsBy({ deptId: dept, roleId: (await role("finance"))[0] as string }), [id]);
    assert.deepEqual(await idsBy({ realName: "阳建" }), [id]);
    assert.deepEqual(await idsBy({ phone: input.phone }), [id]);
    const row = (await admin.list(userCalls.list, { realName: "欧阳建国" })).records[0];
    assert.equal(row?.phone, `136****${input.phone.slice(-4)}`);
    for (const parameters of [
      { ascs: "account';drop" },
      { descs: "password_hash" },
      { passwordHash: "x" },
      { deptId: "1 or 1=1" },
    ])
      assert.equal((await admin.refused(userCalls.list, parameters)).status, 400, JSON.stringify(parameters));
  });
});

describe("User.grant", () => {
  it("says why it refuses roles", async () => {
    const id = await add();
    const why = async (user: TestUser, ...aliases: RoleAlias[]) =>
      (await user.refused(userCalls.grant, { userIds: id, roleIds: (await role(...aliases)).join() })).msg;
    assert.match(await why(admin, "firstReviewer", "secondReviewer"), /职责互斥/);
    assert.match(await why(admin, "orgAdmin"), /账号类别不符/);
    assert.match(await why(admin, "guest"), /访客/);
    const own = await admin.refused(userCalls.grant, {
      userIds: admin.actor.userId,
      roleIds: (await role("auditor")).join(),
    });
    assert.deepEqual([own.msg, own.failures[0]?.id], ["不能变更本人的角色", admin.actor.userId]);
  });

  it("refuses roles that exclude each other (ROLE_DENIED), under whatever name", async () => {
    const id = await add();
    const denied = async (...aliases: RoleAlias[]) =>
      assert.equal(
        (await admin.refused(userCalls.grant, { userIds: id, roleIds: (await role(...aliases)).join() })).errorCode,
        "ROLE_DENIED",
        aliases.join(),
      );
    for (const pair of [
      ["firstReviewer", "secondReviewer"],
      ["finance", "firstReviewer"],
      ["finance", "leader"],
      ["sysAdmin", "clerk"],
      ["auditor", "clerk"],
      ["clerk", "orgAdmin"],
      ["orgAdmin"],
      ["assessor"],
      ["guest"],
    ] as const)
      await denied(...pair);
    const { rows } = await app.pool.query(
      `insert into role (role_name, role_alias, sort, create_user, update_user) values ('收款', 'payer', 1, 0, 0) returning id`,
    );
    await app.pool.query(`insert into role_permission values ($1, 'subsidy_apply_pay')`, [rows[0].id]);
    assert.equal(
      (await admin.refused(userCalls.grant, { userIds: id, roleIds: `${rows[0].id},${await role("firstReviewer")}` }))
        .errorCode,
      "ROLE_DENIED",
    );
    await admin.call(userCalls.grant, { userIds: id, roleIds: (await role("clerk", "leader")).join() });
    assert.deepEqual((await admin.call(userCalls.detail, { id })).roleId, await role("clerk", "leader"));
    await admin.call(userCalls.grant, { userIds: id, roleIds: (await role("finance")).join() });
    assert.deepEqual((await admin.call(userCalls.detail, { id })).roleId, await role("finance"));
    const { rows: history } = await app.pool.query(
      `select before, after from audit_record where biz_type = 'User' and biz_id = $1 and action = 'grant' order by id desc limit 1`,
      [id],
    );
    assert.deepEqual(history[0], { before: { roles: ["clerk", "leader"] }, after: { roles: ["finance"] } });
  });

  it("judges custom roles by their keys, and takes them as roles of the bureau", async () => {
    let named = 0;
    const aRole = async (...keys: string[]) => {
      const { rows } = await app.pool.query(
        `insert into role (role_name, role_alias, sort, create_user, update_user) values ('自定义', $1, 1, 0, 0) returning id`,
        [`own${String.fromCharCode(97 + named++)}`],
      );
      await app.pool.query(`insert into role_permission select $1, unnest($2::text[])`, [rows[0].id, keys]);
      return rows[0].id as string;
    };
    const id = await add();
    const given = async (alias: RoleAlias, own: string, of = id) =>
      admin.refused(userCalls.grant, { userIds: of, roleIds: `${await role(alias)},${own}` });
    for (const [alias, key] of [
      ["auditor", "train_class_confirm"],
      ["auditor", "grade_edit"],
      ["auditor", "course_subsidy_file_add"],
      ["auditor", "notice_add"],
      ["auditor", "sms_enable"],
      ["sysAdmin", "train_class_confirm"],
      ["sysAdmin", "grade_edit"],
      ["sysAdmin", "certificate_issue"],
      ["sysAdmin", "subsidy_apply_detail_un_approve"],
      ["finance", "valid_detail_edit"],
      ["leader", "subsidy_apply_pay"],
    ] as const)
      assert.equal((await given(alias, await aRole(key))).errorCode, "ROLE_DENIED", `${alias} ${key}`);
    for (const [alias, key] of [
      ["auditor", "grade_view"],
      ["auditor", "leave_add"],
      ["finance", "train_class_confirm"],
      ["clerk", "param_edit"],
    ] as const)
      await admin.call(userCalls.grant, { userIds: id, roleIds: `${await role(alias)},${await aRole(key)}` });
    assert.equal(
      (await given("sysAdmin", await aRole("notice_publish"))).errorCode,
      "SECOND_PERSON",
      "they go together, but two give them",
    );

    const reading = await aRole("user_view");
    for (const [alias, loginType] of [
      ["orgAdmin", "1"],
      ["entAdmin", "3"],
      ["student", "2"],
      ["assessor", "0"],
    ] as const) {
      const outsider = (await anAccount(app, { roles: [alias], loginType })).userId;
      assert.equal((await given(alias, reading, outsider)).errorCode, "ROLE_DENIED", alias);
      assert.equal(
        (await admin.refused(userCalls.grant, { userIds: outsider, roleIds: reading, endDate: today() })).errorCode,
        "ROLE_DENIED",
        alias,
      );
    }
    for (const user of [
      app.as("orgAdmin", { permissions: new Set(["user_view"]) }),
      app.as("student", { permissions: new Set(["user_view"]) }),
    ])
      assert.equal((await user.refused(userCalls.list, {})).errorCode, "ROLE_DENIED");
  });

  it("and the other calls refuse to raise one’s own rights, and to grant more than the actor holds (ROLE_DENIED)", async () => {
    const own = admin.actor.userId;
    assert.equal(
      (await admin.refused(userCalls.grant, { userIds: own, roleIds: (await role("auditor")).join() })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await admin.refused(userCalls.submit, { id: own, roleId: await role("auditor") })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await admin.refused(userCalls.submit, { id: own, deptId: dept })).errorCode, "FIELD_FROZEN");
    assert.equal((await admin.refused(userCalls.update, { id: own, status: "2" })).errorCode, "USER_PROTECTED");
    const helper = app.as("leader", {
      permissions: new Set(["user_view", "user_add", "user_edit", "user_delete", "user_reset_password", "user_unlock"]),
    });
    const target = await add();
    for (const [call, input] of [
      [userCalls.grant, { userIds: target, roleIds: (await role("clerk")).join() }],
      [userCalls.submit, { id: target, name: "x" }],
      [userCalls.update, { id: target, status: "2" }],
      [userCalls.remove, { ids: own }],
      [userCalls.resetPassword, { userIds: own }],
      [userCalls.updatePlatform, { userId: target, userType: "1", userExt: "{}" }],
    ] as const)
      assert.equal((await helper.refused(call as never, input)).errorCode, "ROLE_DENIED", call.name);
  });

  it("changes neither of two users when the second is refused", async () => {
    const id = await add();
    assert.equal(
      (await admin.refused(userCalls.grant, { userIds: `${id},987654321`, roleIds: (await role("finance")).join() }))
        .errorCode,
      "NOT_FOUND",
    );
    assert.deepEqual((await admin.call(userCalls.detail, { id })).roleId, await role("clerk"));
  });

  it("lends a role for at most thirty days, and refuses duties that exclude each other (ROLE_DENIED)", async () => {
    const id = await add();
    const lend = async (alias: RoleAlias, days: number) => ({
      userIds: id,
      roleIds: (await role(alias)).join(),
      endDate: addDays(today(), days),
    });
    for (const days of [-1, 31])
      assert.equal(
        (await admin.refused(userCalls.grant, await lend("firstReviewer", days))).failures[0]?.field,
        "endDate",
      );
    await admin.call(userCalls.grant, await lend("firstReviewer", 30));
    const shown = await admin.call(userCalls.detail, { id });
    assert.deepEqual(
      [shown.roleId, shown.roles.map(({ endDate }) => endDate)],
      [await role("clerk"), [null, addDays(today(), 30)]],
    );
    for (const alias of ["secondReviewer", "finance", "sysAdmin"] as const)
      assert.equal((await admin.refused(userCalls.grant, await lend(alias, 5))).errorCode, "ROLE_DENIED", alias);
    await admin.call(userCalls.grant, await lend("clerk", 5));
    assert.deepEqual(
      (await admin.call(userCalls.detail, { id })).roleId,
      await role("clerk"),
      "what is held for good is not shortened",
    );
  });
});

describe("sweepLoans", () => {
  it("removes expired loans, which have no effect before either", async () => {
    const id = await add();
    const { rows } = await app.pool.query(
      `insert into role (role_name, role_alias, sort, create_user, update_user) values ('借用', 'borrowed', 1, 0, 0) returning id`,
    );
    await app.pool.query(`update user_role set role_id = $2, end_date = $3 where user_id = $1`, [
      id,
      rows[0].id,
      addDays(today(), -1),
    ]);
    await app.pool.query(`update app_user set status = '2' where id = $1`, [id]);
    assert.equal((await admin.refused(userCalls.update, { id, status: "1" })).errorCode, "FIELD_INVALID");
    await admin.call(roleCalls.remove, { ids: rows[0].id });
    const other = await add();
    await sweepLoans(app);
    const left = await app.pool.query("select user_id from user_role where user_id = any($1)", [[id, other]]);
    assert.deepEqual(
      left.rows.map((row) => row.user_id),
      [other],
    );
  });
});

describe("User.remove", () => {
  it("disables users with audit rows; it refuses the last administrator, oneself and shared accounts (USER_PROTECTED)", async () => {
    const [idle, busy] = [await add(), await add()];
    await app.pool.query(
      `insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip) values ('x', '1', 'save', $1, 'x', 'x', 'x')`,
      [busy],
    );
    await admin.call(userCalls.remove, { ids: `${idle},${busy}` });
    assert.deepEqual(
      [await getStatus(idle), await getStatus(busy)],
      [
        { status: "1", is_deleted: 1 },
        { status: "2", is_deleted: 0 },
      ],
    );
    assert.equal((await admin.refused(userCalls.remove, { ids: admin.actor.userId })).errorCode, "USER_PROTECTED");
    const second = await anAccount(app, { roles: ["sysAdmin"] });
    const other = app.as("sysAdmin", second);
    await admin.call(userCalls.update, { id: second.userId, status: "2" } as never);
    assert.equal(
      (await other.refused(userCalls.update, { id: admin.actor.userId, status: "2" })).errorCode,
      "USER_PROTECTED",
    );
    assert.equal(
      (await other.refused(userCalls.grant, { userIds: admin.actor.userId, roleIds: (await role("leader")).join() }))
        .errorCode,
      "USER_PROTECTED",
    );
  });
});

describe("User.update", () => {
  it("a disabled user is signed out at once, and has the same roles when enabled again", async () => {
    const http = await realApp(app);
    const { userId, account } = await anAccount(app);
    const token = (await signIn(http, account)).json().access_token;
    await admin.call(userCalls.update, { id: userId, status: "2" } as never);
    assert.equal((await whoAmI(http, token)).statusCode, 401);
    assert.equal(
      (await admin.refused(userCalls.update, { id: userId, status: "4", reason: "x" })).errorCode,
      "STATE_ILLEGAL",
    );
    await admin.call(userCalls.update, { id: userId, status: "1" } as never);
    assert.equal((await signIn(http, account)).statusCode, 200);
    await http.close();
  });
});

describe("User.resetPassword", () => {
  it("sends the password by SMS, never returns it, and is refused without a phone", async () => {
    const input = await newUser();
    const { id } = await admin.call(userCalls.submit, input as never);
    assert.equal(await admin.call(userCalls.resetPassword, { userIds: id }), null);
    assert.match(await lastText(id), /重置为\w{10}/);
    const mute = await anAccount(app);
    assert.deepEqual(
      (await admin.refused(userCalls.resetPassword, { userIds: `${id},${mute.userId}` })).failures.map(
        (failure) => failure.id,
      ),
      [mute.userId],
    );
  });
});

describe("User.updatePlatform", () => {
  it("stores one object for each user and platform", async () => {
    const id = await add();
    for (const userExt of ["x", "[]", "1", "null", '{"a":"\\u0000"}'])
      assert.equal(
        (await admin.refused(userCalls.updatePlatform, { userId: id, userType: "1", userExt })).failures[0]?.field,
        "userExt",
        userExt,
      );
    for (const userExt of ['{"a":1}', '{"b":2}'])
      await admin.call(userCalls.updatePlatform, { userId: id, userType: "1", userExt });
    await admin.call(userCalls.updatePlatform, { userId: id, userType: "2", userExt: "{}" });
    const { platforms } = await admin.call(userCalls.platformDetail, { id });
    assert.deepEqual(platforms, [
      { userType: "1", userExt: '{"b":2}' },
      { userType: "2", userExt: "{}" },
    ]);
  });
});
