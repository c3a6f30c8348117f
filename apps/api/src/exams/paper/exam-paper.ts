import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { StudentQuestion } from "@jipei/contract/exams/student-question.ts";
import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import type { sittingEvent } from "@jipei/contract/exams/exam-codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { letters } from "@jipei/contract/exams/question.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { getAudit } from "../../core/entity/audit.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { answerScope, paperScope } from "../exam/exam.scope.ts";
import { lockExamOf } from "./marks.ts";
import { examPaperLifecycle } from "./paper.lifecycle.ts";

/** Papers and their answers are evidence: nothing removes them. @throws DEPENDENCY_IN_USE */
const kept = async (): Promise<void> => {
  throw new Refusal("DEPENDENCY_IN_USE");
};

interface Happened {
  kind: CodeOf<typeof sittingEvent>;
  time: string;
  text: string | null;
  userName: string | null;
}

export const paperOptions = {
  entity: ExamPaper,
  resource: "exam_paper",
  scope: paperScope,
  beforeRemove: kept,
  detail: async (db: Db, actor: Actor, { id }: { id: string }) => ({
    auditList: actor.audience === "person" ? [] : await getAudit(db, actor, ExamPaper.name, id),
    events: actor.audience === "person" ? [] : await readEvents(db, id),
  }),
} satisfies CrudOptions<typeof ExamPaper>;

async function readEvents(db: Db, paperId: string): Promise<Happened[]> {
  const { rows } = await sql<Happened>`
    select v.kind, v.time, v.note as text, case when v.kind in ('extend', 'release', 'same', 'byEye', 'different') then u.name end as user_name
    from paper_event v left join account u on u.id = v.create_user where v.paper_id = ${paperId} and v.kind <> 'answer' order by v.id limit 1000`.execute(
    db,
  );
  return rows;
}

export const answerOptions = {
  entity: StudentQuestion,
  resource: "student_question",
  scope: answerScope,
  beforeRemove: kept,
} satisfies CrudOptions<typeof StudentQuestion>;

const options = letters
  .map(
    (letter) =>
      `case when e.option_${letter.toLowerCase()} is null then '' else E'\\n${letter}. ' || e.option_${letter.toLowerCase()} end`,
  )
  .join(" || ");
export const answerDerived: readonly DerivedField[] = [
  derived(
    StudentQuestion,
    "stemSnapshot",
    `select e.stem || ${options} from question_edition e where e.question_id = t.question_id and e.edition = t.edition`,
  ),
];

/** Whether a score is left out, or the one that stands. */
const isSame = (score: string | null | undefined, standing: string | null): boolean =>
  score == null || (standing !== null && new Decimal(score).eq(standing));

/**
 * Grades or voids a paper by the wanted state, which a score says by itself (states.md 9.2-5); without an id, grades all papers of an exam that
 * were handed in. What is sent as it stands stays as it is.
 * @throws FIELD_INVALID without paper and exam, STATE_ILLEGAL, what the moves refuse
 */
export async function submitPaper(
  tx: Tx,
  actor: Actor,
  { id, examId, status, score, isCheat, reason, version }: InputOf<typeof examPaperCalls.submit>,
  app: Services,
): Promise<OutputOf<typeof examPaperCalls.submit>> {
  if (id) {
    // The exam goes before the paper, as in its own moves: one that is graded at the same moment is graded or not, when its paper becomes void.
    if (status === "9") await lockExamOf(tx, id);
    const paper = await lockRow(tx, ExamPaper, paperScope, actor, id);
    const wanted = status ?? (score == null ? null : "3");
    if (wanted === null || (wanted === paper.status && isSame(score, paper.score))) return { id, graded: 0 };
    const move = wanted === "9" ? "void" : "grade";
    await transition(tx, actor, examPaperLifecycle, move, [id], { score, isCheat, reason, version }, app);
    return { id, graded: move === "grade" ? 1 : 0 };
  }
  if (!examId) throw invalidField("examId", "考试", "Exam", "不能为空", "is missing");
  const { rows } = await sql<{ id: string }>`
    select t.id from exam_paper t where t.exam_id = ${examId} and t.status = '2' and t.is_deleted = 0 and ${paperScope(actor)} order by t.id`.execute(
    tx,
  );
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await transition(tx, actor, examPaperLifecycle, "grade", ids, {}, app);
  return { id: null, graded: ids.length };
}
