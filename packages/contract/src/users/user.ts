import { call, crudCalls, picked } from "../core/call.ts";
import { education, loginType } from "../core/fields/codes.ts";
import { sex } from "../core/fields/person-codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, date, datetime, id, labelOf, long, lookup, ref, refs, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { importCalls } from "../core/import.ts";
import { draftShape, list, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";

export const userStatus = codeList("USER_STATUS", "账号状态", "Account status", {
  "0": ["待审核", "Pending", "waiting"],
  "1": ["启用", "Enabled", "good"],
  "2": ["停用", "Disabled", "bad"],
  "3": ["锁定", "Locked", "bad"],
  "4": ["驳回", "Rejected", "bad"],
});

export const userPlatform = codeList("USER_PLATFORM", "用户平台", "Platform of a user", {
  "1": ["网页", "Web"],
  "2": ["移动应用", "App"],
  "3": ["其他", "Other"],
});

/** Somebody who may sign in. Passwords and units behind the account are kept apart and never leave with a row. */
export const User = entity(
  "User",
  "用户",
  "User",
  {
    account: text(30, "账号", "Account", "required", { format: "account" }),
    name: text(50, "昵称", "Nickname", "required"),
    realName: text(50, "真实姓名", "Name", "required", { person: true }),
    avatar: text(300, "头像", "Avatar"),
    phone: text(11, "手机", "Mobile phone", "optional", { masked: "phone", encrypted: true, format: "mobile" }),
    /** Another number than the account began with opens nothing until its owner has proven it. */
    phoneProven: code(yesNo, "手机已验证", "Phone verified", "computed", { always: true }),
    email: text(100, "邮箱", "E-mail", "optional", { masked: "email", format: "email" }),
    birthday: date("生日", "Date of birth", "optional", { masked: "birthday" }),
    sex: code(sex, "性别", "Sex"),
    sexName: labelOf("sex", "性别名称", "Sex in words"),
    deptId: ref("Department", "所属部门", "Department"),
    deptName: lookup("deptId", "Department", "orgName", "所属部门", "Department"),
    postId: ref("Post", "岗位", "Post"),
    postName: lookup("postId", "Post", "postName", "岗位", "Post"),
    /** Names of the roles the user holds today. */
    roleName: text(500, "角色", "Roles", "computed", { derived: true }),
    roleNameEn: text(500, "角色", "Roles", "computed", { derived: true }),
    /** Those held for good. */
    roleId: refs("Role", "角色", "Roles", "optional", { derived: true }),
    /** What the user has on a platform, the web before others (`platform-detail` answers all): a JSON object as text. */
    userType: code(userPlatform, "用户平台", "Platform", "optional", { derived: true }),
    userExt: long("平台扩展", "Platform data", "optional", { derived: true }),
    code: text(12, "用户编号", "Number"),
    loginType: code(loginType, "登录类型", "Sign-in", "computed", { always: true }),
    status: code(userStatus, "账号状态", "Status", "computed", { always: true }),
    lastLoginTime: datetime("最近登录", "Last sign-in", "computed"),
  },
  {
    filters: ["account", "realName", "phone", "status", "loginType"],
    sorts: ["account", "lastLoginTime"],
    order: ["deptId", "account"],
    idName: "userId",
    table: "app_user",
    title: "realName",
    grams: ["account", "realName"],
  },
);
export interface UserRow extends Row<typeof User> {}

const path = "/api/blade-user";
/** Only the bureau administers users, even where others are granted the permission by mistake. */
const audience = ["bureau"] as const;
const { detail, remove } = crudCalls(User, path, "user", audience);
/** A department counts with all below it. */
const extraFilters = { deptId: ref("Department", "所属部门", "Department"), roleId: ref("Role", "角色", "Role") };
const users = picked("用户", "Users");
const done = { method: "POST", style: "query", audience } as const;

export const userCalls = {
  list: call({
    name: "User.list",
    method: "GET",
    path: `${path}/list`,
    zh: "用户列表",
    en: "Users",
    access: "user_view",
    audience,
    input: queryShape(User, extraFilters),
    output: pageShape(rowShape(User)),
  }),
  detail: {
    ...detail,
    output: rowShape(User, {
      /** All of today, lent ones among them. */
      roles: list(
        record({
          roleId: id("角色", "Role", "required"),
          roleName: text(50, "角色名称", "Name", "required"),
          endDate: date("截止日期", "Last day"),
        }),
      ),
      stateReason: text(500, "原因", "Reason"),
      /** While too many wrong passwords keep the account out. */
      lockedUntil: datetime("锁定至", "Locked until"),
    }),
  },
  /** Adds or changes a user of the bureau. Without a password a new user gets a random one by SMS. Roles are replaced where they are named. */
  submit: call({
    name: "User.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存用户",
    en: "Save a user",
    access: ["user_add", "user_edit"],
    audience,
    input: saveShape(User, {
      password: text(1000, "密码", "Password", "optional", { writeOnly: true }),
    }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  /** Changes a user and their status: 1 approves, enables or unlocks, 2 disables, 4 rejects a registration (with a reason). */
  update: call({
    name: "User.update",
    method: "POST",
    path: `${path}/update`,
    zh: "修改用户",
    en: "Change a user",
    access: ["user_edit", "register_guest_edit"],
    audience,
    input: draftShape(User, {
      status: code(userStatus, "账号状态", "Status"),
      reason: text(500, "原因", "Reason"),
      /** Of the resident identity card, and needed as the education is, where the registration of a student is approved. */
      idNumber: text(18, "证件号码", "ID number", "optional", { writeOnly: true }),
      education: code(education, "学历", "Education"),
    }),
  }),
  /** Rows of users who did something stay as disabled accounts. */
  remove,
  /** What the user has on a platform: a JSON object as text, one for each user and platform. */
  updatePlatform: call({
    ...done,
    name: "User.updatePlatform",
    path: `${path}/update-platform`,
    zh: "修改用户平台信息",
    en: "Change platform data of a user",
    access: "user_edit",
    input: record({
      userId: id("用户", "User", "required"),
      userType: code(userPlatform, "用户平台", "Platform", "required"),
      userExt: long("平台扩展", "Platform data", "required"),
    }),
  }),
  platformDetail: call({
    name: "User.platformDetail",
    method: "GET",
    path: `${path}/platform-detail`,
    zh: "用户平台信息",
    en: "Platform data of a user",
    access: "user_view",
    audience,
    input: record({ id: id("用户", "User", "required") }),
    output: record({
      id: id("用户", "User", "required"),
      account: text(30, "账号", "Account", "required"),
      platforms: list(
        record({
          userType: code(userPlatform, "用户平台", "Platform", "required"),
          userExt: long("平台扩展", "Platform data", "required"),
        }),
      ),
    }),
  }),
  /** A random password for each, sent by SMS and to be changed at the next sign-in; it is never answered. */
  resetPassword: call({
    ...done,
    name: "User.resetPassword",
    adds: "more",
    path: `${path}/reset-password`,
    zh: "重置密码",
    en: "Reset passwords",
    access: "user_reset_password",
    input: record({ userIds: users }),
  }),
  /** Forgets the second factors of users who lost theirs; their sessions end. */
  resetFactor: call({
    ...done,
    name: "User.resetFactor",
    path: `${path}/reset-second-factor`,
    zh: "重置两步验证",
    en: "Reset second factors",
    access: "user_reset_factor",
    input: record({ userIds: users }),
  }),
  /** Replaces the roles of each user. With a last day (at most 30 days off) the roles are lent: added to the user's own until then. */
  grant: call({
    ...done,
    name: "User.grant",
    path: `${path}/grant`,
    zh: "用户授权",
    en: "Grant roles to users",
    access: "user_edit",
    input: record({
      userIds: users,
      roleIds: picked("角色", "Roles"),
      endDate: date("截止日期", "Last day"),
    }),
  }),
  /** Forgets wrong passwords, so that the user may try again at once. */
  unlock: call({
    ...done,
    name: "User.unlock",
    path: `${path}/unlock`,
    zh: "解锁用户",
    en: "Unlock users",
    access: "user_unlock",
    input: record({ userIds: users }),
  }),
  export: { ...exportCall(User, path, "user", audience), input: queryShape(User, extraFilters) },
  /** With `isCovered` users who are there already are changed, in what the sheet says of them; without it they are refused. */
  import: importCalls(User, path, "user"),
};

/** Upper limit for the days for which a role may be lent. */
export const longestLoan = 30;
