import { auditRecordShape } from "../core/audit-record.ts";
import { courseSnapshot, reviewFields } from "../core/fields/blocks.ts";
import { call, crudCalls, ids, idsWithReason } from "../core/call.ts";
import { occupClass } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { code, codeList, decimal, id, lookup, ref, text } from "../core/fields/field.ts";
import { list, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";

/** The three states of what an institution files and the bureau approves, with the codes of ConfirmStatusEnum. */
export const approvalStatus = codeList("APPROVAL_STATUS", "审核状态", "Approval", {
  unConfirm: ["待审核", "Pending", "waiting"],
  Confirm: ["审核通过", "Approved", "good"],
  back: ["已退回", "Returned", "bad"],
});

const hours = { min: 0, max: 10000, unitZh: "课时" } as const;

/** Fields that people see who look for a course. */
const offered = [
  "orgId",
  "orgName",
  "courseId",
  "occupationCode",
  "occupationName",
  "level",
  "occupClass",
  "minHours",
  "courseHours",
  "theoryHours",
  "practiceHours",
  "textbook",
  "chargeStandard",
  "isValid",
] as const;

/** Course of the catalogue that an institution is approved to teach. */
export const OrganisationCourse = entity(
  "OrganisationCourse",
  "机构课程",
  "Institution course",
  {
    /** Taken from the session for institution users; the bureau names it. */
    orgId: ref("Organisation", "机构", "Institution", "optional", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution"),
    ...courseSnapshot,
    courseId: ref("Course", "课程", "Course", "required"),
    occupClass: lookup("courseId", "Course", "occupClass", "目录类别", "Catalogue class", occupClass),
    minHours: decimal(6, 1, "最低课时", "Minimum hours", "computed", {
      unitZh: "课时",
      lookup: { via: "courseId", entity: "Course", of: "minHours" },
    }),
    courseHours: decimal(6, 1, "机构课时", "Hours", "required", hours),
    theoryHours: decimal(6, 1, "理论课时", "Theory hours", "required", hours),
    practiceHours: decimal(6, 1, "实操课时", "Practice hours", "required", hours),
    textbook: text(200, "教材", "Textbook", "submit"),
    chargeStandard: decimal(10, 2, "收费标准", "Fee", "required", { min: 0, unitZh: "元/人", unitEn: "yuan" }),
    isValid: code(validity, "是否有效", "Validity", "computed", { always: true }),
    ...reviewFields,
    /** With `Confirm` or `back` the bureau decides; from anybody else it is ignored. */
    confirmStatus: code(approvalStatus, "审核状态", "Approval", "optional", { always: true }),
    backReason: text(500, "退回原因", "Reason for return"),
  },
  {
    openTo: { enterprise: offered, person: offered },
    title: "courseName",
    idName: "orgCourseId",
    filters: [
      "orgId",
      "orgName",
      "courseId",
      "courseName",
      "occupationName",
      "level",
      "occupClass",
      "isValid",
      "confirmStatus",
      "createTime",
    ],
    sorts: [
      "orgId",
      "occupationCode",
      "level",
      "courseName",
      "courseHours",
      "chargeStandard",
      "confirmStatus",
      "commitTime",
    ],
    order: ["orgId", "occupationCode", "-level"],
  },
);
export interface OrganisationCourseRow extends Row<typeof OrganisationCourse> {}

const path = "/api/zjgrsj-train/trainingManagement/org_course";
const listOf = {
  access: "org_course_view",
  input: queryShape(OrganisationCourse),
  output: pageShape(rowShape(OrganisationCourse)),
} as const;
export const organisationCourseCalls = {
  ...crudCalls(OrganisationCourse, path, "org_course"),
  detail: call({
    name: "OrganisationCourse.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "机构课程详情",
    en: "Institution course: detail",
    access: "org_course_view",
    input: record({ id: id("主键", "Id", "required") }),
    output: rowShape(OrganisationCourse, { auditList: list(auditRecordShape) }),
  }),
  usedByManage: call({
    name: "OrganisationCourse.usedByManage",
    method: "GET",
    path: `${path}/orgCourseListUsedByManage`,
    zh: "机构课程(管理端)",
    en: "Institution courses for the bureau",
    audience: ["bureau"],
    ...listOf,
  }),
  usedByOrg: call({
    name: "OrganisationCourse.usedByOrg",
    method: "GET",
    path: `${path}/orgCourseListUsedByOrg`,
    zh: "本机构课程",
    en: "Courses of the own institution",
    audience: ["institution"],
    ...listOf,
  }),
  all: call({
    name: "OrganisationCourse.all",
    method: "GET",
    path: `${path}/orgCourselistall`,
    zh: "机构全部课程",
    en: "All courses of an institution",
    access: "org_course_view",
    input: record({ orgId: ref("Organisation", "机构", "Institution") }),
    output: list(rowShape(OrganisationCourse)),
  }),
  saveCourses: call({
    name: "OrganisationCourse.saveCourses",
    method: "POST",
    path: `${path}/savecourse`,
    zh: "批量保存机构课程",
    en: "Institution courses: save as one set",
    access: ["org_course_add", "org_course_edit", "org_course_confirm", "org_course_back"],
    input: record({
      orgCourseList: list(saveShape(OrganisationCourse), 500),
      delList: list(
        record({ orgCourseId: ref("OrganisationCourse", "机构课程", "Institution course", "required") }),
        500,
      ),
    }),
    output: list(rowShape(OrganisationCourse)),
  }),
  confirm: call({
    name: "OrganisationCourse.confirm",
    method: "POST",
    path: `${path}/confirm`,
    zh: "审核通过机构课程",
    en: "Institution courses: approve",
    access: "org_course_confirm",
    audience: ["bureau"],
    style: "query",
    input: ids,
  }),
  back: call({
    name: "OrganisationCourse.back",
    method: "POST",
    path: `${path}/back`,
    zh: "退回机构课程",
    en: "Institution courses: return",
    access: "org_course_back",
    audience: ["bureau"],
    style: "query",
    input: idsWithReason,
  }),
  export: exportCall(OrganisationCourse, path, "org_course"),
  import: importCalls(OrganisationCourse, path, "org_course"),
};
