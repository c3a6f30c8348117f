import { attendMethod, attendStatus } from "../core/fields/codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, date, datetime, decimal, personLookup, ref, text } from "../core/fields/field.ts";

/** Presence of one student in one lesson; saved with its lesson. */
export const Attendance = entity(
  "Attendance",
  "考勤",
  "Attendance",
  {
    scheduleId: ref("Lesson", "课次", "Lesson", "computed", { always: true }),
    classId: ref("TrainingClass", "班级", "Class", "computed", {
      lookup: { via: "scheduleId", entity: "Lesson", of: "classId" },
    }),
    lessonDate: date("上课日期", "Date", "computed", {
      lookup: { via: "scheduleId", entity: "Lesson", of: "lessonDate" },
    }),
    studentId: ref("Student", "学员", "Student", "required"),
    studentName: personLookup("studentId", "Student", "学员姓名", "Student name"),
    attendStatus: code(attendStatus, "考勤状态", "Attendance", "required"),
    signInTime: datetime("签到时间", "Signed in"),
    signOutTime: datetime("签退时间", "Signed out"),
    countedHours: decimal(5, 2, "计入课时", "Counted hours", "computed", {
      unitZh: "课时",
      unitEn: "lesson hours",
      always: true,
    }),
    /** What the call names is checked and not believed: without a device that reports to the product, the server stores «manual». */
    attendMethod: code(attendMethod, "考勤方式", "Method", "required"),
    makeupReason: text(200, "补录原因", "Reason for the late entry"),
  },
  {
    title: "studentName",
    filters: ["scheduleId", "classId", "studentId", "lessonDate", "attendStatus"],
    order: ["scheduleId", "studentId"],
  },
);
export interface AttendanceRow extends Row<typeof Attendance> {}
