import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lessonCalls as calls } from "@jipei/contract/training/lesson.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import {
  type BuiltClass,
  aConfirmedClass,
  aHeldClass,
  aReadyClass,
  shiftClass,
} from "../../../test/factories/class.ts";
import { findTeacher } from "../../../test/factories/training-base.ts";
import { aRosterRow } from "../../../test/factories/enrolment.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Attendance. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** A class whose first day was yesterday. */
async function aRunningClass(students = 3): Promise<BuiltClass> {
  const built = await aConfirmedClass(app, { students, overrides: { planCount: 30 } });
  const days =
    (Date.parse(`${addDays(today(), -1)}T00:00:00Z`) - Date.parse(`${built.startDate}T00:00:00Z`)) / 86_400_000;
  await shiftClass(app, built, days);
  return built;
}
const everybody = (built: BuiltClass, attendStatus = "1", more = {}) =>
  built.studentIds.map((studentId) => ({ studentId, attendStatus, attendMethod: "4", ...more }));
const take = (built: BuiltClass, lesson: number, attendanceList: any[], user = built.base.orgAdmin, more = {}) =>
  user.call(calls.submit, { id: built.lessonIds[lesson], attendanceList, ...more } as any);
const refused = (built: BuiltClass, lesson: number, attendanceList: any[], user = built.base.orgAdmin, more = {}) =>
  user.refused(calls.submit, { id: built.lessonIds[lesson], attendanceList, ...more });
const rates = async (built: BuiltClass) =>
  (
    await app.db
      .selectFrom("student")
      .select(["attendHours", "attendanceRate"])
      .where("classId", "=", built.classId)
      .orderBy("id")
      .execute()
  ).map((row) => [row.attendHours, row.attendanceRate]);

describe("Lesson.submit with attendance", () => {
  it("stores what was entered as entered by hand, whatever method the call names", async () => {
    const built = await aRunningClass();
    const [face, finger, code] = built.studentIds;
    await take(built, 0, [
      { studentId: face, attendStatus: "1", attendMethod: "1" },
      { studentId: finger, attendStatus: "1", attendMethod: "2" },
      { studentId: code, attendStatus: "1", attendMethod: "3" },
    ]);
    const lesson = await built.base.orgAdmin.call(calls.detail, { id: built.lessonIds[0] as string });
    assert.deepEqual(
      lesson.attendanceList?.map(({ attendMethod }) => attendMethod),
      ["4", "4", "4"],
    );
  });

  it("saves attendance with its lesson, which is held from then on, and the rates of everybody", async () => {
    const built = await aRunningClass();
    const [a, b, c] = built.studentIds;
    const day = built.startDate;
    await take(built, 0, [
      { studentId: a, attendStatus: "1", attendMethod: "4" },
      { studentId: b, attendStatus: "2", attendMethod: "3", signInTime: `${day} 08:20:00` },
    ]);
    const lesson = await built.base.orgAdmin.call(calls.detail, { id: built.lessonIds[0] as string });
    assert.equal(lesson.isHeld, "1");
    assert.deepEqual(
      lesson.attendanceList?.map((entry) => [entry.studentId, entry.countedHours]),
      [
        [a, "3.00"],
        [b, "1.50"],
      ],
    );
    assert.deepEqual(await rates(built), [
      ["3.00", "100.00"],
      ["1.50", "50.00"],
      ["0.00", "0.00"],
    ]);
    await take(built, 1, [
      { studentId: b, attendStatus: "1", attendMethod: "4" },
      { studentId: c, attendStatus: "3", attendMethod: "4", signOutTime: `${day} 15:30:00` },
    ]);
    assert.deepEqual(await rates(built), [
      ["3.00", "37.50"],
      ["6.50", "81.25"],
      ["5.00", "62.50"],
    ]);
    // Students not named keep what they have; a changed entry replaces theirs.
    await take(built, 0, [{ studentId: b, attendStatus: "5", attendMethod: "4" }]);
    assert.deepEqual(await rates(built), [
      ["3.00", "37.50"],
      ["5.00", "62.50"],
      ["5.00", "62.50"],
    ]);
    const row = await built.base.orgAdmin.call(studentCalls.detail, { id: b as string });
    assert.equal(row.attendanceRate, "62.50");
  });

  it("counts nobody in two lessons at once, where they were planned so before this was refused (FIELD_INVALID)", async () => {
    const built = await aRunningClass();
    const second = built.lessonIds[1];
    await sql`alter table lesson_booking drop constraint class_taken`.execute(app.db);
    const teacherId = await findTeacher(app, built.base.orgId, built.base.courseId);
    await sql`update lesson o set start_time = '09:00', teacher_id = ${teacherId}, classroom_id = null where id = ${second}`.execute(
      app.db,
    );
    await take(built, 0, everybody(built).slice(0, 2));
    const answer = await refused(built, 1, everybody(built));
    assert.deepEqual(
      answer.failures.map(({ id, msgEn }) => [id, /\((.+)\)/.exec(msgEn)?.[1]]),
      built.studentIds.slice(0, 2).map((id) => [id, "08:00–10:15"]),
    );
    // Who sat in the other one is away from this.
    await take(built, 1, [...everybody(built, "5").slice(0, 2), ...everybody(built).slice(2)]);
    assert.deepEqual(
      (await rates(built)).map(([hours]) => hours),
      ["3.00", "3.00", "5.00"],
    );
  });

  it("counts the hours of the lesson as it is saved with them, and the database none beyond", async () => {
    const built = await aRunningClass();
    const setParameter = (key: string, value: string) =>
      sql`update parameter set param_value = ${value} where param_key = ${key}`.execute(app.db);
    // The lesson was yesterday: what else is changed and attended at once is one of today, where none has to be changed a day ahead.
    await setParameter("schedule.change.leadDays", "-9");
    await setParameter("schedule.day.maxHours", "9");
    await take(built, 0, everybody(built), built.base.orgAdmin, { endTime: "11:00", changeReason: "补讲" });
    await setParameter("schedule.change.leadDays", "1");
    await setParameter("schedule.day.maxHours", "8");
    assert.deepEqual(
      (await rates(built)).map(([hours]) => hours),
      ["4.00", "4.00", "4.00"],
    );
    const more = sql`update attendance set counted_hours = 4.5 where schedule_id = ${built.lessonIds[0]}`;
    await assert.rejects(more.execute(app.db), { constraint: "attendance_within_lesson" });
  });

  it("refuses to change or remove a held lesson (STATE_ILLEGAL)", async () => {
    const built = await aRunningClass();
    await take(built, 0, everybody(built));
    const answer = await built.base.orgAdmin.refused(calls.submit, {
      id: built.lessonIds[0],
      content: "改",
      changeReason: "改",
    });
    assert.deepEqual(
      [answer.errorCode, answer.msgEn],
      ["STATE_ILLEGAL", "Not allowed: the record is “Held”, “change the lesson” cannot be done"],
    );
    assert.equal(
      (await built.base.orgAdmin.refused(calls.remove, { ids: built.lessonIds[0] })).errorCode,
      "STATE_ILLEGAL",
    );
  });

  it("refuses attendance before the lesson, of strangers, and twice of anybody (FIELD_INVALID)", async () => {
    const built = await aRunningClass();
    assert.equal((await refused(built, 8, everybody(built))).failures[0]?.field, "attendanceList");
    const stranger = (await aRosterRow(app, (await aReadyClass(app)).classId)).id;
    assert.equal(
      (await refused(built, 0, [...everybody(built), { studentId: stranger, attendStatus: "1", attendMethod: "4" }]))
        .failures[0]?.field,
      "attendanceList[3].studentId",
    );
    assert.equal(
      (await refused(built, 0, [...everybody(built), ...everybody(built).slice(0, 1)])).failures[0]?.field,
      "attendanceList[3].studentId",
    );
    assert.deepEqual(await rates(built), [
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it("needs the time of a late arrival or an early leaving and the reason of a late entry, all of that day (FIELD_INVALID)", async () => {
    const built = await aRunningClass();
    for (const [field, entry] of [
      ["signInTime", { attendStatus: "2" }],
      ["signOutTime", { attendStatus: "3" }],
      ["makeupReason", { attendStatus: "6" }],
      ["signInTime", { attendStatus: "2", signInTime: `${addDays(built.startDate, 1)} 08:20:00` }],
      ["attendStatus", { attendStatus: "9" }],
      ["attendMethod", { attendMethod: null }],
    ] as const)
      assert.equal(
        (await refused(built, 0, everybody(built, "1", entry))).failures[0]?.field,
        `attendanceList[0].${field}`,
      );
  });

  it("takes late entries for at most a tenth of the lessons of the class", async () => {
    const built = await aRunningClass(1);
    const late = everybody(built, "6", { makeupReason: "设备故障" });
    await take(built, 0, late);
    const over = await refused(built, 1, late);
    assert.deepEqual([over.errorCode, over.failures[0]?.id], ["FIELD_INVALID", built.studentIds[0]]);
    assert.match(over.msg, /补卡2次，最多1次/);
    // The refused save left nothing behind.
    assert.equal((await built.base.orgAdmin.call(calls.detail, { id: built.lessonIds[1] as string })).isHeld, "0");
  });

  it("takes changes for three days (STATE_ILLEGAL), later of the bureau alone with a reason (REASON_REQUIRED), and traces them", async () => {
    const built = await aRunningClass();
    await shiftClass(app, built, -2);
    await take(built, 0, everybody(built));
    await shiftClass(app, built, -1);
    assert.equal((await refused(built, 0, everybody(built, "5"))).errorCode, "STATE_ILLEGAL");
    const clerk = app.as("clerk");
    assert.equal((await refused(built, 0, everybody(built, "5"), clerk)).errorCode, "REASON_REQUIRED");
    await take(built, 0, everybody(built, "5"), clerk, { changeReason: "核对签到表" });
    const trace = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("bizType", "=", "Lesson")
      .where("action", "=", "attendanceChanged")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [Object.values(trace.before as object), Object.values(trace.after as object), trace.opinion],
      [["1", "1", "1"], ["5", "5", "5"], "核对签到表"],
    );
  });

  it("refuses attendance but of a confirmed class that runs or has just ended (STATE_ILLEGAL)", async () => {
    const open = await aReadyClass(app);
    assert.equal((await refused(open, 0, everybody(open))).errorCode, "STATE_ILLEGAL");
    const built = await aHeldClass(app);
    await sql`insert into test_application (class_id, confirm_type, test_kind, test_mode, wish_test_date, test_place, subjects, create_user, update_user) values (${built.classId}, 'unConfirm', '1', '1', ${today()}, 'x', '{1}', 1, 1)`.execute(
      app.db,
    );
    assert.equal(
      (await refused(built, 0, everybody(built), app.as("clerk"), { changeReason: "更正" })).errorCode,
      "STATE_ILLEGAL",
    );
  });

  it("lets teachers take the attendance of their own lessons and plan nothing", async () => {
    const built = await aRunningClass();
    const computeHash = async (id: string) =>
      (await app.db.selectFrom("teacher").select("idNumberHash").where("id", "=", id).executeTakeFirstOrThrow())
        .idNumberHash;
    const own = app.as("orgTeacher", {
      orgId: built.base.orgId,
      idNumberHash: await computeHash(built.base.teacherId),
    });
    const other = app.as("orgTeacher", {
      orgId: built.base.orgId,
      idNumberHash: await computeHash(await findTeacher(app, built.base.orgId, built.base.courseId)),
    });
    assert.equal((await refused(built, 0, everybody(built), other)).errorCode, "NOT_OWNER");
    await take(built, 0, everybody(built), own);
    assert.equal(
      (await own.refused(calls.submit, { id: built.lessonIds[4], content: "改", changeReason: "改" })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await app.as("leader").refused(calls.submit, { id: built.lessonIds[0], attendanceList: everybody(built) }))
        .errorCode,
      "ROLE_DENIED",
    );
  });

  it("leaves one set of rows and right rates of two writers of one lesson", async () => {
    const built = await aRunningClass();
    await Promise.all([
      take(built, 0, everybody(built, "1")),
      take(built, 0, everybody(built, "5")),
      take(built, 1, everybody(built, "1")),
    ]);
    const rows = await app.db
      .selectFrom("attendance")
      .select("countedHours")
      .where("scheduleId", "=", built.lessonIds[0] as string)
      .execute();
    assert.equal(rows.length, 3);
    const first = Number(rows[0]?.countedHours);
    assert.deepEqual((await rates(built))[0], [(first + 5).toFixed(2), (((first + 5) / 8) * 100).toFixed(2)]);
  });
});

describe("Lesson.attendanceSheet", () => {
  it("shows rates against the limit, and students their own line", async () => {
    const built = await aHeldClass(app, { missed: { 1: 2, 2: 3 } });
    const sheet = await app.as("clerk").call(calls.attendanceSheet, { classId: built.classId });
    assert.deepEqual(
      sheet.students.map((student) => student.attendanceRate),
      ["100.00", "80.00", "72.50"],
    );
    assert.deepEqual(
      [sheet.minRate, sheet.heldHours, sheet.classRate, sheet.makeupLimit, sheet.lessons.length, sheet.entries.length],
      ["80.00", "40.0", "84.17", 1, 10, 30],
    );
    const hash = (
      await app.db
        .selectFrom("student")
        .select("idNumberHash")
        .where("id", "=", built.studentIds[1] as string)
        .executeTakeFirstOrThrow()
    ).idNumberHash;
    const own = await app.as("student", { idNumberHash: hash }).call(calls.attendanceSheet, { classId: built.classId });
    assert.deepEqual([own.students.length, own.entries.length, own.students[0]?.attendanceRate], [1, 10, "80.00"]);
    const list = await app
      .as("student", { idNumberHash: hash })
      .list<any>(calls.attendance, { classId: built.classId, attendStatus: "5" });
    assert.deepEqual(
      [list.total, list.records[0].countedHours, list.records[0].lessonDate],
      [2, "0.00", built.startDate],
    );
    assert.equal(
      (await app.as("orgAdmin", { orgId: "424242" }).refused(calls.attendanceSheet, { classId: built.classId }))
        .errorCode,
      "NOT_FOUND",
    );
  });
});
