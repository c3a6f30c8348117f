import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { confirmStatus, lessonType } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { code, date, decimal, id, int, ref, text, time } from "../core/fields/field.ts";
import {
  changesShape,
  list,
  none,
  optional,
  pageShape,
  queryShape,
  record,
  rowShape,
  saveShape,
} from "../core/fields/shape.ts";
import { getPermission } from "../core/machine.ts";
import { type EnterpriseClassMove, enterpriseClassMachine } from "./enterprise-class.machine.ts";
import { EnterpriseClass } from "./enterprise-class.ts";
import { Attendance } from "./attendance.ts";
import { sheetParts } from "./lesson.ts";
import { lack, nextStep } from "./training-class.calls.ts";

const path = "/api/zjgrsj-train/trainingManagement/enterprise/class";
const resource = "enterprise_class";
const view = `${resource}_view`;
/** A lesson of an enterprise class. What the server works out may come back and is not taken. */
const lessonParts = {
  date: date("上课日期", "Date", "required"),
  start: time("开始时间", "From", "required"),
  end: time("结束时间", "To", "required"),
  hours: decimal(4, 1, "课时", "Hours", "optional", { unitZh: "课时", unitEn: "lesson hours" }),
  lessonType: code(lessonType, "课型", "Type"),
  content: text(200, "授课内容", "Content", "required"),
  /** By name, or a teacher of the institution that trains (`teacherId`). */
  teacher: text(50, "授课教师", "Teacher", "optional", { person: true }),
  teacherId: ref("Teacher", "承训机构教师", "Teacher of the training institution"),
  classroomId: ref("Classroom", "承训机构教室", "Classroom of the training institution"),
  onlineUrl: text(300, "线上地址", "Web address", "optional", { format: "url" }),
};
const schedule = record({
  scheduleId: id("课次", "Lesson"),
  ...lessonParts,
  isHeld: code(yesNo, "是否已上", "Held"),
});
export type Schedule = NonNullable<(typeof schedule)["$value"]>;
/** The whole timetable of a draft: lessons that are not in it are removed. */
const withSchedules = { schedules: optional(list(schedule, 2000)) };

const staffSheet = record({ ...sheetParts, schedules: list(schedule, 2000) });
export type StaffSheet = NonNullable<(typeof staffSheet)["$value"]>;

const whole = rowShape(EnterpriseClass, {
  schedules: list(schedule, 2000),
  auditList: list(auditRecordShape),
  nextStep: optional(nextStep),
});
/** A class as its detail call gives it. */
export type WholeEnterpriseClass = NonNullable<(typeof whole)["$value"]>;
const saved = record({ id: id("主键", "Id", "required") });
const moves = Object.keys(enterpriseClassMachine.actions) as EnterpriseClassMove[];

const crud = crudCalls(EnterpriseClass, path, resource);
export const enterpriseClassCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: whole }),
  /** A draft, new or returned. */
  save: call({
    name: "EnterpriseClass.save",
    method: "POST",
    path: `${path}/save`,
    zh: "保存企业培训班",
    en: "Save an enterprise class",
    access: [`${resource}_add`, `${resource}_edit`],
    audience: ["enterprise"],
    input: saveShape(EnterpriseClass, withSchedules),
    output: saved,
  }),
  /** Saves and submits; with `confirmStatus` the state that the class shall have: a draft is saved alone, the bureau approves, returns or voids. */
  submit: call({
    name: "EnterpriseClass.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "提交企业培训班",
    en: "Submit an enterprise class",
    access: [
      `${resource}_add`,
      `${resource}_edit`,
      ...moves.map((move) => getPermission(enterpriseClassMachine, move)),
    ],
    input: saveShape(EnterpriseClass, {
      ...withSchedules,
      confirmStatus: code(confirmStatus, "目标状态", "Wanted state"),
      reason: text(500, "原因", "Reason"),
    }),
    output: saved,
  }),
  /** Everything that prevents a submission, without submitting. */
  checkCommit: call({
    name: "EnterpriseClass.checkCommit",
    method: "GET",
    path: `${path}/checkCommit`,
    zh: "提交前检查",
    en: "Check before submission",
    access: `${resource}_commit`,
    input: byId,
    output: list(lack),
  }),
  getClass: call({
    name: "EnterpriseClass.getClass",
    method: "GET",
    path: `${path}/getClass`,
    zh: "企业培训班列表",
    en: "Enterprise classes",
    access: view,
    input: queryShape(EnterpriseClass),
    output: pageShape(rowShape(EnterpriseClass)),
  }),
  /** Approved classes with the number of their investigations. */
  getClassAndInvestigate: call({
    name: "EnterpriseClass.getClassAndInvestigate",
    method: "GET",
    path: `${path}/getClassAndInvestigate`,
    zh: "企业培训班及调查",
    en: "Enterprise classes with their investigations",
    access: view,
    input: queryShape(EnterpriseClass),
    output: pageShape(
      rowShape(EnterpriseClass, {
        investigateCount: int("调查次数", "Investigations", "required"),
        verifiedCount: int("已核实调查", "Verified investigations", "required"),
      }),
    ),
  }),
  getClassByNo: call({
    name: "EnterpriseClass.getClassByNo",
    method: "GET",
    path: `${path}/getClassByNo`,
    zh: "按编号查询企业培训班",
    en: "Enterprise class by its number",
    access: view,
    input: record({ classNo: text(20, "班级编号", "Class number", "required") }),
    output: whole,
  }),
  /** A lesson of an approved class is put elsewhere, some days ahead; what is left out stays as it is. */
  moveLesson: call({
    name: "EnterpriseClass.moveLesson",
    method: "POST",
    path: `${path}/moveLesson`,
    zh: "企业培训班调课",
    en: "Move a lesson of an enterprise class",
    access: `${resource}_edit`,
    audience: ["enterprise"],
    input: changesShape({
      scheduleId: id("课次", "Lesson", "required"),
      ...lessonParts,
      changeReason: text(200, "调课原因", "Reason for the change", "required"),
    }),
    output: none,
  }),
  /** Who was in which lesson, with hours and rates. */
  attendanceSheet: call({
    name: "EnterpriseClass.attendanceSheet",
    method: "GET",
    path: `${path}/attendanceSheet`,
    zh: "企业培训班考勤表",
    en: "Attendance sheet of an enterprise class",
    access: "attendance_view",
    audience: ["bureau", "enterprise"],
    input: record({ classId: id("班级", "Class", "required") }),
    output: staffSheet,
  }),
  /** The attendance taken in a lesson, which makes it held. */
  saveAttendance: call({
    name: "EnterpriseClass.saveAttendance",
    method: "POST",
    path: `${path}/saveAttendance`,
    zh: "登记企业培训班考勤",
    en: "Take attendance in an enterprise class",
    access: ["attendance_add", "attendance_edit"],
    audience: ["bureau", "enterprise"],
    input: record({
      scheduleId: id("课次", "Lesson", "required"),
      attendanceList: list(saveShape(Attendance), 1000),
      reason: text(200, "原因", "Reason"),
    }),
    output: none,
  }),
  export: exportCall(EnterpriseClass, path, resource),
};
