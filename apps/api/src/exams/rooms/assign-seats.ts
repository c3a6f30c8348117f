import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import { examStatus } from "@jipei/contract/core/fields/codes.ts";
import type { examRoomCalls } from "@jipei/contract/exams/exam-room.calls.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Condition } from "../../core/database/sql.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { candidatesOfExam } from "../exam/exam.scope.ts";
import { addMissingPapers, assertNobodyStarted } from "../paper/add-papers.ts";
import { lockExam } from "./exam-room.ts";
import { tellSeats } from "./tell-seats.ts";

type Order = InputOf<typeof examRoomCalls.assignSeats>["order"];
const orders: Readonly<Record<Order, Condition>> = { studentNo: sql`s.student_no, s.id`, random: sql`random()` };

/**
 * Gives every candidate of a published exam a seat: the rooms are filled one after the other. Whoever joined since gets a paper first; seats given
 * out before are given out anew. Of two calls at once, the second begins when the first has ended.
 * @throws NOT_FOUND, NOT_OWNER, ROLE_DENIED, STATE_ILLEGAL, EXAM_STARTED, EXAM_SEATS_SHORT
 */
export async function assignSeats(
  tx: Tx,
  actor: Actor,
  { examId, order }: InputOf<typeof examRoomCalls.assignSeats>,
  app: Services,
): Promise<OutputOf<typeof examRoomCalls.assignSeats>> {
  const { status } = await lockExam(tx, actor, examId);
  if (status !== "1" && status !== "2") throw illegalState(examStatus, status, "安排座位", "assign seats");
  await assertNobodyStarted(tx, examId);
  await addMissingPapers(tx, actor, app, examId);
  await assertEnough(tx, examId);
  await sql`update exam_paper set exam_room_id = null, seat_no = null where exam_id = ${examId} and is_deleted = 0`.execute(
    tx,
  );
  const { rows } = await sql<{ examRoomId: string }>`
    with seat as (
      select r.id as exam_room_id, n as seat_no, row_number() over (order by r.start_time, r.id, n) as place
      from exam_room r, generate_series(1, r.capacity) n where r.exam_id = ${examId} and r.is_deleted = 0
    ), sitter as (
      select p.id, row_number() over (order by ${orders[order]}) as place
      from exam t join trainee s on ${candidatesOfExam} join exam_paper p on p.exam_id = t.id and p.student_id = s.id and p.is_deleted = 0
      where t.id = ${examId}
    )
    update exam_paper p set exam_room_id = seat.exam_room_id, seat_no = seat.seat_no, version = p.version + 1, update_user = ${actor.userId}, update_time = now()
    from seat join sitter using (place) where p.id = sitter.id returning p.exam_room_id`.execute(tx);
  const seated = rows.length;
  const rooms = new Set(rows.map(({ examRoomId }) => examRoomId)).size;
  await writeAudit(tx, actor, [
    { bizType: Exam.name, bizId: examId, action: "assignSeats", after: { order, seated, rooms } },
  ]);
  await tellSeats(tx, sql`p.exam_id = ${examId}`, { zh: "考场座位安排", en: "Your seat in the exam" });
  return { seated, rooms };
}

/** @throws EXAM_SEATS_SHORT with how many seats are missing */
async function assertEnough(tx: Tx, examId: string): Promise<void> {
  const { rows } = await sql<{ n: number; seats: number }>`
    select (select count(*)::integer from exam t join trainee s on ${candidatesOfExam} where t.id = ${examId}) as n,
      (select coalesce(sum(r.capacity), 0)::integer from exam_room r where r.exam_id = ${examId} and r.is_deleted = 0) as seats`.execute(
    tx,
  );
  const { n, seats } = rows[0] ?? { n: 0, seats: 0 };
  if (seats < n) throw new Refusal("EXAM_SEATS_SHORT", { n, seats, missing: n - seats });
}
