import type { Call } from "@jipei/contract/core/call.ts";
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { postCalls } from "@jipei/contract/users/post.ts";
import { anAccount } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Departments and posts. */
let app: TestApp;
let admin: TestUser;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
});
after(() => app.close());

let made = 0;
const add = (more: object = {}) =>
  admin.call(departmentCalls.submit, { orgName: `部门${++made}`, deptCategory: "1", sort: made, ...more } as never);
const post = () =>
  admin.call(postCalls.submit, { postCode: `P${++made}`, postName: "科员", category: "3", sort: 1 } as never);

describe("Department.list", () => {
  it("and lazyList and tree return departments whole or level by level", async () => {
    const top = await add();
    const below = await add({ parentId: top.id });
    const whole = await admin.list(departmentCalls.list);
    const branch = whole.find(({ id }) => id === top.id);
    assert.deepEqual(
      [branch?.parentId, branch?.hasChildren, branch?.children?.map(({ id }) => id)],
      ["0", true, [below.id]],
    );
    const roots = await admin.call(departmentCalls.lazyList, { parentId: "0" });
    assert.deepEqual(
      roots.filter(({ id }) => id === top.id || id === below.id).map(({ id, hasChildren }) => [id, hasChildren]),
      [[top.id, true]],
    );
    assert.deepEqual(
      (await admin.call(departmentCalls.lazyList, { parentId: top.id })).map(({ id, hasChildren }) => [
        id,
        hasChildren,
      ]),
      [[below.id, false]],
    );
    assert.deepEqual(
      (await admin.call(departmentCalls.lazyList, { orgName: "部门2" })).map(({ id }) => id),
      [below.id],
    );
    const node = (await admin.call(departmentCalls.tree, {})).find(({ id }) => id === top.id);
    assert.deepEqual([node?.children?.length, node?.value, node?.key], [1, top.id, top.id]);
    assert.equal((await admin.call(departmentCalls.detail, { id: below.id })).parentName, "部门1");
    assert.equal((await admin.call(departmentCalls.detail, { id: top.id })).parentName, "顶级");
  });

  it("and Post.list refuse actors without the right (ROLE_DENIED); the auditor may not save", async () => {
    const lists: Call[] = [departmentCalls.list, postCalls.list];
    for (const call of lists) assert.equal((await app.as("finance").refused(call, {})).errorCode, "ROLE_DENIED");
    for (const call of [departmentCalls.submit, postCalls.submit])
      assert.equal((await app.as("auditor").refused(call as never, { orgName: "x" })).errorCode, "ROLE_DENIED");
  });
});

describe("Department.submit", () => {
  it("refuses a parent below the department, a duplicate name and a missing credit code", async () => {
    const top = await add();
    const below = await add({ parentId: top.id });
    for (const parentId of [top.id, below.id, "987654321"])
      assert.equal(
        (await admin.refused(departmentCalls.submit, { id: top.id, parentId })).failures[0]?.field,
        "parentId",
      );
    const name = (await admin.call(departmentCalls.detail, { id: below.id })).orgName;
    assert.equal(
      (await admin.refused(departmentCalls.submit, { orgName: name, deptCategory: "1", sort: 1, parentId: top.id }))
        .errorCode,
      "DUPLICATE",
    );
    assert.equal(
      (await admin.refused(departmentCalls.submit, { orgName: "企业", deptCategory: "3", sort: 1 })).failures[0]?.field,
      "creditCode",
    );
  });

  it("two concurrent moves never make a circle", async () => {
    const [one, other] = [await add(), await add()];
    const moves = await Promise.allSettled([
      admin.call(departmentCalls.submit, { id: one.id, parentId: other.id } as never),
      admin.call(departmentCalls.submit, { id: other.id, parentId: one.id } as never),
    ]);
    assert.deepEqual(moves.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });

  it("puts nothing below a department that is being removed", async () => {
    const { id: parentId } = await add();
    const other = await app.pool.connect();
    try {
      await other.query("begin");
      await other.query("update department set is_deleted = 1 where id = $1", [parentId]);
      const [refused] = await Promise.all([
        admin.refused(departmentCalls.submit, { orgName: "孤儿科", deptCategory: "1", sort: 1, parentId }),
        sleep(300).then(() => other.query("commit")),
      ]);
      assert.equal(refused.failures[0]?.field, "parentId");
    } finally {
      other.release();
    }
  });
});

describe("Department.remove", () => {
  it("refuses a department with children (MENU_HAS_CHILD) or in use (DEPENDENCY_IN_USE)", async () => {
    const [top, staffed, busy] = [await add(), await add(), await add()];
    const below = await add({ parentId: top.id });
    assert.equal((await admin.refused(departmentCalls.remove, { ids: top.id })).errorCode, "MENU_HAS_CHILD");
    await anAccount(app, { deptId: staffed.id });
    assert.deepEqual(
      (await admin.refused(departmentCalls.remove, { ids: `${top.id},${below.id},${staffed.id}` })).failures.map(
        ({ id }) => id,
      ),
      [staffed.id],
    );
    await app.pool.query(`update department set create_dept = $1 where id = $2`, [busy.id, staffed.id]);
    assert.equal((await admin.refused(departmentCalls.remove, { ids: busy.id })).errorCode, "DEPENDENCY_IN_USE");
    await admin.call(departmentCalls.remove, { ids: `${top.id},${below.id}` });
  });
});

describe("Post.remove", () => {
  it("refuses a post in use (DEPENDENCY_IN_USE); Post.submit refuses a duplicate number", async () => {
    const { id } = await post();
    const { userId } = await anAccount(app);
    await app.pool.query("update app_user set post_id = $1 where id = $2", [id, userId]);
    assert.equal((await admin.refused(postCalls.remove, { ids: id })).errorCode, "DEPENDENCY_IN_USE");
    const free = await post();
    const code = (await admin.call(postCalls.detail, { id: free.id })).postCode;
    assert.equal(
      (await admin.refused(postCalls.submit, { postCode: code, postName: "x", category: "1", sort: 1 })).errorCode,
      "DUPLICATE",
    );
    assert.ok((await admin.call(postCalls.select, {})).some((row) => row.id === free.id));
    await admin.call(postCalls.remove, { ids: free.id });
    assert.ok(!(await admin.call(postCalls.select, {})).some((row) => row.id === free.id));
  });
});

describe("Department.tree", () => {
  it("is complete with eight thousand enterprises", async () => {
    await app.pool.query(
      `insert into department (org_name, dept_category, sort, create_user, update_user) select '企业' || n, '3', n, 0, 0 from generate_series(1, 8000) n`,
    );
    assert.ok((await admin.call(departmentCalls.tree, {})).length >= 8000);
    assert.ok((await admin.list(departmentCalls.list)).length >= 8000);
  });
});
