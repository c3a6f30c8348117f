import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { examStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { illegalState } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { openFile } from "../../core/http/download.ts";
import type { Route } from "../../core/http/implement.ts";
import { recordedFile } from "../../core/http/recorded-file.ts";
import { isDrawable } from "../../core/print/picture.ts";
import { attachmentById } from "../../files/files.queries.ts";
import { getKinds } from "../exam/blueprint.ts";
import { seeded } from "../exam/draws.ts";
import { readConductedExam } from "../exam/exam.ts";
import { readPool } from "../exam/pool.ts";
import { drawQuestions } from "../paper/draw.ts";
import { type Named, readEditions } from "../paper/editions.ts";
import { type PrintedPaper, type PrintedQuestion, drawPapers } from "./paper-pdf.ts";

/** Papers A and B of a published exam, drawn by its number, so that they are the same whenever they are printed. @throws NOT_FOUND, ROLE_DENIED, STATE_ILLEGAL for a draft */
export const printRoute: Route = recordedFile(examCalls.print, async (app, actor, { examId }) => {
  const exam = await readConductedExam(app.db, actor, examId);
  if (exam.status === "0") throw illegalState(examStatus, "0", "打印试卷", "print papers");
  const pool = await readPool(app.db, app, examId);
  const kinds = getKinds(exam);
  const papers: PrintedPaper[] = [];
  for (const name of ["A", "B"]) {
    const drawn = drawQuestions(pool, true, seeded(`${exam.examNo} ${name}`));
    const keys = await readKeys(app.db, drawn);
    const editions = await readEditions(app.db, app, drawn);
    const questions = editions.map(({ questionType, stem, options, attId }, index): PrintedQuestion => ({
      questionType,
      stem,
      options: questionType === "3" ? [] : options,
      points: kinds[questionType].points,
      picture: attId === null ? null : () => readPicture(app, attId),
      key: keys[index] ?? "",
    }));
    papers.push({ name, questions });
  }
  const { examName, examNo, duration, totalScore } = exam;
  // What lays formulas out is large, and few processes print.
  const { layOut } = await import("./formula-layout.ts");
  const body = drawPapers({ examName, examNo: examNo ?? "", duration, totalScore }, papers, layOut);
  return {
    name: `${examName}试卷.pdf`,
    body: Readable.from(body),
    inline: true,
    action: "print",
    entity: Exam,
    ids: [examId],
  };
});

/** A picture as far as it can be drawn. */
async function readPicture(app: Services, attId: string): Promise<Buffer | null> {
  const file = await attachmentById(app.db, attId);
  if (!file) return null;
  const bytes = await buffer(await openFile(app, file.storageKey));
  return (await isDrawable(bytes)) ? bytes : null;
}

/** The keys of editions, in their order; true or false in words. */
async function readKeys(db: Db, named: readonly Named[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select case when e.question_type <> '3' then e.answer when e.answer = 'A' then '对' else '错' end as key
    from unnest(${named.map(({ questionId }) => questionId)}::bigint[], ${named.map(({ edition }) => edition)}::integer[]) with ordinality as m (question_id, edition, place)
    join question_edition e on e.question_id = m.question_id and e.edition = m.edition order by m.place`.execute(db);
  return rows.map(({ key }) => key);
}
