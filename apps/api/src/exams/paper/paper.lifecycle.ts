import { type ExamPaperMove, examPaperMachine } from "@jipei/contract/exams/exam-paper.machine.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { Decimal } from "decimal.js";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { columns } from "../../core/entity/columns.ts";
import { type Effect, type Guard, lifecycle } from "../../core/entity/transition.ts";
import { fromEpoch, now, toEpoch } from "../../core/foundation/clock.ts";
import { Refusal, invalidValue, notPossible } from "../../core/foundation/refusal.ts";
import { paperScope } from "../exam/exam.scope.ts";
import { recordEvents } from "./events.ts";
import { getExamOf, getMarks, getMarksAtDeadline, rescorePaper } from "./marks.ts";
import { scorePaper } from "./score-paper.ts";
import { type PaperInput, followInGrade, gradeMayFollow, openReplacement } from "./void/void-paper.ts";

type Row = StoredRow<typeof ExamPaper>;

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
      guards: [gradeMayFollow],
      set: (_tx, _actor, _row, { reason, isCheat }) =>
        columns(ExamPaper, { voidReason: reason?.trim(), isCheat: isCheat === "1" ? "1" : "0" }),
      effects: [openReplacement, followInGrade],
    },
  },
});
