import { sql } from "kysely";
import type { Level, TrainKind } from "@jipei/contract/core/fields/codes.ts";
import type { Db } from "../core/database/db.ts";

/** What everybody may know of a course in force. */
export interface OpenCourse {
  id: string;
  courseName: string;
  occupationCode: string;
  level: Level;
  trainKind: TrainKind;
  certKind: string;
  minHours: string;
}

const columns = sql`id, course_name, occupation_code, level, train_kind, cert_kind, min_hours`;
const inForce = sql`is_deleted = 0 and is_valid = 'isValid'`;

/** Courses in force by occupation and level, a page of them. @param name any part of the name; null: all */
export async function getOpenCourses(
  db: Db,
  { name, size, skip }: { name: string | null; size: number; skip: number },
): Promise<{ courses: OpenCourse[]; total: number }> {
  const named = name ? sql`and strpos(lower(course_name), lower(${name})) > 0` : sql``;
  const found = await sql<OpenCourse>`select ${columns} from course where ${inForce} ${named}
    order by occupation_code, level desc, id limit ${size} offset ${skip}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from course where ${inForce} ${named}`.execute(db);
  return { courses: found.rows, total: counted.rows[0]?.n ?? 0 };
}

/** A course in force. */
export const findOpenCourse = async (db: Db, id: string): Promise<OpenCourse | undefined> =>
  (await sql<OpenCourse>`select ${columns} from course where id = ${id} and ${inForce}`.execute(db)).rows[0];
