import type { Question } from "@jipei/contract/exams/question.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StagedRow } from "../../core/excel/import/form-import.ts";
import type { RowIssue } from "../../core/excel/import/import-definition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { questionScope } from "./question.ts";
import { StemIndex } from "./similar-stems.ts";

/** Most questions of a course that a sheet is compared with, the newest first. */
const mostCompared = 20_000;
const similar = issue(
  "STEM_SIMILAR",
  "题干与另一题相近，请确认不是同一题",
  "The question is nearly the same as another one: confirm that it is not the same",
);

/** Questions of a sheet that are nearly the same as one of the bank, or as one above them. */
export async function findNearStems(
  tx: Tx,
  actor: Actor,
  rows: readonly StagedRow<typeof Question>[],
): Promise<RowIssue<"stem">[]> {
  const byCourse = Map.groupBy(rows, ({ input }) => input.courseId);
  const found: RowIssue<"stem">[] = [];
  for (const [courseId, ofCourse] of byCourse) {
    if (!courseId) continue;
    const index = new StemIndex();
    const { rows: known } = await sql<{ stem: string }>`
      select t.stem from question t where t.course_id = ${courseId} and t.is_deleted = 0 and ${questionScope(actor)} order by t.id desc limit ${mostCompared}`.execute(
      tx,
    );
    for (const { stem } of known) index.add(stem);
    for (const { line, input } of ofCourse) {
      if (!input.stem) continue;
      if (index.find(input.stem).length > 0) found.push({ row: line, field: "stem", issue: similar, isNotice: true });
      index.add(input.stem);
    }
  }
  return found;
}
