import { auditRecordShape } from "../core/audit-record.ts";
import { reviewFields } from "../core/fields/blocks.ts";
import { byId, call, crudCalls, picked } from "../core/call.ts";
import { orgState, orgType } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, data, date, decimal, files, id, int, long, ref, refs, text } from "../core/fields/field.ts";
import { list, map, none, one, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { ownPasswordCalls } from "../users/own-password.ts";
import { OrganisationDocument } from "./organisation-document.ts";
import { payeeFields, payeeParts } from "./payee-account.ts";

export const creditGrade = codeList("CREDIT_GRADE", "信用等级", "Credit grade", {
  A: ["A", "A", "good"],
  B: ["B", "B", "good"],
  C: ["C", "C", "waiting"],
  D: ["D", "D", "bad"],
});

/** What everybody may know of an active institution. */
const publicFields = [
  "orgNo",
  "orgShortName",
  "creditCode",
  "orgType",
  "licenseNo",
  "licenseStartDate",
  "licenseExpireDate",
  "evalOrgCode",
  "regionCode",
  "address",
  "legalPerson",
  "contact",
  "email",
  "establishDate",
  "registeredCapital",
  "siteArea",
  "fulltimeTeacherCount",
  "trainScope",
  "creditGrade",
  "state",
  "intro",
  "logoAttId",
] as const;

/** A filed training institution and its standing. */
export const Organisation = entity(
  "Organisation",
  "培训机构",
  "Institution",
  {
    orgNo: text(6, "机构编号", "Institution number", "computed"),
    orgName: text(100, "机构名称", "Name", "required"),
    orgShortName: text(30, "机构简称", "Short name"),
    creditCode: text(18, "统一社会信用代码", "Credit code", "required", { format: "creditCode" }),
    orgType: code(orgType, "机构类型", "Type", "required"),
    licenseNo: text(40, "办学许可证号", "Licence number", "submit"),
    licenseStartDate: date("许可证有效期起", "Licence valid from", "submit"),
    licenseExpireDate: date("许可证有效期止", "Licence valid until", "submit"),
    evalOrgCode: text(13, "评价机构编码", "Evaluation body code"),
    regionCode: text(12, "所属区划", "Region", "required", { format: "digits", region: true }),
    address: text(200, "办学地址", "Address", "required"),
    legalPerson: text(50, "法定代表人", "Legal representative", "required", { person: true }),
    legalIdNumber: text(18, "法定代表人证件号", "ID number of the representative", "submit", {
      masked: "idNumber",
      encrypted: true,
      format: "idNumber",
    }),
    legalPhone: text(11, "法定代表人电话", "Phone of the representative", "submit", {
      masked: "phone",
      encrypted: true,
      format: "mobile",
    }),
    contact: text(50, "联系人", "Contact", "required", { person: true }),
    contactPhone: text(11, "联系电话", "Contact phone", "required", {
      masked: "phone",
      encrypted: true,
      format: "mobile",
    }),
    email: text(100, "电子邮箱", "E-mail", "optional", { format: "email" }),
    establishDate: date("成立日期", "Established"),
    registeredCapital: decimal(12, 2, "注册资金", "Registered capital", "optional", {
      min: 0,
      unitZh: "万元",
      unitEn: "10,000 yuan",
    }),
    siteArea: decimal(10, 2, "培训场地面积", "Teaching site", "submit", { min: 0, unitZh: "m²", unitEn: "m²" }),
    fulltimeTeacherCount: int("专职教师数", "Full-time teachers", "computed", { derived: true }),
    trainScope: long("办学内容(培训范围)", "Scope of training", "required"),
    creditGrade: code(creditGrade, "信用等级", "Credit grade"),
    ...payeeFields,
    account: text(30, "登录账号", "Sign-in account", "required", { format: "codeNumber" }),
    /** It changes once after approval. */
    accountChanged: code(yesNo, "登录账号已修改", "Sign-in account changed", "computed", { always: true }),
    state: code(orgState, "机构状态", "State", "computed", { always: true }),
    stateReason: text(500, "状态原因", "Reason for the state", "computed"),
    intro: long("机构简介", "Introduction"),
    logoAttId: ref("Attachment", "机构标识", "Logo", "optional", { upload: "avatar" }),
    ...reviewFields,
    /** Values of a filed institution that wait for approval; the row keeps the approved ones meanwhile. */
    changePending: code(
      codeList("CHANGE_PENDING", "变更备案", "Change filing", {
        "0": ["无", "None"],
        "1": ["变更待审", "Change pending", "waiting"],
      }),
      "变更备案",
      "Change filing",
      "computed",
      { always: true },
    ),
    pendingChange: data(map(one(text(300, "新值", "New value"))), "待审变更", "Pending change"),
    /** Whoever wrote any of the account of a new filing, or of a change: none of them approves it. */
    pendingFilers: refs("User", "提交人", "Filed by", "computed"),
  },
  {
    title: "orgName",
    idName: "orgId",
    filters: [
      "orgName",
      "orgNo",
      "creditCode",
      "orgType",
      "regionCode",
      "state",
      "creditGrade",
      "licenseExpireDate",
      "contactPhone",
      "changePending",
      "createTime",
    ],
    sorts: ["orgNo", "orgName", "orgType", "state", "creditGrade", "licenseExpireDate", "siteArea"],
    order: ["-createTime"],
    grams: ["orgName"],
    openTo: { person: publicFields, enterprise: publicFields },
  },
);
export interface OrganisationRow extends Row<typeof Organisation> {}

const path = "/api/zjgrsj-train/trainingManagement/org";
/** Files of the education licence may come with a filing; they become filing documents. */
const filing = saveShape(Organisation, { licenseFiles: files("办学许可证附件", "Licence files") });
/** History and documents beside the row; `pendingChange` shows what waits for approval. */
const full = rowShape(Organisation, {
  auditList: list(auditRecordShape),
  documentList: list(rowShape(OrganisationDocument)),
  ...payeeParts,
});
const saved = record({ id: id("主键", "Id", "required") });
const reason = text(500, "原因", "Reason");
const ids = picked();

export const organisationCalls = {
  ...crudCalls(Organisation, path, "org"),
  detail: call({
    name: "Organisation.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "培训机构详情",
    en: "Institution: detail",
    access: "org_view",
    input: byId,
    output: full,
  }),
  save: call({
    name: "Organisation.save",
    method: "POST",
    path: `${path}/save`,
    zh: "保存培训机构",
    en: "Institution: save",
    access: ["org_add", "org_edit"],
    input: filing,
    output: saved,
  }),
  submit: call({
    name: "Organisation.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存培训机构",
    en: "Institution: save",
    access: ["org_add", "org_edit"],
    input: filing,
    output: saved,
  }),
  usedByOrg: call({
    name: "Organisation.usedByOrg",
    method: "GET",
    path: `${path}/getOrgUsedByOrg`,
    zh: "本机构信息",
    en: "Institution: own",
    access: "org_view",
    audience: ["institution"],
    input: none,
    output: full,
  }),
  usedByManage: call({
    name: "Organisation.usedByManage",
    method: "GET",
    path: `${path}/getOrgUsedByManage`,
    zh: "培训机构列表(管理端)",
    en: "Institution: list for the bureau",
    access: "org_view",
    audience: ["bureau"],
    input: queryShape(Organisation),
    output: pageShape(rowShape(Organisation)),
  }),
  stateSwitching: call({
    name: "Organisation.stateSwitching",
    method: "POST",
    path: `${path}/stateSwitching`,
    zh: "机构状态变更",
    en: "Institution: change state",
    access: ["org_confirm", "org_back", "org_lock", "org_unlock", "org_invalidate"],
    audience: ["bureau"],
    style: "query",
    input: record({
      ids,
      state: code(orgState, "机构状态", "State", "required"),
      reason,
      // Of the row that was looked at: what was filed since is not approved unseen.
      version: int("版本", "Version"),
    }),
  }),
  resetPassword: call({
    name: "Organisation.resetPassword",
    adds: "more",
    method: "POST",
    path: `${path}/resetPassword`,
    zh: "重置机构密码",
    en: "Institution: reset password",
    access: "org_reset_password",
    audience: ["bureau"],
    style: "query",
    input: byId,
  }),
  idOfCurrentUser: call({
    name: "Organisation.idOfCurrentUser",
    method: "POST",
    path: `${path}/getOrgIdByCurrentUser`,
    zh: "当前用户机构",
    en: "Institution of the current user",
    access: "signedIn",
    output: one(id("机构", "Institution", "optional")),
  }),
  ...ownPasswordCalls("Organisation", path, "institution"),
  export: exportCall(Organisation, path, "org"),
};
