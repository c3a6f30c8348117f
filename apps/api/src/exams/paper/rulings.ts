import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Rescored, examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { examStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { illegalState, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { enterExamScores } from "../../assessment/assessment.queries.ts";
import { getExamScores } from "../exam/exam.lifecycle.ts";
import { examScope } from "../exam/exam.scope.ts";
import { assertGradesOpen } from "../exam/open-grades.ts";
import { restateQuestions } from "../exam/question-statistics.ts";
import { type Edition, readEditions } from "./editions.ts";
import { rescorePaper } from "./marks.ts";

type Input = InputOf<typeof examCalls.rule>;

/**
 * Strikes a question or corrects its key, and marks all papers of the exam anew; where the exam was graded, their grades follow.
 * @returns the papers whose score changed
 * @throws NOT_FOUND, STATE_ILLEGAL before the exam has ended, GRADE_PUBLISHED, GRADE_CHECKED, FIELD_INVALID
 */
export async function ruleOn(tx: Tx, actor: Actor, input: Input, app: Services): Promise<Rescored[]> {
  const { examId, questionId, reason } = input;
  const exam = await lockRow(tx, Exam, examScope, actor, examId);
  if (exam.status !== "3" && exam.status !== "4")
    throw illegalState(examStatus, exam.status, "更正试题", "rule on a question");
  if (exam.testApplyId) await assertGradesOpen(tx, exam.testApplyId);
  const answer = input.ruling === "key" ? await readKey(tx, app, input) : null;
  if (input.ruling === "struck") await findEdition(tx, app, input);
  await tx
    .insertInto("examRuling")
    .values({ examId, questionId, ruling: input.ruling, answer, reason, createUser: actor.userId })
    .onConflict((row) =>
      row
        .columns(["examId", "questionId"])
        .doUpdateSet({ ruling: input.ruling, answer, reason, createUser: actor.userId }),
    )
    .execute();
  const changed = await rescoreAll(tx, actor, examId, questionId);
  await writeAudit(tx, actor, [
    {
      bizType: Exam.name,
      bizId: examId,
      action: "rule",
      opinion: reason,
      after: { questionId, ruling: input.ruling, answer, changed: changed.length },
    },
  ]);
  // Also while the exam is open again for a new sitting: the others have their scores.
  if (exam.gradeTime && exam.testApplyId)
    await enterExamScores(tx, actor, exam.testApplyId, examId, await getExamScores(tx, exam));
  await restateQuestions(tx, examId);
  return changed;
}

/** The question as the papers of the exam showed it. @throws FIELD_INVALID where none did */
async function findEdition(tx: Tx, app: Services, { examId, questionId }: Input): Promise<Edition> {
  const { rows } = await sql<{ questionId: string; edition: number }>`
    select a.question_id, a.edition from student_question a join exam_paper p on p.id = a.paper_id
    where p.exam_id = ${examId} and a.question_id = ${questionId} limit 1`.execute(tx);
  const [edition] = await readEditions(tx, app, rows);
  if (!edition) throw invalidField("questionId", "试题", "Question", "不在本场考试中", "is not in this exam");
  return edition;
}

/** The corrected key, its letters in their order. @throws FIELD_INVALID */
async function readKey(tx: Tx, app: Services, input: Input): Promise<string> {
  const { questionType, options } = await findEdition(tx, app, input);
  const key = options
    .map(({ letter }) => letter)
    .filter((letter) => (input.answer ?? "").toUpperCase().includes(letter))
    .join("");
  const isPossible = questionType === "2" ? key.length > 1 : key.length === 1;
  if (!isPossible || key.length !== (input.answer ?? "").replaceAll(/[^A-Za-z]/g, "").length)
    throw invalidField(
      "answer",
      "更正后的答案",
      "Corrected key",
      "不是本题可能的答案",
      "cannot be a key of the question",
    );
  return key;
}

/** Marks all papers with the question anew that were marked; the others are marked by the ruling when their grace has ended. */
async function rescoreAll(tx: Tx, actor: Actor, examId: string, questionId: string): Promise<Rescored[]> {
  const { rows } = await sql<{ id: string; examId: string; name: string; score: string | null }>`
    select p.id, p.exam_id, s.name, p.score from exam_paper p join trainee s on s.id = p.student_id
    where p.exam_id = ${examId} and p.status in ('2', '3') and p.score is not null and p.is_deleted = 0
      and exists (select from student_question a where a.paper_id = p.id and a.question_id = ${questionId})
    order by p.id for no key update of p`.execute(tx);
  const changed: Rescored[] = [];
  for (const { name, score: before, ...paper } of rows) {
    const after = await rescorePaper(tx, actor, paper);
    if (after !== before) changed.push({ paperId: paper.id, name, before, after });
  }
  return changed;
}
