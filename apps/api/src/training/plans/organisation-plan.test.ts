import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationPlanCalls as calls } from "@jipei/contract/training/organisation-plan.ts";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { sql } from "kysely";
import { aClass, anApprovedOrgPlan, anOrgPlan, aReleasedPlan } from "../../../test/factories/class.ts";
import { type TrainingBase, aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Institution plans and the quota of the plan above them. */
let app: TestApp;
let base: TrainingBase;
before(async () => {
  app = await startTestApp();
  base = await aTrainingBase(app);
});
after(() => app.close());

const year = today().slice(0, 4);
const input = (planId: string, overrides = {}): any => ({
  planId,
  courseId: base.courseId,
  headcount: 10,
  classCount: 1,
  startDate: `${year}-01-01`,
  endDate: `${year}-12-31`,
  trainPlace: "校区",
  ...overrides,
});
const read = (id: string) => app.as("clerk").call(calls.detail, { id });

describe("OrganisationPlan.submit", () => {
  it("4.2-1: saves for the own institution, with course and kind copied", async () => {
    const { id } = await base.orgAdmin.call(calls.submit, input(await aReleasedPlan(app), { orgId: "999" }));
    const row = await read(id);
    assert.deepEqual(
      [row.orgId, row.confirmStatus, row.level, row.trainKind, row.orgPlanNo, row.planYear],
      [base.orgId, "unSubmit", "5", "01", null, Number(year)],
    );
  });

  it("4.2-1: needs an active institution (ORG_NOT_ACTIVE), a released plan (PLAN_NOT_RELEASED) and days in its year (FIELD_INVALID)", async () => {
    const draft = await app.as("clerk").call(planCalls.submit, {
      planName: "未下达",
      planYear: Number(year),
      trainKind: "01",
      startDate: today(),
      endDate: today(),
      totalHeadcount: 5,
    } as any);
    assert.equal((await base.orgAdmin.refused(calls.submit, input(draft.id))).errorCode, "PLAN_NOT_RELEASED");
    const planId = await aReleasedPlan(app);
    assert.equal(
      (await base.orgAdmin.refused(calls.submit, input(planId, { endDate: `${Number(year) + 1}-01-01` }))).failures[0]
        ?.field,
      "endDate",
    );
    assert.equal(
      (await base.orgAdmin.refused(calls.submit, input(planId, { headcount: 0 }))).failures[0]?.field,
      "headcount",
    );
    const suspended = await aTrainingBase(app);
    await sql`update organisation set state = 'unUser' where id = ${suspended.orgId}`.execute(app.db);
    assert.equal(
      (await suspended.orgAdmin.refused(calls.submit, { ...input(planId), courseId: suspended.courseId })).errorCode,
      "ORG_NOT_ACTIVE",
    );
  });

  it("refuses a course of another kind than the plan (FIELD_INVALID), also where the catalogue changed since", async () => {
    const otherKind = await aReleasedPlan(app, { trainKind: "10" });
    assert.equal((await base.orgAdmin.refused(calls.submit, input(otherKind))).failures[0]?.field, "courseId");
    const changing = await aTrainingBase(app);
    const id = await anOrgPlan(app, changing);
    await sql`update course set train_kind = '10' where id = ${changing.courseId}`.execute(app.db);
    assert.equal((await changing.orgAdmin.refused(calls.commit, { ids: id })).failures[0]?.field, "courseId");
  });

  it("4.2-2: takes one declaration of a course under a plan, also from many writers (PLAN_DUP)", async () => {
    const planId = await aReleasedPlan(app);
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => base.orgAdmin.call(calls.submit, input(planId))),
    );
    assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
    assert.equal((await base.orgAdmin.refused(calls.submit, input(planId))).errorCode, "PLAN_DUP");
  });
});

describe("OrganisationPlan.commit", () => {
  it("4.2-2: numbers the row, and names every failed guard", async () => {
    const id = await anOrgPlan(app, base);
    await base.orgAdmin.call(calls.commit, { ids: id });
    const row = await read(id);
    assert.equal(row.confirmStatus, "unConfirm");
    assert.match(row.orgPlanNo ?? "", /^JP\d{4}\d{5}$/);
    const closing = await aReleasedPlan(app, { totalHeadcount: 5 });
    const failing = await anOrgPlan(app, base, { planId: closing, headcount: 6 });
    await sql`update plan set start_date = ${addDays(today(), -9)}, end_date = ${addDays(today(), -1)} where id = ${closing}`.execute(
      app.db,
    );
    await sql`update organisation_course set is_valid = 'unValid' where id = ${base.orgCourseId}`.execute(app.db);
    const refused = await base.orgAdmin.refused(calls.commit, { ids: failing });
    await sql`update organisation_course set is_valid = 'isValid' where id = ${base.orgCourseId}`.execute(app.db);
    assert.equal(refused.errorCode, "PLAN_WINDOW_PAST");
    assert.deepEqual(
      refused.failures.map((failure) => failure.errorCode),
      ["PLAN_WINDOW_PAST", "COURSE_NOT_APPROVED", "PLAN_NO_QUOTA"],
    );
    assert.ok(refused.failures.every((failure) => failure.id === failing));
  });
});

describe("OrganisationPlan.confirm", () => {
  it("4.2-3: takes places; refuses the applicants themselves", async () => {
    const planId = await aReleasedPlan(app);
    const id = await anOrgPlan(app, base, { planId, headcount: 10 });
    await base.orgAdmin.call(calls.commit, { ids: id });
    const samePerson = app.as(["clerk"], { userId: base.orgAdmin.actor.userId });
    assert.equal((await samePerson.refused(calls.confirm, { ids: id })).errorCode, "SELF_REVIEW");
    assert.equal((await base.orgAdmin.refused(calls.confirm, { ids: id })).errorCode, "ROLE_DENIED");
    const before = (await app.as("clerk").call(calls.pendingNumber, undefined as never)).number;
    await app.as("firstReviewer").call(calls.confirm, { ids: id });
    assert.equal((await app.as("clerk").call(calls.pendingNumber, undefined as never)).number, before - 1);
    assert.equal((await app.as("clerk").call(planCalls.detail, { id: planId })).allocatedHeadcount, 10);
    const row = await read(id);
    assert.ok(row.confirmUser && row.confirmTime);
  });

  it("4.2-3: never overshoots the quota, however many approve at once (PLAN_NO_QUOTA)", async () => {
    const planId = await aReleasedPlan(app, { totalHeadcount: 35 });
    const rows: string[] = [];
    for (let i = 0; i < 8; i++) {
      const other = await aTrainingBase(app, { courseId: base.courseId });
      rows.push(await anOrgPlan(app, other, { planId, headcount: 10 }));
      await other.orgAdmin.call(calls.commit, { ids: rows.at(-1) as string });
    }
    const answers = await Promise.all(
      rows.map((id) =>
        app
          .as("clerk")
          .call(calls.confirm, { ids: id })
          .then(
            () => "yes",
            (error) => /PLAN_NO_QUOTA/.exec(String(error))?.[0],
          ),
      ),
    );
    assert.deepEqual(
      [
        answers.filter((answer) => answer === "yes").length,
        answers.filter((answer) => answer === "PLAN_NO_QUOTA").length,
      ],
      [3, 5],
    );
    assert.equal((await app.as("clerk").call(planCalls.detail, { id: planId })).allocatedHeadcount, 30);
    const waiting = rows.filter((_, i) => answers[i] !== "yes");
    await sql`update plan set total_headcount = 45 where id = ${planId}`.execute(app.db);
    // Two rows fit one by one, not together: neither goes through.
    const together = await app.as("clerk").refused(calls.confirm, { ids: waiting.slice(0, 2).join(",") });
    assert.deepEqual(
      [together.errorCode, (await app.as("clerk").call(planCalls.detail, { id: planId })).allocatedHeadcount],
      ["PLAN_NO_QUOTA", 30],
    );
  });
});

describe("OrganisationPlan.back", () => {
  it("4.2-4: needs a reason of 1–500 characters; the row can be submitted again", async () => {
    const id = await anOrgPlan(app, base);
    await base.orgAdmin.call(calls.commit, { ids: id });
    const clerk = app.as("clerk");
    for (const reason of ["", "   ", "x".repeat(501)])
      assert.equal((await clerk.refused(calls.back, { ids: id, reason })).status, 400);
    await clerk.call(calls.back, { ids: id, reason: "地点不清楚" });
    const row = await read(id);
    assert.deepEqual(
      [row.confirmStatus, row.backReason, row.auditList?.at(-1)?.opinion],
      ["back", "地点不清楚", "地点不清楚"],
    );
    const number = row.orgPlanNo;
    await base.orgAdmin.call(calls.submit, { id, trainPlace: "新校区" } as any);
    assert.equal(
      (await base.orgAdmin.refused(calls.submit, { id, courseId: (await aTrainingBase(app)).courseId })).failures[0]
        ?.field,
      "courseId",
    );
    await base.orgAdmin.call(calls.commit, { ids: id });
    assert.equal((await read(id)).orgPlanNo, number);
    assert.equal((await base.orgAdmin.refused(calls.submit, { id, trainPlace: "再改" })).errorCode, "STATE_ILLEGAL");
  });
});

describe("OrganisationPlan.invalidate", () => {
  it("4.2-5, -6: voids; an approved plan gives its places back, by the bureau and without classes only", async () => {
    const planId = await aReleasedPlan(app);
    const open = await anOrgPlan(app, base, { planId });
    const stranger = await aTrainingBase(app);
    assert.equal((await stranger.orgAdmin.refused(calls.invalidate, { ids: open })).errorCode, "NOT_OWNER");
    await base.orgAdmin.call(calls.invalidate, { ids: open });
    const approved = await anApprovedOrgPlan(app, base, { planId, headcount: 20 });
    assert.equal((await base.orgAdmin.refused(calls.invalidate, { ids: approved })).errorCode, "ROLE_DENIED");
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(calls.invalidate, { ids: approved })).errorCode, "REASON_REQUIRED");
    const built = await aClass(app, { base, orgPlanId: approved, overrides: { planCount: 10 } });
    assert.equal(
      (await clerk.refused(calls.invalidate, { ids: approved, reason: "撤销" })).errorCode,
      "ORG_PLAN_IN_USE",
    );
    await sql`update training_class set status = 'deleted' where id = ${built.classId}`.execute(app.db);
    await clerk.call(calls.invalidate, { ids: approved, reason: "撤销" });
    assert.equal((await clerk.call(planCalls.detail, { id: planId })).allocatedHeadcount, 0);
    assert.equal((await clerk.refused(calls.invalidate, { ids: approved, reason: "再撤" })).errorCode, "STATE_ILLEGAL");
  });
});

describe("OrganisationPlan.remove", () => {
  it("4.2-7: removes an own draft only", async () => {
    const id = await anOrgPlan(app, base);
    await base.orgAdmin.call(calls.commit, { ids: id });
    assert.equal((await base.orgAdmin.refused(calls.remove, { ids: id })).errorCode, "STATE_ILLEGAL");
    const draft = await anOrgPlan(app, base);
    await base.orgAdmin.call(calls.remove, { ids: draft });
    assert.equal((await base.orgAdmin.refused(calls.detail, { id: draft })).errorCode, "NOT_FOUND");
  });
});

describe("OrganisationPlan.list", () => {
  it("shows pending ones first, filtered by year and institution, own rows only", async () => {
    const clerk = app.as("clerk");
    const page = await clerk.list<any>(calls.usedByManage, {
      planYear: year,
      orgName: "职业培训学校",
      courseName: "课程",
      size: "200",
    });
    assert.ok(page.total > 3);
    const states = page.records.map((row: any) => row.confirmStatus === "unConfirm");
    assert.deepEqual(
      states,
      [...states].sort((a, b) => Number(b) - Number(a)),
    );
    const own = await base.orgAdmin.list<any>(planCalls.orgPlanUsedByOrg, { size: "200" });
    assert.ok(own.total > 0 && own.records.every((row: any) => row.orgId === base.orgId));
    assert.equal((await base.orgAdmin.refused(calls.usedByManage, {})).errorCode, "ROLE_DENIED");
    assert.equal((await clerk.list<any>(calls.list, { planYear: "1999" })).total, 0);
  });
});
