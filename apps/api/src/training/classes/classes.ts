import type { ClassStatus, Level, RunState } from "@jipei/contract/core/fields/codes.ts";
import type { Organisation } from "@jipei/contract/providers/organisation.ts";
import { Decimal } from "decimal.js";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Moved } from "../../core/entity/transition.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { classIsSql } from "./class-state.ts";
import { allHeld, inRunState, runStateSql } from "./run-state.ts";

/**
 * Classes (alias `t`) that an assessment may be applied for now: for the first (kind 1) when all lessons are held and no application stands,
 * for a make-up when somebody failed or was absent.
 */
export function assessableFor(testKind: string): RawBuilder<unknown> {
  const first = sql`${inRunState("ended")} and not exists (select from examination a where a.class_id = t.id and a.confirm_type <> 'Invalidate')`;
  const makeUp = sql`${inRunState("testing", "graded", "certified")} and exists (select from mark g where g.class_id = t.id and g.grade_status = '2' and g.result in ('2', '3'))`;
  return sql`${allHeld} and ${testKind === "1" ? first : makeUp}`;
}

export interface ClassStanding {
  orgId: string;
  courseId: string;
  courseName: string;
  occupationCode: string;
  occupationName: string;
  level: Level;
  endDate: string;
  status: ClassStatus;
  runState: RunState;
}

/** What other domains need to know of a class. @throws NOT_FOUND */
export async function getClassStanding(db: Db, classId: string): Promise<ClassStanding> {
  const found =
    await sql<ClassStanding>`select t.org_id, t.course_id, t.course_name, t.occupation_code, t.occupation_name, t.level, t.end_date, t.status, ${runStateSql} as run_state
    from training_class t where t.id = ${classId} and t.is_deleted = 0`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/** The running state alone. @throws NOT_FOUND */
export const getRunState = async (db: Db, classId: string): Promise<RunState> =>
  (await getClassStanding(db, classId)).runState;

/** Hours held and hours planned of a class. */
export async function getClassHours(
  db: Db,
  classId: string,
): Promise<{ held: Decimal; planned: Decimal; allHeld: boolean }> {
  const found = await sql<{ held: string; planned: string; open: string }>`
    select coalesce(sum(hours) filter (where is_held = '1'), 0) as held, coalesce(sum(hours), 0) as planned, count(*) filter (where is_held = '0') as open
    from lesson where class_id = ${classId} and is_deleted = 0`.execute(db);
  const row = found.rows[0] ?? { held: "0", planned: "0", open: "0" };
  const planned = new Decimal(row.planned);
  return { held: new Decimal(row.held), planned, allHeld: row.open === "0" && planned.gt(0) };
}

/** Whether an institution has a class between its first day and its certificates. */
export async function hasRunningClasses(db: Db, orgId: string): Promise<boolean> {
  const found =
    await sql`select 1 from training_class t where t.org_id = ${orgId} and t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")}
    and ${inRunState("running", "ended", "testing", "graded")} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Classes that wait for confirmation go back to their institution, which was suspended; whoever suspends it needs no right over classes. */
export async function returnPendingClasses({ tx, actor, rows, input }: Moved<typeof Organisation>): Promise<void> {
  for (const { id } of rows) await returnPending(tx, actor, id, input.reason ?? "");
}

async function returnPending(tx: Tx, actor: Actor, orgId: string, reason: string): Promise<void> {
  const found = await sql<{
    id: string;
    orgPlanId: string;
  }>`update training_class set status = 'unCommit', back_reason = ${reason}, update_user = ${actor.userId}, update_time = now(), version = version + 1
    where org_id = ${orgId} and is_deleted = 0 and status = 'unConfirm' returning id, org_plan_id`.execute(tx);
  const ids = found.rows.map((row) => row.id);
  await sql`update student set confirm_status = 'unSubmit', update_time = now(), version = version + 1 where class_id = any(${ids}::bigint[]) and is_deleted = 0 and confirm_status = 'unConfirm'`.execute(
    tx,
  );
  await writeAudit(
    tx,
    actor,
    ids.map((id) => ({
      bizType: "TrainingClass",
      bizId: id,
      action: "back",
      fromStatus: "unConfirm",
      toStatus: "unCommit",
      opinion: reason,
    })),
  );
  for (const orgPlanId of [...new Set(found.rows.map((row) => row.orgPlanId))].sort())
    await recountOrganisationPlan(tx, orgPlanId);
}

/** Sets what an institution plan has used to the planned size of its submitted and confirmed classes. */
export async function recountOrganisationPlan(tx: Tx, orgPlanId: string): Promise<void> {
  await sql`select 1 from organisation_plan where id = ${orgPlanId} for update`.execute(tx);
  await sql`update organisation_plan p set used_headcount =
      (select coalesce(sum(c.plan_count), 0) from training_class c where c.org_plan_id = p.id and c.is_deleted = 0 and ${classIsSql("c", "takesPlaces")})
    where p.id = ${orgPlanId}`.execute(tx);
}
