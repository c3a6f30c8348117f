import { Question, questionCalls as calls } from "@jipei/contract/exams/question.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import { visible } from "../../../core/access/data-scope.ts";
import { writeAuditAlone } from "../../../core/entity/audit.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { sendFile } from "../../../core/http/download.ts";
import { type Route, raw } from "../../../core/http/implement.ts";
import { listPage } from "../../../core/list/list.ts";
import { optionsJson } from "../options-json.ts";
import { questionOptions, questionScope } from "../question.ts";
import { readPictures } from "./bank-pictures.ts";
import type { BankQuestion } from "./bank-question.ts";
import { toQtiPackage } from "./qti-package.ts";
import { toWordDocument } from "./word-document.ts";

/** The questions of a list, at most 5,000, with their keys, by course, knowledge point and kind. It stands in the history that they were taken out. */
async function readBank(app: Services, actor: Actor, query: ListQuery, kind: string): Promise<BankQuestion[]> {
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
  await writeAuditAlone(app, actor, [
    { bizType: Question.name, bizId: "0", action: "export", after: { kind, rows: rows.length } },
  ]);
  return rows.map(({ attId, ...row }) => ({ ...row, picture: (attId && pictures.get(attId)) || null }));
}

export const bankFileRoutes: Route[] = [
  raw(calls.exportWord, async (_request, reply, actor, query, app) => {
    const file = toWordDocument(await readBank(app, actor, query, "docx"));
    return sendFile(reply, file, "题库.docx");
  }),
  raw(calls.exportQti, async (_request, reply, actor, query, app) => {
    const file = toQtiPackage(await readBank(app, actor, query, "qti"));
    return sendFile(reply, file, "题库QTI.zip");
  }),
];
