import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { code, id, int, text } from "../core/fields/field.ts";
import { file, list, none, record, rowShape } from "../core/fields/shape.ts";
import { seatOrder } from "./exam-codes.ts";
import { ExamRoom, mostSeats } from "./exam-room.ts";

/** Rooms belong to their exam: who reads or changes it reads or changes them. */
const path = "/api/zjgrsj-train/trainingManagement/exam_room";
const resource = "exam";
const crud = crudCalls(ExamRoom, path, resource);

export const examRoomCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: rowShape(ExamRoom, { auditList: list(auditRecordShape) }) }),
  /** Distributes the papers of a published exam over its rooms, anew each time until the first one is started. */
  assignSeats: call({
    name: "ExamRoom.assignSeats",
    method: "POST",
    path: `${path}/assignSeats`,
    zh: "安排座位",
    en: "Assign seats",
    access: `${resource}_edit`,
    adds: "more",
    input: record({
      examId: id("考试", "Exam", "required"),
      order: code(seatOrder, "排座方式", "Order", "required"),
    }),
    output: record({
      seated: int("已安排", "Candidates seated", "required"),
      rooms: int("考场数", "Rooms", "required"),
    }),
  }),
  /** Moves one candidate to a free seat. */
  moveSeat: call({
    name: "ExamRoom.moveSeat",
    method: "POST",
    path: `${path}/moveSeat`,
    zh: "调整座位",
    en: "Move to another seat",
    access: `${resource}_edit`,
    adds: "more",
    input: record({
      paperId: id("答卷", "Paper", "required"),
      examRoomId: id("考场", "Room", "required"),
      seatNo: int("座位号", "Seat", "required", { min: 1, max: mostSeats }),
      reason: text(500, "原因", "Reason", "required"),
    }),
    output: none,
  }),
  /** For each room a sign-in sheet, a list for the door and labels of the seats. */
  print: call({
    name: "ExamRoom.print",
    method: "GET",
    path: `${path}/print`,
    zh: "打印考场资料",
    en: "Print room sheets",
    access: `${resource}_print`,
    input: record({ examId: id("考试", "Exam", "required") }),
    output: file("pdf"),
  }),
  export: exportCall(ExamRoom, path, resource),
};
