import type { InputOf } from "@jipei/contract/core/call.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import type { OpenPaper, PaperQuestion } from "@jipei/contract/exams/sitting.ts";
import type { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Scores, getPoints } from "../exam/blueprint.ts";
import { assessmentStands, candidatesOfExam } from "../exam/exam.scope.ts";
import { readPool } from "../exam/pool.ts";
import { takeFreeSeat } from "../rooms/free-seat.ts";
import { drawPapers } from "./draw.ts";
import { inOrder, readEditions } from "./editions.ts";
import { recordEvents } from "./events.ts";
import { type Paper, isOver } from "./own-paper.ts";
import { examPaperLifecycle } from "./paper.lifecycle.ts";
import { getSittingKey, getState } from "./sitting.ts";

interface SatExam extends Scores {
  id: string;
  examName: string;
  status: string;
  startTime: string;
  endTime: string;
  maxTimes: number;
  totalScore: string;
  passScore: string;
  studentId: string;
  name: string;
  /** False once its assessment was called off. */
  stands: boolean;
}

/** A published exam of the person, and who they are in its class. @throws NOT_FOUND */
async function readExam(tx: Tx, actor: Actor, examId: string): Promise<SatExam> {
  const { rows } = await sql<SatExam>`
    select t.id, t.exam_name, t.status, t.start_time, t.end_time, t.max_times, t.total_score, t.pass_score, t.single_score, t.multi_score, t.judge_score,
      s.id as student_id, s.name, ${assessmentStands} as stands
    from exam t join trainee s on s.id_number_hash = ${actor.idNumberHash} and ${candidatesOfExam}
    where t.id = ${examId} and t.status not in ('0', '9') and t.is_deleted = 0`.execute(tx);
  if (!rows[0]) throw new Refusal("NOT_FOUND");
  return rows[0];
}

/** The person's papers of an exam, locked: of two calls at once, the second waits for the first, and a start for whoever voids the exam. */
async function lockPapers(tx: Tx, actor: Actor, examId: string): Promise<Paper[]> {
  const { rows } = await sql<Paper>`
    select * from exam_paper where exam_id = ${examId} and id_number_hash = ${actor.idNumberHash} and is_deleted = 0 order by times_no for no key update`.execute(
    tx,
  );
  return rows;
}

/**
 * Adds a paper for a candidate who has none that could be started, at their seat of before or the next free one.
 * @returns its id; null where another call of the same person was first, or the exam has become void @throws EXAM_TIMES
 */
async function addPaper(
  tx: Tx,
  actor: Actor,
  exam: SatExam,
  papers: readonly Paper[],
  app: Services,
): Promise<string | null> {
  if (papers.filter(({ status }) => status !== "9").length >= exam.maxTimes) throw new Refusal("EXAM_TIMES");
  // A paper void for a violation is replaced by none.
  if (papers.some(({ isCheat }) => isCheat === "1")) throw new Refusal("EXAM_TIMES");
  const last = papers.at(-1);
  const seat = last ?? (await takeFreeSeat(tx, exam.id, exam.name));
  const { rows } = await sql<{ id: string }>`
    insert into exam_paper (exam_id, class_id, org_id, student_id, id_number_hash, times_no, exam_room_id, seat_no, create_user, update_user)
    select t.id, t.class_id, t.org_id, ${exam.studentId}, ${actor.idNumberHash}, ${(last?.timesNo ?? 0) + 1}, ${seat?.examRoomId}, ${seat?.seatNo}, ${actor.userId}, ${actor.userId}
    from exam t where t.id = ${exam.id} and t.status <> '9' for share of t on conflict do nothing returning id`.execute(
    tx,
  );
  const [added] = rows;
  if (!added) return null;
  await drawPapers(tx, actor, app, [added.id], await readPool(tx, app, exam.id));
  return added.id;
}

/** Whether a paper may be started: while the exam is open; one in place of a void paper also later, until the exam is graded. */
const mayStart = ({ status, startTime, endTime, stands }: SatExam, waiting: Paper | undefined): boolean => {
  const time = now();
  if (!stands || time < startTime || status === "4") return false;
  return time < endTime || waiting?.isReplacement === true;
};

/**
 * Whether the session of a paper's room is open; one in place of a void paper may be started after it too. Without a room the exam alone decides.
 * @param known the paper, where it was read before
 */
async function isInSession(tx: Tx, paperId: string, known: Paper | undefined): Promise<boolean> {
  if (known && known.examRoomId === null) return true;
  const time = now();
  const { rows } = await sql<{ isOpen: boolean | null }>`
    select r.start_time <= ${time} and (r.end_time > ${time} or p.is_replacement) as is_open
    from exam_paper p left join exam_room r on r.id = p.exam_room_id where p.id = ${paperId}`.execute(tx);
  return rows[0]?.isOpen ?? true;
}

/**
 * Starts a paper of an exam, or opens the started one again with the same questions, answers and deadline (states.md 9.2-1). Each opening
 * is a sitting of its own, so that an earlier tab or device can write no more.
 * @throws NOT_FOUND, EXAM_CLOSED, EXAM_TIMES, PAPER_CLOSED, PAPER_ELSEWHERE
 */
export async function openPaper(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof studentQuestionCalls.getQuestion>,
  app: Services,
): Promise<OpenPaper> {
  const examId = input.examId ?? input.id;
  if (!examId) throw invalidField("examId", Exam.zh, Exam.en, "不能为空", "is missing");
  const papers = await lockPapers(tx, actor, examId);
  // Read after the lock, so that whoever waited here for the exam to become void finds it so.
  const exam = await readExam(tx, actor, examId);
  const openOne = (own: readonly Paper[]) => open(tx, actor, exam, own, input.takeOver === "1", app);
  // Of two calls at once for a person without a paper, the second finds that of the first.
  const paper = (await openOne(papers)) ?? (await openOne(await lockPapers(tx, actor, examId)));
  if (!paper) throw new Refusal("NOT_FOUND");
  return toOpenPaper(tx, actor, app, exam, paper);
}

/** Opens the paper that is being answered, or starts one. @returns null where another call of the same person added one first @throws as openPaper */
async function open(
  tx: Tx,
  actor: Actor,
  exam: SatExam,
  papers: readonly Paper[],
  takesOver: boolean,
  app: Services,
): Promise<Paper | null> {
  const answering = papers.find(({ status }) => status === "1");
  // The clock hands it in within a minute, whatever becomes of this call.
  if (answering && isOver(answering)) throw new Refusal("PAPER_CLOSED");
  return answering ? reopen(tx, actor, answering, takesOver) : start(tx, actor, exam, papers, app);
}

/** @returns as `open` @throws EXAM_CLOSED, EXAM_TIMES */
async function start(
  tx: Tx,
  actor: Actor,
  exam: SatExam,
  papers: readonly Paper[],
  app: Services,
): Promise<Paper | null> {
  const waiting = papers.find(({ status }) => status === "0");
  if (!mayStart(exam, waiting)) throw new Refusal("EXAM_CLOSED");
  const id = waiting?.id ?? (await addPaper(tx, actor, exam, papers, app));
  if (!id) return null;
  if (!(await isInSession(tx, id, waiting))) throw new Refusal("EXAM_CLOSED");
  const [started] = await transition(tx, actor, examPaperLifecycle, "start", [id], {}, app);
  if (!started) throw new Refusal("NOT_FOUND");
  return started;
}

/** A new sitting of a paper: on the same device as it is, on another one by choice or once it was released. @throws PAPER_ELSEWHERE */
async function reopen(tx: Tx, actor: Actor, paper: Paper, takesOver: boolean): Promise<Paper> {
  const isElsewhere = paper.sessionId !== null && paper.sessionId !== actor.sessionId;
  if (isElsewhere && !takesOver) throw new Refusal("PAPER_ELSEWHERE");
  const opened = await updateRow(tx, actor, ExamPaper, paper.id, {
    sitting: paper.sitting + 1,
    sessionId: actor.sessionId,
    lastSeq: 0,
    lastSeen: now(),
  });
  await recordEvents(tx, actor, opened, [{ kind: paper.sessionId === actor.sessionId ? "resume" : "moved" }]);
  return opened;
}

interface StoredQuestion {
  id: string;
  questionId: string;
  edition: number;
  orderNo: number;
  optionOrder: string | null;
  studentAnswer: string | null;
}

async function toOpenPaper(tx: Tx, actor: Actor, app: Services, exam: SatExam, paper: Paper): Promise<OpenPaper> {
  const { rows } = await sql<StoredQuestion>`
    select id, question_id, edition, order_no, option_order, student_answer from student_question
    where paper_id = ${paper.id} and is_deleted = 0 order by order_no`.execute(tx);
  const editions = await readEditions(tx, app, rows);
  const points = getPoints(exam);
  return {
    paperId: paper.id,
    examId: exam.id,
    examName: exam.examName,
    name: actor.name,
    timesNo: paper.timesNo,
    totalScore: exam.totalScore,
    passScore: exam.passScore,
    sitting: paper.sitting,
    key: getSittingKey(app, paper.id, paper.sitting),
    lastSeq: paper.lastSeq,
    state: await getState(tx, paper, paper.sitting),
    questions: rows.flatMap(({ id, orderNo, optionOrder, studentAnswer }, index): PaperQuestion[] => {
      const edition = editions[index];
      if (!edition) return [];
      const { questionType, stem, attId } = edition;
      return [
        {
          id,
          orderNo,
          questionType,
          points: points[questionType],
          stem,
          options: inOrder(edition, optionOrder),
          attId,
          studentAnswer,
        },
      ];
    }),
  };
}
