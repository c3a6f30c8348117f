// Slow: classes are made one by one, with everything that their submission asks for.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { aClass, aReadyClass } from "../../../test/factories/class.ts";
import {
  type StaffEnterprise,
  aFiledEnterprise,
  aPendingStaffClass,
  aReadyStaffClass,
  aStaffClass,
  anApprovedStaffClass,
  staffInput,
} from "../../../test/factories/enterprise-class.ts";
import { aCourse } from "../../../test/factories/teaching.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, addMonths, addWorkdays, today } from "../../core/foundation/clock.ts";

/** The moves of classes that enterprises run for their own staff, and their attendance. */
let app: TestApp;
let enterprise: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
});
after(() => app.close());

const read = (id: string): Promise<any> => app.as("clerk").call(calls.detail, { id });
const codes = (refused: { failures: { errorCode: string }[] }) => refused.failures.map(({ errorCode }) => errorCode);
const commit = (id: string) => enterprise.admin.refused(calls.submit, { id });
const states = async (classId: string) => [
  ...new Set(
    (await app.db.selectFrom("student").select("confirmStatus").where("classId", "=", classId).execute()).map(
      (row) => row.confirmStatus,
    ),
  ),
];

describe("EnterpriseClass.submit", () => {
  it("13-2: numbers the class and counts in the queue of the bureau", async () => {
    const clerk = app.as("clerk");
    const waiting = (await clerk.call(classCalls.pendingNumber, undefined)).enterprise ?? 0;
    const built = await aPendingStaffClass(app, { enterprise });
    const row = await read(built.classId);
    assert.match(row.classNo, /^Q\d{4}E\d{5}\d{2}\d{3}$/);
    assert.equal(row.confirmStatus, "unConfirm");
    assert.ok(row.commitTime);
    assert.deepEqual(await states(built.classId), ["unConfirm"]);
    assert.equal((await clerk.call(classCalls.pendingNumber, undefined)).enterprise, waiting + 1);
    assert.equal(
      (await enterprise.admin.refused(calls.save, { id: built.classId, contact: "x" })).errorCode,
      "STATE_ILLEGAL",
    );
  });

  it("says who acts next and until when, from the draft to the first day", async () => {
    const step = async (id: string) => {
      const { who, until } = (await read(id)).nextStep;
      return [who, until];
    };
    const draft = await aStaffClass(app, { enterprise });
    assert.deepEqual(await step(draft.classId), ["enterprise", addWorkdays(draft.startDate, -5, new Map())]);
    const pending = await aPendingStaffClass(app, { enterprise });
    const due = addWorkdays(today(), 8, new Map());
    assert.deepEqual(await step(pending.classId), ["bureau", due < pending.startDate ? due : pending.startDate]);
    const approved = await anApprovedStaffClass(app, { enterprise });
    assert.deepEqual(await step(approved.classId), ["enterprise", approved.startDate]);
  });

  it("13-2: asks for the share of practice without which nobody could be claimed for (CLASS_HOURS_SHORT, AT11)", async () => {
    const built = await aReadyStaffClass(app, { enterprise });
    const practise = (share: number) =>
      sql`update lesson l set lesson_type = case when n.place <= ${share} then '2' else '1' end
        from (select id, row_number() over (order by lesson_date, start_time) as place from lesson where class_id = ${built.classId} and is_deleted = 0) n where n.id = l.id`.execute(
        app.db,
      );
    await practise(5);
    assert.deepEqual(codes(await commit(built.classId)), ["CLASS_HOURS_SHORT"]);
    await practise(6);
    await enterprise.admin.call(calls.submit, { id: built.classId } as never);
  });

  it("13-2: names everything that is missing at once, as the check before does", async () => {
    const built = await aStaffClass(app, {
      enterprise,
      overrides: { startDate: addWorkdays(today(), 4, new Map()) },
    });
    const expected = ["CLASS_NO_STUDENT", "CLASS_HOURS_SHORT", "CLASS_LATE_COMMIT", "ATTACH_REQUIRED"];
    assert.deepEqual(codes(await commit(built.classId)), expected);
    const lacks = await enterprise.admin.call(calls.checkCommit, { id: built.classId });
    assert.deepEqual(
      lacks.map(({ errorCode }) => errorCode),
      expected,
    );
  });

  it("13-2: refuses more people than planned (CLASS_OVER_SIZE), and an enterprise that owes wages (ENT_BLACK)", async () => {
    const own = await aFiledEnterprise(app);
    const built = await aReadyStaffClass(app, { enterprise: own, students: 3, overrides: { planCount: 2 } });
    const refused = async () => codes(await own.admin.refused(calls.submit, { id: built.classId }));
    assert.deepEqual(await refused(), ["CLASS_OVER_SIZE"]);
    await own.admin.call(calls.save, { id: built.classId, planCount: 3 } as never);
    await sql`update enterprise_total set is_black = '1' where ent_id = ${own.entId}`.execute(app.db);
    assert.deepEqual(await refused(), ["ENT_BLACK"]);
  });

  it("13-2: refuses whoever is in a class of an institution at the same time (STUDENT_CLASH)", async () => {
    const built = await aReadyStaffClass(app, { enterprise });
    const elsewhere = await aClass(app, { overrides: { startDate: built.startDate } });
    await sql`insert into student (class_id, org_id, roster_source, name, id_type, id_number, id_number_hash, education, phone, phone_hash, region_code, hukou_type, person_category, confirm_status, create_user, update_user)
      select ${elsewhere.classId}, ${elsewhere.base.orgId}, '1', name, id_type, id_number, id_number_hash, education, phone, phone_hash, '329999', '2', '01', 'unSubmit', 1, 1 from student where id = ${built.studentIds[0]}`.execute(
      app.db,
    );
    const refused = await commit(built.classId);
    assert.deepEqual(codes(refused), ["STUDENT_CLASH"]);
    assert.equal(refused.failures[0]?.id, built.studentIds[0]);
  });

  it("13-2: asks of apprentices a contract of a year and a master (APPRENTICE_RULE)", async () => {
    const startDate = addWorkdays(today(), 8, new Map());
    const built = await aStaffClass(app, {
      enterprise,
      overrides: {
        trainKind: "07",
        startDate,
        endDate: addDays(addMonths(startDate, 12), -1),
        totalHours: "260",
      },
    });
    const from = addDays(today(), -10);
    const add = async (overrides: object) =>
      (
        await enterprise.admin.call(
          enterpriseStudentCalls.submit,
          staffInput(built.classId, { contractStart: from, ...overrides }) as never,
        )
      ).id;
    await add({ masterName: "孙师傅", contractEnd: addDays(addMonths(from, 12), -1) });
    await add({ masterName: "孙师傅" });
    const short = await add({ masterName: "孙师傅", contractEnd: addDays(addMonths(from, 12), -2) });
    const alone = await add({});
    const refused = (await commit(built.classId)).failures.filter(({ errorCode }) => errorCode === "APPRENTICE_RULE");
    assert.deepEqual(
      refused.map(({ id }) => id),
      [short, alone],
    );
  });

  it("13-2: asks of pre-job training newcomers, of transfer training a change of post (FIELD_INVALID)", async () => {
    const old = await aReadyStaffClass(app, {
      enterprise,
      students: 1,
      overrides: { trainKind: "03" },
      staff: { entryDate: addDays(today(), -500), contractStart: addDays(today(), -500) },
    });
    assert.deepEqual(
      (await commit(old.classId)).failures.map(({ field }) => field),
      ["entryDate"],
    );
    const staying = await aReadyStaffClass(app, { enterprise, students: 1, overrides: { trainKind: "04" } });
    assert.deepEqual(
      (await commit(staying.classId)).failures.map(({ field }) => field),
      ["isTransfer"],
    );
  });

  it("13-3: approves before the first day, and not by who submitted (SELF_REVIEW, CLASS_STARTED)", async () => {
    const built = await aPendingStaffClass(app, { enterprise });
    const confirm = { id: built.classId, confirmStatus: "Confirm" } as const;
    const applicant = app.as("clerk", { userId: enterprise.admin.actor.userId });
    assert.equal((await applicant.refused(calls.submit, confirm)).errorCode, "SELF_REVIEW");
    assert.equal((await enterprise.admin.refused(calls.submit, confirm)).errorCode, "ROLE_DENIED");
    await app.as("firstReviewer").call(calls.submit, confirm as never);
    const row = await read(built.classId);
    assert.deepEqual([row.confirmStatus, row.runState], ["Confirm", "notStarted"]);
    assert.ok(row.confirmUser && row.confirmTime);
    assert.deepEqual(await states(built.classId), ["Confirm"]);
    const late = await aPendingStaffClass(app, { enterprise });
    await sql`update training_class set start_date = ${addDays(today(), -1)} where id = ${late.classId}`.execute(
      app.db,
    );
    const refused = await app.as("clerk").refused(calls.submit, { id: late.classId, confirmStatus: "Confirm" });
    assert.ok(codes(refused).includes("CLASS_STARTED"));
  });

  it("13-4: returns with a reason (REASON_REQUIRED), opens the roster, and keeps number and course", async () => {
    const built = await aPendingStaffClass(app, { enterprise });
    const clerk = app.as("clerk");
    const back = { id: built.classId, confirmStatus: "back" } as const;
    assert.equal((await clerk.refused(calls.submit, back)).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.submit, { ...back, reason: "培训计划不完整" } as never);
    const row = await read(built.classId);
    assert.deepEqual([row.confirmStatus, row.backReason], ["back", "培训计划不完整"]);
    assert.deepEqual(await states(built.classId), ["unSubmit"]);
    const other = await aCourse(app, { level: "5", minHours: "40.0" });
    assert.equal(
      (await enterprise.admin.refused(calls.save, { id: built.classId, courseId: other.id })).errorCode,
      "FIELD_FROZEN",
    );
    await enterprise.admin.call(calls.submit, { id: built.classId, confirmStatus: "unConfirm" } as never);
    assert.deepEqual(
      [(await read(built.classId)).classNo, (await read(built.classId)).backReason],
      [row.classNo, null],
    );
  });

  it("13-5: discards a class that is not approved", async () => {
    const draft = await aReadyStaffClass(app, { enterprise });
    await enterprise.admin.call(calls.submit, { id: draft.classId, confirmStatus: "Invalidate" } as never);
    const row = await read(draft.classId);
    assert.deepEqual(
      [row.confirmStatus, row.runState, await states(draft.classId)],
      ["Invalidate", "draft", ["Invalidate"]],
    );
    const pending = await aPendingStaffClass(app, { enterprise });
    await app
      .as("clerk")
      .call(calls.submit, { id: pending.classId, confirmStatus: "Invalidate", reason: "重复" } as never);
    assert.equal((await read(pending.classId)).confirmStatus, "Invalidate");
  });

  it("13-6: ends an approved class by the bureau, with a reason, before any certificate (CLASS_HAS_RESULT)", async () => {
    const built = await anApprovedStaffClass(app, { enterprise });
    const end = { id: built.classId, confirmStatus: "Invalidate", reason: "企业申请停办" } as const;
    assert.equal((await enterprise.admin.refused(calls.submit, end)).errorCode, "ROLE_DENIED");
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(calls.submit, { ...end, reason: null })).errorCode, "REASON_REQUIRED");
    await sql`insert into enterprise_certificate (class_id, student_id, is_valid, create_user, update_user) values (${built.classId}, ${built.studentIds[0]}, 'isValid', 1, 1)`.execute(
      app.db,
    );
    assert.equal((await clerk.refused(calls.submit, end)).errorCode, "CLASS_HAS_RESULT");
    await sql`delete from certificate where class_id = ${built.classId}`.execute(app.db);
    await clerk.call(calls.submit, end as never);
    assert.deepEqual(
      [(await read(built.classId)).runState, await states(built.classId)],
      ["terminated", ["Invalidate"]],
    );
  });

  it("saves a draft that comes back with its own state, and leaves it a draft", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const row = (await enterprise.admin.call(calls.detail, { id: classId })) as any;
    await enterprise.admin.call(calls.submit, { ...row, contact: "赵六" });
    const saved = await read(classId);
    assert.deepEqual([saved.contact, saved.confirmStatus], ["赵六", "unSubmit"]);
  });
});

describe("EnterpriseClass.remove", () => {
  it("13-7: removes drafts with their people and lessons, nothing else (STATE_ILLEGAL)", async () => {
    const built = await aReadyStaffClass(app, { enterprise });
    await enterprise.admin.call(calls.remove, { ids: built.classId });
    assert.equal((await enterprise.admin.refused(calls.detail, { id: built.classId })).errorCode, "NOT_FOUND");
    const left = await sql`select 1 from lesson_booking where class_id = ${built.classId}`.execute(app.db);
    assert.equal(left.rows.length, 0, "its teachers are free again");
    const pending = await aPendingStaffClass(app, { enterprise });
    assert.equal((await enterprise.admin.refused(calls.remove, { ids: pending.classId })).errorCode, "STATE_ILLEGAL");
  });
});

describe("EnterpriseClass.moveLesson", () => {
  it("moves a lesson of an approved class ahead of time, with a reason, where nobody is elsewhere, and tells the bureau", async () => {
    const built = await anApprovedStaffClass(app, { enterprise });
    const [lesson] = (await read(built.classId)).schedules;
    const move = (more: object) => ({ ...lesson, changeReason: "设备检修", ...more });
    const refused = async (more: object) => (await enterprise.admin.refused(calls.moveLesson, move(more))).errorCode;
    assert.equal(await refused({ date: today() }), "FIELD_INVALID");
    assert.equal(await refused({ date: addDays(built.endDate, 1) }), "SCHEDULE_RANGE");
    assert.equal(await refused({ start: "13:00", end: "16:00" }), "LESSON_CLASH");
    const stranger = await aFiledEnterprise(app);
    assert.equal((await stranger.admin.refused(calls.moveLesson, move({}))).errorCode, "NOT_OWNER");
    await enterprise.admin.call(calls.moveLesson, move({ start: "18:00", end: "21:00" }) as never);
    const row = await read(built.classId);
    const moved = row.schedules.find(({ scheduleId }: any) => scheduleId === lesson.scheduleId);
    assert.deepEqual([moved.start, moved.end], ["18:00", "21:00"]);
    assert.ok(row.auditList.some(({ action, opinion }: any) => action === "move" && opinion === "设备检修"));
    const draft = await aReadyStaffClass(app, { enterprise });
    const [own] = (await read(draft.classId)).schedules;
    assert.equal(
      (await enterprise.admin.refused(calls.moveLesson, { ...own, changeReason: "改期" })).errorCode,
      "STATE_ILLEGAL",
    );
  });
});

describe("EnterpriseClass.moveLesson to another teacher", () => {
  it("takes who is named instead of a teacher on record, whether the record comes along or not", async () => {
    const built = await anApprovedStaffClass(app, { enterprise });
    const recorded = await aReadyClass(app);
    await sql`alter table lesson disable trigger user`.execute(app.db);
    await sql`update lesson set trainer_name = null, teacher_id = (select teacher_id from lesson o where o.class_id = ${recorded.classId} limit 1) where class_id = ${built.classId}`.execute(
      app.db,
    );
    await sql`alter table lesson enable trigger user`.execute(app.db);
    const { schedules } = await read(built.classId);
    const names: Record<string, (lesson: any) => object> = {
      alone: ({ scheduleId }) => ({ scheduleId, teacher: "王新" }),
      "with the record": (lesson) => ({ ...lesson, teacher: "王新" }),
    };
    for (const [index, [what, change]] of Object.entries(names).entries()) {
      const lesson = schedules[index];
      await enterprise.admin.call(calls.moveLesson, { ...change(lesson), changeReason: "换人" } as never);
      const moved = (await read(built.classId)).schedules.find((one: any) => one.scheduleId === lesson.scheduleId);
      assert.deepEqual([moved.teacher, moved.teacherId], ["王新", null], what);
    }
  });
});

describe("EnterpriseClass.moveLesson of a class with all its hours", () => {
  it("keeps what is left out, and refuses what leaves the class short (CLASS_HOURS_SHORT) or a lesson incomplete (FIELD_INVALID)", async () => {
    const built = await anApprovedStaffClass(app, { enterprise });
    const schedules = (await read(built.classId)).schedules;
    const practice = schedules.find(({ lessonType }: any) => lessonType === "2");
    const move = { scheduleId: practice.scheduleId, changeReason: "设备检修" };
    await enterprise.admin.call(calls.moveLesson, { ...move, start: "18:00", end: "21:00" } as never);
    const moved = (await read(built.classId)).schedules.find(
      ({ scheduleId }: any) => scheduleId === practice.scheduleId,
    );
    assert.deepEqual(
      [moved.lessonType, moved.content, moved.teacher, moved.date, moved.start],
      ["2", practice.content, practice.teacher, practice.date, "18:00"],
    );
    const refused = async (more: object) =>
      (await enterprise.admin.refused(calls.moveLesson, { ...move, ...more })).errorCode;
    assert.equal(await refused({ end: "20:00" }), "CLASS_HOURS_SHORT");
    assert.equal(await refused({ lessonType: "1" }), "CLASS_HOURS_SHORT");
    assert.equal(await refused({ teacher: null }), "FIELD_INVALID");
    assert.equal(await refused({ lessonType: "3" }), "FIELD_INVALID");
    assert.equal(await refused({ changeReason: undefined }), "REASON_REQUIRED");
  });
});

describe("EnterpriseClass.saveAttendance", () => {
  it("works out hours and rate of each of the staff from the lessons that were held", async () => {
    const built = await anApprovedStaffClass(app, { enterprise });
    const [first, second] = built.studentIds as [string, string];
    await sql`update lesson set lesson_date = lesson_date - 100 where class_id = ${built.classId}`.execute(app.db);
    await sql`update training_class set start_date = start_date - 100, end_date = ${addDays(today(), 1)} where id = ${built.classId}`.execute(
      app.db,
    );
    await sql`update lesson set lesson_date = ${addDays(today(), -1)} where id in (select id from lesson where class_id = ${built.classId} order by lesson_date, start_time limit 2)`.execute(
      app.db,
    );
    const { schedules } = (await enterprise.admin.call(calls.attendanceSheet, { classId: built.classId })) as any;
    const recent = schedules.filter(({ date }: any) => date === addDays(today(), -1));
    assert.equal(recent.length, 2);
    for (const [index, { scheduleId }] of recent.entries())
      await enterprise.admin.call(calls.saveAttendance, {
        scheduleId,
        attendanceList: [
          { studentId: first, attendStatus: "1", attendMethod: "4" },
          { studentId: second, attendStatus: index === 0 ? "1" : "5", attendMethod: "4" },
        ],
      } as never);
    const sheet = (await enterprise.admin.call(calls.attendanceSheet, { classId: built.classId })) as any;
    const rates = Object.fromEntries(sheet.students.map((row: any) => [row.studentId, row.attendanceRate]));
    assert.deepEqual([rates[first], rates[second], sheet.classRate], ["100.00", "50.00", "75.00"]);
    const stranger = await aFiledEnterprise(app);
    assert.equal(
      (await stranger.admin.refused(calls.attendanceSheet, { classId: built.classId })).errorCode,
      "NOT_FOUND",
    );
    assert.equal(
      (
        await stranger.admin.refused(calls.saveAttendance, {
          scheduleId: recent[0].scheduleId,
          attendanceList: [{ studentId: first, attendStatus: "1", attendMethod: "4" }],
        })
      ).errorCode,
      "NOT_OWNER",
    );
  });
});
