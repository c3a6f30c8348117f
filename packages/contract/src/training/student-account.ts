import { byId, call, crudCalls } from "../core/call.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { personFields } from "../core/fields/blocks.ts";
import { validity, yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, datetime, id, int, lookup, ref, text } from "../core/fields/field.ts";
import { ownPasswordCalls } from "../users/own-password.ts";
import { draftShape, list, none, record, rowShape } from "../core/fields/shape.ts";

/** Sign-in and master data of a person. The password and its failures live with the user (`userId`). */
export const StudentAccount = entity(
  "StudentAccount",
  "学员账号",
  "Student account",
  {
    userId: ref("User", "用户", "User", "computed"),
    account: text(30, "登录账号", "Account", "computed", { masked: "idNumber", encrypted: true, always: true }),
    ...personFields,
    email: text(100, "电子邮箱", "E-mail", "optional", { masked: "email", format: "email" }),
    isRealName: code(yesNo, "是否实名", "Real name verified", "computed", { always: true }),
    regTime: datetime("注册时间", "Registered", "computed", { always: true }),
    lastLoginTime: lookup("userId", "User", "lastLoginTime", "最近登录", "Last sign-in"),
    /** Those that count for the next wait; a right password, and time, clear them. */
    wrongCount: int("密码错误次数", "Wrong passwords", "computed", { derived: true }),
    isValid: code(validity, "是否启用", "Enabled", "optional", { always: true }),
  },
  {
    idName: "accountId",
    title: "name",
    filters: ["name", "idNumber", "phone", "isRealName", "isValid", "regTime"],
    sorts: ["regTime"],
    order: ["-regTime"],
    grams: ["name"],
  },
);
export interface StudentAccountRow extends Row<typeof StudentAccount> {}

const path = "/api/zjgrsj-train/student/studentAccount";
const mobile = text(11, "手机号码", "Mobile phone", "required", { format: "mobile" });
const telephone = record({ telephone: mobile });
/** Plain, or SM2 ciphertext in hex as the web sends it. */
/** Header that carries the six digits sent by SMS (registration, forgotten password). */
export const verificationHeader = "X-Verification-Code";

export const studentAccountCalls = {
  ...crudCalls(StudentAccount, path, "student_account"),
  detail: call({
    name: "StudentAccount.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "学员账号详情",
    en: "Student account: detail",
    access: "student_account_view",
    input: byId,
    output: rowShape(StudentAccount, { auditList: list(auditRecordShape) }),
  }),
  /** Without a session it registers: password and the code sent to the phone are needed then. With one it changes the row. */
  submit: call({
    name: "StudentAccount.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "注册或修改学员账号",
    en: "Register or change a student account",
    access: "public",
    input: draftShape(StudentAccount, {
      password: text(1000, "密码", "Password"),
      reason: text(500, "原因", "Reason"),
    }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  ...ownPasswordCalls("StudentAccount", path, "person"),
  /** Before registering: is the number well formed, does it belong to the name. Not whether it has an account; asked too often it leaves the name unverified. */
  validUser: call({
    name: "StudentAccount.validUser",
    method: "POST",
    path: `${path}/validUser`,
    zh: "校验注册信息",
    en: "Check a registration",
    access: "public",
    input: record({
      name: personFields.name,
      idType: personFields.idType,
      idNumber: text(18, "证件号码", "ID number", "required"),
    }),
    output: record({ isRealName: code(yesNo, "实名核验", "Real name verified", "required") }),
  }),
  sendMessage: call({
    name: "StudentAccount.sendMessage",
    method: "POST",
    path: `${path}/sendMessage`,
    zh: "发送找回密码验证码",
    en: "Send the code for a forgotten password",
    access: "public",
    input: telephone,
    output: none,
  }),
  sendMessageRegist: call({
    name: "StudentAccount.sendMessageRegist",
    method: "POST",
    path: `${path}/sendMessageRegist`,
    zh: "发送注册验证码",
    en: "Send the code for a registration",
    access: "public",
    input: telephone,
    output: none,
  }),
  changePasswordByTelephone: call({
    name: "StudentAccount.changePasswordByTelephone",
    method: "POST",
    path: `${path}/changePasswordByTelephone`,
    zh: "凭验证码重设密码",
    en: "Set a password by the code sent",
    access: "public",
    input: record({ telephone: mobile, password: text(1000, "新密码", "New password", "required") }),
    output: none,
  }),
  getStudentAccountByCurrentUser: call({
    name: "StudentAccount.own",
    method: "POST",
    path: `${path}/getStudentAccountByCurrentUser`,
    zh: "我的账号信息",
    en: "My account",
    access: "signedIn",
    audience: ["person"],
    input: none,
    output: rowShape(StudentAccount),
  }),
  export: exportCall(StudentAccount, path, "student_account"),
};
