import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { addDays, addWorkdays, today } from "../../src/core/foundation/clock.ts";
import { storeAttendance } from "../../src/training/training.queries.ts";
import type { TestApp } from "../support/test-app.ts";
import { anAttachment } from "./attachment.ts";
import { aRoster } from "./enrolment.ts";
import { aClassroom } from "./organisation.ts";
import { type TrainingBase, findTeacher, aTrainingBase } from "./training-base.ts";

/** Classes in every stage of their life, with everything below them: plan, institution, teachers, roster, timetable. */

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

/** A declaration of the institution `base` under a plan, not submitted. */
export async function anOrgPlan(app: TestApp, base: TrainingBase, overrides: Overrides = {}): Promise<string> {
  const planId = (overrides.planId as string | undefined) ?? (await aReleasedPlan(app));
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

/** A declaration that the bureau has approved: classes may be opened under it. */
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
  /** Number of students on the roster; 3 where left out. */
  students?: number;
  /** Plans the lessons with the teacher and the room of `base` itself; otherwise a given base gets new ones, so that its classes do not clash. */
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

/** Input of a valid new class that starts in eight working days. */
export function classInput(base: TrainingBase, orgPlanId: string, overrides: Overrides = {}): Overrides {
  const startDate = (overrides.startDate as string | undefined) ?? addWorkdays(today(), 8, new Map());
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
    startDate: input.startDate as string,
    endDate: input.endDate as string,
    studentIds: [],
    lessonIds: [],
  };
}

/** Inserts five days of 3 theory and 5 practice hours: 40 hours, 62.5 % of them practice. Saving lessons has its own tests. */
export async function aTimetable(app: TestApp, built: BuiltClass): Promise<string[]> {
  const { base, classId, startDate } = built;
  const by = base.orgAdmin.actor.userId;
  const parts = [
    { startTime: "08:00", endTime: "10:15", hours: "3.0", lessonType: "1" },
    { startTime: "12:00", endTime: "15:45", hours: "5.0", lessonType: "2" },
  ] as const;
  const lessons = [0, 1, 2, 3, 4].flatMap((day) =>
    parts.map((part) => ({
      ...part,
      classId,
      lessonDate: addDays(startDate, day),
      content: `第${day + 1}天`,
      teacherId: base.teacherId,
      classroomId: base.classroomId,
      isHeld: "0" as const,
      createUser: by,
      updateUser: by,
    })),
  );
  const saved = await app.db.insertInto("lesson").values(lessons).returning("id").execute();
  return saved.map((row) => row.id);
}

/** A draft with everything that its submission requires. */
export async function aReadyClass(app: TestApp, options: ClassOptions = {}): Promise<BuiltClass> {
  const built = await aClass(app, options);
  if (options.base && !options.sameTeacher) built.base = await withNewTeacher(app, options.base);
  built.studentIds = (await aRoster(app, built.classId, options.students ?? 3, { confirmStatus: "unSubmit" })).map(
    (row) => row.id,
  );
  built.lessonIds = await aTimetable(app, built);
  await built.base.orgAdmin.call(classCalls.save, {
    id: built.classId,
    teachPlanAttId: await anAttachment(app, built.base.orgAdmin, "教学计划.pdf"),
  } as never);
  return built;
}

async function withNewTeacher(app: TestApp, base: TrainingBase): Promise<TrainingBase> {
  const [teacherId, room] = await Promise.all([
    findTeacher(app, base.orgId, base.courseId),
    aClassroom(app, { orgId: base.orgId }),
  ]);
  return { ...base, teacherId, classroomId: room.id };
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

/** Inserts the bureau's approval of every student; the call for it has its own tests. */
export async function acceptRoster(app: TestApp, { classId }: BuiltClass): Promise<void> {
  await sql`update student set confirm_status = 'Confirm' where class_id = ${classId} and confirm_status = 'unConfirm'`.execute(
    app.db,
  );
}

/** Moves a class with its lessons by a number of days; a negative number moves it into the past. */
export async function shiftClass(
  app: TestApp,
  built: Pick<BuiltClass, "classId" | "startDate" | "endDate">,
  days: number,
): Promise<void> {
  await sql`update training_class set start_date = start_date + ${days}::int, end_date = end_date + ${days}::int, sign_start_date = null, sign_end_date = null where id = ${built.classId}`.execute(
    app.db,
  );
  // Moved to a far future first, because the days of a class must be unique at every moment.
  for (const step of [10_000, days - 10_000])
    await sql`update lesson set lesson_date = lesson_date + ${step}::int where class_id = ${built.classId}`.execute(
      app.db,
    );
  built.startDate = addDays(built.startDate, days);
  built.endDate = addDays(built.endDate, days);
}

export interface HeldOptions extends ClassOptions {
  /** Lessons missed by each student, in roster order. */
  missed?: Record<number, number>;
}

/** A class whose lessons all took place, waiting to be assessed. Everybody was present except for `missed`. */
export async function aHeldClass(app: TestApp, options: HeldOptions = {}): Promise<BuiltClass> {
  const built = await aConfirmedClass(app, options);
  await shiftClass(app, built, -60);
  const missed = built.studentIds.map((_, place) => options.missed?.[place] ?? 0);
  await sql`insert into attendance (schedule_id, student_id, attend_status, attend_method, counted_hours, create_user, update_user)
    select l.id, s.id, case when o.place > s.missed then '1' else '5' end, '4', case when o.place > s.missed then l.hours else 0 end, 1, 1
    from unnest(${built.studentIds}::bigint[], ${missed}::int[]) as s (id, missed)
      cross join unnest(${built.lessonIds}::bigint[]) with ordinality as o (id, place) join lesson l on l.id = o.id`.execute(
    app.db,
  );
  await sql`update lesson set is_held = '1' where class_id = ${built.classId}`.execute(app.db);
  await app.db.transaction().execute((tx) => storeAttendance(tx, built.classId));
  return built;
}
