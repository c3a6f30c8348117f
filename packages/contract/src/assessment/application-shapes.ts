import { id, int, long, text, texts } from "../core/fields/field.ts";
import { list, optional, record } from "../core/fields/shape.ts";

/** What the calls of both sides' applications send and answer alike. */

/** A condition of the occupation and level assessed. */
export const condition = record({
  id: id("申报条件", "Condition", "required"),
  conditionNo: int("条件序号", "Number", "required"),
  conditionText: long("条件内容", "Condition", "required"),
});
/** Which of the conditions a candidate meets, as far as can be checked. */
export const met = texts(19, "符合的条件", "Conditions met", "computed");
/** Candidates that the bureau does not admit with the approval, and why. */
export const ineligible = optional(
  list(
    record({
      testId: text(19, "明细", "Row", "required"),
      reason: text(200, "不合格原因", "Reason", "required"),
    }),
    500,
  ),
);
export const eligibleQuery = record({
  classId: text(19, "班级", "Class", "required"),
  testKind: text(1, "考核类型", "Kind", "required"),
});
/** Members of a class, and why some may not be assessed. */
export const eligibleStudents = list(
  record({
    studentId: text(19, "学员", "Student", "required"),
    studentNo: text(24, "学号", "Student number"),
    name: text(50, "姓名", "Name", "required"),
    attendanceRate: text(10, "出勤率", "Attendance"),
    eligible: int("是否合格", "Eligible", "required"),
    message: text(500, "原因", "Reason"),
    messageEn: text(500, "英文原因", "Reason in English"),
  }),
);
