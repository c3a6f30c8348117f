import { EnterpriseClass, apprenticeship } from "@jipei/contract/training/enterprise-class.ts";
import { sql } from "kysely";
import { assertOfKind, findCourse } from "../../catalogue/catalogue.queries.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { Refusal, refuseRows } from "../../core/foundation/refusal.ts";
import { owesWages } from "../../enterprises/enterprises.queries.ts";
import * as measures from "../classes/commit-measures.ts";
import { findSoundLessons } from "../classes/training-class.guards.ts";
import { getClassFacts } from "../roster/class-facts.ts";
import { assertStaffFits } from "../staff/staff.rules.ts";
import { assertMayTrain, getRecord } from "./enterprise-class.save.ts";
import { assertReachable } from "./schedules.ts";

type EnterpriseGuard = Guard<typeof EnterpriseClass>;

const meets =
  (measure: measures.Measure<StoredRow<typeof EnterpriseClass>>): EnterpriseGuard =>
  async (tx, actor, row, input, app) =>
    void (await measure(tx, actor, row, input, app));

/** The lessons may stand where they do, against all classes of either side, and online ones have their address. @throws SCHEDULE_RANGE, LESSON_CLASH, TEACHER_CLASH, CLASSROOM_CLASH, TEACHER_NOT_HIRED, FIELD_INVALID */
export const timetableSound: EnterpriseGuard = async (tx, _actor, row) =>
  assertReachable(await findSoundLessons(tx, await getClassFacts(tx, row.id)));

/** The catalogue may have changed since the draft was saved. @throws FIELD_INVALID */
const ofKindOfCourse: EnterpriseGuard = async (tx, _actor, row) =>
  assertOfKind(EnterpriseClass, row, await findCourse(tx, row.courseId));

/** The institution that trains the staff is in use, and approved for the course. @throws ORG_NOT_ACTIVE, COURSE_NOT_APPROVED */
export const trainerActive: EnterpriseGuard = async (tx, _actor, row) => {
  if (row.orgId) await assertMayTrain(tx, row.orgId, row.courseId);
};

/** Each apprentice has a contract of a year at least, and somebody of the enterprise who guides them. @throws APPRENTICE_RULE naming those who have not */
const apprenticesBound: EnterpriseGuard = async (tx, _actor, row) => {
  if (row.trainKind !== apprenticeship) return;
  const unbound = await findUnbound(tx, row.id);
  refuseRows(
    "APPRENTICE_RULE",
    unbound.map(({ id }) => id),
  );
};

async function findUnbound(tx: Tx, classId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from student where class_id = ${classId} and is_deleted = 0 and confirm_status <> 'Invalidate'
      and (coalesce(trim(master_name), '') = '' or contract_end < (contract_start + interval '1 year' - interval '1 day')::date) order by id`.execute(
    tx,
  );
  return rows;
}

/** Whoever owes wages trains nobody for a subsidy. @throws ENT_TOTAL_REQUIRED, ENT_BLACK */
const inGoodStanding: EnterpriseGuard = async (tx, actor) => {
  if (await owesWages(tx, (await getRecord(tx, actor)).unitId)) throw new Refusal("ENT_BLACK");
};

/** @throws ATTACH_REQUIRED */
const teachingPlanAttached: EnterpriseGuard = (_tx, _actor, row) => {
  const { zh, en } = EnterpriseClass.fields.teachPlanAttId;
  if (!row.teachPlanAttId) throw new Refusal("ATTACH_REQUIRED", { names: { zh, en } });
};

/** 13-2, in the order in which refusals are named. */
export const commitGuards: readonly EnterpriseGuard[] = [
  ofKindOfCourse,
  trainerActive,
  meets(measures.enoughStudents),
  meets(measures.withinPlannedSize),
  meets(measures.hoursScheduled),
  timetableSound,
  meets(measures.earlyEnough),
  meets(measures.studentsFree),
  apprenticesBound,
  (tx, _actor, row) => assertStaffFits(tx, row),
  inGoodStanding,
  teachingPlanAttached,
];
