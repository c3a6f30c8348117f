import type { InputOf } from "@jipei/contract/core/call.ts";
import { paperStatus } from "@jipei/contract/core/fields/codes.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import type { examRoomCalls } from "@jipei/contract/exams/exam-room.calls.ts";
import { ExamRoom } from "@jipei/contract/exams/exam-room.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { lockRow, readRow } from "../../core/database/rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { illegalState, invalidValue } from "../../core/foundation/refusal.ts";
import { paperScope } from "../exam/exam.scope.ts";
import { lockExam } from "./exam-room.ts";
import { tellSeats } from "./tell-seats.ts";

/**
 * Moves one candidate to a free seat, with a reason. A paper that is being answered keeps its deadline.
 * @throws NOT_FOUND, NOT_OWNER, ROLE_DENIED, STATE_ILLEGAL for a paper that was handed in, FIELD_INVALID, SEAT_TAKEN
 */
export async function moveSeat(
  tx: Tx,
  actor: Actor,
  { paperId, examRoomId, seatNo, reason }: InputOf<typeof examRoomCalls.moveSeat>,
): Promise<void> {
  const { examId } = await readRow(tx, ExamPaper, paperScope, actor, paperId);
  await lockExam(tx, actor, examId ?? "");
  const { status, examRoomId: oldRoom, seatNo: oldSeat } = await lockRow(tx, ExamPaper, paperScope, actor, paperId);
  if (status !== "0" && status !== "1") throw illegalState(paperStatus, status, "调整座位", "change the seat");
  const room = await tx
    .selectFrom("examRoom")
    .select(["capacity", "endTime"])
    .where("id", "=", examRoomId)
    .where("examId", "=", examId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!room) throw invalidValue(ExamPaper, "examRoomId", "不是本场考试的考场", "is no room of this exam");
  if (room.endTime <= now()) throw invalidValue(ExamRoom, "endTime", "场次已结束", "has passed");
  if (seatNo > room.capacity)
    throw invalidValue(ExamPaper, "seatNo", `该考场共${room.capacity}个座位`, `is beyond the ${room.capacity} seats`);
  await updateRow(tx, actor, ExamPaper, paperId, { examRoomId, seatNo });
  await writeAudit(tx, actor, [
    {
      bizType: ExamPaper.name,
      bizId: paperId,
      action: "moveSeat",
      opinion: reason.trim(),
      before: { examRoomId: oldRoom, seatNo: oldSeat },
      after: { examRoomId, seatNo },
    },
  ]);
  await tellSeats(tx, sql`p.id = ${paperId}`, { zh: "座位调整", en: "Your seat has changed" });
}
