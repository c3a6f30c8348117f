import { lessonType } from "../core/fields/codes.ts";
import { code, date, decimal, id, int, text, time } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";

/** What a whole timetable is made from: days of the week, times of a day, and parts of the course, one after the other. */
export const lessonPattern = record({
  classId: id("班级", "Class", "required"),
  /** Days of the week as digits, Monday is 1: "12345". */
  weekdays: text(7, "上课星期", "Days of the week", "required", { format: "digits" }),
  /** First day; left out, the first one of the class. */
  from: date("起始日期", "First day"),
  skipHolidays: int("跳过节假日", "Skip holidays", "optional", { min: 0, max: 1 }),
  times: list(
    record({
      startTime: time("开始时间", "From", "required"),
      endTime: time("结束时间", "To", "required"),
    }),
    6,
  ),
  /** Theory, then practice: each until its hours are planned. */
  parts: list(
    record({
      lessonType: code(lessonType, "课型", "Type", "required"),
      hours: decimal(6, 1, "课时", "Hours", "required"),
      content: text(180, "授课内容", "Content", "required"),
      teacherId: id("授课教师", "Teacher", "required"),
      classroomId: id("教室", "Classroom"),
      onlineUrl: text(300, "线上地址", "Web address", "optional", { format: "url" }),
    }),
    6,
  ),
});
export type LessonPattern = NonNullable<(typeof lessonPattern)["$value"]>;

/** The lessons that a pattern makes, each with what keeps it from standing there. */
export const patternPreview = record({
  lessons: list(
    record({
      lessonDate: date("上课日期", "Date", "required"),
      startTime: time("开始时间", "From", "required"),
      endTime: time("结束时间", "To", "required"),
      hours: decimal(4, 1, "课时", "Hours", "required"),
      lessonType: code(lessonType, "课型", "Type", "required"),
      content: text(200, "授课内容", "Content", "required"),
      msg: text(500, "说明", "Message"),
      msgEn: text(500, "英文说明", "English message"),
    }),
  ),
  /** Hours for which the period of the class has no day left. */
  left: decimal(7, 1, "未排课时", "Hours left", "required"),
});
export type PatternPreview = NonNullable<(typeof patternPreview)["$value"]>;
