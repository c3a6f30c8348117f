import type { StatedPage } from "./entities.ts";

/**
 * The addresses of pages, in the web's routes and in the menus alike, but for those of entities that state theirs (`core/resource.ts`);
 * `all-pages.ts` has both. What stands after a colon may be any one segment.
 */
export const listedPages = [
  "/ass/grade",
  "/ass/info",
  "/ass/task",
  "/ass/task/:id",
  "/authority/apiscope",
  "/authority/changes",
  "/authority/datascope",
  "/authority/role",
  "/authority/why",
  "/base/region",
  "/basics/assessor",
  "/basics/course",
  "/basics/courseSubsidyFile",
  "/basics/teacher",
  "/cert/index",
  "/class/account",
  "/class/detail/:id",
  "/class/employment",
  "/class/evaluation",
  "/class/experience",
  "/class/index",
  "/class/review",
  "/class/student",
  "/desk/notice",
  "/dict-horizontal/index",
  "/dict-vertical/index",
  "/cert/enterprise",
  "/ent/cert",
  "/ent/class",
  "/ent/student",
  "/ent/injury",
  "/ent/jsyx",
  "/ent/sign",
  "/ent/subsidy",
  "/ent/subsidy/:id",
  "/ent/subsidy/detail",
  "/ent/subsidy/new",
  "/ent/test",
  "/ent/test/:id",
  "/ent/test/new",
  "/ent/technician",
  "/ent/total",
  "/enterprise/class",
  "/enterprise/class/:id",
  "/ent/work/train_based",
  "/ent/work/train_excellent",
  "/ent/work/train_gqpx",
  "/ent/work/train_safe",
  "/ent/work/train_work",
  "/ent/work/train_zyjn",
  "/enterprise/injury",
  "/enterprise/investigation",
  "/enterprise/investigation/:id",
  "/enterprise/sign",
  "/enterprise/sign/:id",
  "/enterprise/total",
  "/ext/index",
  "/info/index",
  "/information/notice",
  "/monitor/audit",
  "/monitor/log/api",
  "/monitor/log/error",
  "/monitor/log/usual",
  "/monitor/online",
  "/monitor/sign-in",
  "/monitor/sign-in-waits",
  "/my/cert",
  "/my/class",
  "/my/class/employment",
  "/my/class/evaluation",
  "/my/class/schedule",
  "/my/class/sign",
  "/my/class/student",
  "/my/imports",
  "/my/jsyx",
  "/my/notice",
  "/my/org/classroom",
  "/my/org/course",
  "/my/org/info",
  "/my/org/teacher",
  "/my/plan",
  "/my/subsidy",
  "/my/subsidy/:id",
  "/my/subsidy/detail",
  "/my/subsidy/new",
  "/my/test",
  "/my/test/:id",
  "/my/test/grade",
  "/my/test/new",
  "/my/work/train_based",
  "/my/work/train_entrepreneurship",
  "/my/work/train_excellent",
  "/my/work/train_gqpx",
  "/my/work/train_project",
  "/my/work/train_safe",
  "/my/work/train_work",
  "/my/work/train_zyjn",
  "/myiframe/:routerPath",
  "/org/attachment",
  "/org/classroom",
  "/org/course",
  "/org/index",
  "/org/teacher",
  "/plan/index",
  "/plan/org",
  "/policy/change",
  "/resource/attach",
  "/resource/imports",
  "/resource/oss",
  "/resource/sms",
  "/resource/smslog",
  "/stu/cert",
  "/stu/class",
  "/stu/employment",
  "/stu/evaluation",
  "/stu/experience",
  "/stu/grade",
  "/stu/sign",
  "/stu/talent",
  "/subsidy/bar",
  "/subsidy/detail",
  "/subsidy/ent/:id",
  "/subsidy/ent/first",
  "/subsidy/ent/re",
  "/subsidy/objection",
  "/subsidy/org/:id",
  "/subsidy/org/first",
  "/subsidy/org/re",
  "/subsidy/pay",
  "/subsidy/recovery",
  "/subsidy/valid",
  "/system/client",
  "/system/dept",
  "/system/four-eyes",
  "/system/identity-provider",
  "/system/menu",
  "/system/param",
  "/system/post",
  "/system/register",
  "/system/serial",
  "/system/setup",
  "/system/tenant",
  "/system/topmenu",
  "/system/user",
  "/talent/jsyx",
  "/talent/technician",
  "/test/enterprise",
  "/test/enterprise/:id",
  "/test/assessor",
  "/test/grade",
  "/test/index",
  "/test/org",
  "/test/org/:id",
  "/tool/code",
  "/tool/datasource",
  "/wel/dashboard",
  "/wel/index",
  "/work/progress",
  "/work/train_based",
  "/work/train_entrepreneurship",
  "/work/train_excellent",
  "/work/train_gqpx",
  "/work/train_project",
  "/work/train_safe",
  "/work/train_work",
  "/work/train_zyjn",
] as const;

/** Pages that everybody may open, without signing in. */
export const publicPages = [
  "/certInfo",
  "/certInfocy",
  "/forgot",
  "/notices",
  "/pxzx",
  "/register",
  "/register-guest",
] as const;

export type ListedPage = (typeof listedPages)[number];
export type PageAddress = ListedPage | StatedPage;
/** A page as a link names it: parameters filled in, perhaps with filters behind it. */
export type PageLink = Filled<PageAddress> | `${Filled<PageAddress>}?${string}`;
type Filled<A extends string> = A extends `${infer Head}:${string}` ? `${Head}${string}` : A;
export type PublicPageAddress = (typeof publicPages)[number];

/** Where menu entries will lead whose pages are still to be written; until then the entries are not shown. */
export type PlannedPageAddress =
  | "/ass/question"
  | "/competition/notice"
  | "/competition/record"
  | "/competition/register"
  | "/ent/competition"
  | "/ent/investigation"
  | "/ent/sign"
  | "/exam/index"
  | "/exam/question"
  | "/flow/follow"
  | "/flow/manager"
  | "/flow/model"
  | "/information/file"
  | "/information/news"
  | "/information/secondary"
  | "/my/competition"
  | "/my/exam"
  | "/report/index"
  | "/stu/competition"
  | "/stu/exam"
  | "/work/claim"
  | "/work/done"
  | "/work/send"
  | "/work/start"
  | "/work/summary"
  | "/work/todo";
