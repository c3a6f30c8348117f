import { organisationPlanCalls } from "@jipei/contract/classes/organisation-plan.ts";
import { lessonCalls } from "@jipei/contract/classes/lesson.ts";
import { planCalls } from "@jipei/contract/classes/plan.ts";
import { classCalls } from "@jipei/contract/classes/training-class.calls.ts";
import { sql } from "kysely";
import { addDays, addWorkdays, today } from "../../src/core/clock.ts";
import { storeAttendance } from "../../src/enrolment/enrolment.queries.ts";
import type { TestApp } from "../test-app.ts";
import { anAttachment } from "./attachment.ts";
import { aRoster } from "./enrolment.ts";
import { aClassroom } from "./organisation.ts";
import { type TrainingBase, aTeacherOf, aTrainingBase } from "./training-base.ts";

/** Classes in every stage of their life. What a test is not about is built below it: plan, institution, teachers, roster, timetable. */

type Overrides = Record<string, unknown>;
let count = 0;
const year = () => Number(today().slice(0, 4));

/** A plan of this year, open for declarations. */
export async function aReleasedPlan(app: TestApp, overrides: Overrides = {}): Promise<string> {
  const clerk = app.as("clerk");
  const { id } = await clerk.call(planCalls.submit, {
    planName: `年度计划${++count}`,
    planYear: year(),
    trainKind: "01",
    startDate: today(),
    endDate: addDays(today(), 30),
    totalHeadcount: 1000,
    ...overrides,
  } as never);
  await clerk.call(planCalls.release, { ids: id });
  return id;
}

/** What `base` declares under a plan, not submitted. */
export async function anOrgPlan(app: TestApp, base: TrainingBase, overrides: Overrides = {}): Promise<string> {
  const planId = (overrides["planId"] as string | undefined) ?? (await aReleasedPlan(app));
  const { id } = await base.orgAdmin.call(organisationPlanCalls.submit, {
    courseId: base.courseId,
    headcount: 100,
    classCount: 2,
    startDate: `${year()}-01-01`,
    endDate: `${year()}-12-31`,
    trainPlace: "测试路1号",
    ...overrides,
    planId,
  } as never);
  return id;
}

/** A declaration the bureau has approved: classes may be opened under it. */
export async function anApprovedOrgPlan(app: TestApp, base: TrainingBase, overrides: Overrides = {}): Promise<string> {
  const id = await anOrgPlan(app, base, overrides);
  await base.orgAdmin.call(organisationPlanCalls.commit, { ids: id });
  await app.as("clerk").call(organisationPlanCalls.confirm, { ids: id });
  return id;
}

export interface ClassOptions {
  base?: TrainingBase;
  orgPlanId?: string;
  overrides?: Overrides;
  /** Students on the roster; 3 where left out. */
  students?: number;
  /** Plans the lessons with the teacher and the room of `base` itself; else a given base gets new ones, so that its classes do not clash. */
  sameTeacher?: boolean;
}

export interface BuiltClass {
  classId: string;
  base: TrainingBase;
  orgPlanId: string;
  startDate: string;
  endDate: string;
  studentIds: string[];
  lessonIds: string[];
}

/** Input of a new class that holds, starting in eight working days. */
export function classInput(base: TrainingBase, orgPlanId: string, overrides: Overrides = {}): Overrides {
  const startDate = (overrides["startDate"] as string | undefined) ?? addWorkdays(today(), 8, new Map());
  return {
    className: `电工五级第${++count}期`,
    orgPlanId,
    orgCourseId: base.orgCourseId,
    classMode: "1",
    isSubsidy: "1",
    planCount: 30,
    totalHours: "40",
    startDate,
    endDate: addDays(startDate, 20),
    trainPlace: "测试路1号",
    classroomId: base.classroomId,
    headTeacherId: base.teacherId,
    headTeacherPhone: "13900000001",
    contact: "李四",
    contactPhone: "13900000002",
    chargeStandard: "1000",
    ...overrides,
  };
}

/** A draft without roster and timetable. */
export async function aClass(app: TestApp, options: ClassOptions = {}): Promise<BuiltClass> {
  const base = options.base ?? (await aTrainingBase(app));
  const orgPlanId = options.orgPlanId ?? (await anApprovedOrgPlan(app, base));
  const input = classInput(base, orgPlanId, options.overrides);
  const { id } = await base.orgAdmin.call(classCalls.save, input as never);
  return {
    classId: id,
    base,
    orgPlanId,
    startDate: input["startDate"] as string,
    endDate: input["endDate"] as string,
    studentIds: [],
    lessonIds: [],
  };
}

/** Five days of 3 theory and 5 practice hours: 40 hours, 62.5 % of them practice. */
export async function aTimetable(built: BuiltClass): Promise<string[]> {
  const ids: string[] = [];
  const { base, classId, startDate } = built;
  for (let day = 0; day < 5; day++)
    for (const [startTime, endTime, lessonType] of [
      ["08:00", "10:15", "1"],
      ["12:00", "15:45", "2"],
    ] as const) {
      const lesson = {
        classId,
        lessonDate: addDays(startDate, day),
        startTime,
        endTime,
        lessonType,
        content: `第${day + 1}天`,
        teacherId: base.teacherId,
        classroomId: base.classroomId,
      };
      ids.push((await base.orgAdmin.call(lessonCalls.submit, lesson as never)).id);
    }
  return ids;
}

/** A draft with everything a submission needs. */
export async function aReadyClass(app: TestApp, options: ClassOptions = {}): Promise<BuiltClass> {
  const built = await aClass(app, options);
  if (options.base && !options.sameTeacher) built.base = await withNewTeacher(app, options.base);
  built.studentIds = (await aRoster(app, built.classId, options.students ?? 3, { confirmStatus: "unSubmit" })).map(
    (row) => row.id,
  );
  built.lessonIds = await aTimetable(built);
  await built.base.orgAdmin.call(classCalls.save, {
    id: built.classId,
    teachPlanAttId: await anAttachment(app, built.base.orgAdmin, "教学计划.pdf"),
  } as never);
  return built;
}

async function withNewTeacher(app: TestApp, base: TrainingBase): Promise<TrainingBase> {
  return {
    ...base,
    teacherId: await aTeacherOf(app, base.orgId, base.courseId),
    classroomId: (await aClassroom(app, { orgId: base.orgId })).id,
  };
}

/** Submitted, waiting for the bureau. */
export async function aCommittedClass(app: TestApp, options: ClassOptions = {}): Promise<BuiltClass> {
  const built = await aReadyClass(app, options);
  await built.base.orgAdmin.call(classCalls.commit, { id: built.classId });
  return built;
}

/** Confirmed, with the whole roster accepted. */
export async function aConfirmedClass(app: TestApp, options: ClassOptions = {}): Promise<BuiltClass> {
  const built = await aCommittedClass(app, options);
  await acceptRoster(app, built);
  await app.as("clerk").call(classCalls.switchStatus, { ids: built.classId, status: "Confirm" } as never);
  return built;
}

/** The bureau's decision on every student, which has its own tests. */
export async function acceptRoster(app: TestApp, { classId }: BuiltClass): Promise<void> {
  await sql`update student set confirm_status = 'Confirm' where class_id = ${classId} and confirm_status = 'unConfirm'`.execute(
    app.db,
  );
}

/** Moves a class with its lessons by some days; into the past with a negative number. */
export async function shiftClass(app: TestApp, built: BuiltClass, days: number): Promise<void> {
  await sql`update training_class set start_date = start_date + ${days}::int, end_date = end_date + ${days}::int, sign_start_date = null, sign_end_date = null where id = ${built.classId}`.execute(
    app.db,
  );
  // By way of a far future: the days of a class may not meet each other on the way.
  for (const step of [10_000, days - 10_000])
    await sql`update lesson set lesson_date = lesson_date + ${step}::int where class_id = ${built.classId}`.execute(
      app.db,
    );
  built.startDate = addDays(built.startDate, days);
  built.endDate = addDays(built.endDate, days);
}

export interface HeldOptions extends ClassOptions {
  /** Lessons missed, by place in the roster. */
  missed?: Record<number, number>;
}

/** All lessons held, the last day past: waiting to be assessed. Everybody was present but for `missed`. */
export async function aHeldClass(app: TestApp, options: HeldOptions = {}): Promise<BuiltClass> {
  const built = await aConfirmedClass(app, options);
  await shiftClass(app, built, -60);
  for (const [place, studentId] of built.studentIds.entries())
    for (const [index, lessonId] of built.lessonIds.entries()) {
      const absent = index < (options.missed?.[place] ?? 0);
      await sql`insert into attendance (schedule_id, student_id, attend_status, attend_method, counted_hours, create_user, update_user)
        select id, ${studentId}, ${absent ? "5" : "1"}, '4', ${absent ? sql`0` : sql`hours`}, 1, 1 from lesson where id = ${lessonId}`.execute(
        app.db,
      );
    }
  await sql`update lesson set is_held = '1' where class_id = ${built.classId}`.execute(app.db);
  await app.db.transaction().execute((tx) => storeAttendance(tx, built.classId));
  return built;
}
