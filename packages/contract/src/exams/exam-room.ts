import { type Row, entity } from "../core/entity.ts";
import { datetime, int, lookup, ref, text } from "../core/fields/field.ts";

/** Greatest number of seats in a room. */
export const mostSeats = 500;

/** A room in which candidates of an exam sit, at a time of its own within that of the exam: its session. */
export const ExamRoom = entity(
  "ExamRoom",
  "考场",
  "Exam room",
  {
    examId: ref("Exam", "考试", "Exam", "required"),
    examName: lookup("examId", "Exam", "examName", "考试名称", "Exam"),
    roomName: text(50, "考场名称", "Room", "required"),
    place: text(100, "考场地点", "Place", "required"),
    /** Left out: those of the exam. */
    startTime: datetime("场次开始", "Session starts", "required", { default: "" }),
    endTime: datetime("场次结束", "Session ends", "required", { default: "" }),
    capacity: int("座位数", "Seats", "required", { min: 1, max: mostSeats }),
    seated: int("已安排", "Seats taken", "computed", { derived: true }),
    invigilators: text(200, "监考人员", "Invigilators"),
  },
  {
    idName: "examRoomId",
    title: "roomName",
    filters: ["examId", "roomName", "place", "startTime"],
    sorts: ["startTime"],
    order: ["startTime"],
    openTo: { person: ["roomName", "place", "startTime", "endTime"] },
  },
);
export interface ExamRoomRow extends Row<typeof ExamRoom> {}
