import { runAllows } from "@jipei/contract/training/training-class.machine.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { kindsWithoutPractice } from "@jipei/contract/catalogue/training.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { addWorkdays, today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { InvalidFields, Refusal, because, getFailure } from "../../core/foundation/refusal.ts";
import type { Guard } from "../../core/entity/transition.ts";
import {
  hasPendingSignUps,
  isLookedAt,
  rosterCounts,
  assertRosterEntitled,
  assertRosterHasNoClash,
} from "../roster/roster.ts";
import { assertActive, getOrganisation } from "../../providers/providers.queries.ts";
import { parameter, workdayExceptions } from "../../settings/settings.queries.ts";
import { classIsCertified, classIsClaimed } from "../training.holds.ts";
import { findCourse } from "../../catalogue/catalogue.queries.ts";
import { runIllegal } from "./class-state.ts";
import { getRunState } from "./classes.ts";
import { type Slot, lockResources, findTimetableIssues } from "../timetable/timetable.ts";
import { largestClass } from "./training-class.save.ts";

/** @throws ORG_NOT_ACTIVE */
export const organisationActive: Guard<typeof TrainingClass> = async (tx, _actor, row) =>
  void (await assertActive(tx, row.orgId));

/** @throws CLASS_NO_STUDENT below `class.size.min` */
export const enoughStudents: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const min = await parameter(tx, "class.size.min");
  if ((await rosterCounts(tx, row.id)).live < min) throw new Refusal("CLASS_NO_STUDENT", { n: min });
};

/** Nobody of the bureau has decided on a student since the submission. @throws CLASS_UNDER_REVIEW */
export const notLookedAt: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  if (await isLookedAt(tx, row.id)) throw new Refusal("CLASS_UNDER_REVIEW");
};

/** @throws CLASS_OVER_SIZE */
export const withinPlannedSize: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const { live } = await rosterCounts(tx, row.id);
  if (live > row.planCount) throw new Refusal("CLASS_OVER_SIZE", { a: live, b: row.planCount });
};

interface PlannedLesson extends Slot {
  id: string;
  lessonType: string;
  hours: string;
  onlineUrl: string | null;
}
/** Live lessons of a class, in their order. */
export const getLessons = async (tx: Tx, classId: string): Promise<PlannedLesson[]> =>
  (
    await sql<PlannedLesson>`select id, lesson_date, start_time, end_time, lesson_type, teacher_id, assist_teacher_id, classroom_id, online_url, hours
      from lesson where class_id = ${classId} and is_deleted = 0 order by lesson_date, start_time`.execute(tx)
  ).rows;

/** Hours of the timetable and the share of practice among all but the online lessons, with the share that the course asks for. */
export async function measureHours(
  tx: Tx,
  row: StoredRow<typeof TrainingClass>,
): Promise<{ planned: string; share: string; ratio: string; isEnough: boolean }> {
  const lessons = await getLessons(tx, row.id);
  const sum = (...types: string[]) =>
    Decimal.sum(0, ...lessons.filter((lesson) => types.includes(lesson.lessonType)).map((lesson) => lesson.hours));
  const course = await findCourse(tx, row.courseId);
  const ratio = kindsWithoutPractice.has(row.trainKind)
    ? new Decimal(0)
    : new Decimal(course?.practiceRatio ?? (await parameter(tx, "course.practice.minRatio")));
  const planned = sum("1", "2", "3");
  const inRooms = sum("1", "2");
  return {
    planned: planned.toFixed(1),
    share: inRooms.isZero() ? "0" : sum("2").div(inRooms).toDecimalPlaces(2, Decimal.ROUND_DOWN).toString(),
    ratio: ratio.toString(),
    isEnough: planned.gte(row.totalHours) && sum("2").gte(inRooms.times(ratio)),
  };
}

/** @throws CLASS_HOURS_SHORT */
export const hoursScheduled: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const { planned, ratio, isEnough } = await measureHours(tx, row);
  if (!isEnough) throw new Refusal("CLASS_HOURS_SHORT", { a: row.totalHours, b: planned, r: ratio });
};

/** What a draft may leave open: rooms or addresses of lessons, an assistant for large practice groups, the main classroom. */
export const timetableComplete: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const perTeacher = await parameter(tx, "class.practice.perTeacher");
  const { live } = await rosterCounts(tx, row.id);
  const failures = (await getLessons(tx, row.id)).flatMap((lesson) => {
    const missing = findMissing(lesson, live > perTeacher);
    const when = `${lesson.lessonDate} ${lesson.startTime}`;
    return missing
      ? [
          {
            errorCode: "FIELD_INVALID" as const,
            id: lesson.id,
            field: missing[0],
            msg: `${when} ${missing[1]}：不能为空`,
            msgEn: `${when} ${missing[2]}: required`,
          },
        ]
      : [];
  });
  const { classroomId } = TrainingClass.fields;
  if (row.classMode !== "2" && !row.classroomId)
    failures.unshift({
      errorCode: "FIELD_INVALID",
      id: row.id,
      field: "classroomId",
      msg: `${classroomId.zh}：不能为空`,
      msgEn: `${classroomId.en}: required`,
    });
  if (failures.length > 0) throw new InvalidFields(failures);
};

function findMissing(
  lesson: PlannedLesson,
  largeGroup: boolean,
): readonly [field: string, zh: string, en: string] | null {
  if (lesson.lessonType === "3") return lesson.onlineUrl ? null : ["onlineUrl", "线上地址", "Web address"];
  if (!lesson.classroomId) return ["classroomId", "教室", "Classroom"];
  return lesson.lessonType === "2" && largeGroup && !lesson.assistTeacherId
    ? ["assistTeacherId", "助教", "Assistant"]
    : null;
}

/** Every lesson where it may stand (SCHEDULE_RANGE, TEACHER_CLASH, CLASSROOM_CLASH, TEACHER_NOT_HIRED), against all other institutions too. */
export const timetableSound: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const lessons = await getLessons(tx, row.id);
  await lockResources(tx, lessons);
  const issues = await findTimetableIssues(tx, row, lessons);
  const [first] = issues;
  if (first)
    throw Object.assign(first.refusal, {
      failures: issues.map(({ index, refusal }) => getFailure(refusal, lessons[index]?.id ?? null)),
    });
};

/** @throws STUDENT_CLASH */
export const studentsFree: Guard<typeof TrainingClass> = (tx, _actor, row) => assertRosterHasNoClash(tx, row.id);
/** @throws SUBSIDY_DUP, ANNUAL_LIMIT */
export const studentsEntitled: Guard<typeof TrainingClass> = (tx, _actor, row, _input, app) =>
  assertRosterEntitled(tx, app, row.id);

/** Working days are counted back from the start, which itself is not counted. */
export const earlyEnough: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const days = await parameter(tx, "class.commit.leadWorkdays");
  if (today() > addWorkdays(row.startDate, -days, await workdayExceptions(tx)))
    throw new Refusal("CLASS_LATE_COMMIT", { n: days });
};

/** The largest size that the class may have, by its kind and by what is left of its plan. */
export const roomFor = async (tx: Tx, row: StoredRow<typeof TrainingClass>): Promise<number> =>
  largestClass(tx, row, (await findCourse(tx, row.courseId))?.maxClassSize ?? null);

/** @throws CLASS_OVER_PLAN */
export const withinPlan: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const n = await roomFor(tx, row);
  if (row.planCount > n) throw new Refusal("CLASS_OVER_PLAN", { n });
};

/** The licence lasts as long as the class. @throws LICENSE_EXPIRED */
export const licenceValid: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const { licenseExpireDate } = await getOrganisation(tx, row.orgId);
  if (licenseExpireDate !== null && licenseExpireDate < row.endDate)
    throw because("LICENSE_EXPIRED", "beforeEnd", { day: licenseExpireDate, end: row.endDate });
};

/** @throws ATTACH_REQUIRED */
export const teachingPlanAttached: Guard<typeof TrainingClass> = (_tx, _actor, row) => {
  const { zh, en } = TrainingClass.fields.teachPlanAttId;
  if (!row.teachPlanAttId) throw new Refusal("ATTACH_REQUIRED", { names: { zh, en } });
};

/** The bureau has decided on everybody, and somebody is left. */
export const rosterChecked: Guard<typeof TrainingClass> = async (tx, _actor, row) => {
  const { pending, confirmed } = await rosterCounts(tx, row.id);
  if (pending > 0 || confirmed === 0) throw new Refusal("STUDENT_UNCHECKED", { n: pending });
};

/** @throws CLASS_STARTED when the first day is over */
export const notPastStart: Guard<typeof TrainingClass> = (_tx, _actor, row) => {
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
export const withoutResult: Guard<typeof TrainingClass> = async (tx, _actor, row, _input, app) => {
  if (await app.ports.holds(tx, classIsCertified, row.id)) throw because("CLASS_HAS_RESULT", "certified");
  if (await app.ports.holds(tx, classIsClaimed, row.id)) throw because("CLASS_HAS_RESULT", "claimed");
  const run = await getRunState(tx, row.id);
  if (!runAllows("terminate", run)) throw runIllegal(run, "终止开班", "End the class");
};
