import { call } from "../core/call.ts";
import { flag, form, list, record } from "../core/fields/shape.ts";
import { code, codeList, datetime, int, long, text, texts, type CodeEntry } from "../core/fields/field.ts";
import { type CheckResult, type SetupCheck, setupChecks } from "./setup-checks.ts";

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

const words = (zh: string, en: string) => text(500, zh, en, "required");
const linkPurpose = codeList("LINK_PURPOSE", "安装地址用途", "What a set-up link is for", {
  install: ["首位管理员", "The first administrator"],
  second: ["第二管理员", "The second administrator"],
  recover: ["恢复管理员", "An administrator who can no longer sign in"],
});
const openLink = form<OpenLink>("OpenLink", "安装地址", "What a set-up link opens", () => ({
  purpose: code(linkPurpose, "用途", "Purpose", "required"),
  expireTime: datetime("失效时间", "Until", "required"),
  account: text(30, "账号", "Account"),
}));
const pendingFactor = form<PendingFactor>("PendingFactor", "待确认的两步验证", "A second factor to confirm", () => ({
  account: words("账号", "Account"),
  secret: words("密钥（Base32）", "Secret in Base32"),
  address: words("otpauth地址", "Its otpauth address"),
  picture: record({ size: int("边长", "Modules of a side", "required"), path: long("路径", "SVG path", "required") }),
}));
const setupCheck = codeList(
  "SETUP_CHECK",
  "安装检查项",
  "Check before going live",
  Object.fromEntries(
    Object.entries(setupChecks).map(([check, [zh, en]]): [string, CodeEntry] => [check, [zh, en]]),
  ) as Record<SetupCheck, CodeEntry>,
);
const checkResult = form<CheckResult>("CheckResult", "检查结果", "Result of a check", () => ({
  check: code(setupCheck, "检查项", "Check", "required"),
  done: flag("已完成", "Done"),
}));
const setupState = form<SetupState>("SetupState", "安装进度", "How far the set-up has got", () => ({
  bureauName: words("人社局", "Bureau"),
  regionCode: text(12, "行政区划", "Region"),
  bureauDone: flag("已登记人社局", "The bureau is named"),
  backupPlace: text(200, "备份位置", "Backup location"),
  backupHours: int("备份间隔小时", "Backup interval in hours"),
  administrators: list(
    form<SetupState["administrators"][number]>("Administrator", "管理员", "An administrator", () => ({
      account: words("账号", "Account"),
      name: words("姓名", "Name"),
      hasFactor: flag("已启用两步验证", "Has a second factor"),
    })),
  ),
  mayInvite: flag("可邀请第二管理员", "The second may be invited"),
  finished: flag("已完成", "Finished"),
  checks: list(checkResult),
}));

const path = "/api/blade-system/setup";
const token = text(80, "安装凭据", "Set-up token", "required", { writeOnly: true });
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
    output: openLink,
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
    output: pendingFactor,
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
    output: record({
      account: text(30, "账号", "Account", "required"),
      recoveryCodes: texts(50, "恢复码", "Recovery codes", "required"),
    }),
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
    output: setupState,
  }),
  bureau: call({
    ...own,
    name: "Setup.bureau",
    path: `${path}/bureau`,
    zh: "登记人社局",
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
      place: text(200, "备份位置", "Backup location", "required"),
      hours: int("间隔小时", "Interval in hours", "required", { min: 1, max: 744 }),
    }),
  }),
  /** An address by which the second administrator comes in; an earlier one is void. @throws SETUP_DONE, ROLE_DENIED for who holds the role by loan */
  invite: call({
    ...own,
    name: "Setup.invite",
    adds: "more",
    path: `${path}/invite`,
    zh: "邀请第二管理员",
    en: "Invite the second administrator",
    output: record({
      address: text(500, "安装地址", "Address of the link", "required"),
      expireTime: datetime("失效时间", "Until", "required"),
    }),
  }),
  finish: call({ ...own, name: "Setup.finish", path: `${path}/finish`, zh: "完成安装", en: "Finish the set-up" }),
};
