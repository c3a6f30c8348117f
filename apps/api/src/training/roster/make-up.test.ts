import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { signUpAgainCalls, signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { aPublishedTest, anApprovedTest } from "../../../test/factories/assessment.ts";
import { aHeldClass } from "../../../test/factories/class.ts";
import { aSignUp, aStudentAccount } from "../../../test/factories/enrolment.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addMonths, today } from "../../core/foundation/clock.ts";

/** 6.2-2: signing up again after a failed assessment, and 7-7, 7-8 once there are results. */
let app: TestApp;
let failed: Awaited<ReturnType<typeof aPublishedTest>>;
before(async () => {
  app = await startTestApp();
  failed = await aPublishedTest(app, {
    students: 3,
    scores: [{ theoryScore: "40.00" }, { theoryScore: "30.00", isCheat: "1" }, {}],
  });
});
after(() => app.close());

/** The n-th student of the class with an accepted sign-up and an account of their own. */
async function person(n: number) {
  const student = await app.db
    .selectFrom("student")
    .selectAll()
    .where("classId", "=", failed.classId)
    .orderBy("id")
    .offset(n)
    .limit(1)
    .executeTakeFirstOrThrow();
  const me = await aStudentAccount(app);
  const sign = await aSignUp(app, failed.classId, { idNumber: me.idNumber, name: me.name, confirmStatus: "Confirm" });
  await sql`update student set id_number = ${app.cipher.encrypt(me.idNumber)}, id_number_hash = ${me.idNumberHash}, sign_id = ${sign.id} where id = ${student.id}`.execute(
    app.db,
  );
  return {
    me,
    sign,
    studentId: student.id as string,
    again: { originSignId: sign.id, classId: failed.classId, reSignReason: "补考", reSignKind: "3" } as never,
  };
}

describe("SignUpAgain.submit", () => {
  it("takes whoever failed in the same class, once at a time, without a second roster row", async () => {
    const { me, again } = await person(0);
    const { id } = await me.user.call(signUpAgainCalls.submit, again);
    const row = await me.user.call(signUpAgainCalls.detail, { id });
    assert.deepEqual([row.reSignKind, row.confirmStatus, row.reSignCount], ["3", "unConfirm", 1]);
    assert.equal((await me.user.refused(signUpAgainCalls.submit, again)).errorCode, "SIGN_DUP");
    const before = await app.as("clerk").list<any>(studentCalls.list, { classId: failed.classId });
    await failed.base.orgAdmin.call(signUpCalls.confirm, { ids: id } as never);
    assert.equal((await app.as("clerk").list<any>(studentCalls.list, { classId: failed.classId })).total, before.total);
  });

  it("refuses after the make-up period (RESIGN_EXPIRED)", async () => {
    const { me, again, studentId } = await person(0);
    await sql`update test_application set test_date = ${addMonths(today(), -13)}, wish_test_date = ${addMonths(today(), -13)} where id = ${failed.applyId}`.execute(
      app.db,
    );
    assert.equal((await me.user.refused(signUpAgainCalls.submit, again)).errorCode, "RESIGN_EXPIRED");
    await sql`update test_application set test_date = ${addMonths(today(), -12)} where id = ${failed.applyId}`.execute(
      app.db,
    );
    await me.user.call(signUpAgainCalls.submit, again);
    assert.ok(studentId);
  });

  it("refuses a returned one after the make-up period (RESIGN_EXPIRED)", async () => {
    const { me, again } = await person(0);
    const { id } = await me.user.call(signUpAgainCalls.submit, again);
    await failed.base.orgAdmin.call(signUpCalls.back, { ids: id, reason: "材料不全" } as never);
    const assessed = (day: string) =>
      sql`update test_application set test_date = ${day} where id = ${failed.applyId}`.execute(app.db);
    await assessed(addMonths(today(), -13));
    const correct = { id, status: "unConfirm" };
    assert.equal((await me.user.refused(signUpCalls.submit, correct)).errorCode, "RESIGN_EXPIRED");
    await assessed(addMonths(today(), -12));
    await me.user.call(signUpCalls.submit, correct as never);
  });

  it("refuses for a year after a violation (RESIGN_BARRED)", async () => {
    const { me, again } = await person(1);
    await sql`update test_application set test_date = ${addMonths(today(), -11)} where id = ${failed.applyId}`.execute(
      app.db,
    );
    assert.equal((await me.user.refused(signUpAgainCalls.submit, again)).errorCode, "RESIGN_BARRED");
  });

  it("refuses whoever passed (STATE_ILLEGAL)", async () => {
    const { me, again } = await person(2);
    assert.equal((await me.user.refused(signUpAgainCalls.submit, again)).errorCode, "STATE_ILLEGAL");
  });
});

describe("Student.changeClass", () => {
  it("7-7: refuses whoever is in an application (STUDENT_IN_TEST)", async () => {
    const { studentId } = await person(2);
    const target = await app.db
      .selectFrom("trainingClass")
      .selectAll()
      .where("id", "=", failed.classId)
      .executeTakeFirstOrThrow();
    const { id: _id, classNo: _no, ...copy } = target;
    // A twin of the class that has not begun; the class itself is wound back, so that the application alone stands in the way.
    const duplicate = await app.db
      .insertInto("trainingClass")
      .values({
        ...copy,
        className: "同课程另一班",
        startDate: addMonths(today(), 1),
        endDate: addMonths(today(), 2),
        status: "unCommit",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`update training_class set start_date = ${addMonths(today(), 3)}, end_date = ${addMonths(today(), 4)} where id = ${failed.classId}`.execute(
      app.db,
    );
    assert.equal(
      (
        await app
          .as("clerk")
          .refused(studentCalls.changeClass, { ids: studentId, trainClassDTO: { classId: duplicate.id } })
      ).errorCode,
      "STUDENT_IN_TEST",
    );
  });
});

describe("Student.submit", () => {
  it("7-8: lets nobody leave with a certificate (STUDENT_HAS_RESULT)", async () => {
    const { studentId } = await person(2);
    await sql`insert into certificate (cert_no, student_id, class_id, org_id, issue_date, is_valid, create_user, update_user)
    select 'T0001', id, class_id, org_id, ${today()}, 'isValid', 1, 1 from student where id = ${studentId}`.execute(
      app.db,
    );
    assert.equal(
      (await app.as("clerk").refused(studentCalls.quit, { ids: studentId, reason: "退班" })).errorCode,
      "STUDENT_HAS_RESULT",
    );
  });

  it("7-8: lets nobody leave a class in assessment; whoever had left gets no certificate", async () => {
    const { classId, studentIds, applyId, base } = await aPublishedTest(app, { students: 2 });
    const refused = await base.orgAdmin.refused(studentCalls.quit, { ids: studentIds[0], reason: "退班" });
    assert.deepEqual([refused.errorCode, refused.msgEn.includes("Graded")], ["STATE_ILLEGAL", true], refused.msgEn);
    const testing = await anApprovedTest(app);
    assert.equal(
      (
        await app
          .as("clerk")
          .refused(studentCalls.submit, { id: testing.studentIds[0], status: "Invalidate", quitReason: "退班" })
      ).errorCode,
      "STATE_ILLEGAL",
    );
    const ended = await aHeldClass(app);
    await ended.base.orgAdmin.call(studentCalls.quit, { ids: ended.studentIds[0], reason: "退班" } as never);
    await sql`update student set confirm_status = case when id = ${studentIds[0]} then 'Invalidate' else confirm_status end, photo_att_id = (select min(id) from attachment) where class_id = ${classId}`.execute(
      app.db,
    );
    const issued = await app.as("clerk").call(certificateCalls.issue, { classId, applyId });
    assert.deepEqual(
      issued.map((one: any) => one.studentId),
      [studentIds[1]],
    );
  });
});
