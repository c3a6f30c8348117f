import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { enterScores } from "./grade.store.ts";

/** What an exam found about a candidate: the theory score out of a hundred, or a violation. */
export interface ExamScore {
  studentId: string;
  theoryScore?: string;
  isCheat?: "1";
}

/**
 * Writes what an exam found into the grades of its application, where they are still in entry (rules.md §3). Parts passed before stay.
 * From then on the exam alone changes them.
 * @throws what `enterScores` refuses
 */
export async function enterExamScores(
  tx: Tx,
  actor: Actor,
  applyId: string,
  examId: string,
  scores: readonly ExamScore[],
): Promise<void> {
  const rows = await tx
    .selectFrom("grade")
    .select(["id", "studentId"])
    .where("testApplyId", "=", applyId)
    .where("isDeleted", "=", 0)
    .where("gradeStatus", "=", "0")
    .where("keepTheory", "is", null)
    .execute();
  const byStudent = new Map(scores.map((score) => [score.studentId, score]));
  const entries = rows.flatMap(({ id, studentId }) => {
    const found = byStudent.get(studentId);
    return found ? [{ id, theoryScore: found.theoryScore, isCheat: found.isCheat }] : [];
  });
  if (entries.length > 0) await enterScores(tx, actor, entries, examId);
}
