import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { planCalls as calls } from "@jipei/contract/training/plan.ts";
import { anApprovedOrgPlan, aReleasedPlan } from "../../../test/factories/class.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Training plans. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

let count = 0;
const plan = (overrides = {}): any => ({
  planName: `计划${++count}`,
  planYear: 2026,
  trainKind: "01",
  startDate: today(),
  endDate: addDays(today(), 10),
  totalHeadcount: 50,
  ...overrides,
});

describe("Plan.submit", () => {
  it("4.1-1: saves a draft with a number, seen by the bureau only", async () => {
    const clerk = app.as("clerk");
    const { id } = await clerk.call(calls.submit, plan());
    const saved = await clerk.call(calls.detail, { id });
    assert.match(saved.planNo ?? "", /^JH20\d{2}\d{4}$/);
    assert.deepEqual([saved.isRelease, saved.allocatedHeadcount, saved.releaseTime], ["0", 0, null]);
    const institution = app.as("orgAdmin", { orgId: "1" });
    assert.equal((await institution.list<any>(calls.usedByOrg, { planNo: saved.planNo ?? "" })).total, 0);
    assert.equal((await institution.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    await clerk.call(calls.release, { ids: id });
    assert.equal((await institution.list<any>(calls.usedByOrg, { planNo: saved.planNo ?? "" })).total, 1);
  });

  it("4.1-1: refuses a window out of order, no people (FIELD_INVALID) and a duplicate name", async () => {
    const clerk = app.as("clerk");
    assert.equal(
      (await clerk.refused(calls.submit, plan({ endDate: addDays(today(), -1) }))).failures[0]?.field,
      "endDate",
    );
    assert.equal((await clerk.refused(calls.submit, plan({ totalHeadcount: 0 }))).failures[0]?.field, "totalHeadcount");
    const duplicate = plan();
    await clerk.call(calls.submit, duplicate);
    assert.equal((await clerk.refused(calls.submit, { ...duplicate, totalHeadcount: 60 })).errorCode, "DUPLICATE");
    assert.equal((await app.as("orgAdmin", { orgId: "1" }).refused(calls.submit, plan())).errorCode, "ROLE_DENIED");
  });

  it("4.1-3: lets a released plan grow and run longer, and changes nothing else", async () => {
    const clerk = app.as("clerk");
    const base = await aTrainingBase(app);
    const id = await aReleasedPlan(app, { totalHeadcount: 40 });
    await anApprovedOrgPlan(app, base, { planId: id, headcount: 30 });
    const below = await clerk.refused(calls.submit, { id, totalHeadcount: 29 });
    assert.deepEqual(
      [below.errorCode, below.msg, below.msgEn],
      ["PLAN_BELOW_ALLOCATED", "计划人数不能低于已分配人数30", "Headcount cannot be below the allocated 30"],
    );
    await clerk.call(calls.submit, { id, totalHeadcount: 45, endDate: addDays(today(), 60) } as any);
    assert.equal((await clerk.call(calls.detail, { id })).totalHeadcount, 45);
    assert.equal((await clerk.refused(calls.submit, { id, endDate: today() })).failures[0]?.field, "endDate");
    assert.equal((await clerk.refused(calls.submit, { id, planName: "另一个名字" })).errorCode, "STATE_ILLEGAL");
  });
});

describe("Plan.release", () => {
  it("4.1-2: needs an open window, happens once, and notifies the institutions", async () => {
    const clerk = app.as("clerk");
    const past = await clerk.call(
      calls.submit,
      plan({ startDate: addDays(today(), -9), endDate: addDays(today(), -1) }),
    );
    assert.equal((await clerk.refused(calls.release, { ids: past.id })).errorCode, "PLAN_WINDOW_PAST");
    const { id } = await clerk.call(calls.submit, plan());
    await app.as("firstReviewer").call(calls.release, { ids: id });
    assert.equal((await clerk.refused(calls.release, { ids: id })).errorCode, "STATE_ILLEGAL");
    assert.equal((await app.as("leader").refused(calls.release, { ids: id })).errorCode, "ROLE_DENIED");
    const told = await app.db
      .selectFrom("message")
      .selectAll()
      .where("targetKind", "=", "audience")
      .orderBy("id", "desc")
      .executeTakeFirst();
    assert.equal(told?.target, "institution");
  });
});

describe("Plan.remove", () => {
  it("4.1-4: removes an unused draft only", async () => {
    const clerk = app.as("clerk");
    const { id } = await clerk.call(calls.submit, plan());
    await clerk.call(calls.remove, { ids: id });
    assert.equal((await clerk.refused(calls.remove, { ids: await aReleasedPlan(app) })).errorCode, "PLAN_IN_USE");
  });
});
