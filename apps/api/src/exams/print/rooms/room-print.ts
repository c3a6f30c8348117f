import { Readable } from "node:stream";
import { examStatus } from "@jipei/contract/core/fields/codes.ts";
import { maxPhotoBytes } from "@jipei/contract/core/fields/upload-rules.ts";
import { examRoomCalls } from "@jipei/contract/exams/exam-room.calls.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { createResponseMapper } from "../../../core/entity/to-response.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import { illegalState } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import type { Route } from "../../../core/http/implement.ts";
import { recordedFile } from "../../../core/http/recorded-file.ts";
import { readPhoto } from "../../../core/print/picture.ts";
import { readConductedExam } from "../../exam/exam.ts";
import { drawRooms } from "./rooms-pdf.ts";
import type { PrintedRoom, PrintedSeat } from "./sheet.ts";

/** The sheets of all rooms of an exam, the same whenever they are printed. @throws NOT_FOUND, ROLE_DENIED, STATE_ILLEGAL for a draft */
export const roomPrintRoute: Route = recordedFile(examRoomCalls.print, async (app, actor, { examId }) => {
  const { status, examName } = await readConductedExam(app.db, actor, examId);
  if (status === "0") throw illegalState(examStatus, status, "打印考场资料", "print room sheets");
  const rooms = await readRooms(app, actor, examId, examName);
  return {
    name: `${examName}考场资料.pdf`,
    body: Readable.from(drawRooms(examName, rooms)),
    inline: true,
    action: "print",
    entity: Exam,
    ids: [examId],
  };
});

interface Seated extends Omit<PrintedSeat, "photo"> {
  examRoomId: string;
  storageKey: string | null;
}

/** Rooms where somebody sits. */
async function readRooms(app: Services, actor: Actor, examId: string, examName: string): Promise<PrintedRoom[]> {
  const rooms = await app.db
    .selectFrom("examRoom")
    .select(["id", "roomName", "place", "startTime", "endTime", "invigilators"])
    .where("examId", "=", examId)
    .where("isDeleted", "=", 0)
    .orderBy("startTime")
    .orderBy("id")
    .execute();
  // A photo that is much too large for the sheet is left out.
  const { rows } = await sql<Seated>`
    select distinct on (p.exam_room_id, p.seat_no) p.exam_room_id, p.seat_no, s.name, s.student_no, s.id_number, a.storage_key
    from exam_paper p join trainee s on s.id = p.student_id
      left join document a on a.id = s.photo_att_id and a.is_deleted = 0 and a.file_size <= ${maxPhotoBytes} and a.file_type in ('jpg', 'jpeg', 'png')
    where p.exam_id = ${examId} and p.exam_room_id is not null and p.status <> '9' and p.is_deleted = 0
    order by p.exam_room_id, p.seat_no`.execute(app.db);
  const show = createResponseMapper(Student, actor, app.cipher, "list");
  const seats = await Promise.all(
    rows.map(async ({ examRoomId, storageKey, ...seat }) => ({
      ...show(seat),
      examRoomId,
      photo: storageKey ? await readPhoto(app.storage, storageKey) : null,
    })),
  );
  return rooms
    .map(({ id, ...room }) => ({ ...room, examName, seats: seats.filter(({ examRoomId }) => examRoomId === id) }))
    .filter((room) => room.seats.length > 0);
}
