import { exportCall } from "../core/export.ts";
import { call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, id, text } from "../core/fields/field.ts";
import { pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { userStatus } from "./user.ts";

export const applyKind = codeList("APPLY_KIND", "申请身份", "Type of applicant", {
  "1": ["机构", "Institution"],
  "2": ["企业", "Enterprise"],
  "3": ["学员", "Student"],
});

/** A person who registered and waits for the administrator's decision. The row is in the table of users; approval makes it a user. */
export const Registration = entity(
  "Registration",
  "注册申请",
  "Registration",
  {
    name: text(50, "姓名", "Name", "computed", { person: true, always: true }),
    account: text(30, "账号名称", "Account", "computed", { always: true }),
    applyKind: code(applyKind, "申请身份", "Type of applicant", "computed"),
    creditCode: text(18, "统一社会信用代码", "Credit code", "computed"),
    phone: text(11, "手机", "Mobile phone", "computed", { masked: "phone", encrypted: true }),
    status: code(userStatus, "审核状态", "Status", "computed", { always: true }),
    stateReason: text(500, "驳回原因", "Reason", "computed"),
    /** The third party that authenticated the person, and their account there. */
    thirdParty: text(200, "第三方账号", "Third-party account", "computed", { derived: true }),
  },
  {
    filters: ["name", "account", "applyKind", "status"],
    sorts: ["status", "account"],
    order: ["createTime"],
    table: "app_user",
    title: "name",
  },
);
export interface RegistrationRow extends Row<typeof Registration> {}

const path = "/api/blade-user";
const view = { method: "GET", access: "register_guest_view" } as const;
const secret = (zh: string, en: string) => text(1000, zh, en, "required", { writeOnly: true });

export const registrationCalls = {
  export: exportCall(Registration, `${path}/register-list`, "register_guest"),
  /** Anybody asks for an account; it waits until an administrator has decided. Passwords are sent as at sign-in. */
  register: call({
    name: "Registration.register",
    method: "POST",
    path: `${path}/register-guest`,
    zh: "注册申请",
    en: "Register",
    access: "public",
    input: record({
      tenantId: text(12, "租户编号", "Tenant", "required"),
      name: text(50, "姓名", "Name", "required"),
      account: text(30, "账号名称", "Account", "required", { format: "account" }),
      password: secret("密码", "Password"),
      password2: secret("确认密码", "Repeat password"),
      /** May be used once. */
      oauthId: text(64, "第三方ID", "Third-party id", "optional", { writeOnly: true }),
      applyKind: code(applyKind, "申请身份", "Type of applicant", "required"),
      /** Of an institution or enterprise. */
      creditCode: text(18, "统一社会信用代码", "Credit code", "optional", { format: "creditCode" }),
      phone: text(11, "手机", "Mobile phone", "required", { format: "mobile" }),
    }),
  }),
  list: call({
    ...view,
    name: "Registration.list",
    path: `${path}/register-list`,
    zh: "注册申请列表",
    en: "Registrations",
    input: queryShape(Registration),
    output: pageShape(rowShape(Registration)),
  }),
  detail: call({
    ...view,
    name: "Registration.detail",
    path: `${path}/register-detail`,
    zh: "注册申请详情",
    en: "Registration",
    input: record({ id: id("主键", "Id", "required") }),
    output: rowShape(Registration),
  }),
};
