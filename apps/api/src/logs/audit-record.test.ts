import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { registerCalls } from "@jipei/contract/external-data/ext-query.ts";
import { type Change, auditRecordCalls as calls } from "@jipei/contract/logs/audit-record.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { anAccount } from "../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { changesShape } from "./audit-changes.ts";

/** The history of all rows: finding entries, their labels, and what each reader may see. */
let app: TestApp;
let admin: TestUser;
let auditor: TestUser;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin", await anAccount(app, { roles: ["sysAdmin"] }));
  auditor = app.as("auditor");
});
after(() => app.close());

const roleId = async (alias: string) =>
  (await app.pool.query(`select id from role where role_alias = $1`, [alias])).rows[0].id as string;
const menuId = async (code: string) =>
  (await app.pool.query(`select id from menu where code = $1 and is_deleted = 0`, [code])).rows[0].id as string;
const listed = (parameters: Record<string, string>) => auditor.list(calls.list, { size: "50", ...parameters });
const zhOf = (changes: readonly Change[]) =>
  Object.fromEntries(
    changes.map((change) => [change.zh, [change.before.map(({ zh }) => zh), change.after.map(({ zh }) => zh)]]),
  );

describe("AuditRecord.detail", () => {
  it("names the rights and roles that a grant added and removed, for users and for roles", async () => {
    const { userId } = await anAccount(app);
    await admin.call(userCalls.grant, { userIds: userId, roleIds: await roleId("leader") });
    await admin.call(userCalls.grant, {
      userIds: userId,
      roleIds: await roleId("clerk"),
      endDate: addDays(today(), 3),
    });
    const { records } = await listed({ bizType: "User", bizId: userId });
    assert.deepEqual(
      records.map(({ actionName, kind }) => [actionName.zh, actionName.en, kind.zh]),
      [
        ["临时授权", "Temporary roles", "用户"],
        ["授权", "Rights granted", "用户"],
        ["新建", "Created", "用户"],
      ],
    );
    assert.deepEqual(
      [records[1]?.operatorName, records[1]?.roles.zh, records[1]?.rowTitle],
      [admin.actor.name, "系统管理员", "测试用户"],
    );
    const granted = await auditor.call(calls.detail, { id: records[1]?.id as string });
    assert.deepEqual(
      granted.changes.map(({ en, before: old, after: now }) => [
        en,
        old.map((one) => one.en),
        now.map((one) => one.en),
      ]),
      [["Roles", ["Training-section clerk"], ["Leader (read-only)"]]],
    );
    assert.deepEqual(zhOf((await auditor.call(calls.detail, { id: records[0]?.id as string })).changes), {
      角色: [[], ["培训科经办"]],
      截止日期: [[], [addDays(today(), 3)]],
    });

    const { id } = await admin.call(roleCalls.submit, { roleName: "来源管理", roleAlias: "sourceKeeper", sort: 500 });
    await admin.call(roleCalls.grant, {
      roleIds: [id],
      menuIds: [await menuId("B0406"), await menuId("candidates_source_view")],
    });
    await admin.call(roleCalls.grant, { roleIds: [id], menuIds: [await menuId("candidates_source_add")] });
    const [last] = (await listed({ bizType: "Role", bizId: id, action: "grant" })).records;
    assert.equal(last?.rowTitle, "来源管理");
    await admin.call(roleCalls.submit, {
      id,
      roleName: "来源管理",
      roleNameEn: "Source keeper",
      roleAlias: "sourceKeeper",
      sort: 500,
    });
    assert.equal(
      (await listed({ bizType: "Role", bizId: id, action: "grant" })).records[0]?.rowTitleEn,
      "Source keeper",
    );
    const { changes } = await auditor.call(calls.detail, { id: last?.id as string });
    assert.deepEqual(zhOf(changes), { 菜单: [["考生来源"], []], 按钮权限: [["考生来源：查看"], ["考生来源：新增"]] });
  });

  it("never shows secrets nor what is stored encrypted, and masks personal data", async () => {
    const entry = {
      bizType: "User",
      bizId: "1",
      action: "edit",
      before: { phone: "13800001111", realName: "张三" },
      after: { phone: "13900002222", realName: "李四", newPassword: "Sesame-7qv-26", remark: "电话 13912345678" },
    };
    await app.db.transaction().execute((tx) =>
      writeAudit(tx, admin.actor, [
        entry,
        {
          bizType: "Student",
          bizId: "1",
          action: "edit",
          before: { bankAccount: "6222020000001234" },
          after: { address: "某某市某某区某某路1号" },
        },
        { bizType: "Parameter", bizId: "1", action: "remove", before: "旧值" },
      ]),
    );
    const rows = (await listed({})).records.slice(0, 3);
    const text = JSON.stringify(await Promise.all(rows.map(({ id }) => auditor.call(calls.detail, { id }))));
    for (const secret of [
      "13800001111",
      "13900002222",
      "Sesame-7qv-26",
      "13912345678",
      "6222020000001234",
      "某某路1号",
    ])
      assert.ok(!text.includes(secret), secret);
    for (const shown of ["张三", "李四", "139****5678", "旧值"]) assert.ok(text.includes(shown), shown);
    const held = {
      ...auditor.actor,
      dataScopes: [{ entity: "User", kind: "1", column: null, expression: null, fields: ["account"] }] as never,
    };
    assert.ok(!JSON.stringify(await changesShape(app.db, held, "User", { sex: "1" }, { sex: "2" })).includes("女"));
    assert.ok(
      JSON.stringify(await changesShape(app.db, auditor.actor, "User", { sex: "1" }, { sex: "2" })).includes("女"),
    );
  });
});

describe("AuditRecord.list", () => {
  it("shows the label of a title that is a code", async () => {
    await app
      .as("clerk")
      .call(registerCalls.getUnitInfo, { creditCode: "91350100M000100Y43", purpose: "核验申请材料" } as never);
    const [looked] = (await listed({ bizType: "ExtQuery" })).records;
    assert.deepEqual([looked?.rowTitle, looked?.rowTitleEn], ["单位信息", "Unit"]);
  });

  it("filters by kind, row, action, person and time", async () => {
    const { userId } = await anAccount(app);
    const someone = app.as("sysAdmin", { ...(await anAccount(app, { roles: ["sysAdmin"] })) });
    await someone.call(userCalls.unlock, { userIds: userId });
    const own = await listed({ operatorId: someone.actor.userId });
    assert.deepEqual(
      own.records.map((row) => [row.bizType, row.bizId, row.action]),
      [["User", userId, "unlock"]],
    );
    assert.deepEqual(
      (await listed({ action: "unlock", bizType: "User", bizId: userId })).records.map((row) => row.id),
      [own.records[0]?.id],
    );
    assert.equal((await listed({ bizType: "User", bizId: userId, operateTime_ge: `${today()} 00:00:00` })).total, 2);
    assert.equal((await listed({ bizType: "User", bizId: userId, operateTime_lt: `${today()} 00:00:00` })).total, 0);
    const times = (await listed({})).records.map((row) => row.operateTime as string);
    assert.deepEqual(times, times.toSorted().reverse());
    const { kinds, actions: named } = await auditor.call(calls.words, undefined as never);
    assert.deepEqual(
      named.find((one) => one.name === "getMediationCase"),
      { name: "getMediationCase", zh: "调解案件", en: "Mediation cases" },
      "a look-up in a register",
    );
    assert.ok(
      kinds.some((one) => one.name === "User" && one.zh === "用户") &&
        named.some((one) => one.name === "resetPassword" && one.zh === "重置密码"),
    );
  });

  it("is for the system administrator and the auditor only", async () => {
    for (const role of ["clerk", "leader", "firstReviewer", "orgAdmin", "student"] as const)
      assert.equal((await app.as(role).refused(calls.list, {})).errorCode, "ROLE_DENIED", role);
    assert.equal(
      (await app.as("orgAdmin", { permissions: new Set(["audit_trail_view"]) }).refused(calls.list, {})).errorCode,
      "ROLE_DENIED",
    );
    assert.ok((await admin.list(calls.list, {})).total > 0);
  });
});

describe("AuditRecord.words", () => {
  it("has labels for every audit action", async () => {
    const { actions: named } = await auditor.call(calls.words, undefined as never);
    const { rows } = await app.pool.query<{ action: string }>(`select distinct action from audit_record`);
    for (const { action } of rows)
      assert.ok(
        named.some((one) => one.name === action),
        action,
      );
  });
});

describe("the filters of AuditRecord.list", () => {
  it("use indexes", async () => {
    await app.pool
      .query(`insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip, operate_time)
    select 'Kind' || n % 40, n, 'deed' || n % 60, n % 500, 'x', 'clerk', '', now() - n * interval '1 minute' from generate_series(1, 50000) n`);
    await app.pool.query("analyze audit_record");
    for (const where of [
      "true",
      `biz_type = 'Kind7'`,
      `action = 'deed7'`,
      `operator_id = '77'`,
      `operate_time > now() - interval '1 day'`,
    ]) {
      const { rows } = await app.pool.query(
        `explain select id from audit_trail t where is_deleted = 0 and ${where} order by operate_time desc, id desc limit 10`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      assert.ok(/Index (Only )?Scan/.test(plan) && !/Seq Scan/.test(plan), `${where}\n${plan}`);
    }
  });
});
