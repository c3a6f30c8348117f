import type { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { sql } from "kysely";
import type { Tx } from "../../../core/database/db.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import { type Effect, type Guard, type MoveInput, transition } from "../../../core/entity/transition.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { enterExamScores } from "../../../assessment/assessment.queries.ts";
import { examLifecycle } from "../../exam/exam.lifecycle.ts";
import { assertGradesOpen, assertGradesUnpublished } from "../../exam/open-grades.ts";
import { type PoolCell, readPool, readUnseen } from "../../exam/pool.ts";
import { drawPapers } from "../draw.ts";
import { getExamOf } from "../marks.ts";

export interface PaperInput extends MoveInput {
  /** The score that a marker enters; without subjective questions it is that of the server. */
  score?: string | null;
  isCheat?: "1" | "0" | null;
}

/** A published grade stays; one that was checked stays where the void would change it. @throws GRADE_PUBLISHED, GRADE_CHECKED */
export const gradeMayFollow: Guard<typeof ExamPaper, PaperInput> = async (tx, _actor, { examId, studentId }) => {
  const { testApplyId, gradeTime } = await getExamOf(tx, examId);
  if (!testApplyId) return;
  if (gradeTime) await assertGradesOpen(tx, testApplyId, studentId);
  else await assertGradesUnpublished(tx, testApplyId, studentId);
};

/** What a new sitting is drawn from. Once a formal exam is graded its candidates have read the keys, so it is other questions. @throws EXAM_BANK_SHORT */
async function getReplacementPool(tx: Tx, app: Services, examId: string): Promise<readonly PoolCell[]> {
  const exam = await tx.selectFrom("exam").selectAll().where("id", "=", examId).executeTakeFirstOrThrow();
  return exam.gradeTime && exam.testApplyId ? readUnseen(tx, examId, exam) : readPool(tx, app, examId);
}

/** A paper that is void for a fault is replaced by one new sitting, which is open until the exam is graded. */
export const openReplacement: Effect<typeof ExamPaper, PaperInput> = async (tx, actor, row, _input, app) => {
  if (row.isCheat === "1") return;
  const { rows } = await sql<{ id: string }>`
    insert into exam_paper (exam_id, class_id, org_id, student_id, id_number_hash, times_no, extra_minutes, is_replacement, exam_room_id, seat_no, create_user, update_user)
    select p.exam_id, p.class_id, p.org_id, p.student_id, p.id_number_hash,
      (select max(o.times_no) + 1 from exam_paper o where o.exam_id = p.exam_id and o.student_id = p.student_id), p.extra_minutes, true, p.exam_room_id, p.seat_no, ${actor.userId}, ${actor.userId}
    from exam_paper p where p.id = ${row.id} returning id`.execute(tx);
  await drawPapers(
    tx,
    actor,
    app,
    rows.map(({ id }) => id),
    await getReplacementPool(tx, app, row.examId),
  );
};

/** What the exam says of a candidate now: their violation, or nothing until they have sat again. */
const findingOf = ({ studentId, isCheat }: StoredRow<typeof ExamPaper>) =>
  isCheat === "1" ? ({ studentId, isCheat } as const) : { studentId, theoryScore: null };

/**
 * Where the exam was graded before, the grade follows at once: it says the violation; or it loses the score, and the exam goes back among those
 * that have ended, so that the new sitting can be sat and graded.
 */
export const followInGrade: Effect<typeof ExamPaper, PaperInput> = async (tx, actor, row, { reason }, app) => {
  const { status, testApplyId, gradeTime } = await getExamOf(tx, row.examId);
  if (!gradeTime) return;
  if (testApplyId) await enterExamScores(tx, actor, testApplyId, row.examId, [findingOf(row)]);
  if (status === "4" && row.isCheat !== "1")
    await transition(tx, actor, examLifecycle, "reopen", [row.examId], { reason }, app);
};
