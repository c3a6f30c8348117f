import { kindsWithoutPractice } from "@jipei/contract/catalogue/training.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Decimal } from "decimal.js";
import { findCourse } from "../../catalogue/catalogue.queries.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { MoveInput } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { addWorkdays, today } from "../../core/foundation/clock.ts";
import { InvalidFields, Refusal, because } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertActive, getOrganisation } from "../../providers/providers.queries.ts";
import { parameter, workdayExceptions } from "../../settings/settings.queries.ts";
import { assertRosterEntitled, assertRosterHasNoClash, rosterCounts } from "../roster/roster.ts";
import { type PlannedLesson, findSoundLessons, getLessons } from "./training-class.guards.ts";
import { largestClass } from "./training-class.save.ts";

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

/** Hours of the timetable and the share of practice among all but the online lessons, with the share that the course asks for. */
async function measureHours(
  tx: Tx,
  row: AnyClass,
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
export const hoursScheduled: Measure<AnyClass> = async (tx, _actor, row) => {
  const { planned, share, ratio, isEnough } = await measureHours(tx, row);
  if (!isEnough) throw because("CLASS_HOURS_SHORT", "withPractice", { a: row.totalHours, b: planned, r: ratio });
  return {
    expect: [`≥ ${row.totalHours} 课时，实操 ≥ ${ratio}`, `≥ ${row.totalHours} hours, practice ≥ ${ratio}`],
    actual: [`${planned} 课时，实操 ${share}`, `${planned} hours, practice ${share}`],
  };
};

/** What a draft may leave open: rooms or addresses of lessons, an assistant for large practice groups, the main classroom. */
export const timetableComplete: Measure = async (tx, _actor, row) => {
  const perTeacher = await parameter(tx, "class.practice.perTeacher");
  const { live } = await rosterCounts(tx, row.id);
  const lessons = await getLessons(tx, row.id);
  const failures = lessons.flatMap((lesson) => {
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

/** The licence lasts as long as the class. @throws LICENSE_EXPIRED */
export const licenceValid: Measure = async (tx, _actor, row) => {
  const { licenseExpireDate } = await getOrganisation(tx, row.orgId);
  if (licenseExpireDate !== null && licenseExpireDate < row.endDate)
    throw because("LICENSE_EXPIRED", "beforeEnd", { day: licenseExpireDate, end: row.endDate });
  return { expect: `≥ ${row.endDate}`, actual: licenseExpireDate ?? (["无期限", "Without an end"] as const) };
};

/** @throws ATTACH_REQUIRED */
export const teachingPlanAttached: Measure = async (_tx, _actor, row) => {
  const { zh, en } = TrainingClass.fields.teachPlanAttId;
  if (!row.teachPlanAttId) throw new Refusal("ATTACH_REQUIRED", { names: { zh, en } });
  return { expect: ["已上传", "Attached"], actual: ["已上传", "Attached"] };
};
