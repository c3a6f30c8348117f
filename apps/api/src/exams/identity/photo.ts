import { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { sql } from "kysely";
import { readRow } from "../../core/database/rows.ts";
import { type Route, raw } from "../../core/http/implement.ts";
import { attachmentById, sendAttachment } from "../../files/files.queries.ts";
import { readConductedExam } from "../exam/exam.ts";
import { paperScope } from "../exam/exam.scope.ts";

/** Under this name the file is used by its paper. It is no field of it, so that the photo is read by `photoRoute` alone. */
export const photoField = "photoAttId";

/** Sends a photo of a candidate to those who conduct the exam; to no candidate, not even themselves. @throws NOT_FOUND, ROLE_DENIED */
export const photoRoute: Route = raw(identityCalls.photo, async (_request, reply, actor, { paperId, which }, app) => {
  const { examId } = await readRow(app.db, ExamPaper, paperScope, actor, paperId);
  await readConductedExam(app.db, actor, examId ?? "");
  const { rows } = await sql<{ taken: string | null; file: string | null }>`
      select p.photo_att_id as taken, s.photo_att_id as file from exam_paper p join trainee s on s.id = p.student_id
      where p.id = ${paperId}`.execute(app.db);
  const id = rows[0]?.[which];
  return sendAttachment(app, reply, id ? await attachmentById(app.db, id) : undefined);
});
