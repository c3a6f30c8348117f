import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { certKind, level, occupClass, trainKind } from "../core/fields/codes.ts";
import { validity, yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { code, codeList, decimal, id, int, long, lookup, ref, text } from "../core/fields/field.ts";
import { draftShape, form, list, optional, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { SubsidyStandard } from "./subsidy-standard.ts";

/** Entry of the government-subsidised catalogue: occupation, level and hours. */
export const Course = entity(
  "Course",
  "培训课程",
  "Course",
  {
    courseNo: text(20, "课程编号", "Course number", "computed", { always: true }),
    courseName: text(100, "课程名称", "Course name", "required"),
    occupationCode: text(14, "职业编码", "Occupation code", "required", { format: "occupationCode" }),
    occupationName: text(100, "职业(工种)名称", "Occupation", "required"),
    level: code(level, "等级", "Level", "required"),
    occupClass: code(occupClass, "目录类别", "Catalogue class", "required"),
    trainKind: code(trainKind, "培训类别", "Kind of training", "required"),
    certKind: code(certKind, "取得证书种类", "Certificate", "required"),
    minHours: decimal(6, 1, "最低课时", "Minimum hours", "required", { min: 0.5, max: 10000, unitZh: "课时" }),
    practiceRatio: decimal(4, 2, "实操比例下限", "Minimum practice share", "required", {
      min: 0,
      max: 1,
      default: "0.60",
    }),
    isShortage: code(yesNo, "紧缺职业", "Shortage occupation", "required"),
    declareConditionId: ref("DeclareCondition", "申报条件", "Condition"),
    entrepreneurialTypeId: ref("StartupType", "创业培训类型", "Start-up type", "submit"),
    startupTypeName: lookup("entrepreneurialTypeId", "StartupType", "typeName", "创业培训类型", "Start-up type"),
    validYear: int("目录年度", "Catalogue year", "required", { min: 2000, max: 2100, name: true }),
    isValid: code(validity, "是否有效", "Validity", "required"),
    outline: long("培训大纲", "Outline"),
  },
  {
    title: "courseName",
    idName: "courseId",
    filters: [
      "courseNo",
      "courseName",
      "occupationName",
      "occupationCode",
      "level",
      "occupClass",
      "trainKind",
      "certKind",
      "isShortage",
      "validYear",
      "isValid",
    ],
    sorts: ["courseNo", "courseName", "occupationCode", "occupationName", "level", "minHours", "validYear"],
    order: ["-validYear", "occupationCode", "-level"],
    grams: ["courseName", "occupationName"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface CourseRow extends Row<typeof Course> {}

const path = "/api/zjgrsj-train/basics/course";
/** The history is the bureau's. */
const withStandards = rowShape(Course, {
  subsidyList: list(rowShape(SubsidyStandard)),
  auditList: list(auditRecordShape),
});
export interface CourseFinding {
  rule: "duplicate" | "noStandard" | "belowMinHours";
  field: string;
  msg: string;
  msgEn: string;
}
const findingRule = codeList("COURSE_FINDING", "课程检查规则", "Rule of a course", {
  duplicate: ["同名课程", "The course already exists"],
  noStandard: ["无补贴标准", "No standard"],
  belowMinHours: ["课时低于标准", "Fewer hours than the standard"],
});
const courseFinding = form<CourseFinding>("CourseFinding", "课程检查结果", "What speaks against a course", () => ({
  rule: code(findingRule, "规则", "Rule", "required"),
  field: text(50, "字段", "Field", "required"),
  msg: text(500, "中文说明", "In Chinese", "required"),
  msgEn: text(500, "英文说明", "In English", "required"),
}));

export const courseCalls = {
  ...crudCalls(Course, path, "train_course"),
  detail: call({
    name: "Course.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "课程详情",
    en: "Course: detail",
    access: "train_course_view",
    input: byId,
    output: withStandards,
  }),
  submit: call({
    name: "Course.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存课程",
    en: "Course: save, with a standard",
    access: ["train_course_add", "train_course_edit"],
    input: record({ trainCourseDTO: saveShape(Course), trainSubsidyDTO: optional(draftShape(SubsidyStandard)) }),
    output: withStandards,
  }),
  /** The valid catalogue, each course with what the institution has filed for it. */
  catalogue: call({
    name: "Course.catalogue",
    method: "GET",
    path: `${path}/Courselist`,
    zh: "机构可选课程",
    en: "Catalogue for an institution",
    access: "train_course_view",
    input: record({ orgId: ref("Organisation", "机构", "Institution") }),
    output: list(
      rowShape(Course, {
        orgCourseId: id("机构课程", "Institution course"),
        orgCourseStatus: text(20, "审核状态", "Approval"),
      }),
    ),
  }),
  byId: call({
    name: "Course.byId",
    method: "GET",
    path: `${path}/CourselistbyId`,
    zh: "课程及标准",
    en: "Course with its standards",
    access: "train_course_view",
    input: byId,
    output: withStandards,
  }),
  /** What speaks against a catalogue entry, before it is saved; nothing is stored. */
  checkData: call({
    name: "Course.checkData",
    method: "POST",
    path: `${path}/checkData`,
    zh: "课程数据检查",
    en: "Course: check",
    access: ["train_course_add", "train_course_edit"],
    input: draftShape(Course),
    output: list(courseFinding),
  }),
  export: exportCall(Course, path, "train_course"),
  import: importCalls(Course, path, "train_course"),
};
