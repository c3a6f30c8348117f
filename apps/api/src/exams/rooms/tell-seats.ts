import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Condition } from "../../core/database/sql.ts";
import { notify } from "../../notices/notices.queries.ts";

interface Seated {
  accountId: string;
  examName: string;
  roomName: string;
  place: string;
  seatNo: number;
  startTime: string;
  endTime: string;
}

/**
 * Tells candidates where and when they sit.
 * @param which condition on their papers (alias `p`); those that were started are told of nothing
 */
export async function tellSeats(tx: Tx, which: Condition, title: { zh: string; en: string }): Promise<void> {
  const { rows } = await sql<Seated>`
    select s.account_id, e.exam_name, r.room_name, r.place, p.seat_no, r.start_time, r.end_time
    from exam_paper p join exam e on e.id = p.exam_id join exam_room r on r.id = p.exam_room_id join trainee s on s.id = p.student_id
    where ${which} and p.status = '0' and p.is_deleted = 0 and s.account_id is not null order by p.id`.execute(tx);
  for (const { accountId, examName, roomName, place, seatNo, startTime, endTime } of rows) {
    const session = `${startTime.slice(0, 16)}–${endTime.slice(11, 16)}`;
    await notify(tx, {
      to: { accountId },
      title,
      text: {
        zh: `${examName}：${roomName} ${seatNo}号座位，${place}，${session}`,
        en: `${examName}: ${roomName}, seat ${seatNo}, ${place}, ${session}`,
      },
      link: "/stu/exam",
    });
  }
}
