import { exportCall } from "../core/export.ts";
import { byId, call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, date, datetime, id, int, lookup, ref, refs, text } from "../core/fields/field.ts";
import { pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";

export const fourEyesKind = codeList("FOUR_EYES_KIND", "复核事项", "Matter", {
  roles: ["授予角色", "Grant of roles"],
  phone: ["手机遗失", "Phone lost"],
  factor: ["两步验证遗失", "Second factor lost"],
});

export const fourEyesState = codeList("FOUR_EYES_STATE", "复核状态", "State", {
  waiting: ["待复核", "Waiting", "waiting"],
  confirmed: ["已确认", "Confirmed", "good"],
  refused: ["已拒绝", "Refused", "bad"],
  withdrawn: ["已撤回", "Withdrawn"],
  expired: ["已过期", "Expired"],
});

/** What two system administrators do together: one asks for it, another one confirms. */
export const FourEyesRequest = entity(
  "FourEyesRequest",
  "双人复核",
  "Two-person request",
  {
    kind: code(fourEyesKind, "事项", "Matter", "computed", { always: true }),
    userId: ref("User", "用户", "User", "computed", { always: true }),
    account: lookup("userId", "User", "account", "账号", "Account"),
    realName: { ...lookup("userId", "User", "realName", "姓名", "Name"), person: true },
    /** Roles that the user is to hold permanently, or until `endDate`. */
    roleName: text(500, "角色", "Roles", "computed", { derived: true }),
    roleNameEn: text(500, "角色", "Roles", "computed", { derived: true }),
    endDate: date("截止日期", "Last day", "computed"),
    /** Where the new password goes. */
    phone: text(11, "新手机", "New phone", "computed", { masked: "phone", encrypted: true }),
    reason: text(500, "申请原因", "Reason", "computed", { always: true }),
    state: code(fourEyesState, "状态", "State", "computed", { always: true }),
    askerName: lookup("createUser", "User", "realName", "申请人", "Asked by"),
    expireTime: datetime("有效期至", "Expires", "computed", { always: true }),
    deciderId: ref("User", "复核人", "Decided by", "computed"),
    deciderName: lookup("deciderId", "User", "realName", "复核人", "Decided by"),
    decideTime: datetime("复核时间", "Decided at", "computed"),
    opinion: text(500, "复核意见", "Opinion", "computed"),
  },
  { filters: ["kind", "state"], sorts: ["expireTime"], order: ["-createTime"], title: "account" },
);
export interface FourEyesRequestRow extends Row<typeof FourEyesRequest> {}

/** Days in which another administrator has to confirm. */
export const fourEyesDays = 7;

const path = "/api/blade-system/four-eyes";
const audience = ["bureau"] as const;
const view = { method: "GET", access: "four_eyes_view", audience } as const;
const asking = { method: "POST", access: "four_eyes_ask", audience } as const;
const row = { id: id("主键", "Id", "required") };
const ask = { ...asking, output: record(row) };
const decide = { method: "POST", access: "four_eyes_confirm", audience } as const;

const subject = { userId: id("用户", "User", "required") };
const reason = text(500, "申请原因", "Reason", "required");

export const fourEyesCalls = {
  export: exportCall(FourEyesRequest, path, "four_eyes", audience),
  list: call({
    ...view,
    name: "FourEyesRequest.list",
    path: `${path}/list`,
    zh: "双人复核列表",
    en: "Two-person requests",
    input: queryShape(FourEyesRequest),
    output: pageShape(rowShape(FourEyesRequest)),
  }),
  /** With facts that help to verify whose account it is. */
  detail: call({
    ...view,
    name: "FourEyesRequest.detail",
    path: `${path}/detail`,
    zh: "双人复核详情",
    en: "Two-person request",
    input: byId,
    output: rowShape(FourEyesRequest, {
      presentRoles: text(500, "现有角色", "Current roles"),
      madeBy: text(50, "账号创建人", "Account created by"),
      madeTime: datetime("账号创建时间", "Account created at"),
      lastLoginTime: datetime("最近登录", "Last sign-in"),
    }),
  }),
  /** How many wait for the caller, and how many of the caller's own wait for others. */
  counts: call({
    ...view,
    name: "FourEyesRequest.counts",
    path: `${path}/counts`,
    zh: "双人复核计数",
    en: "Two-person requests that wait",
    output: record({ toConfirm: int("待您确认", "For you", "required"), own: int("您的申请", "Yours", "required") }),
  }),
  /** Roles that no administrator may give alone; they replace the permanent ones, or are lent until a day. */
  askRoles: call({
    ...ask,
    name: "FourEyesRequest.askRoles",
    adds: FourEyesRequest,
    path: `${path}/roles`,
    zh: "申请授予角色",
    en: "Ask for a grant of roles",
    input: record({
      ...subject,
      roleIds: refs("Role", "角色", "Roles", "required"),
      endDate: date("截止日期", "Last day"),
      reason,
    }),
  }),
  /** A new phone that counts at once, and a new password sent to it. */
  askPhone: call({
    ...ask,
    name: "FourEyesRequest.askPhone",
    adds: FourEyesRequest,
    path: `${path}/phone`,
    zh: "申请更换遗失的手机",
    en: "Ask for another phone and a new password",
    input: record({ ...subject, phone: text(11, "新手机", "New phone", "required", { format: "mobile" }), reason }),
  }),
  askFactor: call({
    ...ask,
    name: "FourEyesRequest.askFactor",
    adds: FourEyesRequest,
    path: `${path}/factor`,
    zh: "申请重置两步验证",
    en: "Ask for a reset of the second factor",
    input: record({ ...subject, reason }),
  }),
  confirm: call({
    ...decide,
    name: "FourEyesRequest.confirm",
    path: `${path}/confirm`,
    zh: "确认双人复核",
    en: "Confirm a two-person request",
    input: byId,
  }),
  refuse: call({
    ...decide,
    name: "FourEyesRequest.refuse",
    path: `${path}/refuse`,
    zh: "拒绝双人复核",
    en: "Refuse a two-person request",
    input: record({ ...row, opinion: text(500, "复核意见", "Opinion", "required") }),
  }),
  withdraw: call({
    ...asking,
    name: "FourEyesRequest.withdraw",
    path: `${path}/withdraw`,
    zh: "撤回双人复核",
    en: "Withdraw a two-person request",
    input: byId,
  }),
};
