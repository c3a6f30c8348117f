import type { InputOf } from "@jipei/contract/core/call.ts";
import { StudentQuestion } from "@jipei/contract/exams/student-question.ts";
import type { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import { notify } from "../../notices/notices.queries.ts";
import { answerScope } from "../exam/exam.scope.ts";
import { mayObject } from "./marked-paper.ts";
import { lockOwnPaper } from "./own-paper.ts";

/** Where an answer stands: its exam, and the account of its candidate. */
async function getPlace(tx: Tx, paperId: string) {
  const { rows } = await sql<{ examName: string; examId: string; name: string; accountId: string | null }>`
    select e.exam_name, e.id as exam_id, s.name, s.account_id from exam_paper p join exam e on e.id = p.exam_id join trainee s on s.id = p.student_id
    where p.id = ${paperId}`.execute(tx);
  const place = rows[0];
  if (!place) throw new Refusal("NOT_FOUND");
  return place;
}

/** An objection to a question of one's own paper: once, and within the period. @throws NOT_FOUND, NOT_OWNER, PAPER_CLOSED, DUPLICATE */
export async function objectTo(
  tx: Tx,
  actor: Actor,
  { id, text }: InputOf<typeof studentQuestionCalls.object>,
): Promise<{ id: string }> {
  const answer = await lockRow(tx, StudentQuestion, answerScope, actor, id);
  await lockOwnPaper(tx, actor, answer.paperId);
  if (!(await mayObject(tx, answer.paperId))) throw new Refusal("PAPER_CLOSED");
  if (answer.objection) throw new Refusal("DUPLICATE", { field: StudentQuestion.fields.objection });
  await updateRow(tx, actor, StudentQuestion, id, { objection: text, objectionTime: now() });
  const { examName, examId, name } = await getPlace(tx, answer.paperId);
  await notify(tx, {
    to: { role: "clerk" },
    title: { zh: "考生对试题提出异议", en: "A candidate objects to a question" },
    text: {
      zh: `${examName}，${name}，第${answer.orderNo}题：${text}`,
      en: `${examName}, ${name}, question ${answer.orderNo}: ${text}`,
    },
    link: `/exam/analysis/${examId}`,
  });
  return { id };
}

/** The bureau's reply, which the candidate hears of. @throws NOT_FOUND, FIELD_INVALID without an objection */
export async function replyTo(
  tx: Tx,
  actor: Actor,
  { id, text }: InputOf<typeof studentQuestionCalls.reply>,
): Promise<{ id: string }> {
  const answer = await lockRow(tx, StudentQuestion, answerScope, actor, id);
  if (!answer.objection) throw invalidValue(StudentQuestion, "objection", "考生未提出异议", "was not made");
  await updateRow(tx, actor, StudentQuestion, id, { objectionReply: text, objectionReplyTime: now() });
  await writeAudit(tx, actor, [{ bizType: StudentQuestion.name, bizId: id, action: "reply", opinion: text }]);
  const { examName, accountId } = await getPlace(tx, answer.paperId);
  await notify(tx, {
    to: { accountId },
    kind: "mail",
    title: { zh: "试题异议已答复", en: "Your objection was answered" },
    text: {
      zh: `${examName}，第${answer.orderNo}题：${text}`,
      en: `${examName}, question ${answer.orderNo}: ${text}`,
    },
    link: `/stu/exam/paper/${answer.paperId}`,
  });
  return { id };
}
