import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { type Actor, onlyTeacher } from "../core/actor.ts";
import { addMonths } from "../core/clock.ts";
import type { CrudOptions } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import {
  type CourseOffer,
  classroomsOf,
  courseOffer,
  dutiesOf,
  isApproved,
  mustBeActive,
} from "../organisations/organisations.queries.ts";
import { parameter, parametersOf } from "../settings/settings.queries.ts";
import { type CourseFacts, courseOf, teacherNames } from "../teaching/teaching.queries.ts";
import { stateIllegal } from "./class-state.ts";

type Values = Record<string, any>;
const { fields } = TrainingClass;
const fault = (name: keyof typeof fields & string, zh: string, en: string) =>
  invalidField(name, fields[name].zh, fields[name].en, zh, en);

/** Guards of 5.1-1 and 5.1-2, in their order, and what the server fills in. */
export const beforeSaveClass: NonNullable<CrudOptions["beforeSave"]> = async (tx, actor, row, old) => {
  if (!actor.orgId || onlyTeacher(actor)) throw new Refusal("NOT_OWNER");
  if (old && old["status"] !== "unCommit") throw stateIllegal(old["status"], "修改", "edit");
  await mustBeActive(tx, actor.orgId);
  const plan = await approvedPlan(tx, actor.orgId, row["orgPlanId"]);
  const offer = await courseOffer(tx, row["orgCourseId"]);
  if (offer?.orgId !== actor.orgId || !isApproved(offer)) throw new Refusal("COURSE_NOT_APPROVED");
  if (offer.courseId !== plan.courseId)
    throw fault("orgCourseId", "与机构计划的课程不一致", "not the course of the institution plan");
  const course = (await courseOf(tx, offer.courseId)) as CourseFacts;
  await mustFitPlan(tx, { ...row, id: old?.["id"], trainKind: plan.trainKind }, course.maxClassSize);
  mustHaveHours(row, course);
  await mustHaveOwnName(tx, actor.orgId, row["className"], old?.["id"]);
  await mustHoldTogether(tx, actor, row, offer);
  const { courseId, courseName, occupationCode, occupationName, level } = offer;
  return {
    orgId: actor.orgId,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    trainKind: plan.trainKind,
    ...(old ? {} : { status: "unCommit", inspectCount: 0, inspectResult: "0" }),
  };
};

/** @throws CLASS_DUP; a discarded class lets go of its name */
export async function mustHaveOwnName(
  tx: Tx,
  orgId: string,
  className: string,
  id: string | null = null,
): Promise<void> {
  const twin =
    await sql`select 1 from training_class where org_id = ${orgId} and class_name = ${className} and is_deleted = 0 and status <> 'deleted'
    and id is distinct from ${id}::bigint`.execute(tx);
  if (twin.rows.length > 0) throw new Refusal("CLASS_DUP");
}

export interface PlanShare {
  id: string;
  orgId: string;
  courseId: string;
  trainKind: string;
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

/** Places of a plan that submitted and confirmed classes take, `exceptId` left out. */
async function placesTaken(tx: Tx, orgPlanId: string, exceptId: string | null): Promise<number> {
  const sum = await sql<{ n: string }>`select coalesce(sum(plan_count), 0) as n from training_class
    where org_plan_id = ${orgPlanId} and is_deleted = 0 and status in ('unConfirm', 'Confirm') and id is distinct from ${exceptId}::bigint`.execute(
    tx,
  );
  return Number(sum.rows[0]?.n);
}

/** The planned size within the largest class allowed and what is left of the plan. @throws CLASS_OVER_PLAN with the smaller of both */
export async function mustFitPlan(tx: Tx, row: Values, maxOfType: number | null): Promise<void> {
  const { "class.size.max": max, "class.size.max.startup": startup } = await parametersOf(tx, [
    "class.size.max",
    "class.size.max.startup",
  ]);
  const plan = (await lockPlan(tx, row["orgPlanId"])) as PlanShare;
  const left = plan.headcount - (await placesTaken(tx, plan.id, row["id"] ?? null));
  const largest = row["trainKind"] === "05" ? Math.min(startup, maxOfType ?? startup) : max;
  const n = Math.min(left, largest);
  if (row["planCount"] > n) throw new Refusal("CLASS_OVER_PLAN", { n });
}

function mustHaveHours(row: Values, course: CourseFacts): void {
  if (new Decimal(row["totalHours"]).lt(course.minHours))
    throw new Refusal("CLASS_HOURS_SHORT", { a: course.minHours, b: row["totalHours"], r: course.practiceRatio });
}

/** Dates, fee, room and head teacher against each other and against the institution. @throws FIELD_INVALID, TEACHER_NOT_HIRED */
async function mustHoldTogether(tx: Tx, actor: Actor, row: Values, offer: CourseOffer): Promise<void> {
  await mustHavePeriod(tx, row);
  if (row["signStartDate"] && row["signEndDate"] && row["signStartDate"] > row["signEndDate"])
    throw fault("signEndDate", "不能早于报名开始", "may not be before sign-up opens");
  if (row["signEndDate"] && row["signEndDate"] > row["startDate"])
    throw fault("signEndDate", "不能晚于开班日期", "may not be after the start");
  if (new Decimal(row["chargeStandard"]).gt(offer.chargeStandard))
    throw fault(
      "chargeStandard",
      `不能高于机构课程的收费标准${offer.chargeStandard}元`,
      `may not exceed the fee of the institution's course, ${offer.chargeStandard}`,
    );
  await mustHaveOwnPlaces(tx, actor.orgId as string, row);
}

/** @throws FIELD_INVALID when the class ends before it starts or lasts longer than allowed */
export async function mustHavePeriod(tx: Tx, row: Values): Promise<void> {
  const months = await parameter(tx, "class.maxMonths");
  if (row["endDate"] < row["startDate"]) throw fault("endDate", "不能早于开班日期", "may not be before the start");
  if (row["endDate"] > addMonths(row["startDate"], months))
    throw fault("endDate", `培训期不能超过${months}个月`, `a class lasts at most ${months} months`);
}

/** Main classroom and head teacher belong to the institution. @throws FIELD_INVALID, TEACHER_NOT_HIRED */
export async function mustHaveOwnPlaces(tx: Tx, orgId: string, row: Values): Promise<void> {
  if (row["classroomId"]) {
    const room = (await classroomsOf(tx, [row["classroomId"]])).get(row["classroomId"]);
    if (room?.orgId !== orgId || room.isValid !== "isValid")
      throw fault("classroomId", "不是本机构启用的教室", "not a room in use of the institution");
  }
  const head = row["headTeacherId"] as string;
  if ((await dutiesOf(tx, orgId, [head])).length > 0) return;
  throw new Refusal("TEACHER_NOT_HIRED", {
    name: (await teacherNames(tx, [head])).get(head) ?? "—",
    date: row["startDate"],
  });
}
