import type { Actor } from "../core/foundation/actor.ts";
import type { Db } from "../core/database/db.ts";
import { getAssessorTasks } from "../assessment/assessment.queries.ts";
import { getSignUpsOfEnterprise } from "../training/training.queries.ts";

/** What an enterprise signed its staff up for. */
export async function getEnterpriseHome(db: Db, actor: Actor) {
  return actor.entId
    ? getSignUpsOfEnterprise(db, actor, actor.entId)
    : { pending: 0, accepted: 0, returned: 0, signUps: [] };
}

/** Assessments assigned to an assessor whose grades are not published yet, the next one first. */
export async function getAssessorHome(db: Db, actor: Actor) {
  return { tasks: actor.assessorId ? await getAssessorTasks(db, actor, actor.assessorId) : [] };
}
