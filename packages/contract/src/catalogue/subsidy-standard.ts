import { call, crudCalls, savedOrProposed } from "../core/call.ts";
import { level, occupClass, subsidyKind } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, date, decimal, lookup, ref } from "../core/fields/field.ts";
import { list, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";

export const payTarget = codeList("PAY_TARGET", "支付对象", "Paid to", {
  "1": ["机构", "Institution"],
  "2": ["企业", "Enterprise"],
  "3": ["个人", "Person"],
});

/** Amount a person for a course and a period; the last day of the period is included. */
export const SubsidyStandard = entity(
  "SubsidyStandard",
  "补贴标准",
  "Subsidy standard",
  {
    courseId: ref("Course", "课程", "Course", "required"),
    courseName: lookup("courseId", "Course", "courseName", "课程名称", "Course"),
    subsidyFileId: ref("CourseSubsidyFile", "依据文件", "Document", "required"),
    fileNo: lookup("subsidyFileId", "CourseSubsidyFile", "fileNo", "文号", "Document number"),
    subsidyKind: code(subsidyKind, "补贴种类", "Kind of subsidy", "required"),
    occupClass: code(occupClass, "目录类别", "Catalogue class", "computed", { always: true }),
    level: code(level, "等级", "Level", "computed", { always: true }),
    standardAmount: decimal(10, 2, "补贴标准", "Amount", "required", { min: 0.01, unitZh: "元/人", unitEn: "yuan" }),
    shortageRate: decimal(5, 4, "紧缺上浮比例", "Shortage uplift", "optional", { min: 0, max: 0.3 }),
    payTarget: code(payTarget, "支付对象", "Paid to", "required"),
    effectDate: date("生效日期", "From", "required"),
    expireDate: date("失效日期", "Until"),
    isValid: code(validity, "是否有效", "Validity", "required"),
    /** The change by which two people put it in force as it is. */
    approvedChangeId: ref("PolicyChange", "批准的变更", "Approved change", "computed"),
    /** A change that waits for a second person, or for its day. */
    policyChangeId: ref("PolicyChange", "待生效变更", "Pending change", "computed", { derived: true }),
  },
  {
    title: "courseName",
    idName: "subsidyId",
    filters: [
      "courseId",
      "courseName",
      "subsidyFileId",
      "level",
      "occupClass",
      "subsidyKind",
      "payTarget",
      "isValid",
      "effectDate",
      "expireDate",
    ],
    sorts: ["courseId", "standardAmount", "effectDate", "expireDate", "level"],
    order: ["courseId", "-effectDate"],
    openTo: { institution: "everything", enterprise: "everything" },
  },
);
export interface SubsidyStandardRow extends Row<typeof SubsidyStandard> {}

const path = "/api/zjgrsj-train/basics/subsidy";
const effectiveOn = { effectiveOn: date("生效于", "In force on") };
const crud = crudCalls(SubsidyStandard, path, "subsidy");
export const subsidyStandardCalls = {
  ...crud,
  /** What is in force changes once a second person has approved it; a new standard is out of force until then. */
  submit: { ...crud.submit, output: savedOrProposed },
  list: call({
    name: "SubsidyStandard.list",
    method: "GET",
    path: `${path}/list`,
    zh: "补贴标准列表",
    en: "Subsidy standards: list",
    access: "subsidy_view",
    input: queryShape(SubsidyStandard, effectiveOn),
    output: pageShape(rowShape(SubsidyStandard)),
  }),
  byCourse: call({
    name: "SubsidyStandard.byCourse",
    method: "GET",
    path: `${path}/detailByCourseId`,
    zh: "课程补贴标准",
    en: "Subsidy standards of a course",
    access: "subsidy_view",
    input: record({ courseId: ref("Course", "课程", "Course", "required"), ...effectiveOn }),
    output: list(rowShape(SubsidyStandard)),
  }),
  export: exportCall(SubsidyStandard, path, "subsidy"),
};
