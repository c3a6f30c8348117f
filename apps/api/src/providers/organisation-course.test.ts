import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { organisationCourseCalls as calls } from "@jipei/contract/providers/organisation-course.ts";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { sql } from "kysely";
import { today } from "../core/foundation/clock.ts";
import { aReleasedPlan } from "../../test/factories/class.ts";
import { anOrgCourse, anOrganisation } from "../../test/factories/organisation.ts";
import { type SavedCourse, aCourse, aStartupCourse } from "../../test/factories/teaching.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** Courses of an institution. */
let app: TestApp;
let clerk: TestUser;
let admin: TestUser;
let orgId: string;
let course: SavedCourse;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  const organisation = await anOrganisation(app);
  admin = organisation.admin;
  orgId = organisation.id;
  course = await inScope(await aCourse(app));
});
after(() => app.close());

async function inScope(some: SavedCourse): Promise<SavedCourse> {
  await sql`update organisation set train_scope = train_scope || '、' || ${some.occupationName} where id = ${orgId}`.execute(
    app.db,
  );
  return some;
}
const offer = (values: Record<string, unknown> = {}) => ({
  courseId: course.id,
  courseHours: "56",
  theoryHours: "22",
  practiceHours: "34",
  textbook: "教材",
  chargeStandard: "1800",
  ...values,
});

describe("OrganisationCourse.submit", () => {
  it("takes 34.0 hours of practice of 56, refuses 33.5 (CLASS_HOURS_SHORT), and checks sums and halves (FIELD_INVALID)", async () => {
    const short = await admin.refused(calls.submit, offer({ theoryHours: "22.5", practiceHours: "33.5" }));
    assert.deepEqual(
      [short.errorCode, short.msg],
      ["CLASS_HOURS_SHORT", "课时不足：要求56.0，实排56.0（实操比例≥0.60）"],
    );
    assert.equal(
      (await admin.refused(calls.submit, offer({ courseHours: "55.5", theoryHours: "20", practiceHours: "35.5" })))
        .errorCode,
      "CLASS_HOURS_SHORT",
    );
    for (const wrong of [
      { theoryHours: "21" },
      { theoryHours: "21.8", practiceHours: "34.2" },
      { textbook: null },
      { chargeStandard: "-1" },
    ])
      assert.equal((await admin.refused(calls.submit, offer(wrong))).errorCode, "FIELD_INVALID");
    const { id } = await admin.call(calls.submit, offer() as never);
    const row = await admin.call(calls.detail, { id });
    assert.deepEqual(
      [row.confirmStatus, row.courseName, row.level, row.orgId],
      ["unConfirm", course.courseName, "4", orgId],
    );
    assert.equal((await admin.refused(calls.submit, offer())).errorCode, "DUPLICATE");
  });

  it("asks no share of practice of start-up training", async () => {
    const startup = await inScope(await aStartupCourse(app, { practiceRatio: "0.60" }));
    await admin.call(calls.submit, offer({ courseId: startup.id, theoryHours: "56", practiceHours: "0" }) as never);
  });

  it("19.2-1: refuses courses outside the licence (COURSE_NOT_APPROVED) and outside the catalogue (COURSE_NOT_VALID)", async () => {
    const outside = await aCourse(app);
    assert.equal((await admin.refused(calls.submit, offer({ courseId: outside.id }))).errorCode, "COURSE_NOT_APPROVED");
    const gone = await inScope(await aCourse(app, { isValid: "unValid" }));
    assert.equal((await admin.refused(calls.submit, offer({ courseId: gone.id }))).errorCode, "COURSE_NOT_VALID");
  });

  it("refuses what a suspended institution files (ORG_NOT_ACTIVE)", async () => {
    const organisation = await anOrganisation(app);
    await clerk.call(organisationCalls.stateSwitching, { ids: organisation.id, state: "unUser", reason: "停办" });
    assert.equal((await organisation.admin.refused(calls.submit, offer())).errorCode, "ORG_NOT_ACTIVE");
  });
});

describe("OrganisationCourse.saveCourses", () => {
  it("files a set once when it is sent twice", async () => {
    const { id } = await inScope(await aCourse(app));
    const send = () =>
      app.http.inject({
        method: "POST",
        url: calls.saveCourses.path,
        headers: { token: admin.token },
        payload: { orgCourseList: [offer({ courseId: id })], delList: [] },
      });
    const [first, second] = [await send(), await send()];
    assert.equal(first.statusCode, 200);
    assert.deepEqual(second.json().data, first.json().data);
  });

  it("19.2-1, -2: files a set, which is returned with a reason, corrected, approved, and then fixed (STATE_ILLEGAL)", async () => {
    const [one, two] = [await inScope(await aCourse(app)), await inScope(await aCourse(app))];
    const saved = await admin.call(calls.saveCourses, {
      orgCourseList: [offer({ courseId: one.id }), offer({ courseId: two.id })],
      delList: [],
    } as never);
    const [first, second] = [one, two].map(({ id }) => saved.find((row) => row.courseId === id)?.id as string) as [
      string,
      string,
    ];
    assert.equal(
      (await clerk.refused(calls.saveCourses, { orgCourseList: [{ id: first, confirmStatus: "back" }], delList: [] }))
        .errorCode,
      "REASON_REQUIRED",
    );
    await clerk.call(calls.saveCourses, {
      orgCourseList: [
        { id: first, confirmStatus: "back", backReason: "教材版本过旧" },
        { id: second, confirmStatus: "Confirm" },
      ],
      delList: [],
    } as never);
    assert.equal((await admin.refused(calls.submit, { id: second, textbook: "新教材" })).errorCode, "STATE_ILLEGAL");
    await admin.call(calls.submit, { id: first, textbook: "新教材", confirmStatus: "Confirm" } as never);
    const again = await admin.call(calls.detail, { id: first });
    assert.deepEqual(
      [again.confirmStatus, again.backReason, again.auditList.map((entry) => entry.action)],
      ["unConfirm", null, ["add", "back", "edit", "resubmit"]],
    );
    assert.equal((await admin.refused(calls.confirm, { ids: first })).errorCode, "ROLE_DENIED");
    await clerk.call(calls.confirm, { ids: first });
    assert.equal((await app.as("clerk").refused(calls.confirm, { ids: first })).errorCode, "STATE_ILLEGAL");
    const withoutDelete = new Set([...admin.actor.permissions].filter((key) => key !== "org_course_delete"));
    const typist = app.as("orgAdmin", { orgId: admin.actor.orgId, permissions: withoutDelete });
    const removal = { orgCourseList: [], delList: [{ orgCourseId: second }] };
    assert.equal((await typist.refused(calls.saveCourses, removal)).errorCode, "ROLE_DENIED");
    await admin.call(calls.saveCourses, removal);
    assert.equal((await admin.refused(calls.detail, { id: second })).errorCode, "NOT_FOUND");
  });
});

describe("OrganisationCourse.confirm", () => {
  it("refuses those who filed it themselves (SELF_REVIEW)", async () => {
    const { id } = await anOrganisation(app);
    await sql`update organisation set train_scope = ${course.occupationName} where id = ${id}`.execute(app.db);
    const saved = await clerk.call(calls.submit, offer({ orgId: id }) as never);
    assert.equal((await clerk.refused(calls.confirm, { ids: saved.id })).errorCode, "SELF_REVIEW");
    await app.as("clerk").call(calls.confirm, { ids: saved.id });
  });
});

describe("OrganisationCourse.submit of an approved course", () => {
  it("waits for another approval when the bureau changes hours or fee, by somebody else (SELF_REVIEW)", async () => {
    const { id } = await anOrgCourse(app, { orgId });
    const statusOf = async () => (await clerk.call(calls.detail, { id })).confirmStatus;
    await clerk.call(calls.submit, { id, textbook: "新版教材" } as never);
    assert.equal(await statusOf(), "Confirm");
    await clerk.call(calls.submit, { id, chargeStandard: "2600.00" } as never);
    assert.equal(await statusOf(), "unConfirm");
    assert.equal((await clerk.refused(calls.confirm, { ids: id })).errorCode, "SELF_REVIEW");
    const second = app.as("clerk");
    const both = { id, chargeStandard: "2700.00", confirmStatus: "Confirm" };
    assert.equal((await second.refused(calls.submit, both)).errorCode, "SELF_REVIEW");
    await second.call(calls.confirm, { ids: id });
    const row = await clerk.call(calls.detail, { id });
    assert.deepEqual([row.confirmStatus, row.chargeStandard], ["Confirm", "2600.00"]);
    // What was approved by others since no longer keeps anybody from approving what comes next.
    await second.call(calls.submit, { id, practiceHours: "41.0", theoryHours: "19.0" } as never);
    await clerk.call(calls.confirm, { ids: id });
  });
});

describe("OrganisationCourse.remove", () => {
  it("refuses a course in use (ORG_COURSE_IN_USE), and courses of another institution, also in a set (NOT_OWNER)", async () => {
    const offered = await anOrgCourse(app, { orgId });
    const planId = await aReleasedPlan(app);
    await admin.call(organisationPlanCalls.submit, {
      planId,
      courseId: offered.courseId,
      headcount: 10,
      classCount: 1,
      startDate: `${today().slice(0, 4)}-01-01`,
      endDate: `${today().slice(0, 4)}-12-31`,
      trainPlace: "测试路1号",
    } as never);
    assert.equal((await admin.refused(calls.remove, { ids: offered.id })).errorCode, "ORG_COURSE_IN_USE");
    const other = await anOrgCourse(app);
    assert.equal(
      (await admin.refused(calls.saveCourses, { orgCourseList: [{ id: other.id, textbook: "x" }], delList: [] }))
        .errorCode,
      "NOT_OWNER",
    );
    assert.equal(
      (await admin.refused(calls.saveCourses, { orgCourseList: [], delList: [{ orgCourseId: other.id }] })).errorCode,
      "NOT_OWNER",
    );
    assert.ok((await admin.call(calls.all, { orgId: other.orgId })).every((row) => row.orgId === orgId));
    assert.ok((await admin.list<any>(calls.usedByOrg, { orgId: other.orgId })).total === 0);
  });
});

describe("Course.submit", () => {
  it("makes a course that leaves the catalogue invalid at every institution, and valid again when it comes back", async () => {
    const offered = await anOrgCourse(app, { orgId });
    await clerk.call(courseCalls.submit, { trainCourseDTO: { id: offered.courseId, isValid: "unValid" } } as never);
    assert.equal((await admin.call(calls.detail, { id: offered.id })).isValid, "unValid");
    assert.equal((await admin.call(courseCalls.detail, { id: offered.courseId })).isValid, "unValid");
    assert.equal(
      (await app.as("orgAdmin", { orgId: "999999" }).refused(courseCalls.detail, { id: offered.courseId })).errorCode,
      "NOT_FOUND",
    );
    await clerk.call(courseCalls.submit, { trainCourseDTO: { id: offered.courseId, isValid: "isValid" } } as never);
    assert.equal((await admin.call(calls.detail, { id: offered.id })).isValid, "isValid");
  });
});

describe("Course.catalogue", () => {
  it("shows an institution what it has filed", async () => {
    const offered = await anOrgCourse(app, { orgId });
    const rows = await admin.call(courseCalls.catalogue, { orgId: "1" });
    assert.equal(rows.find((row) => row.id === offered.courseId)?.orgCourseStatus, "Confirm");
  });
});
