import type { TrainKind } from "@jipei/contract/core/fields/codes.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { type Actor, onlyTeacher } from "../../core/foundation/actor.ts";
import { addMonths } from "../../core/foundation/clock.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, because, invalidValue } from "../../core/foundation/refusal.ts";
import {
  type CourseOffer,
  getClassrooms,
  courseOffer,
  getDuties,
  getOrganisation,
  isApproved,
  assertActive,
  teacherNames,
} from "../../providers/providers.queries.ts";
import { parameter, getParameters } from "../../settings/settings.queries.ts";
import { type CourseFacts, findCourse } from "../../catalogue/catalogue.queries.ts";
import { assertDraft, classIsSql } from "./class-state.ts";

type Row = Draft<typeof TrainingClass>;
const issue = (name: keyof typeof TrainingClass.fields, zh: string, en: string) =>
  invalidValue(TrainingClass, name, zh, en);

const newClass = columns(TrainingClass, { status: "unCommit", inspectCount: 0, inspectResult: "0" });

/** Guards of 5.1-1 and 5.1-2, in their order, and what the server fills in. */
export const beforeSaveClass: NonNullable<CrudOptions<typeof TrainingClass>["beforeSave"]> = async (
  tx,
  actor,
  row,
  old,
) => {
  if (!actor.orgId || onlyTeacher(actor)) throw new Refusal("NOT_OWNER");
  if (old) assertDraft(old, "修改", "edit");
  await assertActive(tx, actor.orgId);
  const plan = await approvedPlan(tx, actor.orgId, row.orgPlanId);
  const offer = await courseOffer(tx, row.orgCourseId);
  if (offer?.orgId !== actor.orgId || !isApproved(offer)) throw new Refusal("COURSE_NOT_APPROVED");
  if (offer.courseId !== plan.courseId)
    throw issue("orgCourseId", "与机构计划的课程不一致", "not the course of the institution plan");
  const course = (await findCourse(tx, offer.courseId)) as CourseFacts;
  const room = await largestClass(tx, { ...row, id: old?.id, trainKind: plan.trainKind }, course.maxClassSize);
  if (row.planCount > room) throw new Refusal("CLASS_OVER_PLAN", { n: room });
  assertHasHours(row, course);
  await assertHasOwnName(tx, actor.orgId, row.className, old?.id);
  await assertConsistent(tx, actor, row, offer);
  const { courseId, courseName, occupationCode, occupationName, level } = offer;
  return columns(TrainingClass, {
    orgId: actor.orgId,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    trainKind: plan.trainKind,
    ...(old ? {} : newClass),
  });
};

/** @throws CLASS_DUP; a discarded class lets go of its name */
export async function assertHasOwnName(
  tx: Tx,
  orgId: string,
  className: string,
  id: string | null = null,
): Promise<void> {
  const duplicate =
    await sql`select 1 from training_class where org_id = ${orgId} and class_name = ${className} and is_deleted = 0 and not class_is_void(status)
    and id is distinct from ${id}::bigint`.execute(tx);
  if (duplicate.rows.length > 0) throw new Refusal("CLASS_DUP");
}

export interface PlanShare {
  id: string;
  orgId: string;
  courseId: string;
  trainKind: TrainKind;
  headcount: number;
  confirmStatus: string;
}

/** An institution plan with its row locked: classes take places from it one after the other. */
async function lockPlan(tx: Tx, orgPlanId: string): Promise<PlanShare | undefined> {
  const found =
    await sql<PlanShare>`select id, org_id, course_id, train_kind, headcount, confirm_status from organisation_plan
    where id = ${orgPlanId} and is_deleted = 0 for update`.execute(tx);
  return found.rows[0];
}

async function approvedPlan(tx: Tx, orgId: string, orgPlanId: string): Promise<PlanShare> {
  const plan = await lockPlan(tx, orgPlanId);
  if (plan?.orgId !== orgId || plan.confirmStatus !== "Confirm") throw new Refusal("PLAN_NOT_APPROVED");
  return plan;
}

/** Places of a plan that classes take, `exceptId` left out. */
async function placesTaken(tx: Tx, orgPlanId: string, exceptId: string | null): Promise<number> {
  const sum = await sql<{ n: string }>`select coalesce(sum(plan_count), 0) as n from training_class t
    where org_plan_id = ${orgPlanId} and is_deleted = 0 and ${classIsSql("t", "takesPlaces")} and id is distinct from ${exceptId}::bigint`.execute(
    tx,
  );
  return Number(sum.rows[0]?.n);
}

/** The largest size of a class: the one allowed for its kind, or what other classes have left of the plan. */
export async function largestClass(
  tx: Tx,
  row: { id?: string | null; orgPlanId: string; trainKind: TrainKind },
  maxOfType: number | null,
): Promise<number> {
  const { "class.size.max": max, "class.size.max.startup": startup } = await getParameters(tx, [
    "class.size.max",
    "class.size.max.startup",
  ]);
  const plan = (await lockPlan(tx, row.orgPlanId)) as PlanShare;
  const left = plan.headcount - (await placesTaken(tx, plan.id, row.id ?? null));
  const largest = row.trainKind === "05" ? Math.min(startup, maxOfType ?? startup) : max;
  return Math.min(left, largest);
}

function assertHasHours(row: Row, course: CourseFacts): void {
  if (new Decimal(row.totalHours).lt(course.minHours))
    throw because("CLASS_HOURS_SHORT", "withPractice", {
      a: course.minHours,
      b: row.totalHours,
      r: course.practiceRatio,
    });
}

/** Dates, fee, room and head teacher against each other and against the institution. @throws FIELD_INVALID, TEACHER_NOT_HIRED */
async function assertConsistent(tx: Tx, actor: Actor, row: Row, offer: CourseOffer): Promise<void> {
  await assertHasPeriod(tx, row);
  if (row.signStartDate && row.signEndDate && row.signStartDate > row.signEndDate)
    throw issue("signEndDate", "不能早于报名开始", "may not be before sign-up opens");
  if (row.signEndDate && row.signEndDate > row.startDate)
    throw issue("signEndDate", "不能晚于开班日期", "may not be after the start");
  if (new Decimal(row.chargeStandard).gt(offer.chargeStandard))
    throw issue(
      "chargeStandard",
      `不能高于机构课程的收费标准${offer.chargeStandard}元`,
      `may not exceed the fee of the institution's course, ${offer.chargeStandard}`,
    );
  await assertHasOwnPlaces(tx, actor.orgId as string, row);
}

/** @throws FIELD_INVALID when the class ends before it starts or lasts longer than allowed */
export async function assertHasPeriod(tx: Tx, row: Pick<Row, "startDate" | "endDate">): Promise<void> {
  const months = await parameter(tx, "class.maxMonths");
  if (row.endDate < row.startDate) throw issue("endDate", "不能早于开班日期", "may not be before the start");
  if (row.endDate > addMonths(row.startDate, months))
    throw issue("endDate", `培训期不能超过${months}个月`, `a class lasts at most ${months} months`);
}

/** The licence lasts as long as the class. @returns its last day; null: it has none @throws LICENSE_EXPIRED */
export async function assertLicenceLasts(
  tx: Tx,
  row: Pick<Row, "endDate"> & { orgId: string },
): Promise<string | null> {
  const { licenseExpireDate: day } = await getOrganisation(tx, row.orgId);
  if (day !== null && day < row.endDate) throw because("LICENSE_EXPIRED", "beforeEnd", { day, end: row.endDate });
  return day;
}

/** Main classroom and head teacher belong to the institution. @throws FIELD_INVALID, TEACHER_NOT_HIRED */
export async function assertHasOwnPlaces(
  tx: Tx,
  orgId: string,
  row: Pick<Row, "classroomId" | "headTeacherId" | "startDate">,
): Promise<void> {
  if (row.classroomId) {
    const room = (await getClassrooms(tx, [row.classroomId])).get(row.classroomId);
    if (room?.orgId !== orgId || room.isValid !== "isValid")
      throw issue("classroomId", "不是本机构启用的教室", "not a room in use of the institution");
  }
  const head = row.headTeacherId;
  if ((await getDuties(tx, orgId, [head])).length > 0) return;
  throw because("TEACHER_NOT_HIRED", "noDuty", {
    name: (await teacherNames(tx, [head])).get(head) ?? "—",
    date: row.startDate,
  });
}
