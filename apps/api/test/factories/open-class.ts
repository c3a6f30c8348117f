import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import { system } from "../../src/core/foundation/actor.ts";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import { insertRow } from "../../src/core/database/write-rows.ts";
import { stored } from "../../src/core/entity/to-response.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { anApprovedOrgPlan } from "./class.ts";
import { anOrgCourse } from "./organisation.ts";
import { type TrainingBase, aTrainingBase } from "./training-base.ts";

let count = 0;
export interface OpenClass {
  classId: string;
  orgId: string;
  admin: TestUser;
  facts: {
    startDate: string;
    endDate: string;
    className: string;
    occupationCode: string;
    level: string;
    courseId: string;
    planCount: number;
  };
  base: TrainingBase;
  orgPlanId: string;
}

/**
 * A draft class that takes sign-ups today. Inserted directly, so that a test may give it any date or state.
 * @param of another class of the same institution; with its `courseId` among the overrides also of the same course
 */
export async function anOpenClass(
  app: TestApp,
  overrides: Record<string, any> = {},
  of?: OpenClass,
): Promise<OpenClass> {
  const base = of?.base ?? (await aTrainingBase(app));
  const orgPlanId = of?.orgPlanId ?? (await anApprovedOrgPlan(app, base));
  const offer =
    of && !overrides.courseId
      ? await anOrgCourse(app, { orgId: base.orgId })
      : { id: base.orgCourseId, courseId: base.courseId };
  const course = (
    await sql<{
      courseName: string;
      occupationCode: string;
      occupationName: string;
    }>`select course_name, occupation_code, occupation_name from course where id = ${offer.courseId}`.execute(app.db)
  ).rows[0];
  const values = {
    className: `第${++count}期班`,
    orgId: base.orgId,
    orgPlanId,
    orgCourseId: offer.id,
    courseId: offer.courseId,
    ...course,
    level: "4",
    trainKind: "01",
    classMode: "1",
    isSubsidy: "1",
    planCount: 30,
    totalHours: "60.0",
    startDate: addDays(today(), 20),
    endDate: addDays(today(), 40),
    signStartDate: addDays(today(), -5),
    signEndDate: addDays(today(), 10),
    trainPlace: "育才路1号",
    headTeacherId: base.teacherId,
    headTeacherPhone: "13800000000",
    contact: "王老师",
    contactPhone: "13800000000",
    chargeStandard: "1500.00",
    status: "unCommit",
    inspectCount: 0,
    ...overrides,
  };
  const row = await app.db
    .transaction()
    .execute((tx) => insertRow(tx, system, TrainingClass, stored(TrainingClass, app.cipher, values as never)));
  const { startDate, endDate, className, level, courseId, planCount } = values;
  return {
    classId: row.id,
    orgId: base.orgId,
    admin: base.orgAdmin,
    facts: { startDate, endDate, className, occupationCode: course?.occupationCode ?? "", level, courseId, planCount },
    base,
    orgPlanId,
  };
}
