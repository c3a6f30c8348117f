import { auditRecordShape } from "../core/audit-record.ts";
import { reviewFields } from "../core/fields/blocks.ts";
import { byId, call, crudCalls, ids, idsWithReason } from "../core/call.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, date, lookup, ref, refs, text } from "../core/fields/field.ts";
import { list, rowShape } from "../core/fields/shape.ts";
import { teacherKind } from "./teacher-hire.ts";
import { approvalStatus } from "./organisation-course.ts";

/** Who may be scheduled by which institution, for which courses. */
export const OrganisationTeacher = entity(
  "OrganisationTeacher",
  "机构教师",
  "Institution teacher",
  {
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution"),
    teacherId: ref("Teacher", "教师", "Teacher", "required"),
    teacherName: text(50, "教师姓名", "Teacher", "computed", { person: true, always: true }),
    teacherKind: code(teacherKind, "聘用性质", "Kind of hire", "required"),
    hireId: ref("TeacherHire", "聘用记录", "Hire", "required"),
    hireStartDate: {
      ...date("聘期起", "Hired from", "computed"),
      lookup: { via: "hireId", entity: "TeacherHire", of: "startDate" },
    },
    hireEndDate: {
      ...date("聘期止", "Hired until", "computed"),
      lookup: { via: "hireId", entity: "TeacherHire", of: "endDate" },
    },
    courseIds: refs("Course", "可授课程", "May teach", "required"),
    courseNames: text(4000, "可授课程", "May teach", "computed", { derived: true }),
    isValid: code(validity, "是否在岗", "On duty", "required"),
    ...reviewFields,
    /** With `Confirm` or `back` the bureau decides; from anybody else it is ignored. */
    confirmStatus: code(approvalStatus, "审核状态", "Approval", "optional", { always: true }),
    backReason: text(500, "退回原因", "Reason for return"),
  },
  {
    title: "teacherName",
    filters: [
      "orgId",
      "orgName",
      "teacherId",
      "teacherName",
      "teacherKind",
      "courseIds",
      "confirmStatus",
      "isValid",
      "hireEndDate",
      "createTime",
    ],
    sorts: ["orgId", "teacherName", "teacherKind", "confirmStatus", "commitTime"],
    order: ["orgId", "teacherKind", "teacherName"],
  },
);
export interface OrganisationTeacherRow extends Row<typeof OrganisationTeacher> {}

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/TrainOrgTeacher";
export const organisationTeacherCalls = {
  ...crudCalls(OrganisationTeacher, path, "train_org_teacher"),
  detail: call({
    name: "OrganisationTeacher.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "机构教师详情",
    en: "Institution teacher: detail",
    access: "train_org_teacher_view",
    input: byId,
    output: rowShape(OrganisationTeacher, { auditList: list(auditRecordShape) }),
  }),
  confirm: call({
    name: "OrganisationTeacher.confirm",
    method: "POST",
    path: `${path}/confirm`,
    zh: "审核通过机构教师",
    en: "Institution teachers: approve",
    access: "train_org_teacher_confirm",
    audience: ["bureau"],
    style: "query",
    input: ids,
  }),
  back: call({
    name: "OrganisationTeacher.back",
    method: "POST",
    path: `${path}/back`,
    zh: "退回机构教师",
    en: "Institution teachers: return",
    access: "train_org_teacher_back",
    audience: ["bureau"],
    style: "query",
    input: idsWithReason,
  }),
  export: exportCall(OrganisationTeacher, path, "train_org_teacher"),
};
