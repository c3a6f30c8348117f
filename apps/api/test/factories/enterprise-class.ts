import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { type Schedule, enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { addDays, addWorkdays, today } from "../../src/core/foundation/clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { anAttachment } from "./attachment.ts";
import { somebody } from "./enrolment.ts";
import { anOrgCourse } from "./organisation.ts";
import { aCourse } from "./teaching.ts";

type Overrides = Record<string, unknown>;
let made = 0;

export interface StaffEnterprise {
  entId: string;
  unitId: string;
  name: string;
  creditCode: string;
  admin: TestUser;
}

/** An enterprise with its record of this year, by which it is a unit. */
export async function aFiledEnterprise(app: TestApp, record: Overrides = {}): Promise<StaffEnterprise> {
  const n = ++made;
  const name = `样板制造有限公司${n}`;
  const creditCode = syntheticCreditCode(800 + n, "91");
  const { rows } = await sql<{ id: string }>`
    insert into department (org_name, dept_category, credit_code, sort, create_user, update_user) values (${name}, '3', ${creditCode}, 0, 1, 1) returning id`.execute(
    app.db,
  );
  const entId = rows[0]?.id as string;
  const admin = app.as("entAdmin", { entId, deptId: entId });
  const { id } = await admin.call(enterpriseTotalCalls.submit, {
    entName: name,
    creditCode,
    year: Number(today().slice(0, 4)),
    regionCode: "320481",
    industryCode: "C3311",
    entScale: "3",
    isHighRisk: "0",
    address: "工业路1号",
    legalPerson: "赵一",
    contact: "钱二",
    contactPhone: "13912345678",
    employeeCount: 120,
    skilledCount: 40,
    highSkilledCount: 10,
    ...record,
  } as never);
  const { unitId } = (await admin.call(enterpriseTotalCalls.detail, { id })) as { unitId: string };
  return { entId, unitId, name, creditCode, admin };
}

/** Input of a valid new class that starts in eight working days. */
export function staffClassInput(courseId: string, overrides: Overrides = {}): Overrides {
  const startDate = (overrides.startDate as string | undefined) ?? addWorkdays(today(), 8, new Map());
  return {
    className: `岗位提升第${++made}期`,
    courseId,
    trainKind: "02",
    planCount: 20,
    totalHours: "40",
    startDate,
    endDate: addDays(startDate, 20),
    trainPlace: "一号车间",
    teacherNames: "周师傅",
    contact: "李四",
    contactPhone: "13900000002",
    ...overrides,
  };
}

/** Lessons of eight hours on the days from the first one; three fifths of them are practice. */
export const lessonsFrom = (startDate: string, days: number, teacher: string): Schedule[] =>
  Array.from({ length: days }, (_, day) => day).flatMap((day) => [
    {
      date: addDays(startDate, day),
      start: "08:00",
      end: "11:00",
      content: `上午${day + 1}`,
      teacher,
      lessonType: day % 5 === 4 ? "2" : "1",
    },
    {
      date: addDays(startDate, day),
      start: "13:00",
      end: "16:00",
      content: `下午${day + 1}`,
      teacher,
      lessonType: "2",
    },
  ]);

/** Input of the call that puts somebody into a class. */
export const staffInput = (classId: string, overrides: object = {}): Overrides => ({
  classId,
  ...somebody(),
  postName: "钳工",
  entryDate: addDays(today(), -100),
  contractStart: addDays(today(), -100),
  isOnJob: "1",
  ...overrides,
});

export interface StaffClassOptions {
  enterprise?: StaffEnterprise;
  overrides?: Overrides;
  students?: number;
  /** Of each person. */
  staff?: object;
}

export interface StaffClass {
  classId: string;
  enterprise: StaffEnterprise;
  startDate: string;
  endDate: string;
  studentIds: string[];
}

/** A course for staff. @returns its id */
export const aStaffCourse = async (app: TestApp, trainKind: unknown = "02"): Promise<string> =>
  (await aCourse(app, { trainKind, level: "5", minHours: "40.0" })).id;

/** A draft without roster and timetable. */
export async function aStaffClass(app: TestApp, options: StaffClassOptions = {}): Promise<StaffClass> {
  const enterprise = options.enterprise ?? (await aFiledEnterprise(app));
  const courseId = await aStaffCourse(app, options.overrides?.trainKind);
  const input = staffClassInput(courseId, options.overrides);
  if (typeof input.orgId === "string") await anOrgCourse(app, { orgId: input.orgId, courseId });
  const { id } = await enterprise.admin.call(calls.save, input as never);
  return {
    classId: id,
    enterprise,
    startDate: input.startDate as string,
    endDate: input.endDate as string,
    studentIds: [],
  };
}

/** A draft with everything that its submission requires. */
export async function aReadyStaffClass(app: TestApp, options: StaffClassOptions = {}): Promise<StaffClass> {
  const built = await aStaffClass(app, options);
  const { admin } = built.enterprise;
  for (let n = 0; n < (options.students ?? 2); n++)
    built.studentIds.push(
      (await admin.call(enterpriseStudentCalls.submit, staffInput(built.classId, options.staff) as never)).id,
    );
  await admin.call(calls.save, {
    id: built.classId,
    schedules: lessonsFrom(built.startDate, 5, `师傅${built.classId}`),
    teachPlanAttId: await anAttachment(app, admin, "培训计划.pdf"),
  } as never);
  return built;
}

/** Submitted, waiting for the bureau. */
export async function aPendingStaffClass(app: TestApp, options: StaffClassOptions = {}): Promise<StaffClass> {
  const built = await aReadyStaffClass(app, options);
  await built.enterprise.admin.call(calls.submit, { id: built.classId } as never);
  return built;
}

export async function anApprovedStaffClass(app: TestApp, options: StaffClassOptions = {}): Promise<StaffClass> {
  const built = await aPendingStaffClass(app, options);
  await app.as("clerk").call(calls.submit, { id: built.classId, confirmStatus: "Confirm" } as never);
  return built;
}
