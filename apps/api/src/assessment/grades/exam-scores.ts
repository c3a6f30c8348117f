import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { type StoredGrade, getKeptScores, isSameScore, noLongerInEntry } from "./grade-columns.ts";
import { enterScores } from "./grade.store.ts";

/** What an exam found about a candidate: the theory score out of a hundred, none as long as they have to sit again, or a violation. */
export interface ExamScore {
  studentId: string;
  theoryScore?: string | null;
  isCheat?: "1";
}

/**
 * Writes what an exam found into the grades of its application (rules.md §3). Parts passed before stay, a violation counts also there. From then on the exam alone changes them.
 * No row is passed over: one that is no longer in entry must say already what the exam found.
 * @throws GRADE_CHECKED, GRADE_PUBLISHED, what `enterScores` refuses
 */
export async function enterExamScores(
  tx: Tx,
  actor: Actor,
  applyId: string,
  examId: string,
  scores: readonly ExamScore[],
): Promise<void> {
  const byStudent = new Map(scores.map((score) => [score.studentId, score]));
  const { rows } =
    await sql<StoredGrade>`select * from grade where test_apply_id = ${applyId} and is_deleted = 0`.execute(tx);
  const kept = await getKeptScores(tx, rows);
  const entries = rows.flatMap((row) => {
    const found = byStudent.get(row.studentId);
    // A kept score stays, whatever the exam says of it; a violation loses everything that is taken.
    if (!found || (kept.get(row.id)?.theory !== undefined && !found.isCheat)) return [];
    if (row.gradeStatus !== "0") return refuseOther(row, found);
    return [{ id: row.id, theoryScore: found.theoryScore, isCheat: found.isCheat }];
  });
  if (entries.length > 0) await enterScores(tx, actor, entries, examId);
}

/** A row that is checked or published is entered no more. @throws GRADE_CHECKED, GRADE_PUBLISHED where it says something else than the exam */
function refuseOther(row: StoredGrade, { theoryScore, isCheat }: ExamScore): [] {
  const isSame = isCheat ? row.isCheat === isCheat : isSameScore(row.theoryScore, theoryScore);
  if (isSame) return [];
  throw noLongerInEntry(row);
}
