import { type Row, entity } from "../core/entity.ts";
import { paperStatus } from "../core/fields/codes.ts";
import { code, datetime, decimal, int, lookup, personLookup, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { identityState } from "./exam-codes.ts";

const points = { min: 0, max: 100, unitZh: "分", unitEn: "points" } as const;

/** One candidate's sitting of an exam. */
export const ExamPaper = entity(
  "ExamPaper",
  "答卷",
  "Paper",
  {
    examId: ref("Exam", "考试", "Exam", "computed", { always: true }),
    examName: lookup("examId", "Exam", "examName", "考试名称", "Exam"),
    classId: ref("TrainingClass", "班级", "Class", "computed", { always: true }),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    studentId: ref("Student", "学员", "Student", "computed", { always: true }),
    studentNo: lookup("studentId", "Student", "studentNo", "学号", "Student number"),
    name: personLookup("studentId", "Student", "姓名", "Name"),
    examRoomId: ref("ExamRoom", "考场", "Exam room", "computed"),
    roomName: lookup("examRoomId", "ExamRoom", "roomName", "考场名称", "Room"),
    seatNo: int("座位号", "Seat", "computed", { name: true }),
    timesNo: int("第几次", "Attempt", "computed", { always: true }),
    startTime: datetime("开考时间", "Started", "computed"),
    deadline: datetime("截止时间", "Deadline", "computed"),
    submitTime: datetime("交卷时间", "Handed in", "computed"),
    isAuto: code(yesNo, "自动交卷", "Handed in by the clock", "computed", { always: true }),
    objectiveScore: decimal(5, 2, "客观题得分", "Objective score", "computed", points),
    score: decimal(5, 2, "得分", "Score", "computed", points),
    isPass: code(yesNo, "是否及格", "Passed", "computed"),
    switchCount: int("切屏次数", "Left the page", "computed", { always: true, unitZh: "次", unitEn: "times" }),
    /** Minutes beyond the time of the others, also beyond the end of the exam. */
    extraMinutes: int("延长时间", "Time added", "computed", { always: true, unitZh: "分钟", unitEn: "minutes" }),
    /** None where the exam asks for no check. */
    identity: code(identityState, "身份核验", "Identity check", "computed"),
    isCheat: code(yesNo, "是否违纪", "Violation", "computed", { always: true }),
    voidReason: text(500, "作废原因", "Reason", "computed"),
    status: code(paperStatus, "答卷状态", "State", "computed", { always: true }),
  },
  {
    idName: "paperId",
    title: "name",
    filters: [
      "examId",
      "examName",
      "classId",
      "className",
      "name",
      "status",
      "isPass",
      "switchCount",
      "examRoomId",
      "roomName",
      "seatNo",
      "identity",
    ],
    sorts: ["seatNo", "score", "submitTime", "startTime", "switchCount"],
    order: ["-score", "submitTime"],
  },
);
export interface ExamPaperRow extends Row<typeof ExamPaper> {}
