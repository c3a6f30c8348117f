import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Decimal } from "decimal.js";
import { findCourse } from "../../catalogue/catalogue.queries.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { MoveInput } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { addWorkdays, today } from "../../core/foundation/clock.ts";
import { type Failure, InvalidFields, Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertActive } from "../../providers/providers.queries.ts";
import { parameter, workdayExceptions } from "../../settings/settings.queries.ts";
import { assertRosterEntitled, assertRosterHasNoClash, rosterCounts } from "../roster/roster.ts";
import { hoursShort, measureHours } from "../timetable/planned-hours.ts";
import { type PlannedLesson, findSoundLessons, getLessons } from "./training-class.guards.ts";
import { assertHasOwnPlaces, assertLicenceLasts, largestClass } from "./training-class.save.ts";

/** Figures and days read the same in both languages. */
export type Said = string | readonly [zh: string, en: string];
/** What was asked for, and what was found. */
export interface Met {
  expect: Said;
  actual: Said;
}
/** Measures a class against one rule of its submission: refuses what falls short, and says of the rest what it found. */
export type Measure<R = StoredRow<typeof TrainingClass>> = (
  tx: Tx,
  actor: Actor,
  row: R,
  input: MoveInput,
  app: Services,
) => Promise<Met>;
/** What the rules of both sides look at. */
type AnyClass = Pick<
  StoredRow<typeof TrainingClass>,
  "id" | "courseId" | "trainKind" | "planCount" | "startDate" | "totalHours"
>;

/** @throws ORG_NOT_ACTIVE */
export const organisationActive: Measure = async (tx, _actor, row) => {
  await assertActive(tx, row.orgId);
  return { expect: ["启用", "Active"], actual: ["启用", "Active"] };
};

/** @throws CLASS_NO_STUDENT below `class.size.min` */
export const enoughStudents: Measure<AnyClass> = async (tx, _actor, row) => {
  const min = await parameter(tx, "class.size.min");
  const { live } = await rosterCounts(tx, row.id);
  if (live < min) throw new Refusal("CLASS_NO_STUDENT", { n: min });
  return { expect: `≥ ${min}`, actual: String(live) };
};

/** @throws CLASS_OVER_SIZE */
export const withinPlannedSize: Measure<AnyClass> = async (tx, _actor, row) => {
  const { live } = await rosterCounts(tx, row.id);
  if (live > row.planCount) throw new Refusal("CLASS_OVER_SIZE", { a: live, b: row.planCount });
  return { expect: `≤ ${row.planCount}`, actual: String(live) };
};

/** @throws CLASS_HOURS_SHORT */
export const hoursScheduled: Measure<AnyClass> = async (tx, _actor, row) => {
  const hours = await measureHours(tx, row);
  if (hours.missing.gt(0) || hours.missingPractice.gt(0)) throw hoursShort(row, hours);
  const planned = hours.planned.toFixed(1);
  const share = hours.share.toDecimalPlaces(2, Decimal.ROUND_DOWN).toString();
  const ratio = hours.ratio.toString();
  return {
    expect: [`≥ ${row.totalHours} 课时，实操 ≥ ${ratio}`, `≥ ${row.totalHours} hours, practice ≥ ${ratio}`],
    actual: [`${planned} 课时，实操 ${share}`, `${planned} hours, practice ${share}`],
  };
};

/** Main classroom and head teacher, as when the class was saved. @throws FIELD_INVALID, TEACHER_NOT_HIRED */
export const placesHold: Measure = async (tx, _actor, row) => {
  await assertHasOwnPlaces(tx, row.orgId, row);
  return { expect: ["在聘、在用", "Hired, in use"], actual: ["在聘、在用", "Hired, in use"] };
};

/** What a draft may leave open: rooms or addresses of lessons, an assistant for large practice groups, the main classroom. */
export const timetableComplete: Measure = async (tx, _actor, row) => {
  const lessons = await getLessons(tx, row.id);
  const failures = await findIncomplete(tx, row.id, lessons);
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
  return {
    expect: ["每节有教室（线上地址）", "A room or web address for each lesson"],
    actual: [`${lessons.length} 节齐全`, `All ${lessons.length} lessons`],
  };
};

export const timetableSound: Measure = async (tx, _actor, row) => {
  const lessons = await findSoundLessons(tx, row);
  return {
    expect: [`${row.startDate} — ${row.endDate}，无冲突`, `${row.startDate} – ${row.endDate}, no clash`],
    actual: `${lessons[0]?.lessonDate ?? "—"} – ${lessons.at(-1)?.lessonDate ?? "—"}`,
  };
};

/** @throws STUDENT_CLASH */
export const studentsFree: Measure<AnyClass> = async (tx, _actor, row) => {
  await assertRosterHasNoClash(tx, row.id);
  return { expect: ["无冲突", "No clash"], actual: ["无冲突", "No clash"] };
};

/** What lessons leave open that a draft may: room or address, an assistant for a large practice group. */
async function findIncomplete(tx: Tx, classId: string, lessons: readonly Completed[]): Promise<Failure[]> {
  const perTeacher = await parameter(tx, "class.practice.perTeacher");
  const { live } = await rosterCounts(tx, classId);
  return lessons.flatMap((lesson): Failure[] => {
    const missing = findMissing(lesson, live > perTeacher);
    if (!missing) return [];
    const when = `${lesson.lessonDate} ${lesson.startTime}`;
    const [field, zh, en] = missing;
    return [
      {
        errorCode: "FIELD_INVALID",
        id: lesson.id,
        field,
        msg: `${when} ${zh}：不能为空`,
        msgEn: `${when} ${en}: required`,
      },
    ];
  });
}

type Completed = Pick<
  PlannedLesson,
  "id" | "lessonDate" | "startTime" | "lessonType" | "onlineUrl" | "classroomId" | "assistTeacherId"
>;

/** A lesson of a submitted class is as complete as its submission asked for. @throws FIELD_INVALID */
export async function assertLessonComplete(tx: Tx, classId: string, lesson: Completed): Promise<void> {
  const failures = await findIncomplete(tx, classId, [lesson]);
  if (failures.length > 0) throw new InvalidFields(failures);
}

function findMissing(lesson: Completed, largeGroup: boolean): readonly [field: string, zh: string, en: string] | null {
  if (lesson.lessonType === "3") return lesson.onlineUrl ? null : ["onlineUrl", "线上地址", "Web address"];
  if (!lesson.classroomId) return ["classroomId", "教室", "Classroom"];
  return lesson.lessonType === "2" && largeGroup && !lesson.assistTeacherId
    ? ["assistTeacherId", "助教", "Assistant"]
    : null;
}

/** @throws SUBSIDY_DUP, ANNUAL_LIMIT */
export const studentsEntitled: Measure = async (tx, _actor, row, _input, app) => {
  await assertRosterEntitled(tx, app, row.id);
  if (row.isSubsidy !== "1") return { expect: "—", actual: ["非补贴班", "Not a subsidised class"] };
  return {
    expect: ["未重复享受，未超年度次数", "Not subsidised before, below the yearly limit"],
    actual: ["全部符合", "All of them"],
  };
};

/** Working days are counted back from the start, which itself is not counted. */
export const earlyEnough: Measure<AnyClass> = async (tx, _actor, row) => {
  const days = await parameter(tx, "class.commit.leadWorkdays");
  const last = addWorkdays(row.startDate, -days, await workdayExceptions(tx));
  const day = today();
  if (day > last) throw new Refusal("CLASS_LATE_COMMIT", { n: days });
  return { expect: `≤ ${last}`, actual: day };
};

/** The largest size that the class may have, by its kind and by what is left of its plan. */
const roomFor = async (tx: Tx, row: StoredRow<typeof TrainingClass>): Promise<number> =>
  largestClass(tx, row, (await findCourse(tx, row.courseId))?.maxClassSize ?? null);

/** @throws CLASS_OVER_PLAN */
export const withinPlan: Measure = async (tx, _actor, row) => {
  const n = await roomFor(tx, row);
  if (row.planCount > n) throw new Refusal("CLASS_OVER_PLAN", { n });
  return { expect: `≤ ${n}`, actual: String(row.planCount) };
};

/** @throws LICENSE_EXPIRED */
export const licenceValid: Measure = async (tx, _actor, row) => {
  const day = await assertLicenceLasts(tx, row);
  return { expect: `≥ ${row.endDate}`, actual: day ?? (["无期限", "Without an end"] as const) };
};

/** @throws ATTACH_REQUIRED */
export const teachingPlanAttached: Measure = async (_tx, _actor, row) => {
  const { zh, en } = TrainingClass.fields.teachPlanAttId;
  if (!row.teachPlanAttId) throw new Refusal("ATTACH_REQUIRED", { names: { zh, en } });
  return { expect: ["已上传", "Attached"], actual: ["已上传", "Attached"] };
};
