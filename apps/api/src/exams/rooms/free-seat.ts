import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { now } from "../../core/foundation/clock.ts";
import { notify } from "../../notices/notices.queries.ts";

export interface FreeSeat {
  examRoomId: string;
  seatNo: number;
}

/**
 * The next free seat for somebody who joins an exam whose seats are given out: in a room whose session is open, else in a later one. Where none is
 * left they sit without, and the clerk is told. Locks the exam, so that two who join at once get two seats.
 */
export async function takeFreeSeat(tx: Tx, examId: string, name: string): Promise<FreeSeat | null> {
  const seated =
    await sql`select from exam_paper where exam_id = ${examId} and exam_room_id is not null and is_deleted = 0 limit 1`.execute(
      tx,
    );
  if (seated.rows.length === 0) return null;
  const { rows: exams } = await sql<{
    examName: string;
  }>`select exam_name from exam where id = ${examId} for no key update`.execute(tx);
  const { rows } = await sql<FreeSeat>`
    select r.id as exam_room_id, n as seat_no from exam_room r, generate_series(1, r.capacity) n
    where r.exam_id = ${examId} and r.is_deleted = 0 and r.end_time > ${now()}
      and not exists (select from exam_paper p where p.exam_room_id = r.id and p.seat_no = n and p.status <> '9' and p.is_deleted = 0)
    order by r.start_time, r.id, n limit 1`.execute(tx);
  if (rows[0]) return rows[0];
  const examName = exams[0]?.examName ?? "";
  await notify(tx, {
    to: { role: "clerk" },
    title: { zh: "考场座位已满", en: "No seat is left" },
    text: { zh: `${examName}：${name}没有座位`, en: `${examName}: ${name} has no seat` },
    link: "/exam/index",
  });
  return null;
}
