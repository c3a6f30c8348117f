import { exportCall } from "../core/export.ts";
import { call, picked } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, datetime, id, int, ref, text } from "../core/fields/field.ts";
import { list, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { yesNo } from "../core/fields/flags.ts";
import { loginType } from "../core/fields/codes.ts";

/** An active session of a signed-in user. */
export const Session = entity(
  "Session",
  "在线用户",
  "Signed-in user",
  {
    userId: ref("User", "用户", "User", "computed"),
    account: text(30, "账号", "Account", "computed"),
    realName: text(50, "真实姓名", "Name", "computed", { person: true }),
    loginType: code(loginType, "登录类型", "Sign-in", "computed"),
    ip: text(50, "IP地址", "Address", "computed"),
    clientId: text(48, "客户端", "Client", "computed"),
    /** When it was renewed last; of an active user at most the lifetime of a token ago. */
    seenTime: datetime("最近活动", "Last seen", "computed"),
    expireTime: datetime("到期时间", "Ends", "computed"),
  },
  {
    filters: ["account", "realName", "ip", "loginType"],
    sorts: ["seenTime", "account"],
    order: ["-createTime"],
    title: "account",
    table: "open_session",
  },
);
export interface SessionRow extends Row<typeof Session> {}

export const signInResult = codeList("SIGN_IN_RESULT", "登录结果", "Outcome", {
  success: ["成功", "Signed in", "good"],
  wrong: ["用户名或密码错误", "Wrong name or password", "bad"],
  captcha: ["验证码错误", "Wrong captcha", "bad"],
  locked: ["失败次数过多", "Too many failures", "bad"],
  pending: ["账号待审核", "Waits for approval", "waiting"],
  disabled: ["账号已停用", "Disabled", "bad"],
  noRole: ["未分配角色", "Has no role", "bad"],
  factor: ["两步验证码错误", "Wrong second-step code", "bad"],
  tenant: ["租户不可用", "Tenant not in use", "bad"],
});

/** One attempt to sign in. What was typed where no account has that name is not kept: it may be an ID number, or a password. */
export const SignIn = entity(
  "SignIn",
  "登录记录",
  "Sign-in",
  {
    userId: ref("User", "用户", "User", "computed"),
    account: text(30, "账号", "Account", "computed"),
    realName: text(50, "真实姓名", "Name", "computed", { person: true }),
    result: code(signInResult, "结果", "Outcome", "computed", { always: true }),
    ip: text(50, "IP地址", "Address", "computed", { exact: true, always: true }),
    clientId: text(48, "客户端", "Client", "computed", { always: true }),
    agent: text(300, "浏览器", "Browser", "computed"),
  },
  {
    filters: ["account", "realName", "ip", "result", "createTime"],
    sorts: ["account"],
    order: ["-createTime"],
    title: "account",
    grams: ["account", "realName"],
  },
);
export interface SignInRow extends Row<typeof SignIn> {}

export const waitKind = codeList("SIGN_IN_WAIT_KIND", "登录限制对象", "Who waits", {
  pair: ["账号与地址", "Account at an address", "waiting"],
  device: ["账号的已知设备", "Known device of an account", "waiting"],
  account: ["账号（陌生地址）", "Account, from strange addresses", "waiting"],
  address: ["地址", "Address", "bad"],
});

/** An account or address that failed at signing in several times of late, and has to prove work or to wait for the next try. */
export const SignInWait = entity(
  "SignInWait",
  "登录限制",
  "Sign-in wait",
  {
    kind: code(waitKind, "限制对象", "Who waits", "computed"),
    userId: ref("User", "用户", "User", "computed"),
    account: text(30, "账号", "Account", "computed"),
    realName: text(50, "真实姓名", "Name", "computed", { person: true }),
    address: text(50, "IP地址或网络", "Address or network", "computed", { exact: true }),
    failures: int("失败次数", "Failures", "computed"),
    lastTime: datetime("最近一次失败", "Last failure", "computed"),
    waitUntil: datetime("最早可再试", "Next try counts from", "computed"),
  },
  {
    filters: ["kind", "account", "address"],
    sorts: ["failures", "lastTime"],
    order: ["-lastTime"],
    title: "account",
    table: "sign_in_wait",
  },
);
export interface SignInWaitRow extends Row<typeof SignInWait> {}

/** A session of one's own, that lasts. */
const ownSession = record({
  id: id("主键", "Id", "required"),
  isCurrent: code(yesNo, "当前会话", "This session", "required"),
  ip: text(50, "IP地址", "Address", "required"),
  clientId: text(48, "客户端", "Client", "required"),
  agent: text(300, "浏览器", "Browser"),
  createTime: datetime("登录时间", "Signed in", "required"),
  seenTime: datetime("最近活动", "Last seen", "required"),
});
export type OwnSession = NonNullable<(typeof ownSession)["$value"]>;

const path = "/api/blade-user";
const view = { method: "GET", access: "user_view", audience: ["bureau"] } as const;
export const sessionCalls = {
  export: exportCall(Session, `${path}/online-list`, "user", ["bureau"]),
  exportSignIns: exportCall(SignIn, `${path}/sign-in-list`, "user", ["bureau"]),
  exportWaits: exportCall(SignInWait, `${path}/sign-in-waits`, "user", ["bureau"]),
  list: call({
    ...view,
    name: "Session.list",
    path: `${path}/online-list`,
    zh: "在线用户列表",
    en: "Signed-in users",
    input: queryShape(Session),
    output: pageShape(rowShape(Session)),
  }),
  /** Ends sessions of others; the own one ends by logging out. */
  end: call({
    name: "Session.end",
    method: "POST",
    style: "query",
    path: `${path}/force-logout`,
    zh: "强制下线",
    en: "Sign users out",
    access: "user_sign_out",
    audience: ["bureau"],
    input: record({ ids: picked() }),
  }),
  own: call({
    name: "Session.own",
    method: "GET",
    path: `${path}/own-sessions`,
    zh: "本人的会话",
    en: "Own sessions",
    access: "signedIn",
    output: list(ownSession),
  }),
  /** Ends own sessions, but for the one the call comes from. */
  endOwn: call({
    name: "Session.endOwn",
    method: "POST",
    style: "query",
    path: `${path}/end-own-sessions`,
    zh: "结束本人的会话",
    en: "End own sessions",
    access: "signedIn",
    input: record({ ids: picked() }),
  }),
  /** Accounts and addresses that have to wait before the next attempt to sign in. */
  waits: call({
    ...view,
    name: "SignInWait.list",
    path: `${path}/sign-in-waits`,
    zh: "登录限制列表",
    en: "Sign-in waits",
    input: queryShape(SignInWait),
    output: pageShape(rowShape(SignInWait)),
  }),
  /** Resets the count of failures, so that nobody has to wait for them; the reason is written into the history. */
  release: call({
    name: "SignInWait.release",
    method: "POST",
    style: "query",
    path: `${path}/release-waits`,
    zh: "解除登录限制",
    en: "Release sign-in waits",
    access: "user_unlock",
    audience: ["bureau"],
    input: record({ ids: picked(), reason: text(500, "原因", "Reason", "required") }),
  }),
  signIns: call({
    ...view,
    name: "SignIn.list",
    path: `${path}/sign-in-list`,
    zh: "登录记录列表",
    en: "Sign-ins",
    input: queryShape(SignIn),
    output: pageShape(rowShape(SignIn)),
  }),
};
