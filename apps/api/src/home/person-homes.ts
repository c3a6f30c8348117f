import { getClaimsDue } from "../subsidies/subsidies.queries.ts";
import { today } from "../core/foundation/clock.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Db } from "../core/database/db.ts";
import { getAssessmentsDue, getAssessorTasks } from "../assessment/assessment.queries.ts";
import { findRecord, owesWages } from "../enterprises/enterprises.queries.ts";
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
  const record = await findRecord(db, entId, Number(today().slice(0, 4)));
  const isBlack: "0" | "1" = record && (await owesWages(db, record.unitId)) ? "1" : "0";
  return {
    // As claims and classes are refused for it, which is not always what this year's record says.
    record: record && { ...record, isBlack },
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
