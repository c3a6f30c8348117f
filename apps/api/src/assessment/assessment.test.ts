import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { testApplicationCalls, testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import { sql } from "kysely";
import pg from "pg";
import { syntheticPerson } from "../../seed/synthetic-person.ts";
import { aCertifiedClass, aPublishedTest, aTestApplication, anApprovedTest } from "../../test/factories/assessment.ts";
import { aClass, aConfirmedClass, aHeldClass, anApprovedOrgPlan, shiftClass } from "../../test/factories/class.ts";
import { anAssessor } from "../../test/factories/assessor.ts";
import { anAccount, realApp, signIn, whoAmI } from "../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { isCertificateNumber } from "./certificates/certificate-number.ts";

/** From the application for an assessment to the certificate. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** How many statements are sent to the database meanwhile. */
async function getStatements(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let n = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    n++;
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return n;
}

const commit = (ids: string) => ({ ids, confirmType: "unConfirm" }) as never;
const approve = (ids: string) => ({ ids, confirmType: "Confirm", testDate: addDays(today(), 10) }) as never;

describe("TestApplication.confirm", () => {
  it("is made by another person than the one who applied, and opens a numbered grade for every eligible student", async () => {
    const { base, applyId, classId } = await aTestApplication(app);
    await base.orgAdmin.call(testApplicationCalls.confirm, commit(applyId));
    const detail = (await base.orgAdmin.call(testApplicationCalls.detail, { id: applyId })) as any;
    assert.match(detail.testApplyNo, /^KH\d{4}\d{6}$/);
    assert.equal(detail.testList.length, 3);
    assert.equal(
      (await base.orgAdmin.refused(testApplicationCalls.confirm, approve(applyId))).errorCode,
      "ROLE_DENIED",
    );
    await app.as("clerk").call(testApplicationCalls.confirm, approve(applyId));
    const grades = await app.db
      .selectFrom("grade")
      .selectAll()
      .where("testApplyId", "=", applyId)
      .orderBy("examineeNo")
      .execute();
    assert.deepEqual(
      grades.map((row) => row.examineeNo),
      ["001", "002", "003"].map((n) => detail.testApplyNo + n),
    );
    assert.equal((await app.db.selectFrom("trainingClass").select("id").where("id", "=", classId).execute()).length, 1);
  });

  it("refuses lessons not over (CLASS_NOT_ENDED), low attendance (ATTENDANCE_LOW), a day too near (TEST_LATE), a second application (TEST_DUP)", async () => {
    const open = await aClass(app);
    const draft = await open.base.orgAdmin.refused(testApplicationCalls.submit, {
      testApplyDTO: {
        classId: open.classId,
        testKind: "1",
        testMode: "4",
        wishTestDate: addDays(today(), 60),
        testPlace: "x",
        subjects: ["1"],
      },
    });
    assert.equal(draft.errorCode, "CLASS_NOT_ENDED");
    const late = await aTestApplication(app, { application: { wishTestDate: addDays(today(), 3) } });
    const refused = await late.base.orgAdmin.refused(testApplicationCalls.confirm, commit(late.applyId));
    assert.deepEqual([refused.status, refused.failures.map((failure) => failure.errorCode)], [409, ["TEST_LATE"]]);
    const again = await late.base.orgAdmin.refused(testApplicationCalls.submit, {
      testApplyDTO: {
        classId: late.classId,
        testKind: "1",
        testMode: "4",
        wishTestDate: addDays(today(), 10),
        testPlace: "x",
        subjects: ["1"],
      },
    });
    assert.equal(again.errorCode, "TEST_DUP");
    const low = await aTestApplication(app, { missed: { 1: 4 } });
    const { testList } = (await low.base.orgAdmin.call(testApplicationCalls.detail, { id: low.applyId })) as any;
    assert.equal(testList.length, 2, "who was absent too often is not put in");
    await low.base.orgAdmin.call(testApplicationCalls.submit, {
      testApplyDTO: { id: low.applyId },
      testDTOs: [{ studentId: low.studentIds[1] }],
    } as never);
    const absent = await low.base.orgAdmin.refused(testApplicationCalls.confirm, commit(low.applyId));
    assert.equal(absent.errorCode, "ATTENDANCE_LOW");
  });
});

describe("TrainingClass.list", () => {
  it("offers the classes that an assessment may be applied for", async () => {
    const { base, ...held } = await aHeldClass(app);
    const orgPlanId = await anApprovedOrgPlan(app, base, { headcount: 500 });
    const open = await aConfirmedClass(app, { base, orgPlanId });
    const unheld = await aConfirmedClass(app, { base, orgPlanId });
    await shiftClass(app, unheld, -90);
    const offered = async (assessableFor: string) =>
      (await base.orgAdmin.list<any>(classCalls.usedByOrg, { assessableFor })).records.map((row: any) => row.id);
    assert.deepEqual([await offered("1"), await offered("2")], [[held.classId], []]);
    const [eligible] = (await base.orgAdmin.call(testEligible, { classId: open.classId, testKind: "1" })) as any[];
    assert.deepEqual(
      [eligible.eligible, eligible.message, eligible.messageEn],
      [0, "尚未登记考勤", "No attendance has been taken yet"],
    );
    await base.orgAdmin.call(testApplicationCalls.submit, {
      testApplyDTO: {
        classId: held.classId,
        testKind: "1",
        testMode: "4",
        wishTestDate: addDays(today(), 60),
        testPlace: "x",
        subjects: ["1"],
      },
    } as never);
    assert.deepEqual(await offered("1"), [], "one application for a class");
    const failed = await aPublishedTest(app, { scores: [{ theoryScore: "20.00" }] });
    const again = await failed.base.orgAdmin.list<any>(classCalls.usedByOrg, { assessableFor: "2" });
    assert.deepEqual(
      again.records.map((row: any) => row.id),
      [failed.classId],
    );
  });
});

describe("Grade.submit with gradeStatus", () => {
  it("needs as many statements for many students as for few, apart from their messages", async () => {
    const counted = async (students: number) => {
      const { base, applyId } = await anApprovedTest(app, { students });
      const rows = await app.db.selectFrom("grade").select("id").where("testApplyId", "=", applyId).execute();
      await base.orgAdmin.call(gradeCalls.submit, {
        scores: rows.map((row) => ({ id: row.id, theoryScore: "61", practiceScore: "59" })),
      } as never);
      const check = await getStatements(() =>
        app.as("clerk").call(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "1" } as never),
      );
      const publish = await getStatements(() =>
        app.as("clerk").call(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "2" } as never),
      );
      const kept = await app.db
        .selectFrom("grade")
        .select(["keepTheory", "keepPractice", "publishTime", "checkerId", "gradeStatus"])
        .where("testApplyId", "=", applyId)
        .execute();
      assert.ok(
        kept.every(
          (row) =>
            row.keepTheory !== null &&
            row.keepPractice === null &&
            row.publishTime !== null &&
            row.checkerId !== null &&
            row.gradeStatus === "2",
        ),
      );
      const told = await sql<{
        n: number;
      }>`select count(*)::int as n from sms_message where biz_type = 'Grade' and template = 'GRADE_PUB' and biz_id in (select id::text from grade where test_apply_id = ${applyId})`.execute(
        app.db,
      );
      assert.equal(told.rows[0]?.n, students);
      return [check, publish];
    };
    const [few, many] = [await counted(2), await counted(7)];
    assert.deepEqual(few, many);
  });
});

describe("TestApplication.detail", () => {
  it("shows another institution nothing (NOT_FOUND), and lets it change nothing (NOT_OWNER)", async () => {
    const { applyId } = await aTestApplication(app);
    const stranger = (await aClass(app)).base.orgAdmin;
    assert.equal((await stranger.refused(testApplicationCalls.detail, { id: applyId })).errorCode, "NOT_FOUND");
    assert.equal((await stranger.refused(testApplicationCalls.confirm, commit(applyId))).errorCode, "NOT_OWNER");
    assert.equal((await stranger.refused(testApplicationCalls.remove, { ids: applyId })).errorCode, "NOT_OWNER");
  });
});

describe("TestApplication.confirmSubmit", () => {
  it("returns with a reason; submitted again, the application keeps its number", async () => {
    const { base, applyId } = await aTestApplication(app);
    await base.orgAdmin.call(testApplicationCalls.confirm, commit(applyId));
    const clerk = app.as("clerk");
    assert.equal(
      (await clerk.refused(testApplicationCalls.confirmSubmit, { ids: applyId, confirmType: "back" })).errorCode,
      "REASON_REQUIRED",
    );
    const first = ((await clerk.call(testApplicationCalls.detail, { id: applyId })) as any).testApplyNo;
    await clerk.call(testApplicationCalls.confirmSubmit, {
      ids: applyId,
      confirmType: "back",
      reason: "材料不全",
    } as never);
    await base.orgAdmin.call(testApplicationCalls.confirm, commit(applyId));
    assert.equal(((await clerk.call(testApplicationCalls.detail, { id: applyId })) as any).testApplyNo, first);
  });
});

describe("Grade.submit", () => {
  it("enters scores, has another person check them, and publishes them together; institutions see them then", async () => {
    const { base, applyId } = await anApprovedTest(app);
    const rows = await app.db
      .selectFrom("grade")
      .select("id")
      .where("testApplyId", "=", applyId)
      .orderBy("examineeNo")
      .execute();
    const clerk = app.as("clerk");
    const incomplete = await clerk.refused(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "1" });
    assert.deepEqual(
      [incomplete.errorCode, incomplete.failures.map(({ id }) => id).toSorted()],
      ["GRADE_INCOMPLETE", rows.map(({ id }) => id).toSorted()],
    );
    assert.equal(
      (await base.orgAdmin.refused(gradeCalls.submit, { scores: [{ id: rows[0]?.id, theoryScore: "100.5" }] })).status,
      400,
    );
    assert.equal(
      (await base.orgAdmin.refused(gradeCalls.submit, { scores: [{ id: rows[0]?.id, theoryScore: "59.999" }] })).status,
      400,
    );
    await clerk.call(gradeCalls.submit, {
      scores: rows.map((row, index) => ({
        id: row.id,
        theoryScore: ["72.00", "59.99", "90.00"][index],
        practiceScore: "85.00",
        isAbsent: "0",
      })),
    } as never);
    assert.equal(
      (await clerk.refused(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "1" })).errorCode,
      "SELF_REVIEW",
    );
    await app.as("clerk").call(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "1" } as never);
    await app.as("clerk").call(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "2" } as never);
    const seen = await base.orgAdmin.list<any>(gradeCalls.listOfOrg, { testApplyId: applyId, ascs: "examineeNo" });
    assert.deepEqual(
      seen.records.map((row: any) => [row.totalScore, row.result, row.gradeBand]),
      [
        ["79.80", "1", "pass"],
        ["75.00", "2", "fail"],
        ["87.00", "1", "good"],
      ],
    );
    assert.match(seen.records[0].idNumber, /^\d{6}\*{8}\d{3}[\dX]$/);
  });
});

describe("Certificate.issue", () => {
  it("issues one certificate each with a number of its own, also from two calls at once, and none to those who failed", async () => {
    const built = await aPublishedTest(app, { scores: [{}, { theoryScore: "50.00" }, {}] });
    const clerk = app.as("clerk");
    assert.equal(
      (await clerk.refused(certificateCalls.issue, { classId: built.classId, applyId: built.applyId })).errorCode,
      "PHOTO_REQUIRED",
    );
    await sql`update student set photo_att_id = (select min(id) from attachment) where class_id = ${built.classId}`.execute(
      app.db,
    );
    await Promise.all([
      clerk.call(certificateCalls.issue, { classId: built.classId, applyId: built.applyId }),
      app.as("clerk").call(certificateCalls.issue, { classId: built.classId, applyId: built.applyId }),
    ]);
    const rows = await app.db.selectFrom("certificate").selectAll().where("testApplyId", "=", built.applyId).execute();
    assert.equal(rows.length, 2);
    assert.equal(new Set(rows.map((row) => row.certNo)).size, 2);
    for (const row of rows)
      assert.ok(isCertificateNumber(row.certKind as string, row.certNo as string), row.certNo as string);
  });
});

describe("Assessor.submit", () => {
  it("refuses a wrong ID number, takes sex and birthday from a right one; the kind of an assessor in use cannot be removed", async () => {
    const clerk = app.as("clerk");
    const { id: assessorTypeId } = await clerk.call(assessorTypeCalls.submit, {
      typeNo: "KP01",
      typeName: "考评员",
      allowLevels: ["4", "5"],
      sort: 1,
      isValid: "isValid",
    } as never);
    const { name, idNumber, sex, birthday, phone } = syntheticPerson(940_001);
    const assessor = {
      name,
      idType: "1",
      idNumber,
      education: "30",
      phone,
      assessorTypeId,
      assessorLevel: "1",
      cardNo: "KP1",
      cardStartDate: addDays(today(), -10),
      cardExpireDate: addDays(today(), 10),
      occupationCodes: ["6-31-01-03"],
      workUnit: "市技工学校",
      isValid: "isValid",
    };
    const wrong = idNumber.slice(0, 17) + (idNumber.endsWith("0") ? "1" : "0");
    assert.equal((await clerk.refused(assessorCalls.submit, { ...assessor, idNumber: wrong })).errorCode, "ID_INVALID");
    const { id } = await clerk.call(assessorCalls.submit, { ...assessor, idNumber: idNumber.toLowerCase() } as never);
    const row = await clerk.call(assessorCalls.detail, { id });
    assert.deepEqual([row.sex, row.birthday, row.idNumber], [sex, birthday, idNumber]);
    assert.deepEqual(
      (await clerk.refused(assessorTypeCalls.remove, { ids: assessorTypeId })).failures.map(({ errorCode, id: of }) => [
        errorCode,
        of,
      ]),
      [["DEPENDENCY_IN_USE", assessorTypeId]],
    );
    const self = app.as("assessor", { assessorId: id });
    assert.equal(
      (await self.refused(assessorCalls.submit, { id, assessorLevel: "2" } as never)).msg,
      "字段考评员级别不允许更正",
    );
    // Their own data are not masked in a detail; those of other assessors are.
    const signedIn = app.as("assessor", { assessorId: id, idNumberHash: app.cipher.hash(idNumber) });
    const [own, listed] = [
      await signedIn.call(assessorCalls.detail, { id }),
      (await signedIn.list(assessorCalls.list)).records[0],
    ];
    assert.deepEqual([own.idNumber, own.phone], [idNumber, phone]);
    assert.deepEqual([listed?.idNumber, listed?.phone], [`${idNumber.slice(0, 6)}********${idNumber.slice(-4)}`, null]);
    assert.equal(
      (
        await app
          .as("assessor", { assessorId: id, idNumberHash: app.cipher.hash(wrong) })
          .call(assessorCalls.detail, { id })
      ).phone,
      null,
    );
    await self.call(assessorCalls.submit, { id, bankName: "农商银行" } as never);
  });
});

describe("Assessor.remove", () => {
  it("takes the user along, whose sessions end", async () => {
    const http = await realApp(app);
    const assessorId = await anAssessor(app, 77);
    const { account } = await anAccount(app, { roles: ["assessor"], assessorId });
    const token = (await signIn(http, account)).json().access_token;
    assert.equal((await whoAmI(http, token)).statusCode, 200);
    await app.as("sysAdmin").call(assessorCalls.remove, { ids: assessorId });
    assert.equal((await whoAmI(http, token)).statusCode, 401);
    await http.close();
  });
});

describe("Grade.submit of a published grade", () => {
  it("corrects it with a reason, and refuses once there is a certificate (GRADE_CERTIFIED)", async () => {
    const built = await aCertifiedClass(app);
    const [row] = await app.db.selectFrom("grade").select("id").where("testApplyId", "=", built.applyId).execute();
    assert.equal(
      (await app.as("clerk").refused(gradeCalls.submit, { id: row?.id, theoryScore: "61.00", reason: "登错" }))
        .errorCode,
      "GRADE_CERTIFIED",
    );
    const [certificate] = await app.db
      .selectFrom("certificate")
      .select("id")
      .where("testApplyId", "=", built.applyId)
      .execute();
    assert.equal(
      (await app.as("clerk").refused(certificateCalls.submit, { id: certificate?.id, isValid: "unValid" })).errorCode,
      "REASON_REQUIRED",
    );
    assert.equal(
      (
        await built.base.orgAdmin.refused(certificateCalls.submit, {
          id: certificate?.id,
          isValid: "unValid",
          invalidReason: "错",
        })
      ).errorCode,
      "ROLE_DENIED",
    );
    await app
      .as("clerk")
      .call(certificateCalls.submit, { id: certificate?.id, isValid: "unValid", invalidReason: "信息有误" } as never);
    const again = await app
      .as("clerk")
      .call(certificateCalls.issue, { classId: built.classId, applyId: built.applyId });
    assert.equal(again.length, 3, "the missing one is issued with a new number");
  });
});
