import { sql } from "kysely";
import type { Db } from "../core/db.ts";

export interface CourseFacts {
  id: string;
  courseName: string;
  occupationCode: string;
  occupationName: string;
  level: string;
  trainKind: string;
  minHours: string;
  practiceRatio: string;
  isValid: string;
  /** Greatest class of its start-up type, where it has one. */
  maxClassSize: number | null;
}

/** What other domains ask of a catalogue course. */
export async function courseOf(db: Db, courseId: string): Promise<CourseFacts | undefined> {
  const found =
    await sql<CourseFacts>`select c.id, c.course_name, c.occupation_code, c.occupation_name, c.level, c.train_kind, c.min_hours, c.practice_ratio, c.is_valid, s.max_class_size
    from course c left join startup_type s on s.id = c.entrepreneurial_type_id and s.is_deleted = 0 where c.id = ${courseId} and c.is_deleted = 0`.execute(
      db,
    );
  return found.rows[0];
}

/** Names of teachers by id. */
export async function teacherNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{
    id: string;
    name: string;
  }>`select id, name from teacher where id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.name]));
}
