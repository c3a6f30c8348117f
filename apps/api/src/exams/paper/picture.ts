import { StudentQuestion } from "@jipei/contract/exams/student-question.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { readRow } from "../../core/database/rows.ts";
import { type Route, raw } from "../../core/http/implement.ts";
import { attachmentById, sendAttachment } from "../../files/files.queries.ts";
import { answerScope } from "../exam/exam.scope.ts";
import { readEditions } from "./editions.ts";

/** Sends the picture of a question to whoever may read the paper, since the bank itself is closed to candidates. @throws NOT_FOUND */
export const pictureRoute: Route = raw(studentQuestionCalls.picture, async (_request, reply, actor, { id }, app) => {
  const { questionId, edition } = await readRow(app.db, StudentQuestion, answerScope, actor, id);
  const [found] = await readEditions(app.db, app, [{ questionId: questionId ?? "", edition: edition ?? 0 }]);
  return sendAttachment(app, reply, found?.attId ? await attachmentById(app.db, found.attId) : undefined);
});
