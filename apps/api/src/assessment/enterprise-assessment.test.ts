// Slow: classes of staff are made, approved, held and assessed one by one.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { certificateCalls, certificateLookup } from "@jipei/contract/assessment/certificate.calls.ts";
import { enterpriseCertificateCalls as certCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { enterpriseTestApplicationCalls as calls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { enterpriseTestCalls as testCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import {
  aCertifiedStaffClass,
  aHeldStaffClass,
  aPublishedStaffTest,
  aStaffApplication,
  anApprovedStaffTest,
  candidatesOf,
  staffApplication,
} from "../../test/factories/enterprise-assessment.ts";
import { type StaffEnterprise, aFiledEnterprise, anApprovedStaffClass } from "../../test/factories/enterprise-class.ts";
import { aCandidateSource, aCertifiedClass } from "../../test/factories/assessment.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { isCertificateNumber } from "./certificates/certificate-number.ts";

/** From the application of an enterprise to the certificates of its staff: the same checks and moves as of institutions. */
let app: TestApp;
let enterprise: StaffEnterprise;
let stranger: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
  stranger = await aFiledEnterprise(app);
});
after(() => app.close());

const commit = (id: string) => ({ id, confirmType: "unConfirm" }) as never;
const approve = (id: string, more: object = {}) =>
  ({ id, confirmType: "Confirm", testDate: addDays(today(), 10), ...more }) as never;
const codes = (refused: { failures: { errorCode: string }[] }) => refused.failures.map(({ errorCode }) => errorCode);
const read = (id: string): Promise<any> => app.as("clerk").call(calls.detail, { id });
const grades = (applyId: string) =>
  app.db
    .selectFrom("grade")
    .selectAll()
    .where("testApplyId", "=", applyId)
    .where("isDeleted", "=", 0)
    .orderBy("examineeNo")
    .execute();

describe("EnterpriseTestApplication.submit", () => {
  it("8.2-1 … 8.2-3: takes every eligible person, is numbered, counted and approved by another, and opens the scores", async () => {
    const built = await aStaffApplication(app, { enterprise, students: 3, missed: [0, 5, 0] });
    const clerk = app.as("clerk");
    const waiting = (await clerk.call(testApplicationCalls.pendingCount, undefined)).enterprise ?? 0;
    await enterprise.admin.call(calls.submit, commit(built.applyId));
    assert.equal((await clerk.call(testApplicationCalls.pendingCount, undefined)).enterprise, waiting + 1);
    const row = await read(built.applyId);
    assert.match(row.testApplyNo, /^QK\d{10}$/);
    assert.deepEqual(
      row.testList.map((one: any) => one.studentId),
      [built.studentIds[0], built.studentIds[2]],
      "who was absent too often is not put in",
    );
    assert.equal((await enterprise.admin.refused(calls.submit, approve(built.applyId))).errorCode, "ROLE_DENIED");
    await clerk.call(calls.submit, approve(built.applyId));
    assert.deepEqual(
      (await grades(built.applyId)).map((one) => [one.examineeNo, one.orgId, one.gradeStatus]),
      ["001", "002"].map((n) => [row.testApplyNo + n, enterprise.unitId, "0"]),
    );
    assert.deepEqual(
      [(await read(built.applyId)).confirmType, (await read(built.applyId)).gradeStatus],
      ["Confirm", "0"],
    );
  });

  it("8.2-2: refuses lessons not held (CLASS_NOT_ENDED), low attendance (ATTENDANCE_LOW), a day too near (TEST_LATE), a second application (TEST_DUP)", async () => {
    const open = await anApprovedStaffClass(app, { enterprise });
    const draft = await enterprise.admin.call(calls.submit, {
      enterpriseTestApplyDTO: staffApplication(open.classId, { wishTestDate: addDays(today(), 90) }),
    } as never);
    assert.equal(
      (await enterprise.admin.refused(calls.submit, commit((draft as any).id))).errorCode,
      "CLASS_NOT_ENDED",
    );
    const near = await aStaffApplication(app, {
      enterprise,
      missed: [5],
      application: { wishTestDate: addDays(today(), 3) },
    });
    await enterprise.admin.call(testCalls.submit, {
      testApplyId: near.applyId,
      studentId: near.studentIds[0],
    } as never);
    assert.deepEqual(codes(await enterprise.admin.refused(calls.submit, commit(near.applyId))), [
      "ATTENDANCE_LOW",
      "TEST_LATE",
    ]);
    const again = await enterprise.admin.refused(calls.submit, {
      enterpriseTestApplyDTO: staffApplication(near.classId),
    } as never);
    assert.equal(again.errorCode, "TEST_DUP");
  });

  it("8.2-2: asks the code of a filed evaluation enterprise for mode 6, a body for modes 1 to 3 (EVAL_ORG_REQUIRED)", async () => {
    const built = await aStaffApplication(app, { enterprise, application: { testMode: "6" } });
    const change = (more: object) =>
      enterprise.admin.call(calls.submit, { enterpriseTestApplyDTO: { id: built.applyId, ...more } } as never);
    const refused = async () => codes(await enterprise.admin.refused(calls.submit, commit(built.applyId)));
    assert.deepEqual(await refused(), ["EVAL_ORG_REQUIRED"]);
    await change({ evalOrgCode: "S000032000001" });
    assert.deepEqual(await refused(), ["EVAL_ORG_REQUIRED"]);
    await change({ testMode: "3", evalOrgCode: "Y000032000001" });
    assert.deepEqual(await refused(), ["EVAL_ORG_REQUIRED"]);
    await change({ testMode: "6" });
    await enterprise.admin.call(calls.submit, commit(built.applyId));
  });

  it("asks for the body that numbers level certificates while one can still be named (EVAL_ORG_REQUIRED, FIELD_INVALID)", async () => {
    const built = await aStaffApplication(app, { enterprise, certKind: "1" });
    const change = (more: object) =>
      enterprise.admin.call(calls.submit, { enterpriseTestApplyDTO: { id: built.applyId, ...more } } as never);
    const refused = async () => codes(await enterprise.admin.refused(calls.submit, commit(built.applyId)));
    assert.deepEqual(await refused(), ["EVAL_ORG_REQUIRED"]);
    await change({ evalOrgCode: "S000011999901" });
    assert.deepEqual(await refused(), ["FIELD_INVALID"]);
    await change({ evalOrgCode: "S000032999901" });
    await enterprise.admin.call(calls.submit, commit(built.applyId));
  });

  it("assesses all parts of the level where a client names none", async () => {
    const built = await aStaffApplication(app, { enterprise, students: 1, application: { subjects: undefined } });
    assert.deepEqual((await read(built.applyId)).subjects, ["1", "2"]);
  });

  it("refuses the own evaluation of enterprises (mode 6) to institutions (FIELD_INVALID)", async () => {
    const built = await aCertifiedClass(app, { students: 1 });
    const refused = await built.base.orgAdmin.refused(testApplicationCalls.submit, {
      testApplyDTO: { ...staffApplication(built.classId), testKind: "2", testMode: "6" },
    } as never);
    assert.equal(refused.errorCode, "FIELD_INVALID");
  });

  it("8.2-4, 8.2-5: is returned and made void with a reason (REASON_REQUIRED), and cancelled with its scores", async () => {
    const clerk = app.as("clerk");
    const built = await aStaffApplication(app, { enterprise, students: 1 });
    await enterprise.admin.call(calls.submit, commit(built.applyId));
    const back = { id: built.applyId, confirmType: "back" };
    assert.equal((await clerk.refused(calls.submit, back as never)).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.submit, { ...back, reason: "缺少场地证明" } as never);
    assert.deepEqual(
      [(await read(built.applyId)).confirmType, (await read(built.applyId)).backReason],
      ["back", "缺少场地证明"],
    );
    await enterprise.admin.call(calls.submit, commit(built.applyId));
    await clerk.call(calls.submit, approve(built.applyId));
    const cancel = { id: built.applyId, confirmType: "Invalidate", reason: "设备故障" } as never;
    assert.equal((await enterprise.admin.refused(calls.submit, cancel)).errorCode, "ROLE_DENIED");
    await clerk.call(calls.submit, cancel);
    assert.deepEqual(await grades(built.applyId), []);
    await enterprise.admin.call(calls.submit, {
      enterpriseTestApplyDTO: staffApplication(built.classId),
    } as never);
  });

  it("shows and takes nothing of another enterprise (NOT_FOUND, NOT_OWNER)", async () => {
    const built = await aStaffApplication(app, { enterprise, students: 1 });
    for (const call of [calls.list, calls.getEnterpriseTestApply])
      assert.deepEqual((await stranger.admin.list<any>(call)).records, []);
    assert.deepEqual((await stranger.admin.list<any>(testCalls.list)).records, []);
    assert.equal((await stranger.admin.refused(calls.detail, { id: built.applyId })).errorCode, "NOT_FOUND");
    for (const refused of [
      await stranger.admin.refused(calls.submit, commit(built.applyId)),
      await stranger.admin.refused(calls.remove, { ids: built.applyId }),
    ])
      assert.ok(["NOT_FOUND", "NOT_OWNER"].includes(refused.errorCode), refused.errorCode);
    const held = await aHeldStaffClass(app, { enterprise, students: 1 });
    const taken = await stranger.admin.refused(calls.submit, {
      enterpriseTestApplyDTO: staffApplication(held.classId),
    } as never);
    assert.equal(taken.errorCode, "NOT_OWNER");
    assert.deepEqual(
      (await app.as("clerk").list<any>(testApplicationCalls.listOfBureau, { classId: built.classId })).records,
      [],
      "the list of institutions has none of it",
    );
  });

  it("8.2-6, 8.2-7: marks approved ones as printed (STATE_ILLEGAL before), removes drafts alone (STATE_ILLEGAL)", async () => {
    const built = await anApprovedStaffTest(app, { enterprise, students: 1 });
    await enterprise.admin.call(calls.printSwitching, { ids: built.applyId, print: "1" } as never);
    assert.equal((await read(built.applyId)).print, "1");
    assert.equal((await enterprise.admin.refused(calls.remove, { ids: built.applyId })).errorCode, "STATE_ILLEGAL");
    const draft = await aStaffApplication(app, { enterprise, students: 1 });
    const print = { ids: draft.applyId, print: "1" } as never;
    assert.equal((await enterprise.admin.refused(calls.printSwitching, print)).errorCode, "STATE_ILLEGAL");
    await enterprise.admin.call(calls.remove, { ids: draft.applyId });
    assert.deepEqual(
      await app.db
        .selectFrom("testCandidate")
        .select("id")
        .where("testApplyId", "=", draft.applyId)
        .where("isDeleted", "=", 0)
        .execute(),
      [],
    );
  });

  it("makes up for what was failed alone (TEST_NOT_FAILED), and keeps the passed part", async () => {
    const built = await aPublishedStaffTest(app, { enterprise, students: 2, scores: [{ theoryScore: "40.00" }] });
    const saved = (await enterprise.admin.call(calls.submit, {
      enterpriseTestApplyDTO: staffApplication(built.classId, { testKind: "2", subjects: ["1"] }),
    } as never)) as any;
    assert.deepEqual(
      saved.testList.map((one: any) => one.studentId),
      [built.studentIds[0]],
    );
    await enterprise.admin.call(testCalls.submit, {
      testApplyId: saved.id,
      studentId: built.studentIds[1],
    } as never);
    assert.deepEqual(codes(await enterprise.admin.refused(calls.submit, commit(saved.id))), ["TEST_NOT_FAILED"]);
    const [, passed] = ((await read(saved.id)) as any).testList;
    await enterprise.admin.call(testCalls.remove, { ids: passed.id });
    await enterprise.admin.call(calls.submit, commit(saved.id));
    await app.as("clerk").call(calls.submit, approve(saved.id));
    const [row] = await grades(saved.id);
    assert.deepEqual([row?.practiceScore, row?.testTimes], ["90.00", 2]);
  });
});

describe("EnterpriseTest.submit", () => {
  it("takes scores of its own modes from the enterprise; another person checks them (SELF_REVIEW), all are published together", async () => {
    const built = await anApprovedStaffTest(app, { enterprise, students: 2, application: { testMode: "5" } });
    const [first, second] = await candidatesOf(app, built.applyId);
    const clerk = app.as("clerk");
    await enterprise.admin.call(testCalls.submit, { id: first?.id, theoryScore: "70", practiceScore: "80" } as never);
    const check = { testApplyId: built.applyId, gradeStatus: "1" } as never;
    assert.equal((await clerk.refused(testCalls.submit, check)).errorCode, "GRADE_INCOMPLETE");
    assert.equal((await enterprise.admin.refused(testCalls.submit, check)).errorCode, "ROLE_DENIED");
    await clerk.call(testCalls.submit, { id: second?.id, theoryScore: "70", practiceScore: "59.99" } as never);
    assert.equal((await clerk.refused(testCalls.submit, check)).errorCode, "SELF_REVIEW");
    await app.as("clerk", { userId: "93" }).call(testCalls.submit, check);
    await clerk.call(testCalls.submit, { testApplyId: built.applyId, gradeStatus: "2" } as never);
    const { records } = await enterprise.admin.list<any>(testCalls.getEnterpriseTest, { testApplyId: built.applyId });
    assert.deepEqual(
      new Map(records.map((row: any) => [row.id, [row.result, row.gradeStatus, row.theoryScore]])),
      new Map([
        [first?.id, ["1", "2", "70.00"]],
        [second?.id, ["2", "2", "70.00"]],
      ]),
    );
    assert.deepEqual(
      (await enterprise.admin.list<any>(enterpriseStudentCalls.list, { classId: built.classId })).records
        .map((row: any) => row.gradeResult)
        .toSorted(),
      ["1", "2"],
    );
  });

  it("takes none of what an assessment body assesses (ROLE_DENIED), and shows it when it is published", async () => {
    const built = await anApprovedStaffTest(app, {
      enterprise,
      students: 1,
      application: { testMode: "3", evalOrgName: "县职业技能鉴定所" },
    });
    const [one] = await candidatesOf(app, built.applyId);
    const refused = await enterprise.admin.refused(testCalls.submit, { id: one?.id, theoryScore: "70" } as never);
    assert.ok(["ROLE_DENIED", "NOT_FOUND", "NOT_OWNER"].includes(refused.errorCode), refused.errorCode);
    await sql`update grade set theory_score = 66, practice_score = 77, result = '1' where test_apply_id = ${built.applyId}`.execute(
      app.db,
    );
    const score = async () =>
      (await enterprise.admin.list<any>(testCalls.list, { testApplyId: built.applyId })).records[0].theoryScore;
    assert.equal(await score(), null);
    await sql`update grade set grade_status = '2' where test_apply_id = ${built.applyId}`.execute(app.db);
    assert.equal(await score(), "66.00");
  });

  it("refuses the scores of another enterprise's staff (NOT_FOUND)", async () => {
    const built = await anApprovedStaffTest(app, { enterprise, students: 1 });
    const [one] = await candidatesOf(app, built.applyId);
    for (const input of [
      { id: one?.id, theoryScore: "70" },
      { testApplyId: built.applyId, scores: [{ id: one?.id, theoryScore: "70" }] },
    ]) {
      const refused = await stranger.admin.refused(testCalls.submit, input as never);
      assert.ok(["NOT_FOUND", "NOT_OWNER"].includes(refused.errorCode), refused.errorCode);
    }
  });
});

describe("EnterpriseCertificate.issue", () => {
  it("9.4-2: issues once to each who passed, numbered with four zeros for the enterprise itself, and says so everywhere", async () => {
    const built = await aCertifiedStaffClass(app, {
      enterprise,
      students: 2,
      scores: [{}, { practiceScore: "10.00" }],
    });
    const input = { classId: built.classId, applyId: built.applyId };
    const [row, ...more] = (await app.as("clerk").call(certCalls.issue, input)) as any[];
    assert.deepEqual(more, []);
    assert.ok(isCertificateNumber("4", row.certNo), row.certNo);
    assert.equal(row.certNo.slice(12, 16), "0000");
    assert.deepEqual([row.entName, row.trainHours, row.isValid], [enterprise.name, "40.0", "isValid"]);
    const detail = (await enterprise.admin.call(certCalls.detail, { id: row.id })) as any;
    assert.deepEqual(
      detail.auditList.map((entry: any) => entry.action),
      ["issue"],
    );
    const [staff] = (
      await enterprise.admin.list<any>(enterpriseStudentCalls.list, { classId: built.classId, gradeResult: "1" })
    ).records;
    assert.equal(staff.certNo, row.certNo);
    const { verifyCode } = await app.db
      .selectFrom("certificate")
      .select("verifyCode")
      .where("id", "=", row.id)
      .executeTakeFirstOrThrow();
    const [shown] = await app.stranger.call(certificateLookup, { certNo: row.certNo, verifyCode });
    assert.equal(shown?.orgName, enterprise.name);
    assert.equal((await stranger.admin.refused(certCalls.detail, { id: row.id })).errorCode, "NOT_FOUND");
    assert.deepEqual((await stranger.admin.list<any>(certCalls.getTrainCertificate)).records, []);
    assert.deepEqual(
      (await app.as("clerk").list<any>(certificateCalls.list, { classId: built.classId })).records,
      [],
      "the list of institutions has none of it",
    );
  });

  it("9.4-2: refuses grades that are not published (GRADE_UNPUBLISHED), and a class of the other side (NOT_FOUND)", async () => {
    const built = await anApprovedStaffTest(app, { enterprise, students: 1 });
    const input = { classId: built.classId, applyId: built.applyId };
    assert.equal((await app.as("clerk").refused(certCalls.issue, input)).errorCode, "GRADE_UNPUBLISHED");
    assert.equal((await app.as("clerk").refused(certificateCalls.issue, input)).errorCode, "NOT_FOUND");
  });

  it("9.4-2: gives nobody the same certificate from both sides", async () => {
    const own = await aCertifiedClass(app, { students: 1 });
    const { occupationCode, level, courseName } = await app.db
      .selectFrom("trainingClass")
      .select(["occupationCode", "level", "courseName"])
      .where("id", "=", own.classId)
      .executeTakeFirstOrThrow();
    const built = await aPublishedStaffTest(app, { enterprise, students: 1 });
    await sql`update training_class set occupation_code = ${occupationCode}, level = ${level}, course_name = ${courseName} where id = ${built.classId}`.execute(
      app.db,
    );
    await sql`update student s set id_number = o.id_number, id_number_hash = o.id_number_hash from student o where s.id = ${built.studentIds[0]} and o.id = ${own.studentIds[0]}`.execute(
      app.db,
    );
    await app.as("clerk").call(certCalls.issue, { classId: built.classId, applyId: built.applyId });
    assert.deepEqual(
      await app.db.selectFrom("certificate").select("id").where("classId", "=", built.classId).execute(),
      [],
    );
  });

  it("9.4-5: is revoked with a reason (REASON_REQUIRED), removed by nobody (ROLE_DENIED)", async () => {
    const built = await aCertifiedStaffClass(app, { enterprise, students: 1 });
    const [row] = (await app.as("clerk").list<any>(certCalls.list, { classId: built.classId })).records;
    const revoke = { id: row.id, isValid: "unValid" };
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(certCalls.submit, revoke as never)).errorCode, "REASON_REQUIRED");
    assert.equal((await clerk.refused(certCalls.remove, { ids: row.id })).errorCode, "ROLE_DENIED");
    await enterprise.admin.call(certCalls.submit, { id: row.id, print: "1" } as never);
    await clerk.call(certCalls.submit, { ...revoke, invalidReason: "成绩更正" } as never);
    const [staff] = (await clerk.list<any>(enterpriseStudentCalls.list, { classId: built.classId })).records;
    assert.equal(staff.certId, null);
    const marked = await enterprise.admin.refused(certCalls.submit, { id: row.id, print: "0" } as never);
    assert.equal(marked.errorCode, "STATE_ILLEGAL");
  });

  it("is read by the person who holds it, with what they reached, and by no other", async () => {
    const built = await aCertifiedStaffClass(app, { enterprise, students: 2 });
    const { idNumberHash } = await app.db
      .selectFrom("student")
      .select("idNumberHash")
      .where("id", "=", built.studentIds[0] ?? "")
      .executeTakeFirstOrThrow();
    const person = app.as("student", { idNumberHash });
    for (const call of [certCalls.getTrainCertificate, certificateCalls.list, testCalls.list, gradeCalls.listOfPerson])
      assert.deepEqual(
        (await person.list<any>(call)).records.map((row: any) => row.studentId),
        [built.studentIds[0]],
        call.name,
      );
  });
});

describe("enterpriseHome", () => {
  it("names what is to be done until staff have their certificates, what was returned first", async () => {
    const own = await aFiledEnterprise(app);
    const due = async () =>
      (await own.admin.call(enterpriseHome, undefined)).assessments.map(({ key, id, classId, reason }) => [
        key,
        id,
        classId,
        reason,
      ]);
    const over = await aHeldStaffClass(app, { enterprise: own, students: 1 });
    const draft = await aStaffApplication(app, { enterprise: own, students: 1 });
    const scored = await anApprovedStaffTest(app, { enterprise: own, students: 1 });
    const returned = await aStaffApplication(app, { enterprise: own, students: 1 });
    await own.admin.call(calls.submit, commit(returned.applyId));
    await app.as("clerk").call(calls.submit, {
      id: returned.applyId,
      confirmType: "back",
      reason: "缺少场地证明",
    } as never);
    const waiting = [
      ["back", returned.applyId, returned.classId, "缺少场地证明"],
      ["draft", draft.applyId, draft.classId, null],
      ["apply", null, over.classId, null],
    ];
    assert.deepEqual(await due(), waiting, "no scores before the day of the assessment");
    await sql`update test_application set test_date = ${today()} where id = ${scored.applyId}`.execute(app.db);
    assert.deepEqual(await due(), waiting.toSpliced(1, 0, ["score", scored.applyId, scored.classId, null]));
    assert.deepEqual((await stranger.admin.call(enterpriseHome, undefined)).assessments, []);
  });
});

describe("EnterpriseTestApplication.eligible", () => {
  it("names who may be assessed and why others may not, for a class of one's own (NOT_FOUND)", async () => {
    await aCandidateSource(app);
    const built = await aHeldStaffClass(app, { enterprise, students: 2, missed: [5, 0] });
    const input = { classId: built.classId, testKind: "1" };
    assert.deepEqual(
      ((await enterprise.admin.call(calls.eligible, input)) as any[]).map((one) => one.eligible),
      [0, 1],
    );
    assert.equal((await stranger.admin.refused(calls.eligible, input)).errorCode, "NOT_FOUND");
  });
});
