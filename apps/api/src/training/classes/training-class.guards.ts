import { runAllows } from "@jipei/contract/training/training-class.machine.ts";
import type { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import { today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, because, getFailure } from "../../core/foundation/refusal.ts";
import type { Guard, MoveInput } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertActive } from "../../providers/providers.queries.ts";
import { hasPendingSignUps, isLookedAt, rosterCounts, assertRosterHasNoClash } from "../roster/roster.ts";
import { classIsCertified, classIsClaimed } from "../training.holds.ts";
import { runIllegal } from "./class-state.ts";
import { getRunState } from "./classes.ts";
import { assertHasOwnPlaces } from "./training-class.save.ts";
import { type Slot, type TimetableClass, lockResources, findTimetableIssues } from "../timetable/timetable.ts";

/** Nobody of the bureau has decided on a student since the submission. @throws CLASS_UNDER_REVIEW */
export const notLookedAt: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  if (await isLookedAt(tx, row.id)) throw new Refusal("CLASS_UNDER_REVIEW");
};

export interface PlannedLesson extends Slot {
  id: string;
  lessonType: string;
  hours: string;
  onlineUrl: string | null;
}
/** Live lessons of a class, in their order. */
export const getLessons = async (tx: Tx, classId: string): Promise<PlannedLesson[]> =>
  (
    await sql<PlannedLesson>`select id, lesson_date, start_time, end_time, lesson_type, teacher_id, trainer_name, assist_teacher_id, classroom_id, online_url, hours
      from lesson where class_id = ${classId} and is_deleted = 0 order by lesson_date, start_time`.execute(tx)
  ).rows;

/**
 * The lessons, every one where it may stand, against all other institutions too.
 * @throws SCHEDULE_RANGE, LESSON_CLASH, TEACHER_CLASH, CLASSROOM_CLASH, TEACHER_NOT_HIRED
 */
export async function findSoundLessons(tx: Tx, row: TimetableClass): Promise<PlannedLesson[]> {
  const lessons = await getLessons(tx, row.id);
  await lockResources(tx, lessons);
  const issues = await findTimetableIssues(tx, row, lessons);
  const [first] = issues;
  if (first)
    throw Object.assign(first.refusal, {
      failures: issues.map(({ index, refusal }) => getFailure(refusal, lessons[index]?.id ?? null)),
    });
  return lessons;
}
export const timetableSound: Guard<typeof TrainingClass> = async (tx, _actor, row) =>
  void (await findSoundLessons(tx, row));

/** @throws ORG_NOT_ACTIVE */
export const organisationActive: Guard<typeof TrainingClass> = async (tx, _actor, row) =>
  void (await assertActive(tx, row.orgId));

/** Main classroom and head teacher are the institution's still, and in use. @throws FIELD_INVALID, TEACHER_NOT_HIRED */
export const placesHold: Guard<typeof TrainingClass> = (tx, _actor, row) => assertHasOwnPlaces(tx, row.orgId, row);

/** Some guards hold for classes of either side. */
type OfClass = (
  tx: Tx,
  actor: Actor,
  row: { id: string; startDate: string },
  input: MoveInput,
  app: Services,
) => Promise<void> | void;

/** @throws STUDENT_CLASH */
export const studentsFree: OfClass = (tx, _actor, row) => assertRosterHasNoClash(tx, row.id);
/** The bureau has decided on everybody, and somebody is left. */
export const rosterChecked: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const { pending, confirmed } = await rosterCounts(tx, row.id);
  if (pending > 0 || confirmed === 0) throw new Refusal("STUDENT_UNCHECKED", { n: pending });
};

/** @throws CLASS_STARTED when the first day is over */
export const notPastStart: OfClass = (_tx, _actor, row) => {
  if (row.startDate < today()) throw new Refusal("CLASS_STARTED");
};

/** @throws CLASS_STARTED */
export const notStarted: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  if (!runAllows("backConfirmed", await getRunState(tx, row.id))) throw new Refusal("CLASS_STARTED");
};

/** @throws CLASS_IN_USE */
export const noPendingSignUps: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  if (await hasPendingSignUps(tx, row.id)) throw because("CLASS_IN_USE", "signUps");
};

/** A class is ended only before its grades are published, while nobody holds a certificate from it and no claim is on its way. */
export const withoutResult: OfClass = async (tx, _actor, row, _input, app) => {
  if (await app.ports.holds(tx, classIsCertified, row.id)) throw because("CLASS_HAS_RESULT", "certified");
  if (await app.ports.holds(tx, classIsClaimed, row.id)) throw because("CLASS_HAS_RESULT", "claimed");
  const run = await getRunState(tx, row.id);
  if (!runAllows("terminate", run)) throw runIllegal(run, "终止开班", "End the class");
};
