import { call } from "../core/call.ts";
import { payStatus, subsidyKind } from "../core/fields/codes.ts";
import { code, date, decimal, id, int, text, time } from "../core/fields/field.ts";
import { list, optional, record, rowShape } from "../core/fields/shape.ts";
import { objectionState } from "../subsidies/payment-objection.ts";
import { Student } from "../training/student.ts";

const lesson = record({
  lessonDate: date("上课日期", "Date", "required"),
  startTime: time("开始时间", "From", "required"),
  endTime: time("结束时间", "To", "required"),
  content: text(200, "授课内容", "Content", "required"),
  place: text(200, "地点", "Place"),
  className: text(100, "班级名称", "Class name", "required"),
  classId: id("班级", "Class", "required"),
});

const payment = record({
  lineId: id("补贴明细", "Claim row", "required"),
  applyNo: text(20, "申请编号", "Claim number"),
  className: text(100, "班级名称", "Class name"),
  orgName: text(100, "申领机构", "Claimed by"),
  subsidyKind: code(subsidyKind, "补贴种类", "Kind"),
  amount: decimal(10, 2, "金额", "Amount", "required", { unitZh: "元", unitEn: "yuan" }),
  payStatus: code(payStatus, "拨付状态", "Payment"),
  payDate: date("拨付日期", "Paid on"),
  objectionState: code(objectionState, "异议", "Objection"),
  objectionAnswer: text(500, "异议答复", "Answer to the objection"),
});

/** Everything a person wants to know on opening the product: next lesson, classes with attendance and results, payments in the own name. */
export const studentHome = call({
  name: "Student.home",
  method: "GET",
  path: "/api/zjgrsj-train/trainingManagement/trainInstitution/student/home",
  zh: "学员首页",
  en: "Student home",
  access: "train_student_view",
  audience: ["person"],
  output: record({
    /** Attendance needed for assessment and subsidy, in per cent. */
    attendanceMin: decimal(5, 2, "出勤率下限", "Attendance needed", "required"),
    pendingSignUps: int("待审核报名", "Sign-ups waiting", "required"),
    nextLesson: optional(lesson),
    classes: list(rowShape(Student), 100),
    payments: list(payment, 100),
  }),
});
