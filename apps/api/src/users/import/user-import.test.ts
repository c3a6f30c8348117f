import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { postCalls } from "@jipei/contract/users/post.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { writeXlsx } from "hucre/xlsx";
import { anAccount } from "../../../test/support/sign-in.ts";
import { sendWorkbook } from "../../../test/support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";

/** Import of users from a workbook, and export into one. */
let app: TestApp;
let admin: TestUser;
let dept: string;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  dept = (await admin.call(departmentCalls.submit, { orgName: "引才科", deptCategory: "1", sort: 1 } as never)).id;
});
after(() => app.close());

const head = ["账号", "姓名", "手机", "所属部门", "角色", "邮箱"];
const sheet = async (rows: string[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: "用户", rows: rows as never }] }));
const xlsx = (rows: string[][]) => sheet([head, ...rows]);

const post = (user: TestUser, path: string, file: Buffer, fields: Record<string, string> = {}) =>
  sendWorkbook<any>(app.http, user.token, path, file, fields, "users.xlsx");

describe("User.importCommit", () => {
  it("adds users with department and roles by name, and sends first passwords by SMS", async () => {
    const file = await xlsx([
      ["import1", "赵一", "13700000001", "引才科", "培训科经办、局领导(只读)", "zhao@example.org"],
      ["import2", "钱二", "13700000002", "引才科", "finance", ""],
    ]);
    const { data } = await post(admin, userCalls.import.dryRun.path, file);
    assert.deepEqual([data.rows, data.good, data.bad], [2, 2, 0], JSON.stringify(data.cells));
    assert.equal((await post(admin, userCalls.import.commit.path, file)).data.inserted, 2);
    const { records } = await admin.list(userCalls.list, { deptId: dept, ascs: "account" });
    assert.deepEqual(
      records.map((row) => [row.account, row.realName, row.name, row.deptName, row.roleName, row.status]),
      [
        ["import1", "赵一", "赵一", "引才科", "培训科经办、局领导(只读)", "1"],
        ["import2", "钱二", "钱二", "引才科", "财务人员", "1"],
      ],
    );
    assert.deepEqual((await app.pool.query(`select distinct template from sms_message where biz_type = 'User'`)).rows, [
      { template: "ACCOUNT_NEW" },
    ]);
    assert.deepEqual(
      (
        await app.pool.query(
          `select must_change, password_hash is not null as set from app_user where account = 'import1'`,
        )
      ).rows,
      [{ must_change: 1, set: true }],
    );
    const again = await post(admin, userCalls.import.commit.path, file);
    assert.equal(again.errorCode, "IMPORT_BAD");
  });

  it("finds a post by its name, but not where several share it", async () => {
    for (const [postCode, postName] of [
      ["P1", "科员"],
      ["P2", "窗口"],
      ["P3", "窗口"],
    ])
      await admin.call(postCalls.submit, { postCode, postName, category: "3", sort: 1 } as never);
    const rows = (post: string) =>
      sheet([
        [...head, "岗位"],
        ["posted", "有岗", "13700000091", "引才科", "培训科经办", "", post],
      ]);
    const { data } = await post(admin, userCalls.import.dryRun.path, await rows("窗口"));
    assert.deepEqual(
      data.cells.map(({ row, field }: { row: number; field: string }) => [row, field]),
      [[2, "postId"]],
    );
    assert.equal((await post(admin, userCalls.import.commit.path, await rows("科员"))).data.inserted, 1);
    assert.equal((await admin.list(userCalls.list, { account: "posted" })).records[0]?.postName, "科员");
  });

  it("reports every invalid cell, and writes nothing", async () => {
    const { data } = await post(
      admin,
      userCalls.import.dryRun.path,
      await xlsx([
        ["bad1", "孙三", "13700000011", "不存在科", "培训科经办", ""],
        ["bad2", "李四", "13700000012", "引才科", "没有的角色", ""],
        ["bad3", "周五", "13700000013", "引才科", "初审人员、复审人员", ""],
        ["bad4", "吴六", "123", "引才科", "培训科经办", ""],
        ["bad5", "郑七", "", "引才科", "培训科经办", ""],
        ["U012", "王八", "13700000016", "引才科", "培训科经办", ""],
        ["bad7", "冯九", "13700000017", "引才科", "机构管理员", ""],
        ["good8", "陈十", "13700000018", "引才科", "培训科经办", ""],
        ["GOOD8", "褚十", "13700000019", "引才科", "培训科经办", ""],
      ]),
    );
    assert.deepEqual(
      data.cells.map(({ row, field }: { row: number; field: string }) => [row, field]),
      [
        [2, "deptId"],
        [3, "roleName"],
        [4, "roleName"],
        [5, "phone"],
        [6, "phone"],
        [7, "account"],
        [8, "roleName"],
        [10, "account"],
      ],
    );
    assert.equal((await admin.list(userCalls.list, { account: "bad" })).total, 0);
  });

  it("with overwriting changes only the filled-in cells; the same sheet again changes nothing", async () => {
    await post(
      admin,
      commit,
      await xlsx([
        ["over1", "赵一", "13700000031", "引才科", "培训科经办", "old@example.org"],
        ["over2", "钱二", "13700000032", "引才科", "finance", ""],
      ]),
    );
    const before = await stored("over1");
    await app.pool.query(`update app_user set name = '老赵' where account = 'over1'`);
    const change = await sheet([
      ["账号", "邮箱", "备注"],
      ["OVER1", "new@example.org", ""],
      ["over2", "", "借调"],
    ]);
    assert.deepEqual(getCells(await post(admin, dryRun, change)), [
      [1, "realName"],
      [1, "phone"],
      [1, "deptId"],
      [1, "roleName"],
    ]);
    const { data } = await cover(admin, dryRun, change);
    assert.deepEqual([data.rows, data.good, data.existing, data.bad], [2, 2, 2, 0], JSON.stringify(data.cells));
    assert.deepEqual((await stored("over1")).email, "old@example.org", "a dry run writes nothing");
    const done = (await cover(admin, commit, change)).data;
    assert.deepEqual([done.inserted, done.updated, done.unchanged], [0, 2, 0]);
    const after = await stored("over1");
    assert.deepEqual(after, { ...before, name: "老赵", email: "new@example.org", version: before.version + 1 });
    const again = (await cover(admin, commit, change)).data;
    assert.deepEqual([again.inserted, again.updated, again.unchanged], [0, 0, 2]);
    assert.equal((await stored("over1")).version, after.version);
    const { rows } = await app.pool.query(
      `select action, before, after from audit_record where biz_type = 'User' and biz_id = $1 order by id desc limit 1`,
      [before.id],
    );
    assert.deepEqual(rows[0], {
      action: "edit",
      before: { email: "old@example.org" },
      after: { email: "new@example.org" },
    });
  });

  it("adds and overwrites in one sheet; roles are replaced where given, passwords never", async () => {
    const file = await xlsx([
      ["over1", "赵一", "13700000031", "引才科", "财务人员", ""],
      ["over3", "孙三", "13700000033", "引才科", "培训科经办", ""],
    ]);
    const hash = (await stored("over1")).password_hash;
    const { data } = await cover(admin, commit, file);
    assert.deepEqual([data.inserted, data.updated, data.unchanged], [1, 1, 0]);
    const user = await stored("over1");
    assert.deepEqual([user.roles, user.password_hash === hash, user.email], [["finance"], true, "new@example.org"]);
    const twice = (await cover(admin, commit, file)).data;
    assert.deepEqual([twice.inserted, twice.updated, twice.unchanged], [0, 0, 2]);
    assert.equal(
      (await app.pool.query(`select 1 from app_user where lower(account) in ('over1', 'over3')`)).rowCount,
      2,
    );
  });

  it("is undone: who was added is gone, who was changed is as before, roles too", async () => {
    await post(
      admin,
      commit,
      await xlsx([["undo1", "赵一", "13700000071", "引才科", "培训科经办", "old@example.org"]]),
    );
    const file = await xlsx([
      ["undo1", "赵一", "13700000071", "引才科", "财务人员", "new@example.org"],
      ["undo2", "钱二", "13700000072", "引才科", "培训科经办", ""],
    ]);
    const { data } = await cover(admin, commit, file);
    assert.deepEqual([data.inserted, data.updated], [1, 1]);
    assert.deepEqual((await stored("undo1")).roles, ["finance"]);
    await admin.call(importBatchCalls.undo, { id: data.batchId });
    const user = await stored("undo1");
    assert.deepEqual([user.roles, user.email], [["clerk"], "old@example.org"]);
    assert.equal((await admin.list(userCalls.list, { account: "undo2" })).total, 0);
  });

  it("refuses incomplete new users, accounts of others, taken phones and unknown values (IMPORT_BAD)", async () => {
    await anAccount(app, { account: "school1", loginType: "1", roles: ["orgAdmin"], orgId: "7" });
    const file = await sheet([
      ["账号", "手机", "角色", "部门"],
      ["over9", "13700000039", "", ""],
      ["school1", "", "", ""],
      ["over1", "13700000033", "", ""],
      ["over2", "", "初审人员、复审人员", ""],
      ["over3", "", "", "没有这个科"],
    ]);
    assert.deepEqual(getCells(await cover(admin, dryRun, file)), [
      [2, "realName"],
      [2, "roleName"],
      [2, "deptId"],
      [3, "account"],
      [4, "phone"],
      [5, "roleName"],
      [6, "deptId"],
    ]);
    assert.equal((await cover(admin, commit, file)).errorCode, "IMPORT_BAD");
  });

  it("changes users who have a name that nobody may choose any more, and adds none with one (ACCOUNT_DUP)", async () => {
    const { userId } = await anAccount(app, { account: "reserved1" });
    await app.pool.query("update app_user set account = 'S20230001' where id = $1", [userId]);
    const named = (account: string) =>
      sheet([
        ["账号", "邮箱"],
        [account, "staff@example.org"],
      ]);
    assert.equal((await cover(admin, commit, await named("S20230001"))).data.updated, 1);
    const added = await xlsx([["S20230002", "孙三", "13700000052", "引才科", "finance", ""]]);
    assert.deepEqual(getCells(await cover(admin, dryRun, added)), [[2, "account"]]);
  });

  it("counts each phone that it finds to be somebody's where the actor sees phones masked, and records it", async () => {
    await anAccount(app, { phone: "13655550001" });
    const someone = app.as("sysAdmin");
    const file = await xlsx([
      ["found1", "李一", "13655550001", "引才科", "finance", ""],
      ["found2", "李二", "13655550002", "引才科", "finance", ""],
    ]);
    assert.deepEqual(getCells(await post(someone, dryRun, file)), [[2, "phone"]]);
    const found = await app.db
      .selectFrom("auditRecord")
      .select(["bizType", "action", "opinion"])
      .where("operatorId", "=", someone.actor.userId)
      .execute();
    assert.deepEqual(found, [{ bizType: "User", action: "search", opinion: "手机" }]);
  });

  it("refuses to overwrite users who may do more, oneself, and users of other departments", async () => {
    const rights = new Set(["user_view", "user_add", "user_edit", "user_import"]);
    const { rows } = await app.pool.query(
      `insert into role (role_name, role_alias, sort, create_user, update_user) values ('科室管理', 'deskAdmin', 1, 0, 0) returning id`,
    );
    for (const right of rights)
      await app.pool.query("insert into role_permission values ($1, $2)", [rows[0].id, right]);
    const scope = await app.pool
      .query(`insert into data_scope (menu_id, scope_name, resource_code, scope_class, scope_column, scope_type, create_user, update_user)
    select min(id), '本科室用户', 'desk-users', 'User', 'deptId', '3', 0, 0 from menu returning id`);
    await app.pool.query("insert into role_data_scope (role_id, data_scope_id) values ($1, $2)", [
      rows[0].id,
      scope.rows[0].id,
    ]);
    const desk = async (account: string, deptId: string) => {
      const { userId } = await anAccount(app, { account, deptId });
      await app.pool.query("update user_role set role_id = $2 where user_id = $1", [userId, rows[0].id]);
      return userId;
    };
    const elsewhere = (
      await admin.call(departmentCalls.submit, { orgName: "别处科", deptCategory: "1", sort: 2 } as never)
    ).id;
    const userId = await desk("desk1", dept);
    await desk("desk2", dept);
    await desk("desk3", elsewhere);
    const ownDepartment = {
      id: scope.rows[0].id as string,
      entity: "User",
      kind: "3",
      column: "deptId",
      expression: null,
      fields: null,
    } as const;
    const helper = app.as("leader", {
      userId,
      account: "desk1",
      deptId: dept,
      permissions: rights,
      dataScopes: [ownDepartment],
    });
    const file = await sheet([
      ["账号", "姓名", "手机", "部门", "角色"],
      ["over2", "甲", "", "", ""],
      ["desk1", "乙", "", "别处科", ""],
      ["desk2", "丙", "", "", ""],
      ["desk3", "丁", "", "", ""],
      ["desk2b", "戊", "13700000041", "别处科", "科室管理"],
      ["desk2c", "己", "13700000042", "引才科", "科室管理"],
    ]);
    assert.deepEqual(getCells(await cover(helper, dryRun, file)), [
      [2, "account"],
      [3, "deptId"],
      [5, "account"],
      [6, "deptId"],
    ]);
    assert.equal((await cover(helper, commit, file)).errorCode, "IMPORT_BAD");
    // A role that shows users of all departments cannot be granted by an import either.
    await app.pool.query(
      `insert into role (role_name, role_alias, sort, create_user, update_user) values ('全部用户', 'allUsers', 1, 0, 0)`,
    );
    await app.pool.query(`insert into role_permission select id, 'user_view' from role where role_alias = 'allUsers'`);
    const open = await sheet([
      ["账号", "姓名", "手机", "部门", "角色"],
      ["desk2", "", "", "", "全部用户"],
      ["desk2d", "庚", "13700000043", "引才科", "全部用户"],
    ]);
    assert.deepEqual(getCells(await cover(helper, dryRun, open)), [
      [2, "roleName"],
      [3, "roleName"],
    ]);
    const good = await sheet([
      ["账号", "姓名", "手机", "部门", "角色"],
      ["desk2", "丙", "", "", ""],
      ["desk2c", "己", "13700000042", "引才科", "科室管理"],
    ]);
    const { data } = await cover(helper, commit, good);
    assert.deepEqual([data.inserted, data.updated], [1, 1]);
    assert.equal(
      (await cover(app.as("leader", { permissions: new Set(["user_import"]) }), dryRun, good)).errorCode,
      "ROLE_DENIED",
      "changing needs the right to change",
    );
  });

  it("refuses roles that the actor may not grant (ROLE_DENIED)", async () => {
    const helper = app.as("leader", { permissions: new Set(["user_import"]) });
    const { data } = await post(
      helper,
      userCalls.import.dryRun.path,
      await xlsx([["helper1", "卫一", "13700000021", "引才科", "系统管理员", ""]]),
    );
    assert.deepEqual(
      data.cells.map(({ field }: { field: string }) => field),
      ["roleName"],
    );
    assert.equal(
      (await post(app.as("auditor"), userCalls.import.dryRun.path, await xlsx([]))).errorCode,
      "ROLE_DENIED",
    );
  });
});

const covering = { isCovered: "1" };
const cover = (user: TestUser, path: string, file: Buffer) => post(user, path, file, covering);
const commit = userCalls.import.commit.path;
const dryRun = userCalls.import.dryRun.path;
type Cell = { row: number; field: string };
const getCells = ({ data }: { data: { cells: Cell[] } }) => data.cells.map(({ row, field }) => [row, field]);
const stored = async (account: string) =>
  (
    await app.pool.query(
      `select id, name, real_name, email, post_id, dept_id, password_hash, version, array(select r.role_alias from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id order by 1)::text[] as roles from app_user u where account = $1 and is_deleted = 0`,
      [account],
    )
  ).rows[0];

describe("User.export", () => {
  it("has the rows of the list, with masked phones and no password", async () => {
    const response = await app.http.inject({
      url: `${userCalls.export.path}?deptId=${dept}&account=import1`,
      headers: { token: admin.token },
    });
    const rows: unknown[][] = [];
    for await (const { values } of readWorkbook(response.rawPayload)) rows.push([...values]);
    assert.equal(rows.length, 2);
    assert.ok(rows[1]?.includes("137****0001") && rows[1]?.includes("引才科"));
    assert.ok(!JSON.stringify(rows).includes("argon2"));
  });
});
