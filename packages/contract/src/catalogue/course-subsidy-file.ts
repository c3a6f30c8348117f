import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { date, files, lookup, ref, text } from "../core/fields/field.ts";
import { draftShape, list, optional, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { SubsidyStandard } from "./subsidy-standard.ts";

/** Policy document that sets the standards of a course. */
export const CourseSubsidyFile = entity(
  "CourseSubsidyFile",
  "课程补贴文件",
  "Subsidy document",
  {
    courseId: ref("Course", "课程", "Course", "required"),
    courseName: lookup("courseId", "Course", "courseName", "课程名称", "Course"),
    fileNo: text(60, "文号", "Document number", "required"),
    fileTitle: text(200, "文件标题", "Title", "required"),
    issueOrg: text(100, "发文单位", "Issued by", "required"),
    issueDate: date("发文日期", "Issued on", "required"),
    effectDate: date("生效日期", "From", "required"),
    expireDate: date("失效日期", "Until"),
    attachmentList: files(),
  },
  {
    title: "fileTitle",
    filters: ["courseId", "courseName", "fileNo", "fileTitle", "issueDate"],
    sorts: ["fileNo", "issueDate", "effectDate", "expireDate"],
    order: ["-effectDate"],
    openTo: { institution: "everything", enterprise: "everything" },
  },
);
export interface CourseSubsidyFileRow extends Row<typeof CourseSubsidyFile> {}

const path = "/api/zjgrsj-train/trainingManagement/course_subsidy_file";
export const courseSubsidyFileCalls = {
  ...crudCalls(CourseSubsidyFile, path, "course_subsidy_file"),
  submit: call({
    name: "CourseSubsidyFile.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存课程补贴文件",
    en: "Subsidy document: save, with a standard",
    access: ["course_subsidy_file_add", "course_subsidy_file_edit"],
    input: record({
      courseSubsidyFileDTO: saveShape(CourseSubsidyFile),
      trainSubsidyDTO: optional(draftShape(SubsidyStandard)),
    }),
    output: rowShape(CourseSubsidyFile, { subsidyList: list(rowShape(SubsidyStandard)) }),
  }),
  export: exportCall(CourseSubsidyFile, path, "course_subsidy_file"),
};
