import { call, crudCalls } from "../core/call.ts";
import { attendStatus, lessonType } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, date, datetime, decimal, id, int, lookup, personLookup, ref, text, time } from "../core/fields/field.ts";
import {
  draftShape,
  list,
  optional,
  pageShape,
  queryShape,
  record,
  rowShape,
  saveShape,
} from "../core/fields/shape.ts";
import { Attendance } from "./attendance.ts";
import { lessonPattern, patternPreview } from "./lesson-pattern.ts";

/** Fields that participants of a lesson see. */
const attended = [
  "classId",
  "className",
  "lessonDate",
  "startTime",
  "endTime",
  "hours",
  "lessonType",
  "teacherName",
  "assistTeacherName",
  "classroomName",
  "onlineUrl",
  "isHeld",
  "changeReason",
] as const;

/** A lesson of the timetable; carries the attendance taken in it. */
export const Lesson = entity(
  "Lesson",
  "课程表",
  "Lesson",
  {
    classId: ref("TrainingClass", "班级", "Class", "required"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    lessonDate: date("上课日期", "Date", "required"),
    startTime: time("开始时间", "From", "required"),
    endTime: time("结束时间", "To", "required"),
    hours: decimal(4, 1, "课时", "Hours", "computed", { unitZh: "课时", unitEn: "lesson hours", always: true }),
    lessonType: code(lessonType, "课型", "Type", "required"),
    content: text(200, "授课内容", "Content", "required"),
    teacherId: ref("Teacher", "授课教师", "Teacher", "required"),
    teacherName: personLookup("teacherId", "Teacher", "教师姓名", "Teacher name"),
    assistTeacherId: ref("Teacher", "助教", "Assistant"),
    assistTeacherName: personLookup("assistTeacherId", "Teacher", "助教姓名", "Assistant name"),
    classroomId: ref("Classroom", "教室", "Classroom", "submit"),
    classroomName: lookup("classroomId", "Classroom", "classroomName", "教室名称", "Classroom name"),
    onlineUrl: text(300, "线上地址", "Web address", "submit", { format: "url" }),
    /** Set when attendance is saved; a held lesson is read-only. */
    isHeld: code(yesNo, "是否已上", "Held", "computed", { always: true }),
    changeReason: text(200, "调课原因", "Reason for the change"),
  },
  {
    title: "content",
    idName: "scheduleId",
    filters: ["classId", "lessonDate", "teacherId", "assistTeacherId", "classroomId", "lessonType", "isHeld"],
    sorts: ["lessonDate", "startTime", "hours"],
    order: ["lessonDate", "startTime"],
    openTo: { person: attended },
  },
);
export interface LessonRow extends Row<typeof Lesson> {}

const path = "/api/zjgrsj-train/trainingManagement/class_schedule";
const view = "class_schedule_view";
const lessonWithAttendance = rowShape(Lesson, { attendanceList: list(rowShape(Attendance)) });
const ofClass = record({ classId: id("班级", "Class", "required") });
const crud = crudCalls(Lesson, path, "class_schedule");

const timetableFor = (
  name: string,
  call_: string,
  audience: "institution" | "bureau" | "person",
  zh: string,
  en: string,
) =>
  call({
    name: `Lesson.${name}`,
    method: "GET",
    path: `${path}/${call_}`,
    zh,
    en,
    access: view,
    audience: [audience],
    input: ofClass,
    output: list(rowShape(Lesson)),
  });

/** Why a lesson cannot be placed there: shown red while it is dragged. */
export const clash = record({
  /** Index of the lesson in the request. */
  index: int("序号", "Index", "required"),
  errorCode: text(40, "错误码", "Error", "required"),
  msg: text(500, "说明", "Message", "required"),
  msgEn: text(500, "英文说明", "English message", "required"),
});
export type Clash = NonNullable<(typeof clash)["$value"]>;

/** Attendance of a class as a grid: lessons across, students down. */
export const sheetParts = {
  minRate: decimal(5, 2, "出勤率下限", "Attendance needed", "required"),
  /** Days after a lesson in which its attendance may be changed. */
  editDays: int("可修改天数", "Days for changes", "required"),
  heldHours: decimal(7, 1, "已上课时", "Hours held", "required"),
  classRate: decimal(5, 2, "班级出勤率", "Attendance of the class"),
  students: list(
    record({
      studentId: id("学员", "Student", "required"),
      studentNo: text(24, "学号", "Student number"),
      name: text(50, "姓名", "Name", "required"),
      attendHours: decimal(7, 2, "出勤课时", "Hours attended", "required"),
      attendanceRate: decimal(5, 2, "出勤率", "Attendance"),
      makeups: int("补卡次数", "Late entries", "required"),
    }),
  ),
  /** Greatest number of late entries a student may have. */
  makeupLimit: int("补卡上限", "Late entries allowed", "required"),
  entries: list(
    record({
      scheduleId: id("课次", "Lesson", "required"),
      studentId: id("学员", "Student", "required"),
      attendStatus: code(attendStatus, "考勤状态", "Attendance", "required"),
      signInTime: datetime("签到时间", "Signed in"),
      signOutTime: datetime("签退时间", "Signed out"),
      countedHours: decimal(5, 2, "计入课时", "Counted hours", "required"),
      makeupReason: text(200, "补录原因", "Reason for the late entry"),
    }),
    100_000,
  ),
};
export const attendanceSheet = record({ ...sheetParts, lessons: list(rowShape(Lesson)) });
export type AttendanceSheet = NonNullable<(typeof attendanceSheet)["$value"]>;

export const lessonCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: lessonWithAttendance }),
  /** One lesson; with `attendanceList` the attendance taken in it, which makes it held. */
  submit: call({
    name: "Lesson.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存课次或考勤",
    en: "Save a lesson or its attendance",
    access: ["class_schedule_add", "class_schedule_edit"],
    input: saveShape(Lesson, { attendanceList: optional(list(saveShape(Attendance), 1000)) }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  usedByOrg: timetableFor(
    "usedByOrg",
    "getClassScheduleUsedByOrg",
    "institution",
    "班级课程表（机构端）",
    "Timetable of a class: institution's view",
  ),
  usedByManage: timetableFor(
    "usedByManage",
    "getClassScheduleUsedByManage",
    "bureau",
    "班级课程表（管理端）",
    "Timetable of a class: bureau's view",
  ),
  usedByPerson: timetableFor(
    "usedByPerson",
    "getClassScheduleUsedByPerson",
    "person",
    "班级课程表（个人端）",
    "Timetable of a class: student's view",
  ),
  /** Returns the clashes of each lesson, saved or not, and writes nothing. */
  checkClash: call({
    name: "Lesson.checkClash",
    method: "POST",
    path: `${path}/checkClash`,
    zh: "检查排课冲突",
    en: "Check lessons for clashes",
    access: ["class_schedule_add", "class_schedule_edit"],
    input: record({ classId: id("班级", "Class", "required"), lessons: list(draftShape(Lesson), 100) }),
    output: list(clash),
  }),
  /** Copies the lessons of a week to later weeks; free days are skipped when asked. All or nothing. */
  copyWeek: call({
    name: "Lesson.copyWeek",
    adds: "more",
    method: "POST",
    path: `${path}/copyWeek`,
    zh: "复制一周课程",
    en: "Copy a week of lessons",
    access: "class_schedule_add",
    input: record({
      classId: id("班级", "Class", "required"),
      monday: date("来源周", "Week to copy", "required"),
      weeks: int("份数", "Times", "required", { min: 1, max: 52 }),
      skipHolidays: int("跳过节假日", "Skip holidays", "optional", { min: 0, max: 1 }),
    }),
    output: record({ copied: int("已复制", "Copied", "required"), skipped: int("已跳过", "Skipped", "required") }),
  }),
  /** Copies the lessons of a day to another one, all or none. */
  copyDay: call({
    name: "Lesson.copyDay",
    adds: "more",
    method: "POST",
    path: `${path}/copyDay`,
    zh: "复制一天课程",
    en: "Copy a day of lessons",
    access: "class_schedule_add",
    input: record({
      classId: id("班级", "Class", "required"),
      day: date("来源日期", "Day to copy", "required"),
      to: date("复制到", "Copy to", "required"),
    }),
    output: record({ copied: int("已复制", "Copied", "required") }),
  }),
  /** The lessons that a pattern makes, with what keeps each from standing there; writes nothing. */
  previewPattern: call({
    name: "Lesson.previewPattern",
    method: "POST",
    path: `${path}/previewPattern`,
    zh: "预览规律排课",
    en: "Preview lessons of a pattern",
    access: "class_schedule_add",
    input: lessonPattern,
    output: patternPreview,
  }),
  /** Plans them, all or none. */
  planPattern: call({
    name: "Lesson.planPattern",
    adds: "more",
    method: "POST",
    path: `${path}/planPattern`,
    zh: "规律排课",
    en: "Plan lessons by a pattern",
    access: "class_schedule_add",
    input: lessonPattern,
    output: record({ created: int("已排", "Planned", "required") }),
  }),
  attendanceSheet: call({
    name: "Lesson.attendanceSheet",
    method: "GET",
    path: `${path}/attendanceSheet`,
    zh: "班级考勤表",
    en: "Attendance sheet of a class",
    access: "attendance_view",
    input: ofClass,
    output: attendanceSheet,
  }),
  attendance: call({
    name: "Attendance.list",
    method: "GET",
    path: `${path}/attendance/list`,
    zh: "考勤列表",
    en: "Attendance: list",
    access: "attendance_view",
    input: queryShape(Attendance),
    output: pageShape(rowShape(Attendance)),
  }),
  export: exportCall(Lesson, path, "class_schedule"),
  attendanceExport: exportCall(Attendance, `${path}/attendance`, "attendance"),
};
