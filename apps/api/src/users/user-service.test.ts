import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  loadOrgList,
  loadUserGroupList,
  loadUserList,
  loadUserOrgList,
  loadUserRoleList,
} from "@jipei/contract/auth/system-service.ts";
import { anAccount } from "../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";

/** The lists of the system service apply the same rights, scopes and pages as the plain ones (auth/client/envelope.test.ts tests the envelope). */
let app: TestApp;
let userId: string;
before(async () => {
  app = await startTestApp();
  userId = (await anAccount(app, { roles: ["clerk", "leader", "firstReviewer"], name: "多角色", deptId: "1" })).userId;
});
after(() => app.close());

const rights = ["user_view", "dept_view"];
const cut = (entity: string, expression: string | null, fields: readonly string[] | null) =>
  app.as("leader", {
    permissions: new Set(rights),
    dataScopes: [{ entity, kind: expression ? "5" : "1", column: null, expression, fields }],
  });

describe("System.loadOrgList", () => {
  it("applies data scopes, and hides hidden fields", async () => {
    const all = await app.as("sysAdmin").call(loadOrgList, { isPaging: "0" } as never);
    assert.ok(all.total > 1);
    const one = all.records[0] as { orgName: string };
    const seen = await cut("Department", `orgName = '${one.orgName}'`, ["deptCategory"]).call(loadOrgList, {
      isPaging: "0",
    } as never);
    assert.deepEqual(
      seen.records.map(({ orgName, fullName, parentId, sort }) => [orgName, fullName, parentId, sort]),
      [[one.orgName, null, null, null]],
    );
    assert.equal(
      (await cut("Department", null, ["sort"]).refused(loadOrgList, { deptCategory: "1" } as never)).failures[0]?.field,
      "deptCategory",
    );
  });
});

describe("System.loadUserList", () => {
  it("hides hidden fields and refuses conditions on them (FIELD_INVALID)", async () => {
    const leader = cut("User", null, ["loginType"]);
    const [row] = (await leader.call(loadUserList, { userId } as never)).records;
    assert.deepEqual(row, {
      userId,
      account: null,
      userName: "多角色",
      nickName: null,
      orgId: null,
      loginType: "0",
      status: null,
    });
    for (const call of [loadUserOrgList, loadUserGroupList, loadUserRoleList])
      assert.equal(
        (await leader.call(call as unknown as typeof loadUserList, { userId } as never)).total,
        0,
        call.name,
      );
    for (const input of [{ account: "x" }, { orgId: "1" }])
      assert.equal((await leader.refused(loadUserList, input as never)).errorCode, "FIELD_INVALID");
  });
});

describe("System.loadUserRoleList", () => {
  it("returns each role of a user on one page only", async () => {
    const admin = app.as("sysAdmin");
    const seen: string[] = [];
    for (let pageIndex = 1; pageIndex <= 3; pageIndex++) {
      const page = await admin.call(loadUserRoleList, { userId, isPaging: "1", pageIndex, pageSize: 1 } as never);
      assert.deepEqual([page.total, page.pages, page.current, page.size], [3, 3, pageIndex, 1]);
      seen.push(...page.records.map(({ roleId }) => roleId));
    }
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => Number(a) - Number(b)),
    );
    assert.equal(new Set(seen).size, 3);
    const after = await admin.call(loadUserRoleList, { userId, pageIndex: 4, pageSize: 1 } as never);
    assert.deepEqual([after.records, after.total], [[], 3]);
  });
});

describe("System.loadUser…", () => {
  it("refuse all audiences but the bureau (ROLE_DENIED), whatever rights they hold", async () => {
    const institution = app.as("orgAdmin", { permissions: new Set(rights) });
    for (const call of [loadUserList, loadUserOrgList, loadUserGroupList, loadUserRoleList])
      assert.equal(
        (await institution.refused(call as unknown as typeof loadUserList, {} as never)).errorCode,
        "ROLE_DENIED",
        call.name,
      );
  });
});
