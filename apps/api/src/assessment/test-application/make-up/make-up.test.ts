import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { testApplicationCalls, testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import { sql } from "kysely";
import { aPublishedTest } from "../../../../test/factories/assessment.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";
import { addDays, addMonths, today } from "../../../core/foundation/clock.ts";
import { type Attempts, noMakeUp } from "./make-up.ts";

/** Who may be assessed again, how often, and until when. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const failed: Attempts = { attempts: 1, lastResult: "2", firstTest: addMonths(today(), -2), lastCheat: null };
const yearAgo = addMonths(today(), -12);
const cases: [name: string, so: Partial<Attempts>, refused: string | null][] = [
  ["failed", {}, null],
  ["absent", { lastResult: "3" }, null],
  ["passed", { lastResult: "1" }, "TEST_NOT_FAILED"],
  ["never assessed", { attempts: 0, lastResult: null, firstTest: null }, "TEST_NOT_FAILED"],
  ["after one make-up", { attempts: 2 }, null],
  ["after two make-ups", { attempts: 3 }, "RESIGN_LIMIT"],
  ["on the last day of the period", { firstTest: yearAgo }, null],
  ["a day later", { firstTest: addDays(yearAgo, -1) }, "RESIGN_EXPIRED"],
  ["after a violation", { lastCheat: addMonths(today(), -2) }, "RESIGN_BARRED"],
  [
    "after a violation, absent since",
    { attempts: 2, lastResult: "3", lastCheat: addDays(yearAgo, 1) },
    "RESIGN_BARRED",
  ],
  ["a year after a violation", { lastCheat: yearAgo }, null],
];
describe("a make-up", () => {
  for (const [name, so, refused] of cases)
    it(`${name}: ${refused ?? "allowed"}`, () =>
      assert.equal(noMakeUp("甲", { ...failed, ...so }, 12, today())?.code ?? null, refused));
});

describe("the period for make-ups", () => {
  const latest = addMonths(today(), 10);
  for (const [day, refused] of [
    [latest, null],
    [addDays(latest, 1), "RESIGN_EXPIRED"],
  ] as const)
    it(`counts until the day of the make-up, not until that of its application: ${refused ?? "allowed"}`, () =>
      assert.equal(noMakeUp("甲", failed, 12, day)?.code ?? null, refused));
});

const makeUp = (classId: string) =>
  ({
    testApplyDTO: {
      classId,
      testKind: "2",
      testMode: "4",
      wishTestDate: addDays(today(), 10),
      testPlace: "考核楼1号",
      subjects: ["1", "2"],
    },
  }) as never;

describe("TestApplication.confirm of a make-up", () => {
  it("refuses one that leaves out a part somebody has yet to pass (FIELD_INVALID)", async () => {
    const { base, classId, studentIds } = await aPublishedTest(app, {
      students: 2,
      scores: [{ theoryScore: "30.00", practiceScore: "40.00" }, { practiceScore: "40.00" }],
    });
    const save = async (more: object) =>
      (
        (await base.orgAdmin.call(testApplicationCalls.submit, {
          testApplyDTO: { ...(makeUp(classId) as any).testApplyDTO, ...more },
        } as never)) as any
      ).id as string;
    const id = await save({ subjects: ["2"] });
    const refused = await base.orgAdmin.refused(testApplicationCalls.confirm, {
      ids: id,
      confirmType: "unConfirm",
    } as never);
    assert.deepEqual(
      [refused.errorCode, refused.failures.map((one) => one.id)],
      ["FIELD_INVALID", [studentIds[0]]],
      "theory is owed by the first alone",
    );
    assert.match(refused.failures[0]?.msg ?? "", /还须补考理论/);
    await save({ id, subjects: ["1", "2"] });
    await base.orgAdmin.call(testApplicationCalls.confirm, { ids: id, confirmType: "unConfirm" } as never);
  });

  it("refuses another mode than that of the first assessment (FIELD_INVALID), also where it was submitted before", async () => {
    const { base, classId } = await aPublishedTest(app, { students: 1, scores: [{ practiceScore: "40.00" }] });
    const { id } = (await base.orgAdmin.call(testApplicationCalls.submit, makeUp(classId))) as any;
    const set = (testMode: string) =>
      sql`update test_application set test_mode = ${testMode} where id = ${id}`.execute(app.db);
    const submitted = { ids: id, confirmType: "unConfirm" } as never;
    await set("5");
    const refused = await base.orgAdmin.refused(testApplicationCalls.confirm, submitted);
    assert.deepEqual([refused.errorCode, refused.msg], ["FIELD_INVALID", "评价方式：须与首次考核一致"]);
    await set("4");
    await base.orgAdmin.call(testApplicationCalls.confirm, submitted);
    await set("5");
    const clerk = app.as("clerk");
    const approval = { ids: id, confirmType: "Confirm", testDate: addDays(today(), 10) } as never;
    assert.equal((await clerk.refused(testApplicationCalls.confirm, approval)).errorCode, "FIELD_INVALID");
    await set("4");
    await clerk.call(testApplicationCalls.confirm, approval);
  });

  it("refuses a day after the period (RESIGN_EXPIRED), when it is applied for and when the bureau fixes it", async () => {
    const { base, classId, applyId, studentIds } = await aPublishedTest(app, {
      students: 1,
      scores: [{ theoryScore: "30.00" }],
    });
    const lastDay = addDays(today(), 15);
    await sql`update test_application set test_date = ${addMonths(lastDay, -12)} where id = ${applyId}`.execute(app.db);
    const { id } = (await base.orgAdmin.call(testApplicationCalls.submit, makeUp(classId))) as any;
    const wish = (wishTestDate: string) =>
      base.orgAdmin.call(testApplicationCalls.submit, { testApplyDTO: { id, wishTestDate } } as never);
    const submitted = { ids: id, confirmType: "unConfirm" } as never;
    await wish(addDays(lastDay, 2));
    assert.equal((await base.orgAdmin.refused(testApplicationCalls.confirm, submitted)).errorCode, "RESIGN_EXPIRED");
    await wish(addDays(lastDay, -2));
    await base.orgAdmin.call(testApplicationCalls.confirm, submitted);
    const approve = (testDate: string) => ({ ids: id, confirmType: "Confirm", testDate }) as never;
    const clerk = app.as("clerk");
    const late = await clerk.refused(testApplicationCalls.confirm, approve(addDays(lastDay, 2)));
    assert.deepEqual([late.errorCode, late.failures.map((one) => one.id)], ["RESIGN_EXPIRED", studentIds]);
    await clerk.call(testApplicationCalls.confirm, approve(addDays(lastDay, -2)));
  });

  it("refuses those barred by a violation (RESIGN_BARRED) or was first assessed too long ago (RESIGN_EXPIRED)", async () => {
    const { base, classId, applyId, studentIds } = await aPublishedTest(app, {
      scores: [{ theoryScore: "30.00" }, { isCheat: "1" }, {}],
    });
    const people = async () =>
      Object.fromEntries(
        (await base.orgAdmin.call(testEligible, { classId, testKind: "2" })).map((one: any) => [
          studentIds.indexOf(one.studentId),
          one.eligible === 1 ? null : one.messageEn,
        ]),
      );
    assert.deepEqual(await people().then((found) => [found[0], found[1]]), [
      null,
      "Barred for 12 months after a violation",
    ]);
    const saved = (await base.orgAdmin.call(testApplicationCalls.submit, makeUp(classId))) as any;
    assert.deepEqual(
      saved.testList.map((one: any) => one.studentId),
      [studentIds[0]],
    );
    const commit = () =>
      base.orgAdmin.refused(testApplicationCalls.confirm, { ids: saved.id, confirmType: "unConfirm" } as never);
    await base.orgAdmin.call(testApplicationCalls.submit, {
      testApplyDTO: { id: saved.id },
      testDTOs: [{ studentId: studentIds[1] }],
    } as never);
    assert.equal((await commit()).errorCode, "RESIGN_BARRED");

    const second = saved.testList[0];
    await sql`update test_candidate set is_deleted = 1 where test_apply_id = ${saved.id} and id <> ${second.id}`.execute(
      app.db,
    );
    // The second failure is recent; what counts is the day of the first assessment.
    await sql`update test_application set test_date = ${addDays(yearAgo, -1)} where id = ${applyId}`.execute(app.db);
    const { rows } = await sql<{
      id: string;
    }>`insert into test_application (class_id, org_id, test_kind, test_mode, subjects, wish_test_date, test_date, test_place, confirm_type, grade_status, print, create_user, update_user)
    select class_id, org_id, '2', test_mode, subjects, wish_test_date, ${addDays(today(), -30)}, test_place, 'Confirm', '2', '0', 1, 1 from test_application where id = ${applyId} returning id`.execute(
      app.db,
    );
    await sql`insert into grade (student_id, test_apply_id, class_id, org_id, result, is_absent, is_cheat, grade_status, test_times, create_user, update_user) values (${studentIds[0]}, ${rows[0]?.id}, ${classId}, ${base.orgId}, '2', '0', '0', '2', 2, 1, 1)`.execute(
      app.db,
    );
    assert.equal((await commit()).errorCode, "RESIGN_EXPIRED");
  });
});
