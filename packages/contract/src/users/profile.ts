import { call } from "../core/call.ts";
import { code, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { changesShape, record } from "../core/fields/shape.ts";

const path = "/api/blade-user";

/** What users may change in their own row. */
export const profileFields = {
  avatar: text(300, "头像", "Picture"),
  name: text(50, "昵称", "Nickname", "required"),
  realName: text(50, "真实姓名", "Name", "required"),
  phone: text(11, "手机", "Mobile phone", "optional", { format: "mobile" }),
  email: text(100, "邮箱", "E-mail", "optional", { format: "email" }),
};

/** The caller's own row, unmasked. */
export const profile = call({
  name: "User.info",
  method: "GET",
  path: `${path}/info`,
  zh: "个人信息",
  en: "My data",
  access: "signedIn",
  output: record({
    account: text(30, "账号", "Account", "required"),
    ...profileFields,
    phoneProven: code(yesNo, "手机已验证", "Phone verified", "required"),
  }),
});

/** Sends a code to the number that the caller has, or wants to have from now on. */
export const phoneCode = call({
  name: "User.phoneCode",
  method: "POST",
  path: `${path}/phone-code`,
  zh: "发送更换手机验证码",
  en: "Send a code to my new phone",
  access: "signedIn",
  input: record({ telephone: text(11, "手机号码", "Mobile phone", "required", { format: "mobile" }) }),
});

/** Proof of a new number and of the caller: the code sent there, and the caller's password, sent as at sign-in. */
export const phoneProof = {
  phoneCode: text(6, "短信验证码", "Code from the message", "optional", { writeOnly: true }),
  password: text(1000, "登录密码", "Password", "optional", { writeOnly: true }),
};

/**
 * Changes the caller's own row, whatever id the body names; a field left out stays as it is, null empties it. The picture is the link of an own upload,
 * jpg or png, at most 500 kB. Another phone, which signs in from then on, needs its proof.
 */
export const updateProfile = call({
  name: "User.updateInfo",
  method: "POST",
  path: `${path}/update-info`,
  zh: "修改个人信息",
  en: "Change my data",
  access: "signedIn",
  input: changesShape({ id: text(20, "数据编号", "Record number"), ...profileFields, ...phoneProof }),
});

/** Proves a phone that an administrator entered for the caller. From then on it may be used to sign in, and receives reset passwords. */
export const provePhone = call({
  name: "User.provePhone",
  method: "POST",
  path: `${path}/prove-phone`,
  zh: "验证本人手机",
  en: "Prove my phone",
  access: "signedIn",
  input: record({
    phoneCode: { ...phoneProof.phoneCode, need: "required" as const },
    password: { ...phoneProof.password, need: "required" as const },
  }),
});

const password = (zh: string, en: string) => text(1000, zh, en, "required", { writeOnly: true });

/** Changes the caller's password and ends all their sessions. Passwords are sent as at sign-in. */
export const passwordFields = {
  oldPassword: password("原密码", "Old password"),
  newPassword: password("新密码", "New password"),
  newPassword1: password("确认密码", "Repeat new password"),
};
export const updatePassword = call({
  name: "User.updatePassword",
  method: "POST",
  path: `${path}/update-password`,
  zh: "修改密码",
  en: "Change my password",
  access: "signedIn",
  beforePassword: true,
  input: record(passwordFields),
});
