import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { kindsWithoutPractice } from "@jipei/contract/teaching/training.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { addWorkdays, today } from "../core/clock.ts";
import type { Tx } from "../core/db.ts";
import { usedIds } from "../core/references.ts";
import { InvalidFields, Refusal, failureOf } from "../core/refusal.ts";
import type { Guard } from "../core/transition.ts";
import {
  hasPendingSignUps,
  rosterCounts,
  rosterMustBeEntitled,
  rosterMustNotClash,
} from "../enrolment/enrolment.queries.ts";
import { mustBeActive, organisationOf } from "../organisations/organisations.queries.ts";
import { parameter, workdayExceptions } from "../settings/settings.queries.ts";
import { classIsClaimed } from "../subsidies/subsidies.queries.ts";
import { courseOf } from "../teaching/teaching.queries.ts";
import { runIllegal } from "./class-state.ts";
import { runStateOf } from "./classes.queries.ts";
import { type Slot, lockResources, timetableFaults } from "./timetable.ts";
import { mustFitPlan } from "./training-class.save.ts";

/** @throws ORG_NOT_ACTIVE */
export const organisationActive: Guard = async (tx, _actor, row) => void (await mustBeActive(tx, row["orgId"]));

/** @throws CLASS_NO_STUDENT below `class.size.min` */
export const enoughStudents: Guard = async (tx, _actor, row) => {
  const min = await parameter(tx, "class.size.min");
  if ((await rosterCounts(tx, row["id"])).live < min) throw new Refusal("CLASS_NO_STUDENT", { n: min });
};

/** @throws CLASS_OVER_SIZE */
export const withinPlannedSize: Guard = async (tx, _actor, row) => {
  const { live } = await rosterCounts(tx, row["id"]);
  if (live > row["planCount"]) throw new Refusal("CLASS_OVER_SIZE", { a: live, b: row["planCount"] });
};

interface PlannedLesson extends Slot {
  id: string;
  hours: string;
  onlineUrl: string | null;
}
const lessonsOf = async (tx: Tx, classId: string): Promise<PlannedLesson[]> =>
  (
    await sql<PlannedLesson>`select id, lesson_date, start_time, end_time, lesson_type, teacher_id, assist_teacher_id, classroom_id, online_url, hours
      from lesson where class_id = ${classId} and is_deleted = 0 order by lesson_date, start_time`.execute(tx)
  ).rows;

/** Hours planned against hours filed, and practice against all but the online lessons. */
export const hoursScheduled: Guard = async (tx, _actor, row) => {
  const lessons = await lessonsOf(tx, row["id"]);
  const sum = (...types: string[]) =>
    Decimal.sum(0, ...lessons.filter((lesson) => types.includes(lesson.lessonType)).map((lesson) => lesson.hours));
  const course = await courseOf(tx, row["courseId"]);
  const ratio = kindsWithoutPractice.has(row["trainKind"])
    ? new Decimal(0)
    : new Decimal(course?.practiceRatio ?? (await parameter(tx, "course.practice.minRatio")));
  const planned = sum("1", "2", "3");
  const shareHolds = sum("2").gte(sum("1", "2").times(ratio));
  if (planned.lt(row["totalHours"]) || !shareHolds)
    throw new Refusal("CLASS_HOURS_SHORT", { a: row["totalHours"], b: planned.toFixed(1), r: ratio.toString() });
};

/** What a draft may leave open: rooms or addresses of lessons, an assistant for large practice groups, the main classroom. */
export const timetableComplete: Guard = async (tx, _actor, row) => {
  const perTeacher = await parameter(tx, "class.practice.perTeacher");
  const { live } = await rosterCounts(tx, row["id"]);
  const failures = (await lessonsOf(tx, row["id"])).flatMap((lesson) => {
    const missing = missingOf(lesson, live > perTeacher);
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
  if (row["classMode"] !== "2" && !row["classroomId"])
    failures.unshift({
      errorCode: "FIELD_INVALID",
      id: row["id"],
      field: "classroomId",
      msg: `${classroomId.zh}：不能为空`,
      msgEn: `${classroomId.en}: required`,
    });
  if (failures.length > 0) throw new InvalidFields(failures);
};

function missingOf(
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
export const timetableSound: Guard = async (tx, _actor, row) => {
  const lessons = await lessonsOf(tx, row["id"]);
  await lockResources(tx, lessons);
  const faults = await timetableFaults(tx, row as never, lessons);
  const [first] = faults;
  if (first)
    throw Object.assign(first.refusal, {
      failures: faults.map(({ index, refusal }) => failureOf(refusal, lessons[index]?.id ?? null)),
    });
};

/** @throws STUDENT_CLASH */
export const studentsFree: Guard = (tx, _actor, row) => rosterMustNotClash(tx, row["id"]);
/** @throws SUBSIDY_DUP, ANNUAL_LIMIT */
export const studentsEntitled: Guard = (tx, _actor, row) => rosterMustBeEntitled(tx, row["id"]);

/** Working days are counted back from the start, which itself is not counted. */
export const earlyEnough: Guard = async (tx, _actor, row) => {
  const days = await parameter(tx, "class.commit.leadWorkdays");
  if (today() > addWorkdays(row["startDate"], -days, await workdayExceptions(tx)))
    throw new Refusal("CLASS_LATE_COMMIT", { n: days });
};

/** @throws CLASS_OVER_PLAN */
export const withinPlan: Guard = async (tx, _actor, row) => {
  const course = await courseOf(tx, row["courseId"]);
  await mustFitPlan(tx, row, course?.maxClassSize ?? null);
};

/** The licence lasts as long as the class. @throws LICENSE_EXPIRED */
export const licenceValid: Guard = async (tx, _actor, row) => {
  const { licenseExpireDate } = await organisationOf(tx, row["orgId"]);
  if (licenseExpireDate !== null && licenseExpireDate < row["endDate"]) throw new Refusal("LICENSE_EXPIRED");
};

/** @throws ATTACH_REQUIRED */
export const teachingPlanAttached: Guard = (_tx, _actor, row) => {
  const { zh, en } = TrainingClass.fields.teachPlanAttId;
  if (!row["teachPlanAttId"]) throw new Refusal("ATTACH_REQUIRED", { names: { zh, en } });
};

/** The bureau has decided on everybody, and somebody is left. */
export const rosterChecked: Guard = async (tx, _actor, row) => {
  const { pending, confirmed } = await rosterCounts(tx, row["id"]);
  if (pending > 0 || confirmed === 0) throw new Refusal("STUDENT_UNCHECKED", { n: pending });
};

/** @throws CLASS_STARTED when the first day is over */
export const notPastStart: Guard = (_tx, _actor, row) => {
  if (row["startDate"] < today()) throw new Refusal("CLASS_STARTED");
};

/** @throws CLASS_STARTED */
export const notStarted: Guard = async (tx, _actor, row) => {
  if ((await runStateOf(tx, row["id"])) !== "notStarted") throw new Refusal("CLASS_STARTED");
};

/** @throws CLASS_IN_USE */
export const noPendingSignUps: Guard = async (tx, _actor, row) => {
  if (await hasPendingSignUps(tx, row["id"])) throw new Refusal("CLASS_IN_USE");
};

const mayEnd = new Set(["notStarted", "running", "ended", "testing"]);

/** A class is ended only before its grades are published, while nobody holds a certificate from it and no claim is on its way. */
export const withoutResult: Guard = async (tx, _actor, row) => {
  const certificates = await usedIds(tx, [row["id"]], ["certificate.class_id"]);
  if (certificates.length > 0 || (await classIsClaimed(tx, row["id"]))) throw new Refusal("CLASS_HAS_RESULT");
  const run = await runStateOf(tx, row["id"]);
  if (!mayEnd.has(run)) throw runIllegal(run, "终止开班", "End the class");
};
