import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import type { Tx } from "../../core/database/db.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { getExamOf, getPass } from "./paper.lifecycle.ts";
import type { Paper } from "./own-paper.ts";
import { scorePaper } from "./score-paper.ts";

/** Marks a paper again that was handed in. @returns its score, in points */
export async function rescorePaper(
  tx: Tx,
  actor: Actor,
  { id, examId }: Pick<Paper, "id" | "examId">,
): Promise<string> {
  const score = await scorePaper(tx, id);
  const { passScore } = await getExamOf(tx, examId);
  await updateRow(tx, actor, ExamPaper, id, { objectiveScore: score, score, isPass: getPass(score, passScore) });
  return score;
}
