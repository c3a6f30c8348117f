import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { User } from "@jipei/contract/users/user.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { standInCalls } from "@jipei/contract/workflow/stand-in.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import type { DataScopeRule } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { aColleague } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Stand-ins that administrators set for somebody else. */
let app: TestApp;
let admin: TestUser;
let clerk: TestUser;
let deputy: TestUser;
/** Two of one institution, and one of another. */
let head: TestUser;
let teacher: TestUser;
let stranger: TestUser;
before(async () => {
  app = await startTestApp();
  admin = await aColleague(app, "sysAdmin");
  clerk = await aColleague(app, "clerk");
  deputy = await aColleague(app, "leader");
  head = await aMember("orgAdmin", { audience: "institution", orgId: "71" });
  teacher = await aMember("orgAdmin", { audience: "institution", orgId: "71" });
  stranger = await aMember("orgAdmin", { audience: "institution", orgId: "72" });
});
after(() => app.close());

type Place = { audience: "institution"; orgId: string } | { audience: "enterprise"; entId: string };

async function aMember(role: RoleAlias, place: Place): Promise<TestUser> {
  const { actor } = await aColleague(app, role);
  const { orgId = null, entId = null }: { orgId?: string | null; entId?: string | null } = place;
  await app.pool.query("update app_user set audience = $2, org_id = $3, ent_id = $4 where id = $1", [
    actor.userId,
    place.audience,
    orgId,
    entId,
  ]);
  return app.as(role, { userId: actor.userId, name: actor.name, ...place });
}

const day = today();
const standingIn = (absent: TestUser, standIn: TestUser) => ({
  userId: absent.actor.userId,
  standInId: standIn.actor.userId,
  startDate: day,
  endDate: day,
  reason: "住院",
});
const set = (by: TestUser, absent: TestUser, standIn: TestUser) =>
  by.call(standInCalls.submit, standingIn(absent, standIn));
const refused = async (by: TestUser, absent: TestUser, standIn: TestUser) =>
  (await by.refused(standInCalls.submit, standingIn(absent, standIn))).errorCode;
const offered = async (by: TestUser, userId?: string) =>
  (await by.call(workCalls.colleagues, { name: null, userId })).map((one) => one.userId);

describe("FlowStandIn.submit by an administrator", () => {
  it("takes a colleague of the absent, in an institution and in an enterprise too", async () => {
    await set(admin, clerk, deputy);
    await set(admin, head, teacher);
    const [owner, other] = [
      await aMember("entAdmin", { audience: "enterprise", entId: "81" }),
      await aMember("entAdmin", { audience: "enterprise", entId: "81" }),
    ];
    await set(admin, owner, other);
  });

  it("refuses who is none, the administrator's own colleagues among them (FIELD_INVALID)", async () => {
    for (const other of [deputy, admin, stranger]) assert.equal(await refused(admin, head, other), "FIELD_INVALID");
    assert.equal(await refused(admin, clerk, head), "FIELD_INVALID");
  });

  it("is refused for users whom they do not see, as is changing and removing what stands (NOT_OWNER)", async () => {
    const { id } = await set(admin, head, teacher);
    const rule: DataScopeRule = {
      entity: User.name,
      kind: "3",
      column: "deptId",
      expression: null,
      fields: null,
    };
    const limited = app.as("sysAdmin", { ...admin.actor, deptId: "5", dataScopes: [rule] });
    assert.equal(await refused(limited, head, teacher), "NOT_OWNER");
    const row = await admin.call(standInCalls.detail, { id });
    const moved = { id, version: row.version, userId: limited.actor.userId, standInId: clerk.actor.userId };
    assert.equal((await limited.refused(standInCalls.submit, moved)).errorCode, "NOT_OWNER");
    assert.equal((await limited.refused(standInCalls.remove, { ids: id })).errorCode, "NOT_OWNER");
    assert.equal(
      (await limited.refused(workCalls.colleagues, { name: null, userId: head.actor.userId })).errorCode,
      "NOT_OWNER",
    );
    await app.pool.query("update app_user set dept_id = 5 where id = $1", [head.actor.userId]);
    await set(limited, head, teacher);
    await limited.call(standInCalls.remove, { ids: id });
  });

  it("is refused to everybody else, outside the bureau also with the button (NOT_OWNER)", async () => {
    const granted = app.as("orgAdmin", {
      ...teacher.actor,
      permissions: new Set([...teacher.actor.permissions, "flow_follow_delete", "flow_follow_view"]),
    });
    for (const by of [teacher, granted, deputy]) assert.equal(await refused(by, head, teacher), "NOT_OWNER");
    await set(head, head, teacher);
  });
});

describe("FlowTask.colleagues", () => {
  it("offers one's own, and administrators those of the absent", async () => {
    assert.deepEqual(await offered(head), [teacher.actor.userId]);
    assert.deepEqual(await offered(admin, head.actor.userId), [teacher.actor.userId]);
    const own = await offered(admin);
    assert.ok(own.includes(clerk.actor.userId) && !own.includes(teacher.actor.userId));
    assert.equal(
      (await clerk.refused(workCalls.colleagues, { name: null, userId: head.actor.userId })).errorCode,
      "NOT_OWNER",
    );
  });
});
