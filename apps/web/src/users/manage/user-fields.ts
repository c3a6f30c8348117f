import { User } from "@jipei/contract/users/user.ts";

/** What the form and the filters ask for besides the row itself. */
export const FormUser = {
  ...User,
  fields: {
    ...User.fields,
    deptId: { ...User.fields.deptId, need: "required" as const },
    roleId: { ...User.fields.roleId, need: "required" as const },
  },
  filters: [...User.filters, "roleId"] as const,
};

/** The field that names the roles in the language of the user. */
export type RoleName = "roleName" | "roleNameEn";
export const getColumns = (roles: RoleName) =>
  [
    "account",
    "realName",
    "status",
    roles,
    { field: "deptName", width: 130 },
    "phone",
    "loginType",
    "lastLoginTime",
  ] as const;

export const getView = (roles: RoleName) =>
  [
    "account",
    "realName",
    "name",
    "status",
    roles,
    "deptName",
    "postName",
    "phone",
    "phoneProven",
    "email",
    "sex",
    "birthday",
    "code",
    "loginType",
    "lastLoginTime",
    "createTime",
    "remark",
  ] as const;

/** What is said above the fields of a new user, and of one that is changed. */
export const hints = {
  added: [
    "新用户的初始密码以短信发送到手机，首次登录须修改。",
    "A new user receives the initial password by SMS and has to change it at the first sign-in.",
  ],
  changed: [
    "更换手机后：原手机收到短信，本人的所有会话结束；新手机须由本人登录后验证，验证前不能用于登录和接收新密码。手机遗失请申请双人复核。",
    "After a change of phone, the old one is notified by SMS and all sessions of the user end. The new one cannot be used to sign in or to receive passwords until its owner has signed in and verified it. For a lost phone, make a two-person request.",
  ],
} as const;
