import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { Candidate, examCalls } from "@jipei/contract/exams/exam.calls.ts";
import type { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { paperStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { lockRows, splitIds } from "../../core/database/rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { fromEpoch, now, toEpoch } from "../../core/foundation/clock.ts";
import { illegalState } from "../../core/foundation/refusal.ts";
import { paperScope } from "../exam/exam.scope.ts";
import { readConductedExam } from "../exam/exam.ts";
import { recordEvents } from "./events.ts";

/** Who answers, who is silent, who left the page. @throws NOT_FOUND, ROLE_DENIED */
export async function readRoom(
  db: Db,
  actor: Actor,
  { examId }: { examId: string },
): Promise<OutputOf<typeof examCalls.room>> {
  await readConductedExam(db, actor, examId);
  const { status } = await db.selectFrom("exam").select("status").where("id", "=", examId).executeTakeFirstOrThrow();
  const time = now();
  const { rows: candidates } = await sql<Candidate>`
    select p.id as paper_id, s.student_no, s.name, p.times_no, p.status, p.switch_count, p.deadline, p.extra_minutes, p.score,
      p.exam_room_id, r.room_name, p.seat_no, p.identity, (p.photo_att_id is not null)::integer as photo_taken, (s.photo_att_id is not null)::integer as photo_on_file,
      coalesce(q.answered, 0) as answered, coalesce(q.questions, 0) as questions, coalesce(v.moves, 0) as moves,
      floor(extract(epoch from ${time}::timestamptz - p.last_seen))::integer as silence
    from exam_paper p join trainee s on s.id = p.student_id left join exam_room r on r.id = p.exam_room_id
      left join lateral (select count(a.student_answer)::integer as answered, count(*)::integer as questions from student_question a where a.paper_id = p.id and a.is_deleted = 0) q on true
      left join lateral (select count(*)::integer as moves from paper_event e where e.paper_id = p.id and e.kind = 'moved') v on true
    where p.exam_id = ${examId} and p.is_deleted = 0 order by r.start_time, r.id, p.seat_no, s.student_no, p.times_no limit 5000`.execute(
    db,
  );
  const announcements = await db
    .selectFrom("examAnnouncement")
    .select(["createTime as time", "text"])
    .where("examId", "=", examId)
    .orderBy("id", "desc")
    .execute();
  return { serverTime: time, status, candidates, announcements };
}

/** @throws NOT_FOUND, ROLE_DENIED */
export async function announce(
  tx: Tx,
  actor: Actor,
  { examId, text }: InputOf<typeof examCalls.announce>,
): Promise<void> {
  await readConductedExam(tx, actor, examId);
  await tx.insertInto("examAnnouncement").values({ examId, text, createUser: actor.userId }).execute();
}

/** Locks papers of exams that the actor invigilates. @throws NOT_FOUND, NOT_OWNER, ROLE_DENIED, STATE_ILLEGAL for papers that were handed in */
async function lockOpenPapers(tx: Tx, actor: Actor, ids: string, zh: string, en: string) {
  const papers = await lockRows(tx, ExamPaper, paperScope, actor, splitIds(ids));
  for (const examId of new Set(papers.map((paper) => paper.examId))) await readConductedExam(tx, actor, examId);
  for (const { status } of papers)
    if (status !== "0" && status !== "1") throw illegalState(paperStatus, status, zh, en);
  return papers;
}

/** Gives candidates more time, with a reason. @throws as `lockOpenPapers` */
export async function extendTime(
  tx: Tx,
  actor: Actor,
  { ids, minutes, reason }: InputOf<typeof examPaperCalls.extend>,
): Promise<void> {
  for (const paper of await lockOpenPapers(tx, actor, ids, "延长时间", "add time")) {
    const deadline = paper.deadline && fromEpoch(toEpoch(paper.deadline) + minutes * 60_000);
    await updateRow(tx, actor, ExamPaper, paper.id, { extraMinutes: paper.extraMinutes + minutes, deadline });
    await recordEvents(tx, actor, paper, [{ kind: "extend", note: `+${minutes} ${reason}`.slice(0, 500) }]);
    await writeAudit(tx, actor, [
      { bizType: ExamPaper.name, bizId: paper.id, action: "extend", opinion: reason, after: { minutes } },
    ]);
  }
}

/** Closes the sitting on its device, so that the candidate goes on with another one. @throws as `lockOpenPapers` */
export async function releasePapers(
  tx: Tx,
  actor: Actor,
  { ids, reason }: InputOf<typeof examPaperCalls.release>,
): Promise<void> {
  for (const paper of await lockOpenPapers(tx, actor, ids, "解除设备占用", "release the device")) {
    await updateRow(tx, actor, ExamPaper, paper.id, { sessionId: null, sitting: paper.sitting + 1, lastSeq: 0 });
    await recordEvents(tx, actor, paper, [{ kind: "release", note: reason?.trim() }]);
    await writeAudit(tx, actor, [
      { bizType: ExamPaper.name, bizId: paper.id, action: "release", opinion: reason?.trim() || null },
    ]);
  }
}
