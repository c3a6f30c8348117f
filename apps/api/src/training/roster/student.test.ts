import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { extQueryCalls } from "@jipei/contract/external-data/ext-query.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { studentCalls as calls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import {
  aRoster,
  aRosterRow,
  aSignUp,
  aStudentAccount,
  rosterInput,
  somebody,
} from "../../../test/factories/enrolment.ts";
import { anOpenClass } from "../../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";

/** Roster rows. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const setClass = (classId: string, status: string) =>
  sql`update training_class set status = ${status} where id = ${classId}`.execute(app.db);

describe("Student.submit", () => {
  it("7-1: adds, computes sex and birthday, corrects, and shows each audience what it may see", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = somebody();
    const { id } = await admin.call(calls.save, { ...rosterInput(classId, person), sex: "9", birthday: "1900-01-01" });
    const row = await admin.call(calls.detail, { id });
    assert.deepEqual(
      [row.sex, row.birthday, row.confirmStatus, row.rosterSource, row.idNumber],
      [person.sex, person.birthday, "unSubmit", "1", person.idNumber],
    );
    await admin.call(calls.update, { id, version: 0, workYears: 3 } as never);
    assert.equal((await admin.refused(calls.update, { id, version: 0, workYears: 4 })).errorCode, "VERSION_CONFLICT");
    const listed = (await admin.list<any>(calls.getStudentUsedByOrg, { classId })).records[0];
    assert.ok(listed.idNumber.includes("********"));
    assert.equal(listed.phone, person.phone);
    assert.equal(
      (await app.as("leader").list<any>(calls.getStudentUsedByManage, { classId })).records[0].phone,
      `${person.phone.slice(0, 3)}****${person.phone.slice(-4)}`,
    );
    const other = (await anOpenClass(app)).admin;
    assert.equal((await other.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    assert.equal((await other.refused(calls.update, { id, workYears: 1 })).errorCode, "NOT_OWNER");
    assert.equal((await other.refused(calls.save, rosterInput(classId))).errorCode, "NOT_OWNER");
    assert.equal((await app.as("clerk").refused(calls.submit, rosterInput(classId))).errorCode, "ROLE_DENIED");
  });

  it("7-1: refuses by ID_INVALID, STUDENT_DUP, SIGN_FULL, STUDENT_AGE, STUDENT_CLASH and CLASS_LOCKED", async () => {
    const { classId, admin } = await anOpenClass(app, { planCount: 2 });
    const wrong = { ...somebody(), idNumber: "329999199001010012" };
    assert.equal((await admin.refused(calls.save, rosterInput(classId, wrong as never))).errorCode, "ID_INVALID");
    const person = somebody();
    await admin.call(calls.save, rosterInput(classId, person));
    assert.equal((await admin.refused(calls.save, rosterInput(classId, person))).errorCode, "STUDENT_DUP");
    assert.equal(
      (await admin.refused(calls.save, { ...rosterInput(classId), idNumber: "329999201506301180" })).errorCode,
      "STUDENT_AGE",
    );
    const elsewhere = await anOpenClass(app, {}, undefined);
    const clashing = await aRosterRow(app, elsewhere.classId);
    const refused = await admin.refused(calls.save, {
      ...rosterInput(classId),
      idNumber: clashing.idNumber,
      name: clashing.name,
    });
    assert.deepEqual([refused.errorCode, refused.msg.includes(elsewhere.facts.className)], ["STUDENT_CLASH", true]);
    await admin.call(calls.save, rosterInput(classId));
    assert.equal((await admin.refused(calls.save, rosterInput(classId))).errorCode, "SIGN_FULL");
    await setClass(classId, "unConfirm");
    assert.equal((await admin.refused(calls.save, rosterInput(classId))).errorCode, "CLASS_LOCKED");
  });

  it("7-1: keeps the state of a row that goes back as it was answered", async () => {
    const { classId, admin } = await anOpenClass(app);
    for (const confirmStatus of ["back", "Confirm"] as const) {
      const { id } = await aRosterRow(app, classId, { confirmStatus });
      const answered = await admin.call(calls.detail, { id });
      await admin.call(calls.submit, answered as never);
      assert.equal((await admin.call(calls.detail, { id })).confirmStatus, confirmStatus);
    }
  });

  it("7-1: makes a returned or checked row a draft again when it is changed", async () => {
    const { classId, admin } = await anOpenClass(app);
    for (const confirmStatus of ["back", "Confirm"] as const) {
      const { id } = await aRosterRow(app, classId, { confirmStatus });
      await admin.call(calls.submit, { id, address: "学前街2号" } as never);
      assert.equal((await admin.call(calls.detail, { id })).confirmStatus, "unSubmit");
    }
    const { id } = await aRosterRow(app, classId, { confirmStatus: "Invalidate" });
    assert.equal((await admin.refused(calls.submit, { id, address: "学前街2号" })).errorCode, "STATE_ILLEGAL");
  });
});

describe("Student.check", () => {
  it("7-5: rests on the evidence of four registers; a second check is refused", async () => {
    const { classId } = await anOpenClass(app);
    const { id, idNumber } = await aRosterRow(app, classId, { confirmStatus: "unConfirm" });
    await enterAnswer(app.db, app.cipher, "getPersonInsured", idNumber, {
      isInsured: "1",
      insuranceKind: "企业职工",
      unitName: "某厂",
      months: 7,
    });
    const clerk = app.as("clerk");
    await clerk.call(calls.check, { ids: id });
    const row = await clerk.call(calls.detail, { id });
    assert.deepEqual([row.confirmStatus, row.isInsured, row.isContract, row.isDifficulty], ["Confirm", "1", "0", "0"]);
    const evidence = await clerk.list<any>(extQueryCalls.list, { bizType: "Student", bizId: id });
    assert.deepEqual(evidence.records.map((one: any) => one.queryKind).sort(), [
      "employmentContract",
      "employmentDifficulties",
      "getPersonInfo",
      "getPersonInsured",
    ]);
    assert.equal((await app.as("firstReviewer").refused(calls.check, { ids: id })).errorCode, "STATE_ILLEGAL");
  });

  it("7-5: refuses without a reason whom the register does not confirm (ID_MISMATCH, EXT_UNAVAILABLE)", async () => {
    const { classId } = await anOpenClass(app);
    const clerk = app.as("clerk");
    const answers = [
      [{ match: "0", isAlive: "1" }, "ID_MISMATCH"],
      [{ match: "1", isAlive: "0" }, "ID_MISMATCH"],
      [{ unavailable: true }, "EXT_UNAVAILABLE"],
    ] as const;
    for (const [answer, errorCode] of answers) {
      const { id, idNumber } = await aRosterRow(app, classId, { confirmStatus: "unConfirm" });
      await enterAnswer(app.db, app.cipher, "getPersonInfo", idNumber, answer);
      assert.equal((await clerk.refused(calls.check, { ids: id })).errorCode, errorCode);
      await clerk.call(calls.check, { ids: id, reason: "已核对身份证原件" } as never);
      assert.equal((await clerk.call(calls.detail, { id })).confirmStatus, "Confirm");
    }
  });

  it("7-5: refuses a category without proof (ATTACH_REQUIRED) and public staff (STUDENT_INELIGIBLE), all or nothing", async () => {
    const { classId } = await anOpenClass(app);
    const clerk = app.as("clerk");
    const fine = await aRosterRow(app, classId, { confirmStatus: "unConfirm" });
    const unproven = await aRosterRow(app, classId, { confirmStatus: "unConfirm", personCategory: "06" });
    assert.equal((await clerk.refused(calls.check, { ids: `${fine.id},${unproven.id}` })).errorCode, "ATTACH_REQUIRED");
    assert.equal((await clerk.call(calls.detail, { id: fine.id })).confirmStatus, "unConfirm");
    const official = await aRosterRow(app, classId, { confirmStatus: "unConfirm" });
    await enterAnswer(app.db, app.cipher, "getPersonInsured", official.idNumber, {
      isInsured: "1",
      insuranceKind: "机关事业",
    });
    assert.equal((await clerk.refused(calls.check, { ids: official.id })).errorCode, "STUDENT_INELIGIBLE");
    const market = await anOpenClass(app, { isSubsidy: "0" });
    const paying = await aRosterRow(app, market.classId, {
      confirmStatus: "unConfirm",
      idNumber: official.idNumber,
      name: official.name,
    });
    await clerk.call(calls.check, { ids: paying.id });
  });
});

describe("Student.back", () => {
  it("7-6: returns many at once, with a reason", async () => {
    const { classId, admin } = await anOpenClass(app);
    const rows = await aRoster(app, classId, 3, { confirmStatus: "unConfirm" });
    const ids = rows.map((row) => row.id).join();
    assert.equal((await app.as("clerk").refused(calls.back, { ids })).errorCode, "REASON_REQUIRED");
    assert.equal((await admin.refused(calls.back, { ids, reason: "不符" })).errorCode, "ROLE_DENIED");
    await app.as("clerk").call(calls.back, { ids, reason: "照片不清" } as never);
    const returned = await admin.list<any>(calls.list, { classId, confirmStatus: "back" });
    assert.deepEqual([returned.total, returned.records[0].backReason], [3, "照片不清"]);
  });
});

describe("Student.changeClass", () => {
  it("7-7: moves to a class of the same kind with a new number; the state stays", async () => {
    const from = await anOpenClass(app);
    const to = await anOpenClass(app, { courseId: from.facts.courseId, classNo: "J0001-2026-01-901" }, from);
    const row = await aRosterRow(app, from.classId, { confirmStatus: "Confirm" });
    const clerk = app.as("clerk");
    await clerk.call(calls.changeClass, { ids: row.id, trainClassDTO: { classId: to.classId } } as never);
    const moved = await clerk.call(calls.detail, { id: row.id });
    assert.deepEqual(
      [moved.classId, moved.studentNo, moved.confirmStatus],
      [to.classId, "J0001-2026-01-901001", "Confirm"],
    );
  });

  it("7-7: refuses by CLASS_DIFFERENT, CLASS_STARTED, SIGN_FULL, STUDENT_DUP, and CLASS_LOCKED for the institution", async () => {
    const from = await anOpenClass(app);
    const same = { courseId: from.facts.courseId };
    const clerk = app.as("clerk");
    const { id, idNumber } = await aRosterRow(app, from.classId);
    const move = (classId: string) => ({ ids: id, trainClassDTO: { classId } });
    const refusedWith = async (to: { classId: string }, user = clerk) =>
      (await user.refused(calls.changeClass, move(to.classId))).errorCode;
    assert.equal(await refusedWith(await anOpenClass(app)), "CLASS_DIFFERENT");
    assert.equal(await refusedWith(await anOpenClass(app, {}, from)), "CLASS_DIFFERENT");
    assert.equal(await refusedWith(await anOpenClass(app, { ...same, level: "3" }, from)), "CLASS_DIFFERENT");
    assert.equal(
      await refusedWith(
        await anOpenClass(
          app,
          {
            ...same,
            startDate: addDays(today(), -30),
            endDate: addDays(today(), -1),
            signStartDate: null,
            signEndDate: null,
          },
          from,
        ),
      ),
      "CLASS_STARTED",
    );
    const full = await anOpenClass(app, { ...same, planCount: 1 }, from);
    await aRosterRow(app, full.classId);
    assert.equal(await refusedWith(full), "SIGN_FULL");
    const duplicate = await anOpenClass(app, same, from);
    const seated = await aRosterRow(app, duplicate.classId, { idNumber });
    assert.equal(await refusedWith(duplicate), "STUDENT_DUP");
    await sql`update student set confirm_status = 'Invalidate' where id = ${seated.id}`.execute(app.db);
    const committed = await anOpenClass(app, { ...same, status: "unConfirm" }, from);
    assert.equal(await refusedWith(committed, from.admin), "CLASS_LOCKED");
    const draft = await anOpenClass(app, same, from);
    await from.admin.call(calls.changeClass, move(draft.classId) as never);
  });
});

describe("Student.changeClass of somebody who signed up", () => {
  it("takes the sign-up along: it is withdrawn with its row, in the class that they are in", async () => {
    const from = await anOpenClass(app);
    const to = await anOpenClass(app, { courseId: from.facts.courseId }, from);
    const person = await aStudentAccount(app);
    const sign = await person.user.call(signUpCalls.submit, {
      classId: from.classId,
      status: "unConfirm",
      personCategory: "03",
    } as never);
    await from.admin.call(signUpCalls.confirm, { ids: sign.id } as never);
    const { id } = (await from.admin.list<any>(calls.list, { classId: from.classId })).records[0];
    await from.admin.call(calls.changeClass, { ids: id, trainClassDTO: { classId: to.classId } } as never);
    const moved = await person.user.call(signUpCalls.detail, { id: sign.id });
    assert.deepEqual([moved.classId, moved.auditList.at(-1)?.action], [to.classId, "moveAlong"]);
    // The class that was left does not matter any more.
    await setClass(from.classId, "unConfirm");
    await person.user.call(signUpCalls.submit, { id: sign.id, status: "Invalidate" } as never);
    assert.equal((await from.admin.list<any>(calls.list, { classId: to.classId })).total, 0);
  });

  it("refuses whoever signed up for that class too (SIGN_DUP)", async () => {
    const from = await anOpenClass(app);
    const to = await anOpenClass(app, { courseId: from.facts.courseId }, from);
    const sign = await aSignUp(app, from.classId);
    await from.admin.call(signUpCalls.confirm, { ids: sign.id } as never);
    const { idNumber, name } = sign;
    await aSignUp(app, to.classId, { idNumber, name });
    const { id } = (await from.admin.list<any>(calls.list, { classId: from.classId })).records[0];
    const move = { ids: id, trainClassDTO: { classId: to.classId } };
    assert.equal((await from.admin.refused(calls.changeClass, move)).errorCode, "SIGN_DUP");
  });

  it("brings no draft into a class that is submitted (CLASS_LOCKED), and gives no number twice", async () => {
    const from = await anOpenClass(app);
    const same = { courseId: from.facts.courseId };
    const [one, two] = [
      await anOpenClass(app, { ...same, classNo: "J0001-2026-01-902", status: "Confirm" }, from),
      await anOpenClass(app, { ...same, classNo: "J0001-2026-01-903", status: "Confirm" }, from),
    ];
    const clerk = app.as("clerk");
    const change = (id: string, { classId }: { classId: string }) => ({ ids: id, trainClassDTO: { classId } });
    const draft = await aRosterRow(app, from.classId, { confirmStatus: "unSubmit" });
    assert.equal((await clerk.refused(calls.changeClass, change(draft.id, one))).errorCode, "CLASS_LOCKED");
    const [first, second] = await aRoster(app, from.classId, 2);
    const numberOf = async (id: string) => (await clerk.call(calls.detail, { id })).studentNo;
    await clerk.call(calls.changeClass, change(first?.id as string, one) as never);
    assert.equal(await numberOf(first?.id as string), "J0001-2026-01-902001");
    await clerk.call(calls.changeClass, change(first?.id as string, two) as never);
    await clerk.call(calls.changeClass, change(second?.id as string, one) as never);
    assert.equal(await numberOf(second?.id as string), "J0001-2026-01-902002");
  });
});

describe("Student.quit and Student.remove", () => {
  it("7-8, 7-9: leaves with a reason; is removed from a draft class only, and the sign-up ends", async () => {
    const { classId, admin } = await anOpenClass(app);
    const { id } = await aRosterRow(app, classId);
    assert.equal((await admin.refused(calls.submit, { id, status: "Invalidate" })).errorCode, "REASON_REQUIRED");
    await admin.call(calls.submit, { id, status: "Invalidate", quitReason: "外出务工" } as never);
    const gone = await admin.call(calls.detail, { id });
    assert.deepEqual([gone.confirmStatus, gone.quitDate, gone.quitReason], ["Invalidate", today(), "外出务工"]);

    const sign = await aSignUp(app, classId);
    await admin.call(signUpCalls.submit, { id: sign.id, status: "Confirm" } as never);
    const seated = (await admin.list<any>(calls.list, { classId, confirmStatus: "unSubmit" })).records[0];
    await setClass(classId, "unConfirm");
    assert.equal((await admin.refused(calls.remove, { ids: seated.id })).errorCode, "CLASS_LOCKED");
    await setClass(classId, "unCommit");
    await admin.call(calls.remove, { ids: seated.id });
    assert.equal((await admin.call(signUpCalls.detail, { id: sign.id })).confirmStatus, "Invalidate");
  });
});

describe("Student.studentTrainExperience", () => {
  it("shows people their own trainings only", async () => {
    const { classId } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    await aRosterRow(app, classId, { idNumber: person.idNumber, name: person.name });
    await aRosterRow(app, classId);
    const own = await person.user.call(calls.studentTrainExperienceUsedByPerson, { current: "1", size: "10" } as never);
    assert.deepEqual(
      [own.total, own.records[0]?.idNumber],
      [1, `${person.idNumber.slice(0, 6)}********${person.idNumber.slice(-4)}`],
    );
    assert.equal((await person.user.refused(calls.studentTrainExperienceUsedByManage, {})).errorCode, "ROLE_DENIED");
    const found = await app
      .as("clerk")
      .call(calls.studentTrainExperienceUsedByManage, { idNumber: person.idNumber } as never);
    assert.equal(found.total, 1);
  });
});
