import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";

/** Which grades of an application are meant: one student's, or all. */
type Student = string | null;

/** Whether some of the grades have come this far: 1 checked, 2 published. */
async function someAre(tx: Tx, testApplyId: string, studentId: Student, status: "1" | "2"): Promise<boolean> {
  const { rows } = await sql`
    select from mark where test_apply_id = ${testApplyId} and grade_status = ${status} and (${studentId}::bigint is null or student_id = ${studentId}) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** @param studentId left out: the grades of all @throws GRADE_PUBLISHED */
export async function assertGradesUnpublished(tx: Tx, testApplyId: string, studentId: Student = null): Promise<void> {
  if (await someAre(tx, testApplyId, studentId, "2")) throw new Refusal("GRADE_PUBLISHED");
}

/** What an exam finds out still reaches the grades. @param studentId left out: the grades of all @throws GRADE_PUBLISHED, GRADE_CHECKED */
export async function assertGradesOpen(tx: Tx, testApplyId: string, studentId: Student = null): Promise<void> {
  await assertGradesUnpublished(tx, testApplyId, studentId);
  if (await someAre(tx, testApplyId, studentId, "1")) throw new Refusal("GRADE_CHECKED");
}

/** Whether an exam of an application is published and not graded yet, also where it is open again for a new sitting. */
export async function hasOpenExam(db: Db, testApplyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exam where test_apply_id = ${testApplyId} and status in ('1', '2', '3') and is_deleted = 0 limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
