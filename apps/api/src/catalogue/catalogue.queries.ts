import type { Level, TrainKind } from "@jipei/contract/core/fields/codes.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { invalidValue } from "../core/foundation/refusal.ts";

/** Asked of later domains. */
export { courseIsCopied, courseValidityChanged, standardIsUsed } from "./course.holds.ts";

export { findCourseFaults } from "./course.ts";
export { assertKindsFit } from "./kinds-fit.ts";
export { type OpenCourse, findOpenCourse, getOpenCourses } from "./open-courses.ts";

export interface CourseFacts {
  id: string;
  courseName: string;
  occupationCode: string;
  occupationName: string;
  level: Level;
  trainKind: TrainKind;
  minHours: string;
  practiceRatio: string;
  isValid: string;
  /** Greatest class of its start-up type, where it has one. */
  maxClassSize: number | null;
}

/** What other domains ask of a catalogue course. */
export async function findCourse(db: Db, courseId: string): Promise<CourseFacts | undefined> {
  const found =
    await sql<CourseFacts>`select c.id, c.course_name, c.occupation_code, c.occupation_name, c.level, c.train_kind, c.min_hours, c.practice_ratio, c.is_valid, s.max_class_size
    from course c left join startup_type s on s.id = c.entrepreneurial_type_id and s.is_deleted = 0 where c.id = ${courseId} and c.is_deleted = 0`.execute(
      db,
    );
  return found.rows[0];
}

/** What is trained is of the kind of its course: kinds have subsidies and checks of their own. @throws FIELD_INVALID */
export function assertOfKind(
  entity: { fields: { courseId: Field } },
  row: { trainKind: string },
  course: Pick<CourseFacts, "trainKind"> | undefined,
): void {
  if (course?.trainKind !== row.trainKind)
    throw invalidValue(entity, "courseId", "与培训类别不符", "is of another kind of training");
}

/** A condition of the occupational standard, as far as it can be checked by machine; null: nothing asked. */
export interface Condition {
  id: string;
  conditionNo: number;
  conditionText: string;
  minAge: number;
  minWorkYears: number | null;
  prevLevel: string | null;
  prevYears: number | null;
  minEducation: string | null;
}

/** Conditions of an occupation and level, in their order. */
export async function getConditions(db: Db, occupationCode: string, level: string): Promise<Condition[]> {
  const found =
    await sql<Condition>`select id, condition_no, condition_text, min_age, min_work_years, prev_level, prev_years, min_education
    from declare_condition where occupation_code = ${occupationCode} and level = ${level} and is_deleted = 0 order by condition_no, id`.execute(
      db,
    );
  return found.rows;
}

/** The first of the valid candidate sources; null where there is none. */
export const firstCandidateSource = async (db: Db): Promise<string | null> =>
  (
    await sql<{
      id: string;
    }>`select id from candidate_source where is_deleted = 0 and is_valid = 'isValid' order by sort, id limit 1`.execute(
      db,
    )
  ).rows[0]?.id ?? null;

/** A kind of start-up training as other systems call it. */
export interface StartupName {
  typeNo: string;
  typeName: string;
  rank: number;
}

/** All start-up types, those with the longest number first. */
export const getStartupNames = async (db: Db): Promise<StartupName[]> =>
  (
    await sql<StartupName>`select type_no, type_name, rank from startup_type where is_deleted = 0 order by length(type_no) desc`.execute(
      db,
    )
  ).rows;
