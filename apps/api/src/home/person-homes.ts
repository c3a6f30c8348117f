import { getClaimsDue } from "../subsidies/subsidies.queries.ts";
import { today } from "../core/foundation/clock.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Db } from "../core/database/db.ts";
import { getAssessmentsDue, getAssessorTasks } from "../assessment/assessment.queries.ts";
import { findRecord } from "../enterprises/enterprises.queries.ts";
import { getClassesOfEnterprise, getSignUpsOfEnterprise } from "../training/training.queries.ts";

/** How the enterprise's record of this year stands, its own classes and their assessments, and what it signed its staff up for. */
export async function getEnterpriseHome(db: Db, actor: Actor) {
  const { entId } = actor;
  if (!entId)
    return {
      record: null,
      classes: [],
      assessments: [],
      claims: [],
      due: [],
      pending: 0,
      accepted: 0,
      returned: 0,
      signUps: [],
    };
  return {
    record: await findRecord(db, entId, Number(today().slice(0, 4))),
    classes: await getClassesOfEnterprise(db, actor),
    assessments: await getAssessmentsDue(db, actor),
    claims: await getClaimsDue(db, actor),
    ...(await getSignUpsOfEnterprise(db, actor, entId)),
  };
}

/** Assessments assigned to an assessor whose grades are not published yet, the next one first. */
export async function getAssessorHome(db: Db, actor: Actor) {
  return { tasks: actor.assessorId ? await getAssessorTasks(db, actor, actor.assessorId) : [] };
}
