import { type Call, byId, call, crudCalls, ids, idsWithReason } from "../core/call.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { personFields, reviewFields } from "../core/fields/blocks.ts";
import { confirmStatus, level, signSource } from "../core/fields/codes.ts";
import { personCategory } from "../core/fields/person-codes.ts";
import { known, yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, date, id, int, lookup, ref, text } from "../core/fields/field.ts";
import { draftShape, list, none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { reSignKind } from "./enrolment-codes.ts";

/** A person's application to join a class, the first one or a repeated one (`isReSign`). */
export const SignUp = entity(
  "SignUp",
  "学员报名",
  "Sign-up",
  {
    signNo: text(20, "报名编号", "Sign-up number", "computed", { always: true }),
    classId: ref("TrainingClass", "班级", "Class", "required"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    courseName: lookup("classId", "TrainingClass", "courseName", "课程名称", "Course name"),
    level: lookup("classId", "TrainingClass", "level", "等级", "Level", level),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构", "Institution"),
    ...personFields,
    personCategory: code(personCategory, "人员类别", "Person category", "required"),
    categoryAttId: ref("Attachment", "类别证明", "Proof of category", "submit", { masked: "proof" }),
    signSource: code(signSource, "报名来源", "Source", "computed", { always: true }),
    isReSign: code(yesNo, "是否重新报名", "Repeated", "computed", { always: true }),
    originSignId: ref("SignUp", "原报名", "Earlier sign-up", "computed"),
    reSignReason: text(200, "重新报名原因", "Reason for repetition", "computed"),
    reSignKind: code(reSignKind, "重新报名类型", "Kind of repetition", "computed"),
    reSignCount: int("第几次", "Repetition", "computed"),
    entId: ref("Department", "报名企业", "Enterprise", "computed"),
    entName: lookup("entId", "Department", "orgName", "报名企业", "Enterprise"),
    /** Staff of an enterprise: with which of its sign-ups, as what, since when, and whether it insures them. */
    entSignId: ref("EnterpriseSign", "企业报名", "Enterprise sign-up", "computed"),
    postName: text(50, "岗位", "Post"),
    entryDate: date("入职日期", "Joined on"),
    isInsured: code(known, "本单位参保", "Insured by the enterprise", "computed"),
    confirmStatus: code(confirmStatus, "报名状态", "State", "computed", { always: true }),
    ...reviewFields,
  },
  {
    idName: "signId",
    title: "name",
    filters: [
      "classId",
      "className",
      "classNo",
      "orgId",
      "orgName",
      "name",
      "idNumber",
      "personCategory",
      "signSource",
      "isReSign",
      "entId",
      "entName",
      "entSignId",
      "confirmStatus",
      "createTime",
    ],
    sorts: ["signNo", "confirmStatus", "commitTime"],
    order: ["createTime"],
    grams: ["name"],
  },
);
export interface SignUpRow extends Row<typeof SignUp> {}

const path = "/api/zjgrsj-train/trainingManagement/sign";
const crud = crudCalls(SignUp, path, "sign");

/** `status` names the move: unConfirm submits, Confirm accepts, back returns, Invalidate withdraws; without it a draft is saved. */
const move = {
  status: code(confirmStatus, "目标状态", "Target state"),
  reason: text(500, "原因", "Reason"),
};

export const signUpCalls = {
  ...crud,
  detail: call({
    name: "SignUp.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "学员报名详情",
    en: "Sign-up: detail",
    access: "sign_view",
    input: byId,
    output: rowShape(SignUp, { auditList: list(auditRecordShape) }),
  }),
  submit: call({
    name: "SignUp.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "报名",
    en: "Sign up",
    access: ["sign_add", "sign_edit", "sign_commit", "sign_confirm", "sign_back", "sign_invalidate"],
    input: draftShape(SignUp, move),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  /** The same moves for several sign-ups at once, all or nothing. */
  confirm: call({
    name: "SignUp.confirm",
    method: "POST",
    path: `${path}/confirm`,
    zh: "报名通过",
    en: "Accept sign-ups",
    access: "sign_confirm",
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  back: call({
    name: "SignUp.back",
    method: "POST",
    path: `${path}/back`,
    zh: "退回报名",
    en: "Return sign-ups",
    access: "sign_back",
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  invalidate: call({
    name: "SignUp.invalidate",
    method: "POST",
    path: `${path}/invalidate`,
    zh: "撤销报名",
    en: "Withdraw sign-ups",
    access: "sign_invalidate",
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  export: exportCall(SignUp, path, "sign"),
};

const again = "/api/zjgrsj-train/trainingManagement/resignup";

/** Sign-ups made again after a return, a withdrawal or a failed assessment: rows of the same table. */
export const signUpAgainCalls = {
  list: call({
    name: "SignUpAgain.list",
    method: "GET",
    path: `${again}/list`,
    zh: "重新报名列表",
    en: "Repeated sign-ups: list",
    access: "re_sign_view",
    input: queryShape(SignUp),
    output: pageShape(rowShape(SignUp)),
  }),
  detail: call({
    name: "SignUpAgain.detail",
    method: "GET",
    path: `${again}/detail`,
    zh: "重新报名详情",
    en: "Repeated sign-up: detail",
    access: "re_sign_view",
    input: byId,
    output: rowShape(SignUp, { auditList: list(auditRecordShape) }),
  }),
  submit: call({
    name: "SignUpAgain.submit",
    adds: SignUp,
    method: "POST",
    path: `${again}/submit`,
    zh: "重新报名",
    en: "Sign up again",
    access: "re_sign_add",
    input: record({
      originSignId: ref("SignUp", "原报名", "Earlier sign-up", "required"),
      classId: ref("TrainingClass", "班级", "Class", "required"),
      reSignReason: text(200, "重新报名原因", "Reason", "required"),
      reSignKind: code(reSignKind, "重新报名类型", "Kind", "required"),
      phone: text(11, "手机号码", "Mobile phone", "optional", { format: "mobile" }),
      personCategory: code(personCategory, "人员类别", "Person category"),
      categoryAttId: ref("Attachment", "类别证明", "Proof of category"),
    }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  remove: call({
    name: "SignUpAgain.remove",
    method: "POST",
    path: `${again}/remove`,
    zh: "删除重新报名",
    en: "Repeated sign-up: delete",
    access: "re_sign_delete",
    style: "query",
    input: ids,
    output: none,
  }),
} satisfies Record<string, Call>;
