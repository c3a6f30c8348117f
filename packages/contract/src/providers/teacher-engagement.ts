import { call, crudCalls } from "../core/call.ts";
import { level } from "../core/fields/codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, date, decimal, personLookup, ref, text } from "../core/fields/field.ts";
import { list, record, rowShape } from "../core/fields/shape.ts";

export const engagementSource = codeList("ENGAGEMENT_SOURCE", "来源", "Source", {
  "1": ["手工", "By hand"],
  "2": ["课程表生成", "From the timetable"],
});

/** What a teacher has taught, a row per engagement; rows from the timetable are read-only. */
export const TeacherEngagement = entity(
  "TeacherEngagement",
  "任教经历",
  "Engagement",
  {
    teacherId: ref("Teacher", "教师", "Teacher", "required"),
    teacherName: personLookup("teacherId", "Teacher", "教师姓名", "Teacher"),
    orgName: text(100, "任教单位", "Taught at", "required"),
    courseName: text(100, "任教课程", "Course", "required"),
    level: code(level, "等级", "Level"),
    classId: ref("TrainingClass", "班级", "Class", "computed"),
    teachHours: decimal(6, 1, "授课课时", "Hours taught", "computed", { unitZh: "课时" }),
    startDate: date("开始日期", "From", "required"),
    endDate: date("结束日期", "Until"),
    sourceKind: code(engagementSource, "来源", "Source", "computed", { always: true }),
  },
  {
    title: "courseName",
    filters: ["teacherId", "teacherName", "orgName", "courseName", "startDate", "endDate", "sourceKind"],
    sorts: ["startDate", "endDate", "teachHours"],
    order: ["-startDate"],
    grams: ["orgName", "courseName"],
  },
);
export interface TeacherEngagementRow extends Row<typeof TeacherEngagement> {}

const path = "/api/zjgrsj-train/basics/teacher_engage";
export const teacherEngagementCalls = {
  ...crudCalls(TeacherEngagement, path, "teacher_engage"),
  byTeacher: call({
    name: "TeacherEngagement.byTeacher",
    method: "GET",
    path: `${path}/getByTeacherId`,
    zh: "教师任教经历",
    en: "Engagements of a teacher",
    access: "teacher_engage_view",
    input: record({ teacherId: ref("Teacher", "教师", "Teacher", "required") }),
    output: list(rowShape(TeacherEngagement)),
  }),
  export: exportCall(TeacherEngagement, path, "teacher_engage"),
};
