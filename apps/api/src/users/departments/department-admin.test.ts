import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { apiScopeCalls } from "@jipei/contract/access/api-scope.ts";
import { dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { loadUserList, loadUserRoleList } from "@jipei/contract/auth/system-service.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { updateProfile } from "@jipei/contract/users/profile.ts";
import { sessionCalls } from "@jipei/contract/users/session.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { anAccount } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { today } from "../../core/foundation/clock.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";

/** Administrators of one department change no users of another one, and grant nobody more than they may do themselves. */
let app: TestApp;
let admin: TestUser;
let helper: TestUser;
let own: { dept: string; user: string; session: string };
let other: { dept: string; user: string; session: string };
let deskRole: string;

const rights = [
  "user_view",
  "user_add",
  "user_edit",
  "user_delete",
  "user_reset_password",
  "user_unlock",
  "user_sign_out",
  "user_import",
  "user_export",
  "role_view",
  "role_edit",
  "register_guest_edit",
  "register_guest_view",
];
let made = 0;

before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin", await anAccount(app, { roles: ["sysAdmin"] }));
  const role = await app.pool.query(
    `insert into role (role_name, role_alias, sort, create_user, update_user) values ('科室管理', 'deskAdmin', 1, 0, 0) returning id`,
  );
  deskRole = role.rows[0].id;
  for (const right of rights) await app.pool.query("insert into role_permission values ($1, $2)", [deskRole, right]);
  // The role has a scope that limits its holders to their department.
  const scope = await app.pool
    .query(`insert into data_scope (menu_id, scope_name, resource_code, scope_class, scope_column, scope_type, create_user, update_user)
    select min(id), '本部门用户', 'desk-users', 'User', 'deptId', '4', 0, 0 from menu returning id`);
  const ownDepartment = {
    id: scope.rows[0].id as string,
    entity: "User",
    kind: "4",
    column: "deptId",
    expression: null,
    fields: null,
  } as const;
  await app.pool.query("insert into role_data_scope (role_id, data_scope_id) values ($1, $2)", [
    deskRole,
    ownDepartment.id,
  ]);
  own = await department("甲科");
  other = await department("乙科");
  const { userId, account } = await anAccount(app, { deptId: own.dept, roles: ["leader"] });
  await app.pool.query("update user_role set role_id = $2 where user_id = $1", [userId, deskRole]);
  helper = app.as("leader", {
    userId,
    account,
    deptId: own.dept,
    roles: ["deskAdmin" as never],
    permissions: new Set(rights),
    dataScopes: [ownDepartment],
  });
});
after(() => app.close());

/** A department with a signed-in user who has the same role as the helper. */
async function department(orgName: string) {
  const dept = (await admin.call(departmentCalls.submit, { orgName, deptCategory: "1", sort: 1 } as never)).id;
  const { userId } = await anAccount(app, {
    deptId: dept,
    account: `desk${++made}`,
    roles: ["leader"],
    phone: `1370000100${made}`,
  });
  await app.pool.query("update user_role set role_id = $2 where user_id = $1", [userId, deskRole]);
  const { rows } = await app.pool.query(
    `insert into login_session (user_id, client_id, expire_time, ip) values ($1, 'jipei-web', now() + interval '1 hour', '127.0.0.1') returning number`,
    [userId],
  );
  return { dept, user: userId, session: rows[0].number as string };
}
const stored = async (id: string) =>
  (
    await app.pool.query(
      "select name, dept_id, status, is_deleted, password_hash, version, array(select role_id from user_role where user_id = u.id) as roles from app_user u where id = $1",
      [id],
    )
  ).rows[0];
const newUser = (deptId: string) => ({
  account: `new${++made}`,
  name: "新",
  realName: "新人",
  phone: `137000020${String(made).padStart(2, "0")}`,
  deptId,
  roleId: [deskRole],
});

describe("User.list", () => {
  it("and Session.list, SignIn.list, User.export and System.load… show a department administrator only their department", async () => {
    const seen = (await helper.list(userCalls.list, { size: "200" })).records.map(({ id }) => id);
    assert.deepEqual(seen.toSorted(), [own.user, helper.actor.userId].toSorted());
    for (const parameters of [
      { deptId: other.dept },
      { account: "desk2" },
      { roleId: deskRole, realName: "测试用户", deptId: other.dept },
    ])
      assert.equal((await helper.list(userCalls.list, parameters as never)).total, 0);
    for (const call of [userCalls.detail, userCalls.platformDetail])
      assert.equal((await helper.refused(call as never, { id: other.user })).status, 404, call.name);
    assert.deepEqual(
      (await helper.list(sessionCalls.list)).records.map(({ userId }) => userId),
      [own.user],
    );
    await app.pool.query(
      `insert into sign_in (user_id, account, result, ip, client_id) values ($1, 'desk1', 'success', 'x', 'x'), ($2, 'desk2', 'success', 'x', 'x'), (null, null, 'wrong', 'x', 'x')`,
      [own.user, other.user],
    );
    assert.deepEqual(
      (await helper.list(sessionCalls.signIns)).records.map(({ account }) => account),
      ["desk1"],
    );
    for (const call of [loadUserList, loadUserRoleList]) {
      assert.equal((await helper.call(call as typeof loadUserList, { userId: other.user } as never)).total, 0);
      assert.equal((await helper.call(call as typeof loadUserList, { userId: own.user } as never)).total, 1);
    }
    const response = await app.http.inject({ url: userCalls.export.path, headers: { token: helper.token } });
    const rows: unknown[][] = [];
    for await (const { values } of readWorkbook(response.rawPayload)) rows.push([...values]);
    assert.ok(rows.flat().includes("desk1") && !rows.flat().includes("desk2"));
  });
});

describe("User.update", () => {
  it("and all calls of users and sessions refuse users of another department (NOT_OWNER, NOT_FOUND), alone or with one of their own", async () => {
    const before = [await stored(own.user), await stored(other.user)];
    const both = `${own.user},${other.user}`;
    for (const [call, input] of [
      [userCalls.submit, { id: other.user, name: "改" }],
      [userCalls.update, { id: other.user, status: "2" }],
      [userCalls.update, { id: other.user, name: "改" }],
      [userCalls.remove, { ids: both }],
      [userCalls.resetPassword, { userIds: both }],
      [userCalls.unlock, { userIds: both }],
      [userCalls.grant, { userIds: both, roleIds: deskRole }],
      [userCalls.updatePlatform, { userId: other.user, userType: "1", userExt: "{}" }],
      [sessionCalls.end, { ids: `${own.session},${other.session}` }],
    ] as const) {
      const { errorCode } = await helper.refused(call as never, input);
      assert.ok(["NOT_OWNER", "NOT_FOUND"].includes(errorCode), `${call.name}: ${errorCode}`);
    }
    assert.deepEqual([await stored(own.user), await stored(other.user)], before);
    const { rows } = await app.pool.query(
      "select count(*)::int as n from login_session where end_time is null and number = any($1::bigint[])",
      [[own.session, other.session]],
    );
    assert.deepEqual(rows, [{ n: 2 }]);
  });

  it("approves an applicant only into the own department (NOT_OWNER)", async () => {
    // Limited to the own department, and to users who have none yet.
    const rule = {
      id: "2",
      entity: "User",
      kind: "5",
      column: null,
      expression: "deptId = #{deptId} or deptId is null",
      fields: null,
    } as const;
    const desk = app.as("leader", { ...helper.actor, dataScopes: [rule] });
    const waiting = (
      await app.pool.query(
        `insert into app_user (account, name, real_name, login_type, status, audience, apply_kind, create_user, update_user) values ('waits2', 'x', 'x', '0', '0', 'bureau', '1', 0, 0) returning id`,
      )
    ).rows[0].id;
    await app.pool.query("insert into user_role (user_id, role_id) values ($1, $2)", [waiting, deskRole]);
    assert.equal(
      (await desk.refused(userCalls.update, { id: waiting, status: "1", deptId: other.dept })).errorCode,
      "NOT_OWNER",
    );
    assert.equal((await stored(waiting)).status, "0");
    await desk.call(userCalls.update, { id: waiting, status: "1", deptId: own.dept } as never);
    assert.equal((await stored(waiting)).dept_id, own.dept);
  });
});

describe("User.submit", () => {
  it("adds and moves users within the department, and refuses any other (NOT_OWNER)", async () => {
    assert.equal((await helper.refused(userCalls.submit, newUser(other.dept))).errorCode, "NOT_OWNER");
    const { id } = await helper.call(userCalls.submit, newUser(own.dept) as never);
    assert.equal((await helper.refused(userCalls.submit, { id, deptId: other.dept })).errorCode, "NOT_OWNER");
    assert.equal((await stored(id)).dept_id, own.dept);
    const below = (
      await admin.call(departmentCalls.submit, {
        orgName: "甲一室",
        deptCategory: "1",
        sort: 1,
        parentId: own.dept,
      } as never)
    ).id;
    await helper.call(userCalls.submit, { id, deptId: below } as never);
    assert.equal((await stored(id)).dept_id, below);
  });
});

describe("User.updateInfo", () => {
  it("ignores rights, department, account, status, tenant and password", async () => {
    const before = await stored(helper.actor.userId);
    const roleIds = (await app.pool.query(`select id from role where role_alias = 'sysAdmin'`)).rows.map(
      ({ id }) => id,
    );
    await helper.call(updateProfile, {
      name: "我",
      realName: "我",
      roleIds,
      roleId: roleIds.join(),
      deptId: other.dept,
      account: "admin2",
      status: "2",
      tenantId: "000009",
      password: "Other-7qv-26",
      loginType: "9",
      audience: "public",
      mustChange: 0,
    } as never);
    assert.deepEqual(await stored(helper.actor.userId), { ...before, name: "我", version: before.version + 1 });
  });
});

describe("User.grant", () => {
  it("and User.submit, User.update and Role.grant refuse rights that the actor does not hold", async () => {
    const getRole = async (alias: string) =>
      (await app.pool.query("select id from role where role_alias = $1", [alias])).rows[0].id;
    const sysAdmin = await getRole("sysAdmin");
    assert.equal(
      (await helper.refused(userCalls.grant, { userIds: own.user, roleIds: sysAdmin })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (
        await helper.refused(userCalls.grant, {
          userIds: own.user,
          roleIds: await getRole("finance"),
          endDate: today(),
        })
      ).errorCode,
      "ROLE_DENIED",
      "nor for a day",
    );
    assert.equal(
      (await helper.refused(userCalls.submit, { ...newUser(own.dept), roleId: [sysAdmin] })).errorCode,
      "ROLE_DENIED",
    );
    const menu = (
      await app.pool.query(`select id from menu where category = '2' and code <> all($1) order by id limit 1`, [rights])
    ).rows[0].id;
    const spare = (
      await app.pool.query(
        `insert into role (role_name, role_alias, sort, create_user, update_user) values ('备用', 'spare', 1, 0, 0) returning id`,
      )
    ).rows[0].id;
    assert.equal(
      (await helper.refused(roleCalls.grant, { roleIds: [deskRole], menuIds: [menu] })).errorCode,
      "ROLE_DENIED",
      "their own role",
    );
    assert.equal(
      (await helper.refused(roleCalls.grant, { roleIds: [spare], menuIds: [menu] })).errorCode,
      "ROLE_DENIED",
      "a right that they lack",
    );
    const waiting = (
      await app.pool.query(
        `insert into app_user (account, name, real_name, login_type, status, audience, apply_kind, dept_id, create_user, update_user) values ('waits', 'x', 'x', '0', '0', 'bureau', '1', $1, 0, 0) returning id`,
        [own.dept],
      )
    ).rows[0].id;
    assert.equal(
      (await helper.refused(userCalls.update, { id: waiting, status: "1", roleId: [sysAdmin] })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await stored(waiting)).status, "0");
  });
});

describe("DataScope.submit", () => {
  it("and the calls of API scopes refuse anybody but a system administrator (ROLE_DENIED), also holders of all their keys", async () => {
    const { id } = await admin.call(dataScopeCalls.submit, {
      menuId: (await app.pool.query(`select id from menu where category = '1' limit 1`)).rows[0].id,
      scopeName: "本科室",
      resourceCode: "own-desk",
      scopeClass: "User",
      scopeType: "3",
      scopeColumn: "deptId",
    } as never);
    await app.pool.query("insert into role_data_scope (role_id, data_scope_id) values ($1, $2)", [deskRole, id]);
    const scoped = app.as("leader", {
      ...helper.actor,
      permissions: new Set([
        ...rights,
        "data_scope_view",
        "data_scope_add",
        "data_scope_edit",
        "data_scope_delete",
        "api_scope_add",
        "api_scope_edit",
        "api_scope_delete",
        "api_scope_view",
      ]),
    });
    assert.equal(
      (await scoped.refused(dataScopeCalls.submit, { id, scopeType: "1", scopeColumn: null })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await scoped.refused(dataScopeCalls.remove, { ids: id })).errorCode, "ROLE_DENIED");
    assert.equal((await admin.refused(dataScopeCalls.remove, { ids: id })).errorCode, "DEPENDENCY_IN_USE");
    const closed = await admin.call(apiScopeCalls.submit, {
      menuId: (await app.pool.query(`select id from menu where category = '1' limit 1`)).rows[0].id,
      scopeName: "参数",
      resourceCode: "params",
      scopePath: "/api/blade-system/param/*",
      scopeType: "1",
    } as never);
    for (const [call, input] of [
      [apiScopeCalls.submit, { id: closed.id, scopePath: candidateSourceCalls.list.path }],
      [apiScopeCalls.remove, { ids: closed.id }],
    ] as const)
      assert.equal((await scoped.refused(call as never, input)).errorCode, "ROLE_DENIED", call.name);
  });
});
