import { type CheckedColumns, type Draft, columns } from "../core/entity/columns.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { Course, type CourseRow, type CourseFinding } from "@jipei/contract/catalogue/course.ts";
import { DeclareCondition } from "@jipei/contract/catalogue/declare-condition.ts";
import { StartupType } from "@jipei/contract/catalogue/startup-type.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import type { Db, Tx } from "../core/database/db.ts";
import type { SaveInput } from "../core/entity/crud.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import { liveRow } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { nextNumber, getParameters } from "../settings/settings.queries.ts";
import { courseIsCopied, courseValidityChanged } from "./course.holds.ts";

/** What a client sends of a course that is not saved yet. */
type DraftCourse = SaveInput<typeof Course>;

/** Once others have copied these, a different value would be a different course. */
const identity = ["occupationCode", "occupationName", "level", "trainKind", "occupClass"] as const;

/** Rules of a catalogue entry. @throws FIELD_INVALID, DUPLICATE, COURSE_IN_USE */
export async function prepareCourse(
  tx: Tx,
  _actor: Actor,
  merged: Draft<typeof Course>,
  old: StoredRow<typeof Course> | null,
  app: Services,
): Promise<CheckedColumns<typeof Course> | void> {
  if (old && identity.some((name) => merged[name] !== old[name]) && (await app.ports.holds(tx, courseIsCopied, old.id)))
    throw new Refusal("COURSE_IN_USE");
  await checkStartupType(tx, merged);
  await checkCondition(tx, merged);
  await refuseDuplicate(tx, Course, merged.id, key(merged), "DUPLICATE", {
    field: { zh: "该年度同职业、等级、类别的课程", en: "A course of this occupation, level, kind and year" },
  });
  if (!old) return columns(Course, { courseNo: await nextNumber(tx, "COURSE_NO") });
}

/** What hangs on a course follows it: the copies in its standards, and the validity of what institutions filed for it. */
export async function followCourse(
  tx: Tx,
  _actor: Actor,
  row: StoredRow<typeof Course>,
  old: StoredRow<typeof Course> | null,
  app: Services,
): Promise<void> {
  if (!old) return;
  if (row.level !== old.level || row.occupClass !== old.occupClass)
    await tx
      .updateTable("subsidyStandard")
      .set({ level: row.level, occupClass: row.occupClass })
      .where("courseId", "=", row.id)
      .where("isDeleted", "=", 0)
      .execute();
  if (row.isValid !== old.isValid)
    await app.ports.ask(tx, courseValidityChanged, { tx, courseId: row.id, isValid: row.isValid });
}

const key = (course: Pick<CourseRow, "occupationCode" | "occupationName" | "level" | "trainKind" | "validYear">) => ({
  occupationCode: course.occupationCode,
  occupationName: course.occupationName,
  level: course.level,
  trainKind: course.trainKind,
  validYear: course.validYear,
});

async function checkStartupType(tx: Tx, course: Draft<typeof Course>): Promise<void> {
  const wrong = (zh: string, en: string) => invalidValue(Course, "entrepreneurialTypeId", zh, en);
  if (course.trainKind !== "05") return;
  if (!course.entrepreneurialTypeId) throw wrong("创业培训须选择类型", "needed for start-up training");
  const type = await liveRow(tx, StartupType, course.entrepreneurialTypeId);
  if (type?.isValid !== "isValid") throw wrong("已停用，请重新选择", "is out of use; choose another one");
}

async function checkCondition(tx: Tx, course: Draft<typeof Course>): Promise<void> {
  if (!course.declareConditionId) return;
  const condition = await liveRow(tx, DeclareCondition, course.declareConditionId);
  if (!condition || condition.occupationCode !== course.occupationCode || condition.level !== course.level)
    throw invalidValue(
      Course,
      "declareConditionId",
      "须为同一职业、同一等级的条件",
      "must be of the same occupation and level",
    );
}

/** What speaks against an entry before it is saved: a duplicate, no standard in force, hours below the usual minimum. */
export async function courseFindings(db: Db, course: DraftCourse): Promise<CourseFinding[]> {
  const findings: CourseFinding[] = [];
  const id = course.id ?? null;
  const duplicate =
    await sql`select 1 from course t where t.is_deleted = 0 and t.id is distinct from ${id}::bigint and t.occupation_code = ${course.occupationCode ?? ""} and t.occupation_name = ${course.occupationName ?? ""}
    and t.level = ${course.level ?? ""} and t.train_kind = ${course.trainKind ?? ""} and t.valid_year = ${course.validYear ?? 0} limit 1`.execute(
      db,
    );
  if (duplicate.rows.length > 0)
    findings.push({
      rule: "duplicate",
      field: "occupationCode",
      msg: "该年度已有同职业、等级、类别的课程",
      msgEn: "A course of this occupation, level, kind and year exists",
    });
  const standard =
    id &&
    (await sql`select 1 from subsidy_standard t where t.course_id = ${id} and t.is_deleted = 0 and t.is_valid = 'isValid'
    and t.effect_date <= ${today()} and (t.expire_date is null or t.expire_date >= ${today()}) limit 1`.execute(db));
  if (!standard || standard.rows.length === 0)
    findings.push({
      rule: "noStandard",
      field: "courseId",
      msg: "没有生效的补贴标准",
      msgEn: "No subsidy standard is in force",
    });
  const least = await usualMinimum(db, course);
  if (course.minHours != null && new Decimal(course.minHours).lt(least))
    findings.push({
      rule: "belowMinHours",
      field: "minHours",
      msg: `最低课时低于规定的${least}课时`,
      msgEn: `Least hours are below the usual ${least}`,
    });
  return findings;
}

/** What speaks against a course as it is stored; nothing where it is gone. */
export async function findCourseFaults(db: Db, courseId: string): Promise<CourseFinding[]> {
  const course = await liveRow(db, Course, courseId);
  return course ? courseFindings(db, course) : [];
}

/** Minimum hours by kind, start-up type and level. */
async function usualMinimum(db: Db, course: DraftCourse): Promise<Decimal> {
  const minimum = await getParameters(db, ["course.minHours.level5", "course.minHours.level1to4"]);
  const type = course.entrepreneurialTypeId ? await liveRow(db, StartupType, course.entrepreneurialTypeId) : null;
  if (course.trainKind === "05" && type) return new Decimal(type.minHours);
  if (course.trainKind === "03" || course.trainKind === "04") return new Decimal(24);
  if (course.trainKind === "07") return new Decimal(260);
  if (course.trainKind === "10") return new Decimal(40);
  return course.level === "5" || course.level === "0"
    ? minimum["course.minHours.level5"]
    : minimum["course.minHours.level1to4"];
}
