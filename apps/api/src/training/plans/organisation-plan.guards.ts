import type { TrainKind } from "@jipei/contract/core/fields/codes.ts";
import { OrganisationPlan } from "@jipei/contract/training/organisation-plan.ts";
import { sql } from "kysely";
import { assertOfKind, findCourse } from "../../catalogue/catalogue.queries.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import type { Effect, Guard } from "../../core/entity/transition.ts";
import { findCourseOffer, isApproved, assertActive } from "../../providers/providers.queries.ts";

export interface PlanFacts {
  id: string;
  planYear: number;
  trainKind: TrainKind;
  isRelease: string;
  startDate: string;
  endDate: string;
  totalHeadcount: number;
  allocatedHeadcount: number;
}

const planFacts = sql`select id, plan_year, train_kind, is_release, start_date, end_date, total_headcount, allocated_headcount from plan`;

/** The plan, which must be there and released. @throws PLAN_NOT_RELEASED */
export async function releasedPlan(tx: Tx, planId: string): Promise<PlanFacts> {
  const plan = (await sql<PlanFacts>`${planFacts} where id = ${planId} and is_deleted = 0`.execute(tx)).rows[0];
  if (plan?.isRelease !== "1") throw new Refusal("PLAN_NOT_RELEASED");
  return plan;
}

const lockedPlan = async (tx: Tx, planId: string): Promise<PlanFacts> =>
  (await sql<PlanFacts>`${planFacts} where id = ${planId} for update`.execute(tx)).rows[0] as PlanFacts;

/** @throws ORG_NOT_ACTIVE */
export const organisationActive: Guard<typeof OrganisationPlan> = async (tx, _actor, row) =>
  void (await assertActive(tx, row.orgId));

/** Declarations are taken from the first to the last day of the plan. @throws PLAN_WINDOW_PAST */
export const withinWindow: Guard<typeof OrganisationPlan> = async (tx, _actor, row) => {
  const plan = await releasedPlan(tx, row.planId);
  if (today() < plan.startDate || today() > plan.endDate) throw new Refusal("PLAN_WINDOW_PAST");
};

/** The catalogue may have changed since the declaration was saved. @throws FIELD_INVALID */
export const ofKindOfCourse: Guard<typeof OrganisationPlan> = async (tx, _actor, row) =>
  assertOfKind(OrganisationPlan, await releasedPlan(tx, row.planId), await findCourse(tx, row.courseId));

/** @throws COURSE_NOT_APPROVED */
export const courseApproved: Guard<typeof OrganisationPlan> = async (tx, _actor, row) => {
  if (!isApproved(await findCourseOffer(tx, row.orgId, row.courseId))) throw new Refusal("COURSE_NOT_APPROVED");
};

/** One live declaration of a course under a plan; `organisation_plan_twin` holds it against two writers. */
export async function assertNoDuplicate(
  tx: Tx,
  row: { id?: string; planId: string; orgId: string; courseId: string },
): Promise<void> {
  const duplicate =
    await sql`select 1 from organisation_plan where plan_id = ${row.planId} and org_id = ${row.orgId} and course_id = ${row.courseId}
    and is_deleted = 0 and confirm_status <> 'Invalidate' and id <> ${row.id ?? "0"}`.execute(tx);
  if (duplicate.rows.length > 0) throw new Refusal("PLAN_DUP");
}
/** @throws PLAN_DUP */
export const noDuplicate: Guard<typeof OrganisationPlan> = (tx, _actor, row) => assertNoDuplicate(tx, row);

/** As many people as the plan has not given away. @throws PLAN_NO_QUOTA */
export const quotaLeft: Guard<typeof OrganisationPlan> = async (tx, _actor, row) => {
  const plan = await releasedPlan(tx, row.planId);
  const left = plan.totalHeadcount - plan.allocatedHeadcount;
  if (row.headcount > left) throw new Refusal("PLAN_NO_QUOTA", { n: left });
};

/** As `quotaLeft`, with the plan locked until the end of the transaction: approvals of one plan go one after the other. */
export const quotaStillFree: Guard<typeof OrganisationPlan> = async (tx, actor, row, input, app) => {
  await lockedPlan(tx, row.planId);
  await quotaLeft(tx, actor, row, input, app);
};

/** Sets what a plan has given away to the sum of its approved declarations. @throws PLAN_NO_QUOTA when that is more than there is */
export const recountPlan: Effect<typeof OrganisationPlan> = async (tx, _actor, row) => {
  const plan = await lockedPlan(tx, row.planId);
  const sum = await sql<{ n: string }>`select coalesce(sum(headcount), 0) as n from organisation_plan
    where plan_id = ${plan.id} and confirm_status = 'Confirm' and is_deleted = 0`.execute(tx);
  const allocated = Number(sum.rows[0]?.n);
  // Several rows of one batch may fit one by one and not together.
  if (allocated > plan.totalHeadcount)
    throw new Refusal("PLAN_NO_QUOTA", { n: plan.totalHeadcount - plan.allocatedHeadcount });
  await sql`update plan set allocated_headcount = ${allocated} where id = ${plan.id}`.execute(tx);
};

/** @throws ORG_PLAN_IN_USE */
export const noLiveClass: Guard<typeof OrganisationPlan> = async (tx, _actor, row) => {
  const used =
    await sql`select 1 from training_class where org_plan_id = ${row.id} and is_deleted = 0 and not class_is_void(status) limit 1`.execute(
      tx,
    );
  if (used.rows.length > 0) throw new Refusal("ORG_PLAN_IN_USE");
};

/** Both days in the year of the plan, in order. @throws FIELD_INVALID */
export function assertLiesInYear(row: { startDate: string; endDate: string }, plan: PlanFacts): void {
  if (row.startDate > row.endDate)
    throw invalidValue(OrganisationPlan, "endDate", "不能早于开始日期", "may not be before the first day");
  const outside = (["startDate", "endDate"] as const).find((name) => row[name].slice(0, 4) !== String(plan.planYear));
  if (outside)
    throw invalidValue(OrganisationPlan, outside, `须在${plan.planYear}年内`, `must lie in ${plan.planYear}`);
}
