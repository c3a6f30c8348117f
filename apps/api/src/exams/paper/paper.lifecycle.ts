import { type ExamPaperMove, examPaperMachine } from "@jipei/contract/exams/exam-paper.machine.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { columns } from "../../core/entity/columns.ts";
import { type Effect, type Guard, type MoveInput, lifecycle } from "../../core/entity/transition.ts";
import { fromEpoch, now, toEpoch } from "../../core/foundation/clock.ts";
import { Refusal, invalidValue, notPossible } from "../../core/foundation/refusal.ts";
import { paperScope } from "../exam/exam.scope.ts";
import { drawPapers } from "./draw.ts";
import { recordEvents } from "./events.ts";
import { getExamOf, getMarks, getMarksAtDeadline, rescorePaper } from "./marks.ts";
import { scorePaper } from "./score-paper.ts";

type Row = StoredRow<typeof ExamPaper>;
interface PaperInput extends MoveInput {
  /** The score that a marker enters; without subjective questions it is that of the server. */
  score?: string | null;
  isCheat?: "1" | "0" | null;
}

/** When a session ends; none where the candidate has no room. */
async function findSessionEnd(tx: Tx, { examRoomId }: Row): Promise<string | undefined> {
  if (!examRoomId) return undefined;
  const room = await tx.selectFrom("examRoom").select("endTime").where("id", "=", examRoomId).executeTakeFirst();
  return room?.endTime;
}

/** When a paper that starts now must be handed in: after its time, at the end of its session or of the exam at the latest, and what was added. */
async function getDeadline(
  tx: Tx,
  paper: Row,
  exam: { duration: number; endTime: string },
  start: string,
): Promise<string> {
  const { extraMinutes, isReplacement } = paper;
  const { duration } = exam;
  const endTime = (await findSessionEnd(tx, paper)) ?? exam.endTime;
  const full = toEpoch(start) + duration * 60_000;
  // A paper in place of a void one has its whole time, since its candidate lost some through no doing of theirs.
  const end = isReplacement ? full : Math.min(full, toEpoch(endTime));
  return fromEpoch(end + extraMinutes * 60_000);
}

/** Without subjective questions the score is what the server marked, or marks now. @throws FIELD_INVALID */
const scoreIsMarked: Guard<typeof ExamPaper, PaperInput> = async (tx, _actor, row, { score }) => {
  if (score && !new Decimal(score).eq(row.objectiveScore ?? (await scorePaper(tx, row.id))))
    throw invalidValue(
      ExamPaper,
      "score",
      "全部为客观题，须等于客观题得分",
      "must be the objective score, since all questions are objective",
    );
};

/** @throws IDENTITY_OPEN while the identity check is open, or was negative */
const identityIsConfirmed: Guard<typeof ExamPaper, PaperInput> = async (tx, _actor, { identity, studentId }) => {
  if (identity === null || identity === "2") return;
  const person = await tx.selectFrom("trainee").select("name").where("id", "=", studentId).executeTakeFirst();
  throw new Refusal("IDENTITY_OPEN", { name: person?.name ?? "" });
};

/** Time may have been added since the clock found the paper. @throws STATE_ILLEGAL before the deadline */
const deadlineHasPassed: Guard<typeof ExamPaper, PaperInput> = (_tx, _actor, { deadline }) => {
  if (deadline === null || deadline <= now()) return;
  throw notPossible({
    status: { zh: "未到截止时间", en: "not at its deadline" },
    action: { zh: "自动交卷", en: "be handed in by the clock" },
  });
};

/** A paper that is graded within the grace is marked now: late answers to it count no more. */
const markUnmarked: Effect<typeof ExamPaper, PaperInput> = async (tx, actor, row) => {
  if (row.score === null) await rescorePaper(tx, actor, row);
};

/** @throws GRADE_PUBLISHED */
const gradeIsOpen: Guard<typeof ExamPaper, PaperInput> = async (tx, _actor, row) => {
  const { testApplyId } = await getExamOf(tx, row.examId);
  if (!testApplyId) return;
  const { rows } = await sql`
    select from mark where test_apply_id = ${testApplyId} and student_id = ${row.studentId} and grade_status = '2' limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("GRADE_PUBLISHED");
};

/** A paper that is void for a fault is replaced by one new sitting, which is open until the exam is graded. */
const openReplacement: Effect<typeof ExamPaper, PaperInput> = async (tx, actor, row, _input, app) => {
  if (row.isCheat === "1") return;
  const { rows } = await sql<{ id: string }>`
    insert into exam_paper (exam_id, class_id, org_id, student_id, id_number_hash, times_no, extra_minutes, is_replacement, exam_room_id, seat_no, create_user, update_user)
    select p.exam_id, p.class_id, p.org_id, p.student_id, p.id_number_hash,
      (select max(o.times_no) + 1 from exam_paper o where o.exam_id = p.exam_id and o.student_id = p.student_id), p.extra_minutes, true, p.exam_room_id, p.seat_no, ${actor.userId}, ${actor.userId}
    from exam_paper p where p.id = ${row.id} returning id`.execute(tx);
  await drawPapers(
    tx,
    actor,
    app,
    rows.map(({ id }) => id),
    row.examId,
  );
};

export const examPaperLifecycle = lifecycle<ExamPaperMove, typeof ExamPaper, PaperInput>({
  machine: examPaperMachine,
  entity: ExamPaper,
  scope: paperScope,
  moves: {
    start: {
      set: async (tx, actor, row) => {
        const startTime = now();
        const exam = await getExamOf(tx, row.examId);
        return columns(ExamPaper, {
          startTime,
          deadline: await getDeadline(tx, row, exam, startTime),
          identity: exam.identityCheck === "1" ? "0" : null,
          sitting: 1,
          sessionId: actor.sessionId,
          lastSeen: startTime,
        });
      },
      effects: [(tx, actor, row) => recordEvents(tx, actor, row, [{ kind: "start" }])],
    },
    handIn: {
      set: async (tx, _actor, row) => columns(ExamPaper, { submitTime: now(), ...(await getMarks(tx, row)) }),
      effects: [(tx, actor, row) => recordEvents(tx, actor, row, [{ kind: "handIn" }])],
    },
    close: {
      guards: [deadlineHasPassed],
      set: async (tx, _actor, row) =>
        columns(ExamPaper, {
          submitTime: row.deadline ?? now(),
          isAuto: "1",
          ...(await getMarksAtDeadline(tx, row)),
        }),
      effects: [(tx, actor, row) => recordEvents(tx, actor, row, [{ kind: "deadline" }])],
    },
    grade: { guards: [scoreIsMarked, identityIsConfirmed], effects: [markUnmarked] },
    void: {
      guards: [gradeIsOpen],
      set: (_tx, _actor, _row, { reason, isCheat }) =>
        columns(ExamPaper, { voidReason: reason?.trim(), isCheat: isCheat === "1" ? "1" : "0" }),
      effects: [openReplacement],
    },
  },
});
