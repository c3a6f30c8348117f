import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { paymentObjectionCalls as objections } from "@jipei/contract/subsidies/payment-objection.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { studentHome } from "@jipei/contract/home/student-home.ts";
import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import { extQueryCalls } from "@jipei/contract/external-data/ext-query.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import { type TestPerson, aRosterRow, aStudentAccount } from "../../test/factories/enrolment.ts";
import { type OpenClass, anOpenClass } from "../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { system } from "../core/foundation/actor.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { insertRow } from "../core/database/write-rows.ts";
import { stored } from "../core/entity/to-response.ts";
import { enterAnswer } from "../external-data/local-registers.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** A paid claim that names the person. */
async function aPaidLine(open: OpenClass, person: TestPerson, studentId: string, status = "compile"): Promise<string> {
  return app.db.transaction().execute(async (tx) => {
    const head = {
      applyNo: `BT2026${studentId.padStart(6, "0")}`,
      orgId: open.orgId,
      classId: open.classId,
      subsidyKind: "01",
      status,
      payStatus: "1",
    };
    const claim = await insertRow(
      tx,
      system,
      SubsidyApplication,
      stored(SubsidyApplication, app.cipher, head as never),
    );
    const line = {
      applyId: claim.id,
      orgId: open.orgId,
      studentId,
      name: person.name,
      idNumber: person.idNumber,
      personCategory: "03",
      applyAmount: "1500.00",
      approvedAmount: "1500.00",
      detailStatus: "1",
    };
    return (await insertRow(tx, system, SubsidyLine, stored(SubsidyLine, app.cipher, line as never))).id as string;
  });
}

describe("student home", () => {
  it("classes with attendance, the next lesson, payments; nothing of others", async () => {
    const person = await aStudentAccount(app);
    const open = await anOpenClass(app, {
      status: "Confirm",
      startDate: addDays(today(), -3),
      signStartDate: null,
      signEndDate: null,
    });
    const { id } = await aRosterRow(app, open.classId, {
      idNumber: person.idNumber,
      name: person.name,
      attendanceRate: "75.00",
    });
    for (const [day, content] of [
      [-1, "昨天"],
      [3, "大后天"],
      [1, "明天"],
    ] as const)
      await sql`insert into lesson (class_id, lesson_date, start_time, end_time, hours, lesson_type, content, teacher_id, classroom_id, create_user, update_user)
      values (${open.classId}, ${addDays(today(), day)}, '08:30', '11:30', 4, '1', ${content}, ${open.base.teacherId}, ${open.base.classroomId}, 0, 0)`.execute(
        app.db,
      );
    await aPaidLine(open, person, id);
    const home = await person.user.call(studentHome, undefined);
    assert.deepEqual(
      [
        home.attendanceMin,
        home.classes.length,
        home.classes[0]?.attendanceRate,
        home.nextLesson?.content,
        home.payments.length,
      ],
      ["80.00", 1, "75.00", "明天", 1],
    );
    const stranger = await (await aStudentAccount(app)).user.call(studentHome, undefined);
    assert.deepEqual([stranger.classes.length, stranger.payments.length, stranger.nextLesson], [0, 0, null]);
    assert.equal((await app.as("clerk").refused(studentHome, undefined)).errorCode, "ROLE_DENIED");
  });
});

describe("PaymentObjection.submit", () => {
  it("takes «this was not me» once, only for payments in the own name; the bureau gets a message and answers", async () => {
    const person = await aStudentAccount(app);
    const open = await anOpenClass(app);
    const { id } = await aRosterRow(app, open.classId, { idNumber: person.idNumber, name: person.name });
    const lineId = await aPaidLine(open, person, id);
    const other = await aStudentAccount(app);
    assert.equal((await other.user.refused(objections.submit, { lineId, reason: "不是我" })).errorCode, "NOT_FOUND");
    const { id: objection } = await person.user.call(objections.submit, { lineId, reason: "我没有参加过培训" });
    assert.equal((await person.user.refused(objections.submit, { lineId, reason: "再次" })).errorCode, "DUPLICATE");
    const told = await sql<{
      n: number;
    }>`select count(*)::int as n from message where target_kind = 'role' and target = 'clerk' and text_zh like '%我没有参加过培训%'`.execute(
      app.db,
    );
    assert.equal(told.rows[0]?.n, 1);
    assert.equal((await person.user.call(studentHome, undefined)).payments[0]?.objectionState, "open");
    assert.equal((await other.user.refused(objections.detail, { id: objection })).errorCode, "NOT_FOUND");
    assert.equal(
      (await app.as("firstReviewer").refused(objections.answer, { id: objection, answer: "已核查" })).errorCode,
      "ROLE_DENIED",
    );
    const waiting = async (role: "clerk" | "finance") =>
      (await app.as(role).call(bureauHome, undefined)).waiting.find(({ key }) => key === "objection")?.count;
    assert.deepEqual([await waiting("clerk"), await waiting("finance")], [1, undefined], "it waits for who may answer");
    await app.as("clerk").call(objections.answer, { id: objection, answer: "已核查签到记录" });
    assert.equal(await waiting("clerk"), undefined);
    assert.equal(
      (await app.as("clerk").refused(objections.answer, { id: objection, answer: "又" })).errorCode,
      "STATE_ILLEGAL",
    );
    assert.deepEqual(
      [
        (await person.user.call(objections.detail, { id: objection })).answer,
        (await person.user.call(studentHome, undefined)).payments[0]?.objectionAnswer,
      ],
      ["已核查签到记录", "已核查签到记录"],
    );
  });
});

describe("Student.review", () => {
  it("shows before the check findings worst first, each with expected, actual and evidence", async () => {
    const { classId } = await anOpenClass(app);
    const fine = await aRosterRow(app, classId, { confirmStatus: "unConfirm" });
    const wrong = await aRosterRow(app, classId, { confirmStatus: "unConfirm" });
    await enterAnswer(app.db, app.cipher, "getPersonInfo", wrong.idNumber, { name: "另一人", isAlive: "1" });
    const silent = await aRosterRow(app, classId, { confirmStatus: "unConfirm", personCategory: "07" });
    await enterAnswer(app.db, app.cipher, "getPersonInfo", silent.idNumber, { unavailable: true });
    const review = await app.as("clerk").call(studentCalls.review, { classId });
    assert.deepEqual(
      review.map((row) => [row.studentId, row.worst]),
      [
        [wrong.id, 1],
        [silent.id, 1],
        [fine.id, 3],
      ],
    );
    const identity = review[0]?.findings.find((one) => one.rule === "IDENTITY");
    assert.deepEqual(
      [identity?.severity, identity?.isPass, identity?.expected, identity?.actual, identity?.en],
      [1, 0, wrong.name, "另一人", "Name and ID number do not match"],
    );
    const clerk = app.as("clerk");
    assert.equal(
      (await clerk.call(extQueryCalls.detail, { id: identity?.evidenceId as string })).queryKind,
      "getPersonInfo",
    );
    assert.equal(review[1]?.findings.find((one) => one.rule === "IDENTITY")?.severity, 2);
    assert.ok(review[1]?.findings.some((one) => one.rule === "CATEGORY_PROOF" && one.severity === 1));
    assert.equal((await app.as("orgAdmin").refused(studentCalls.review, { classId })).errorCode, "ROLE_DENIED");
  });
});
