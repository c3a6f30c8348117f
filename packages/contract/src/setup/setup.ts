import { call } from "../core/call.ts";
import { any, record } from "../core/fields/shape.ts";
import { int, text } from "../core/fields/field.ts";
import type { CheckResult } from "./setup-checks.ts";

/** install: the first administrator · second: the one who makes two of them · recover: an administrator who can no longer sign in */
export type LinkPurpose = "install" | "second" | "recover";

/** What a link opens. */
export interface OpenLink {
  purpose: LinkPurpose;
  expireTime: string;
  /** The account to recover; null where one is created. */
  account: string | null;
}

/** A second factor that a code has yet to confirm. */
export interface PendingFactor {
  account: string;
  /** Base32, to be typed where nothing can be scanned. */
  secret: string;
  /** `otpauth://…` */
  address: string;
  /** The address as a QR code: modules of a side, and an SVG path of the dark ones, one unit each. */
  picture: { size: number; path: string };
}

export interface NewAdministrator {
  account: string;
  /** Each replaces a code once; they are returned here and never again. */
  recoveryCodes: string[];
}

/** How far the set-up has got. */
export interface SetupState {
  bureauName: string;
  regionCode: string | null;
  /** 1 once the bureau was named in the set-up. */
  bureauDone: boolean;
  backupPlace: string | null;
  backupHours: number | null;
  /** Enabled administrators, by account. */
  administrators: { account: string; name: string; hasFactor: boolean }[];
  /** Whether an invitation may still make the second one. */
  mayInvite: boolean;
  finished: boolean;
  checks: CheckResult[];
}

const path = "/api/blade-system/setup";
const token = text(64, "安装凭据", "Set-up token", "required", { writeOnly: true });
const own = { access: "setup_edit", audience: ["bureau"], method: "POST" } as const;

export const setupCalls = {
  /** What a link opens. @throws SETUP_LINK */
  open: call({
    name: "Setup.open",
    method: "POST",
    path: `${path}/open`,
    zh: "打开安装地址",
    en: "Open a set-up link",
    access: "public",
    writes: false,
    input: record({ token }),
    output: any<OpenLink>(),
  }),
  /** The first step: the administrator and their password (sent as at sign-in). Returns the second factor to set up. It may be repeated. */
  begin: call({
    name: "Setup.begin",
    method: "POST",
    path: `${path}/begin`,
    zh: "填写管理员",
    en: "Name an administrator",
    access: "public",
    input: record({
      token,
      /** Absent, with the next two, where an account is recovered. */
      account: text(30, "账号名称", "Account", "optional", { format: "account" }),
      name: text(50, "姓名", "Name", "optional", { person: true }),
      phone: text(11, "手机", "Mobile phone", "optional", { format: "mobile" }),
      password: text(1000, "密码", "Password", "required", { writeOnly: true }),
    }),
    output: any<PendingFactor>(),
  }),
  /** The second step: a code of the authenticator proves that it has the secret. Makes the administrator, and uses the link up. */
  confirm: call({
    name: "Setup.confirm",
    method: "POST",
    path: `${path}/confirm`,
    zh: "确认管理员",
    en: "Confirm an administrator",
    access: "public",
    input: record({ token, code: text(20, "验证码", "Code", "required", { writeOnly: true }) }),
    output: any<NewAdministrator>(),
  }),
  /** The progress of the set-up, and what is missing before going live. */
  state: call({
    name: "Setup.state",
    method: "GET",
    path: `${path}/state`,
    zh: "安装检查",
    en: "Set-up check list",
    access: "setup_view",
    audience: ["bureau"],
    output: any<SetupState>(),
  }),
  bureau: call({
    ...own,
    name: "Setup.bureau",
    path: `${path}/bureau`,
    zh: "登记主管部门",
    en: "Name the bureau",
    input: record({
      bureauName: text(100, "部门名称", "Name of the bureau", "required"),
      regionCode: text(12, "行政区划", "Region", "required", { format: "digits" }),
    }),
  }),
  backup: call({
    ...own,
    name: "Setup.backup",
    path: `${path}/backup`,
    zh: "登记备份",
    en: "Note the backup",
    input: record({
      place: text(200, "备份位置", "Where to", "required"),
      hours: int("间隔小时", "Hours between", "required", { min: 1, max: 744 }),
    }),
  }),
  /** An address by which the second administrator comes in; an earlier one is void. @throws SETUP_DONE, ROLE_DENIED for who holds the role by loan */
  invite: call({
    ...own,
    name: "Setup.invite",
    path: `${path}/invite`,
    zh: "邀请第二管理员",
    en: "Invite the second administrator",
    output: any<{ address: string; expireTime: string }>(),
  }),
  finish: call({ ...own, name: "Setup.finish", path: `${path}/finish`, zh: "完成安装", en: "Finish the set-up" }),
};
