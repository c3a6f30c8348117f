import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { apiScopeCalls } from "@jipei/contract/access/api-scope.ts";
import { dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { whyCalls } from "@jipei/contract/access/why.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { candidateSourceCalls as sources } from "@jipei/contract/catalogue/candidate-source.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Nobody gains rights by granting them to somebody else: by a role, a scope, a department or a loan. All users are signed in. */
let app: TestApp;
let http: FastifyInstance;
let admin: TestUser;
let menuId: string;
before(async () => {
  app = await startTestApp();
  http = await realApp(app);
  admin = app.as("sysAdmin", await anAccount(app, { roles: ["sysAdmin"] }));
  menuId = (await app.pool.query(`select id from menu where menu_no = 'B01'`)).rows[0].id;
});
after(async () => {
  await http.close();
  await app.close();
});

let made = 0;
const word = () => `esc${String.fromCharCode(97 + (made % 26))}${String.fromCharCode(97 + Math.floor(made++ / 26))}`;
const deskKeys = [
  "user_view",
  "user_add",
  "user_edit",
  "user_reset_password",
  "role_view",
  "role_add",
  "role_edit",
  "candidates_source_view",
];
const buttons = async (keys: readonly string[]) =>
  (
    await app.pool.query<{ id: string }>(
      `select id from menu where code = any($1) and category = '2' and is_deleted = 0`,
      [keys],
    )
  ).rows.map(({ id }) => id);
const department = async (parentId?: string) =>
  (
    await admin.call(departmentCalls.submit, {
      orgName: word(),
      deptCategory: "1",
      sort: 1,
      ...(parentId && { parentId }),
    } as never)
  ).id;
const scope = async (values: object) =>
  (await admin.call(dataScopeCalls.submit, { menuId, scopeName: "测试", resourceCode: word(), ...values } as never)).id;
const ownUsers = () => scope({ scopeClass: "User", scopeType: "4", scopeColumn: "deptId" });
async function role(
  keys: readonly string[],
  dataScopeIds: readonly string[] = [],
  apiScopeIds: readonly string[] = [],
) {
  const roleAlias = word();
  const { id } = await admin.call(roleCalls.submit, { roleName: roleAlias, roleAlias, sort: 500 } as never);
  await admin.call(roleCalls.grant, {
    roleIds: [id],
    menuIds: await buttons(keys),
    dataScopeIds: [...dataScopeIds],
    apiScopeIds: [...apiScopeIds],
  });
  return id;
}

/** A signed-in user of the bureau. */
async function user(deptId: string | null, ...roleIds: string[]) {
  const { account, userId } = await anAccount(app, { deptId });
  await app.pool.query("delete from user_role where user_id = $1", [userId]);
  await app.pool.query("insert into user_role select $1, unnest($2::bigint[])", [userId, roleIds]);
  const token = (await signIn(http, account)).json().access_token as string;
  async function ask(call: Call, input: object = {}) {
    const inAddress = call.method === "GET" || call.style === "query";
    const query = inAddress
      ? `?${new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]))}`
      : "";
    const answer = await http.inject({
      method: call.method,
      url: call.path + query,
      headers: { token },
      ...(!inAddress && { payload: input }),
    });
    return { status: answer.statusCode, ...(answer.json() as { errorCode?: string; data: any }) };
  }
  const code = async (call: Call, input: object = {}) => (await ask(call, input)).errorCode ?? "done";
  return {
    userId,
    account,
    ask,
    code,
    sees: async () => ((await ask(userCalls.list, { size: 200 })).data.records as { id: string }[]).map(({ id }) => id),
  };
}
const newcomer = (deptId: string, roleId: string) => ({
  account: word(),
  name: "新",
  realName: "新人",
  phone: `1390000${String(2000 + ++made)}`,
  deptId,
  roleId: [roleId],
});

describe("User.grant", () => {
  it("refuses a department administrator roles that show users of all departments", async () => {
    const [dept, ownScope] = [await department(), await ownUsers()];
    const desk = await role(deskKeys, [ownScope]);
    const open = await role(["user_view"]);
    const helper = await user(dept, desk);
    const colleague = await user(dept, await role(["candidates_source_view"]));
    assert.deepEqual((await helper.sees()).toSorted(), [helper.userId, colleague.userId].toSorted());
    assert.equal(await helper.code(userCalls.grant, { userIds: colleague.userId, roleIds: open }), "ROLE_DENIED");
    assert.equal(
      await helper.code(userCalls.grant, { userIds: colleague.userId, roleIds: open, endDate: today() }),
      "ROLE_DENIED",
      "nor for a day",
    );
    assert.equal(await helper.code(userCalls.submit, newcomer(dept, open)), "ROLE_DENIED");

    assert.equal(
      await helper.code(roleCalls.submit, { roleName: "新", roleAlias: word(), sort: 1 }),
      "ROLE_DENIED",
      "nor do they make one",
    );

    // The same role has the same scope.
    assert.equal(await helper.code(userCalls.grant, { userIds: colleague.userId, roleIds: desk }), "done");
    assert.deepEqual((await colleague.sees()).length, 2);
  });

  it("refuses roles with an API scope that the actor does not have", async () => {
    const dept = await department();
    const { id } = await admin.call(apiScopeCalls.submit, {
      menuId,
      scopeName: "来源",
      resourceCode: word(),
      scopePath: sources.list.path,
      scopeType: "2",
    } as never);
    const opened = await role(["candidates_source_view"], [], [id]);
    const helper = await user(dept, await role(deskKeys));
    const colleague = await user(dept, await role(["candidates_source_view"]));
    assert.equal((await helper.ask(sources.list)).status, 403);
    assert.equal(await helper.code(userCalls.grant, { userIds: colleague.userId, roleIds: opened }), "ROLE_DENIED");
    assert.equal(await helper.code(userCalls.submit, newcomer(dept, opened)), "ROLE_DENIED");
    await app.pool.query("delete from role_api_scope");
    await admin.call(apiScopeCalls.remove, { ids: id });
  });

  it("refuses roles that a data scope hides", async () => {
    const dept = await department();
    const plain = await role(["candidates_source_view"]);
    const helper = await user(dept, await role(deskKeys, [await scope({ scopeClass: "Role", scopeType: "2" })]));
    const colleague = await user(dept, plain);
    assert.equal(await helper.code(userCalls.grant, { userIds: colleague.userId, roleIds: plain }), "NOT_FOUND");
  });

  it("by a deputy gives no lent rights, and makes no administrator who would outlast the loan", async () => {
    const dept = await department();
    const getId = async (alias: string) =>
      (await app.pool.query(`select id from role where role_alias = $1`, [alias])).rows[0].id as string;
    const [sysAdmin, clerk, leader] = [await getId("sysAdmin"), await getId("clerk"), await getId("leader")];
    const lend = (userId: string, roleId: string) =>
      app.pool.query("insert into user_role (user_id, role_id, end_date) values ($1, $2, $3)", [
        userId,
        roleId,
        addDays(today(), 5),
      ]);
    const deputy = await user(dept, leader);
    const friend = await user(dept, leader);
    await lend(deputy.userId, sysAdmin);
    assert.equal(await deputy.code(userCalls.submit, newcomer(dept, sysAdmin)), "ROLE_DENIED");
    assert.equal(
      await deputy.code(userCalls.grant, { userIds: friend.userId, roleIds: sysAdmin, endDate: today() }),
      "ROLE_DENIED",
    );
    assert.equal(await deputy.code(userCalls.grant, { userIds: deputy.userId, roleIds: sysAdmin }), "ROLE_DENIED");
    const spare = await role([]);
    assert.equal(
      await deputy.code(roleCalls.grant, { roleIds: [spare], menuIds: await buttons(["candidates_source_view"]) }),
      "ROLE_DENIED",
      "rights would outlast the loan as well",
    );
    assert.equal(await deputy.code(userCalls.submit, newcomer(dept, clerk)), "done", "their daily work goes on");
    assert.equal(
      await deputy.code(userCalls.submit, newcomer(dept, await role(deskKeys))),
      "ROLE_DENIED",
      "an administrator by other keys",
    );

    const second = await user(dept, leader);
    const desk = await role(deskKeys);
    await lend(second.userId, desk);
    assert.equal((await second.ask(userCalls.list)).status, 200);
    assert.equal(await second.code(userCalls.submit, newcomer(dept, desk)), "ROLE_DENIED");

    // The day after, the loan has no effect.
    await app.pool.query(
      `update user_role set end_date = current_date - 1 where end_date is not null and user_id = any($1)`,
      [[deputy.userId, second.userId]],
    );
    for (const ended of [deputy, second]) assert.equal((await ended.ask(userCalls.list)).status, 403);
  });
});

describe("User.submit", () => {
  it("User.update and User.resetPassword refuse a user of the own department who sees more than the actor", async () => {
    const [dept, ownScope] = [await department(), await ownUsers()];
    const helper = await user(dept, await role(deskKeys, [ownScope]));
    const mighty = await user(dept, await role(["user_view"]));
    for (const [call, input] of [
      [userCalls.submit, { id: mighty.userId, phone: "13900001999" }],
      [userCalls.resetPassword, { userIds: mighty.userId }],
      [userCalls.update, { id: mighty.userId, status: "2" }],
    ] as const)
      assert.equal(await helper.code(call, input), "ROLE_DENIED", call.name);
  });

  it("assigns nobody to another department than the actor’s, and Department.submit moves none to see more", async () => {
    const [above, elsewhere] = [await department(), await department()];
    const dept = await department(above);
    const ownSources = await scope({ scopeClass: "CandidateSource", scopeType: "4" });
    const desk = await role([...deskKeys, "dept_view", "dept_add", "dept_edit"], [ownSources]);
    const plain = await role(["candidates_source_view"], [ownSources]);
    const helper = await user(dept, desk);
    const colleague = await user(dept, desk);
    const stranger = await user(elsewhere, desk);
    assert.equal(await helper.code(userCalls.submit, newcomer(elsewhere, desk)), "NOT_OWNER");
    assert.equal(await helper.code(userCalls.submit, { id: colleague.userId, deptId: above }), "NOT_OWNER");
    assert.equal(await helper.code(userCalls.grant, { userIds: stranger.userId, roleIds: desk }), "NOT_OWNER");
    assert.equal(
      await helper.code(userCalls.submit, { id: stranger.userId, name: "改" }),
      "done",
      "what says nothing of places",
    );

    assert.equal(await helper.code(departmentCalls.submit, { id: dept, parentId: elsewhere }), "FIELD_FROZEN");
    assert.equal(await helper.code(departmentCalls.submit, { id: above, regionCode: "320481" }), "FIELD_FROZEN");
    assert.equal(await helper.code(departmentCalls.submit, { id: elsewhere, parentId: dept }), "NOT_OWNER");
    const { data } = await helper.ask(departmentCalls.submit, {
      orgName: word(),
      deptCategory: "1",
      sort: 1,
      parentId: dept,
    });
    assert.equal(await helper.code(userCalls.submit, newcomer(data.id, plain)), "done");
    assert.equal(
      await helper.code(userCalls.submit, newcomer(data.id, desk)),
      "SECOND_PERSON",
      "who looks after users of all departments is made by two",
    );
  });
});

describe("Role.explain", () => {
  it("refuses users outside the data scopes, and DataScope.submit to widen a scope that others have", async () => {
    const [dept, elsewhere] = [await department(), await department()];
    const [ownScope, theirs] = [await ownUsers(), await scope({ scopeClass: "CandidateSource", scopeType: "2" })];
    const helper = await user(dept, await role([...deskKeys, "data_scope_view", "data_scope_edit"], [ownScope]));
    const stranger = await user(elsewhere, await role(["candidates_source_view"], [theirs]));
    assert.deepEqual(
      ((await helper.ask(whyCalls.people, { keyword: "" })).data as { id: string }[]).map(({ id }) => id),
      [helper.userId],
    );
    assert.equal(
      (await helper.ask(whyCalls.explain, { userId: stranger.userId, callName: sources.list.name })).status,
      404,
    );
    assert.equal(
      (await helper.ask(whyCalls.explain, { userId: helper.userId, callName: sources.list.name })).status,
      200,
    );
    assert.equal(
      (
        await helper.ask(dataScopeCalls.preview, {
          userId: stranger.userId,
          scopeClass: "CandidateSource",
          scopeType: "1",
        })
      ).status,
      404,
    );
    assert.equal(await helper.code(dataScopeCalls.submit, { id: theirs, scopeType: "1" }), "ROLE_DENIED");
  });
});
