import { ExamRoom } from "@jipei/contract/exams/exam-room.ts";
import type { Exam } from "@jipei/contract/exams/exam.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { toEpoch } from "../../core/foundation/clock.ts";
import { invalidValue } from "../../core/foundation/refusal.ts";

type ExamTimes = Pick<StoredRow<typeof Exam>, "id" | "startTime" | "endTime" | "duration">;

/** A session lies within its exam and is as long as a paper. @throws FIELD_INVALID */
export function assertSession(
  { startTime, endTime }: Pick<StoredRow<typeof ExamRoom>, "startTime" | "endTime">,
  exam: ExamTimes,
): void {
  if (startTime < exam.startTime || startTime >= exam.endTime)
    throw invalidValue(ExamRoom, "startTime", "须在考试起止时间内", "is not within the exam");
  if (endTime > exam.endTime || endTime <= startTime)
    throw invalidValue(
      ExamRoom,
      "endTime",
      "须晚于场次开始且不晚于考试结束",
      "is not between the start and the end of the exam",
    );
  if (toEpoch(endTime) - toEpoch(startTime) < exam.duration * 60_000)
    throw invalidValue(ExamRoom, "endTime", "场次短于考试时长", "makes the session shorter than a paper");
}

/**
 * Rooms of a draft follow its times: those with the session of the whole exam take the new one, the others must still fit.
 * @throws FIELD_INVALID
 */
export async function followTimes(tx: Tx, exam: ExamTimes, old: ExamTimes): Promise<void> {
  await sql`
    update exam_room set start_time = ${exam.startTime}, end_time = ${exam.endTime}
    where exam_id = ${exam.id} and start_time = ${old.startTime} and end_time = ${old.endTime} and is_deleted = 0`.execute(
    tx,
  );
  const rooms = await tx
    .selectFrom("examRoom")
    .select(["startTime", "endTime"])
    .where("examId", "=", exam.id)
    .where("isDeleted", "=", 0)
    .execute();
  for (const room of rooms) assertSession(room, exam);
}
