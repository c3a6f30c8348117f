import { Question, questionCalls as calls } from "@jipei/contract/exams/question.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import { visible } from "../../../core/access/data-scope.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import type { Services } from "../../../core/foundation/services.ts";
import type { Route } from "../../../core/http/implement.ts";
import { type RecordedFile, recordedFile } from "../../../core/http/recorded-file.ts";
import { listPage } from "../../../core/list/list.ts";
import { optionsJson } from "../options-json.ts";
import { questionOptions, questionScope } from "../question.ts";
import { readPictures } from "./bank-pictures.ts";
import type { BankQuestion } from "./bank-question.ts";
import { toQtiPackage } from "./qti-package.ts";
import { toWordDocument } from "./word-document.ts";

/** The questions of a list, at most 5,000, with their keys, by course, knowledge point and kind. */
async function readBank(app: Services, actor: Actor, query: ListQuery): Promise<BankQuestion[]> {
  const { records } = await listPage(app, actor, Question, { ...query, current: 1, all: true }, questionOptions);
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<Omit<BankQuestion, "picture"> & { attId: string | null }>`
    with recursive place as (select id, name::text as name from question_classification where parent_id is null
      union all select c.id, p.name || '/' || c.name from question_classification c join place p on c.parent_id = p.id)
    select t.id, c.course_name, p.name as place, t.question_type, t.difficulty, t.stem, t.answer, t.analysis, t.att_id,
      ${optionsJson("t")} as options
    from question t join programme c on c.id = t.course_id join place p on p.id = t.classification_id
    where t.id = any(${ids}::bigint[]) and t.is_deleted = 0 and ${visible(Question, questionScope, actor)}
    order by c.course_name, t.course_id, p.name, t.question_type, t.id`.execute(app.db);
  const pictures = await readPictures(
    app,
    rows.flatMap(({ attId }) => attId ?? []),
  );
  return rows.map(({ attId, ...row }) => ({ ...row, picture: (attId && pictures.get(attId)) || null }));
}

const bankFile = (name: string, kind: string, questions: BankQuestion[], body: Buffer): RecordedFile => ({
  name,
  body,
  action: "export",
  entity: Question,
  after: { kind, rows: questions.length },
});

export const bankFileRoutes: Route[] = [
  recordedFile(calls.exportWord, async (app, actor, query) => {
    const questions = await readBank(app, actor, query);
    return bankFile("题库.docx", "docx", questions, toWordDocument(questions));
  }),
  recordedFile(calls.exportQti, async (app, actor, query) => {
    const questions = await readBank(app, actor, query);
    return bankFile("题库QTI.zip", "qti", questions, toQtiPackage(questions));
  }),
];
