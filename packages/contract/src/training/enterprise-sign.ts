import { type Call, byId, call, crudCalls } from "../core/call.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { personFields, reviewFields } from "../core/fields/blocks.ts";
import { confirmStatus, level } from "../core/fields/codes.ts";
import { code, date, id, int, lookup, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { personCategory } from "../core/fields/person-codes.ts";
import { draftShape, list, optional, orNull, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { importCalls } from "../core/import.ts";
import { SignUp } from "./sign-up.ts";
import { TrainingClass } from "./training-class.ts";

const people = { unitZh: "人", unitEn: "people" };

/** Staff whom an enterprise signs up together for an institution's class; each person is a sign-up of their own (`SignUp.entSignId`). */
export const EnterpriseSign = entity(
  "EnterpriseSign",
  "企业报名",
  "Enterprise sign-up",
  {
    entSignNo: text(20, "企业报名编号", "Number", "computed", { always: true }),
    /** The department as which the enterprise signs in. */
    entId: ref("Department", "企业", "Enterprise", "computed", { always: true }),
    entName: lookup("entId", "Department", "orgName", "企业名称", "Enterprise"),
    classId: ref("TrainingClass", "班级", "Class", "required"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    courseName: lookup("classId", "TrainingClass", "courseName", "课程名称", "Course name"),
    level: lookup("classId", "TrainingClass", "level", "等级", "Level", level),
    startDate: lookup("classId", "TrainingClass", "startDate", "开班日期", "Class starts"),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构", "Institution"),
    signCount: int("报名人数", "Signed up", "computed", { ...people, derived: true }),
    pendingCount: int("待审核人数", "Waiting", "computed", { ...people, derived: true }),
    acceptedCount: int("通过人数", "Accepted", "computed", { ...people, derived: true }),
    returnedCount: int("退回人数", "Returned", "computed", { ...people, derived: true }),
    isReSign: code(yesNo, "是否重新报名", "Repeated", "computed", { always: true }),
    originSignId: ref("EnterpriseSign", "原报名", "Earlier sign-up", "computed"),
    reSignReason: text(200, "重新报名原因", "Reason for repetition", "computed"),
    confirmStatus: code(confirmStatus, "审核状态", "State", "computed", { always: true }),
    ...reviewFields,
  },
  {
    idName: "entSignId",
    title: "entSignNo",
    filters: [
      "entSignNo",
      "entId",
      "entName",
      "classId",
      "className",
      "orgId",
      "orgName",
      "confirmStatus",
      "createTime",
    ],
    sorts: ["entSignNo", "confirmStatus", "commitTime"],
    order: ["-createTime"],
  },
);
export interface EnterpriseSignRow extends Row<typeof EnterpriseSign> {}

const path = "/api/zjgrsj-train/trainingManagement/enterprise/sign";
const resource = "enterprise_sign";
const view = `${resource}_view`;
const crud = crudCalls(EnterpriseSign, path, resource);

/** Most people of one sign-up; no class is larger. */
export const mostStaff = 200;

/** One of the staff as the enterprise enters them. A person who is in the sign-up already is known by id or by ID number. */
const staff = record({
  id: id("报名", "Sign-up", "optional"),
  ...personFields,
  /** Staff are category 01 (企业职工) unless another is named. */
  personCategory: code(personCategory, "人员类别", "Person category"),
  categoryAttId: ref("Attachment", "类别证明", "Proof of category"),
  postName: text(50, "岗位", "Post", "required"),
  entryDate: date("入职日期", "Joined on", "required"),
});
export type Staff = NonNullable<(typeof staff)["$value"]>;

const persons = { persons: optional(list(staff, mostStaff)) };
const saved = record({ id: id("主键", "Id", "required") });
const ofEnterprise = { audience: ["enterprise"] } as const;

export const enterpriseSignCalls = {
  ...crud,
  detail: call({
    name: "EnterpriseSign.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "企业报名详情",
    en: "Enterprise sign-up: detail",
    access: view,
    input: byId,
    output: rowShape(EnterpriseSign, { persons: list(rowShape(SignUp)), auditList: list(auditRecordShape) }),
  }),
  /** Saves a draft; `persons` are all of it then, and left out they stay as they are. `status` Invalidate withdraws what the institution has not decided on. */
  submit: call({
    ...ofEnterprise,
    name: "EnterpriseSign.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存企业报名",
    en: "Enterprise sign-up: save",
    access: [`${resource}_add`, `${resource}_edit`, `${resource}_invalidate`],
    input: draftShape(EnterpriseSign, {
      ...persons,
      status: code(confirmStatus, "目标状态", "Target state"),
      reason: text(500, "原因", "Reason"),
    }),
    output: saved,
  }),
  /** Saves as `submit` does, and sends it to the institution: everybody passes, or nobody is signed up. */
  sign: call({
    ...ofEnterprise,
    name: "EnterpriseSign.sign",
    method: "POST",
    path: `${path}/sign`,
    zh: "提交企业报名",
    en: "Sign staff up",
    access: `${resource}_sign`,
    input: draftShape(EnterpriseSign, persons),
    output: saved,
  }),
  /** Once more after a return or a withdrawal: a new sign-up beside the earlier one, by default of the same people. */
  resignup: call({
    ...ofEnterprise,
    name: "EnterpriseSign.resignup",
    adds: EnterpriseSign,
    method: "POST",
    path: `${path}/resignup`,
    zh: "企业重新报名",
    en: "Sign staff up again",
    access: `${resource}_sign`,
    input: record({
      originSignId: ref("EnterpriseSign", "原报名", "Earlier sign-up", "required"),
      reSignReason: text(200, "重新报名原因", "Reason for repetition", "required"),
      ...persons,
    }),
    output: saved,
  }),
  getEnterpriseSign: call({
    ...ofEnterprise,
    name: "EnterpriseSign.own",
    method: "GET",
    path: `${path}/getEnterpriseSign`,
    zh: "本企业的报名",
    en: "Own sign-ups of staff",
    access: view,
    input: queryShape(EnterpriseSign),
    output: pageShape(rowShape(EnterpriseSign)),
  }),
  getTrainSign: call({
    ...ofEnterprise,
    name: "EnterpriseSign.staff",
    method: "GET",
    path: `${path}/getTrainSign`,
    zh: "本企业的报名人员",
    en: "Staff signed up",
    access: view,
    input: queryShape(SignUp),
    output: pageShape(rowShape(SignUp)),
  }),
  getTrainSignClass: call({
    ...ofEnterprise,
    name: "EnterpriseSign.classes",
    method: "GET",
    path: `${path}/getTrainSignClass`,
    zh: "可报名的班级",
    en: "Classes open for sign-up",
    access: view,
    input: queryShape(TrainingClass),
    output: pageShape(rowShape(TrainingClass, { freeSeats: int("剩余名额", "Seats left", "required", people) })),
  }),
  /** What the enterprise entered of somebody the last time, so that nobody is typed in twice. The number goes in the body, not in an address. */
  findStaff: call({
    ...ofEnterprise,
    name: "EnterpriseSign.findStaff",
    method: "POST",
    path: `${path}/findStaff`,
    zh: "按证件号码查找职工",
    en: "Staff by ID number",
    access: `${resource}_edit`,
    writes: false,
    input: record({ idNumber: text(18, "证件号码", "ID number", "required") }),
    output: record({ found: orNull(staff) }),
  }),
  export: exportCall(EnterpriseSign, path, resource),
} satisfies Record<string, Call>;

/** Staff from a workbook into a draft. */
export const signedStaffImport = importCalls(SignUp, path, resource, {
  entSignId: ref("EnterpriseSign", "企业报名", "Enterprise sign-up", "required"),
});
