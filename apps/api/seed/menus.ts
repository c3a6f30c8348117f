import { type AnyResource, resources } from "@jipei/contract/entities.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import type { PageAddress } from "@jipei/contract/pages.ts";

/**
 * The menu trees of the audiences, without the entries that entities state themselves. Numbers never change: they record which entries a database
 * has been given already.
 */
export interface MenuEntry {
  no: string;
  zh: string;
  en: string;
  /** null: a branch. */
  route: PageAddress | null;
  icon?: string;
  /** For a branch: the roles of all its entries together. */
  roles: readonly RoleAlias[];
  children?: readonly MenuEntry[];
}

const reviewers = ["firstReviewer", "secondReviewer"] as const;
const bureau = ["sysAdmin", "clerk", ...reviewers, "finance", "leader", "auditor"] as const;
/** Of follow-ups and grades, which finance has no right to. */
const withoutFinance = bureau.filter((role) => role !== "finance");
const institution = ["orgAdmin", "orgTeacher"] as const;

const leaf = (
  no: string,
  zh: string,
  en: string,
  route: PageAddress,
  roles: readonly RoleAlias[],
  icon?: string,
): MenuEntry => ({ no, zh, en, route, roles, ...(icon && { icon }) });
const branch = (no: string, zh: string, en: string, icon: string, children: readonly MenuEntry[]): MenuEntry => ({
  no,
  zh,
  en,
  route: null,
  icon,
  roles: [...new Set(children.flatMap((child) => child.roles))],
  children,
});

/** Kinds of work records that all units report, and those that enterprises do not: number within the branch, name, words. */
const everyRecord = [
  ["02", "train_work", "培训工作", "Work reports"],
  ["03", "train_based", "实训基地", "Training bases"],
  ["04", "train_zyjn", "职业技能培训", "Vocational skills"],
  ["06", "train_safe", "安全培训", "Safety"],
  ["07", "train_excellent", "高技能人才", "High-skilled"],
  ["08", "train_gqpx", "岗前培训", "Pre-job"],
] as const;
const institutionRecord = [
  ["01", "train_project", "培训项目", "Projects"],
  ["05", "train_entrepreneurship", "创业培训", "Start-up"],
] as const;
const records = (no: string, base: "/work" | "/my/work", roles: readonly RoleAlias[]): MenuEntry[] =>
  [...everyRecord, ...institutionRecord]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, kind, zh, en]) => leaf(`${no}${place}`, zh, en, `${base}/${kind}`, roles));

/** What a unit does in the processes of the bureau. */
const taken = (no: string, role: RoleAlias): MenuEntry[] => [
  branch(no, "流程中心", "Workflow", "flow", [
    leaf(`${no}01`, "发起", "Start", "/work/start", [role]),
    leaf(`${no}02`, "待签", "Claim", "/work/claim", [role]),
    leaf(`${no}03`, "待办", "To do", "/work/todo", [role]),
    leaf(`${no}04`, "已发", "Sent", "/work/send", [role]),
    leaf(`${no}05`, "办结", "Done", "/work/done", [role]),
    leaf(`${no}06`, "抄送", "Copies", "/work/copy", [role]),
    leaf(`${no}07`, "代理", "Stand-ins", "/work/stand-in", [role]),
  ]),
];

const filing: RoleAlias[] = ["sysAdmin", "clerk", ...reviewers, "leader", "auditor"];
const catalogue: RoleAlias[] = ["clerk", ...reviewers, "finance", "leader", "auditor"];

const bureauMenus: readonly MenuEntry[] = [
  leaf("B01", "首页", "Home", "/wel/index", bureau, "home"),
  leaf("B02", "控制台", "Console", "/wel/dashboard", bureau, "dashboard"),
  branch("B03", "机构管理", "Institutions", "bank", [
    leaf("B0301", "培训机构", "Institutions", "/org/index", filing),
    leaf("B0302", "机构附件", "Filing documents", "/org/attachment", filing),
    leaf("B0303", "机构课程", "Institution courses", "/org/course", filing),
    leaf(
      "B0304",
      "机构教师",
      "Institution teachers",
      "/org/teacher",
      filing.filter((role) => role !== "secondReviewer"),
    ),
    leaf("B0305", "教室档案", "Classrooms", "/org/classroom", ["clerk", "auditor"]),
  ]),
  branch("B04", "基础资料", "Basics", "book", [
    leaf("B0401", "课程目录", "Course catalogue", "/basics/course", catalogue),
    leaf("B0402", "补贴文件", "Subsidy documents", "/basics/courseSubsidyFile", catalogue),
    leaf("B0404", "师资库", "Teachers", "/basics/teacher", ["clerk", "auditor"]),
    leaf("B0405", "考评员", "Assessors", "/basics/assessor", ["clerk", ...reviewers]),
    leaf("B0409", "政策变更", "Policy changes", "/policy/change", [
      "sysAdmin",
      "clerk",
      ...reviewers,
      "finance",
      "leader",
      "auditor",
    ]),
  ]),
  branch("B05", "计划管理", "Plans", "plan", [
    leaf("B0501", "培训计划", "Training plans", "/plan/index", ["clerk", "firstReviewer", "leader"]),
    leaf("B0502", "机构计划", "Institution plans", "/plan/org", ["clerk", "firstReviewer", "leader", "auditor"]),
  ]),
  branch("B06", "开班管理", "Classes", "team", [
    leaf("B0601", "班级审核", "Class review", "/class/review", ["clerk", "firstReviewer"]),
    leaf("B0602", "班级查询", "Classes", "/class/index", bureau),
    leaf("B0603", "学员审核", "Student check", "/class/student", ["clerk", "firstReviewer"]),
    leaf("B0604", "培训经历", "Training history", "/class/experience", bureau),
    leaf("B0605", "学员账号", "Student accounts", "/class/account", ["sysAdmin", "clerk"]),
    leaf("B0606", "培训评价", "Evaluations", "/class/evaluation", ["clerk", "leader", "auditor"]),
    leaf("B0607", "培训后就业", "Employment", "/class/employment", withoutFinance),
  ]),
  branch("B07", "考核评价", "Assessment", "form", [
    leaf("B0701", "考核申请(机构)", "Test applications", "/test/org", ["clerk", "firstReviewer", "auditor"]),
    leaf("B0702", "考核申请(企业)", "Enterprise test applications", "/test/enterprise", [
      "clerk",
      "firstReviewer",
      "auditor",
    ]),
    leaf("B0703", "考评安排", "Assessor assignment", "/test/assessor", ["clerk"]),
    leaf("B0704", "成绩管理", "Grades", "/test/grade", withoutFinance),
    leaf("B0706", "考试管理", "Exams", "/exam/index", ["clerk"]),
  ]),
  branch("B08", "证书管理", "Certificates", "certificate", [
    leaf("B0801", "机构学员证书", "Certificates", "/cert/index", bureau),
    leaf("B0802", "企业学员证书", "Enterprise certificates", "/cert/enterprise", bureau),
  ]),
  branch("B09", "补贴管理", "Subsidies", "money", [
    leaf("B0901", "机构初审", "First review (inst.)", "/subsidy/org/first", ["firstReviewer"]),
    leaf("B0902", "机构复审", "Second review (inst.)", "/subsidy/org/re", ["secondReviewer"]),
    leaf("B0903", "企业初审", "First review (ent.)", "/subsidy/ent/first", ["firstReviewer"]),
    leaf("B0904", "企业复审", "Second review (ent.)", "/subsidy/ent/re", ["secondReviewer"]),
    leaf("B0905", "公示与拨付", "Public notice and payment", "/subsidy/pay", ["finance", "secondReviewer"]),
    leaf("B0911", "补贴申请", "Claims", "/subsidy/claim", bureau),
    leaf("B0906", "补贴明细", "Subsidy details", "/subsidy/detail", [...reviewers, "finance", "leader", "auditor"]),
    leaf("B0907", "校验明细", "Check findings", "/subsidy/valid", [...reviewers, "auditor"]),
    leaf("B0908", "拨付异议", "Payment objections", "/subsidy/objection", [
      "clerk",
      ...reviewers,
      "finance",
      "leader",
      "auditor",
    ]),
    leaf("B0909", "申领限制", "Bars", "/subsidy/bar", ["clerk", ...reviewers, "finance", "leader", "auditor"]),
    leaf("B0910", "待追回", "To be recovered", "/subsidy/recovery", [
      "clerk",
      ...reviewers,
      "finance",
      "leader",
      "auditor",
    ]),
  ]),
  branch("B10", "企业管理", "Enterprises", "shop", [
    leaf("B1001", "企业台账", "Enterprise records", "/enterprise/total", ["clerk", ...reviewers, "leader"]),
    leaf("B1002", "企业班级", "Enterprise classes", "/enterprise/class", bureau),
    leaf("B1006", "企业学员", "Staff in training", "/enterprise/student", bureau),
    leaf("B1003", "企业调查", "Investigations", "/enterprise/investigation", ["clerk", "firstReviewer", "leader"]),
    leaf("B1004", "工伤记录", "Injury records", "/enterprise/injury", ["sysAdmin", "clerk", "leader", "auditor"]),
    leaf("B1005", "企业报名", "Sign-ups of staff", "/enterprise/sign", ["clerk", "firstReviewer", "leader", "auditor"]),
  ]),
  branch("B11", "技能人才", "Talent", "star", [
    leaf("B1101", "技能人才库", "Skilled workers", "/talent/technician", ["clerk", "leader"]),
    leaf("B1102", "技师研修", "Technician study", "/talent/jsyx", ["clerk", ...reviewers]),
    leaf("B1103", "竞赛通知", "Competitions", "/competition/notice", ["clerk"]),
    leaf("B1104", "竞赛报名", "Registrations", "/competition/register", ["clerk"]),
    leaf("B1105", "竞赛成绩", "Results", "/competition/record", ["clerk", "leader"]),
  ]),
  branch("B12", "工作台账", "Work records", "folder", [
    ...records("B12", "/work", ["clerk", ...reviewers, "leader"]),
    leaf("B1209", "汇总查询", "Summary", "/work/summary", bureau),
    leaf("B1210", "填报进度", "Filing progress", "/work/progress", ["clerk", ...reviewers, "leader", "auditor"]),
    leaf("B1211", "统计报表", "Reports", "/report/index", ["clerk", ...reviewers, "finance", "leader", "auditor"]),
  ]),
  branch("B13", "信息发布", "Information", "notice", [
    leaf("B1301", "通知公告", "Notices", "/information/notice", ["sysAdmin", "clerk"]),
    leaf("B1305", "系统公告", "Desk notices", "/desk/notice", ["sysAdmin", "clerk"]),
  ]),
  branch("B14", "数据查询", "External data", "search", [
    leaf("B1401", "外部数据", "External look-ups", "/ext/index", ["clerk", ...reviewers, "auditor"]),
  ]),
  branch("B15", "流程中心", "Workflow", "flow", [
    leaf("B1501", "发起", "Start", "/work/start", bureau),
    leaf("B1502", "待签", "Claim", "/work/claim", bureau),
    leaf("B1503", "待办", "To do", "/work/todo", bureau),
    leaf("B1504", "已发", "Sent", "/work/send", bureau),
    leaf("B1505", "办结", "Done", "/work/done", bureau),
    leaf("B1509", "抄送", "Copies", "/work/copy", bureau),
    leaf("B1510", "代理", "Stand-ins", "/work/stand-in", bureau),
    leaf("B1506", "模型", "Models", "/flow/model", ["sysAdmin"]),
    leaf("B1507", "部署", "Deployments", "/flow/manager", ["sysAdmin"]),
    leaf("B1508", "跟踪", "Follow", "/flow/follow", ["sysAdmin"]),
  ]),
  branch("B16", "系统管理", "System", "setting", [
    leaf("B1601", "用户", "Users", "/system/user", ["sysAdmin"]),
    leaf("B1602", "部门", "Departments", "/system/dept", ["sysAdmin"]),
    leaf("B1603", "岗位", "Posts", "/system/post", ["sysAdmin"]),
    leaf("B1604", "注册审核", "Registrations", "/system/register", ["sysAdmin"]),
    leaf("B1616", "双人复核", "Two-person requests", "/system/four-eyes", ["sysAdmin", "auditor"]),
    leaf("B1605", "菜单", "Menus", "/system/menu", ["sysAdmin"]),
    leaf("B1606", "顶部菜单", "Top menus", "/system/topmenu", ["sysAdmin"]),
    leaf("B1607", "参数", "Parameters", "/system/param", ["sysAdmin"]),
    leaf("B1608", "流水号", "Serial numbers", "/system/serial", ["sysAdmin"]),
    leaf("B1609", "系统字典", "Dictionary", "/dict-horizontal/index", ["sysAdmin"]),
    leaf("B1610", "业务字典", "Business dictionary", "/dict-vertical/index", ["sysAdmin", "clerk"]),
    leaf("B1611", "行政区划", "Regions", "/base/region", ["sysAdmin"]),
    leaf("B1612", "租户", "Tenants", "/system/tenant", ["sysAdmin"]),
    leaf("B1613", "客户端", "Clients", "/system/client", ["sysAdmin"]),
    leaf("B1614", "第三方登录", "Sign-in providers", "/system/identity-provider", ["sysAdmin"]),
    leaf("B1615", "安装检查", "Set-up check list", "/system/setup", ["sysAdmin"]),
  ]),
  branch("B17", "权限管理", "Rights", "safety", [
    leaf("B1701", "角色", "Roles", "/authority/role", ["sysAdmin"]),
    leaf("B1702", "数据权限", "Data scopes", "/authority/datascope", ["sysAdmin"]),
    leaf("B1703", "接口权限", "API scopes", "/authority/apiscope", ["sysAdmin"]),
    leaf("B1704", "权限说明", "Who may do what", "/authority/why", ["sysAdmin", "auditor"]),
    leaf("B1705", "权限变更", "Changes of rights", "/authority/changes", ["sysAdmin", "auditor"]),
  ]),
  branch("B18", "资源管理", "Resources", "cloud", [
    leaf("B1801", "短信", "SMS", "/resource/sms", ["sysAdmin"]),
    leaf("B1802", "对象存储", "OSS", "/resource/oss", ["sysAdmin"]),
    leaf("B1803", "附件", "Files", "/resource/attach", ["sysAdmin"]),
    leaf("B1804", "短信记录", "SMS records", "/resource/smslog", ["sysAdmin"]),
    leaf("B1805", "导入记录", "Imports", "/resource/imports", ["sysAdmin", "clerk", "auditor"]),
  ]),
  branch("B19", "研发工具", "Tools", "tool", [
    leaf("B1901", "代码生成", "Code", "/tool/code", ["sysAdmin"]),
    leaf("B1902", "数据源", "Data sources", "/tool/datasource", ["sysAdmin"]),
    leaf("B1903", "报表", "Reports", "/report/index", ["sysAdmin"]),
  ]),
  branch("B20", "系统监控", "Monitor", "monitor", [
    leaf("B2001", "通用日志", "Usual logs", "/monitor/log/usual", ["sysAdmin", "auditor"]),
    leaf("B2002", "接口日志", "API logs", "/monitor/log/api", ["sysAdmin", "auditor"]),
    leaf("B2003", "错误日志", "Error logs", "/monitor/log/error", ["sysAdmin", "auditor"]),
    leaf("B2004", "在线用户", "Online users", "/monitor/online", ["sysAdmin", "auditor"]),
    leaf("B2005", "登录记录", "Sign-ins", "/monitor/sign-in", ["sysAdmin", "auditor"]),
    leaf("B2007", "登录限制", "Sign-in waits", "/monitor/sign-in-waits", ["sysAdmin", "auditor"]),
    leaf("B2006", "操作审计", "Audit trail", "/monitor/audit", ["sysAdmin", "auditor"]),
  ]),
  branch("B21", "个人中心", "Personal", "user", [leaf("B2101", "个人信息", "My info", "/info/index", bureau)]),
];

const institutionMenus: readonly MenuEntry[] = [
  leaf("I01", "首页", "Home", "/wel/index", institution, "home"),
  branch("I02", "机构信息", "My institution", "bank", [
    leaf("I0201", "基本信息", "Profile", "/my/org/info", ["orgAdmin"]),
    leaf("I0202", "机构课程", "Courses", "/my/org/course", ["orgAdmin"]),
    leaf("I0203", "师资管理", "Teachers", "/my/org/teacher", ["orgAdmin"]),
    leaf("I0204", "教室管理", "Classrooms", "/my/org/classroom", ["orgAdmin"]),
  ]),
  branch("I03", "计划申报", "Plans", "plan", [leaf("I0301", "机构计划", "My plans", "/my/plan", ["orgAdmin"])]),
  branch("I04", "开班管理", "Classes", "team", [
    leaf("I0401", "班级", "My classes", "/my/class", institution),
    leaf("I0402", "报名审核", "Sign-ups", "/my/class/sign", ["orgAdmin"]),
    leaf("I0403", "花名册", "Roster", "/my/class/student", ["orgAdmin"]),
    leaf("I0404", "课程表与考勤", "Schedule and attendance", "/my/class/schedule", institution),
    leaf("I0405", "培训评价", "Evaluations", "/my/class/evaluation", institution),
    leaf("I0406", "就业跟踪", "Employment", "/my/class/employment", ["orgAdmin"]),
    leaf("I0407", "导入记录", "Imports", "/my/imports", ["orgAdmin"]),
  ]),
  branch("I05", "考核评价", "Assessment", "form", [
    leaf("I0501", "考核申请", "Test applications", "/my/test", ["orgAdmin"]),
    leaf("I0502", "成绩查询", "Grades", "/my/test/grade", institution),
    leaf("I0503", "模拟考试", "Practice exams", "/my/exam", institution),
  ]),
  leaf("I06", "证书", "Certificates", "/my/cert", ["orgAdmin"], "certificate"),
  branch("I07", "补贴申领", "Subsidies", "money", [
    leaf("I0701", "补贴申请", "Claims", "/my/subsidy", ["orgAdmin"]),
    leaf("I0702", "补贴明细", "Details", "/my/subsidy/detail", ["orgAdmin"]),
  ]),
  branch("I08", "工作填报", "Work records", "folder", [
    ...records("I08", "/my/work", ["orgAdmin"]),
    leaf("I0809", "技师研修", "Technician study", "/my/jsyx", ["orgAdmin"]),
    leaf("I0810", "汇总查询", "Summary", "/work/summary", ["orgAdmin"]),
  ]),
  leaf("I09", "竞赛", "Competitions", "/my/competition", ["orgAdmin"], "trophy"),
  leaf("I10", "通知文件", "Notices", "/my/notice", institution, "notice"),
  ...taken("I12", "orgAdmin"),
  leaf("I11", "个人信息", "My info", "/info/index", institution, "user"),
];

const enterpriseMenus: readonly MenuEntry[] = [
  leaf("E01", "首页", "Home", "/wel/index", ["entAdmin"], "home"),
  leaf("E02", "企业台账", "My enterprise", "/ent/total", ["entAdmin"], "shop"),
  branch("E03", "企业培训", "Training", "team", [
    leaf("E0301", "企业班级", "Classes", "/ent/class", ["entAdmin"]),
    leaf("E0302", "学员", "Staff", "/ent/student", ["entAdmin"]),
    leaf("E0303", "机构班报名", "Sign up for classes", "/ent/sign", ["entAdmin"]),
    leaf("E0304", "企业调查", "Investigation", "/ent/investigation", ["entAdmin"]),
    leaf("E0305", "导入记录", "Imports", "/my/imports", ["entAdmin"]),
  ]),
  branch("E04", "考核与证书", "Assessment", "certificate", [
    leaf("E0401", "考核申请", "Test applications", "/ent/test", ["entAdmin"]),
    leaf("E0403", "考核成绩", "Grades", "/ent/grade", ["entAdmin"]),
    leaf("E0402", "证书", "Certificates", "/ent/cert", ["entAdmin"]),
  ]),
  branch("E05", "补贴申领", "Subsidies", "money", [
    leaf("E0501", "补贴申请", "Claims", "/ent/subsidy", ["entAdmin"]),
    leaf("E0502", "补贴明细", "Claim rows", "/ent/subsidy/detail", ["entAdmin"]),
  ]),
  branch("E06", "人才与安全", "Talent and safety", "star", [
    leaf("E0601", "技能人才", "Skilled workers", "/ent/technician", ["entAdmin"]),
    leaf("E0602", "技师研修", "Technician study", "/ent/jsyx", ["entAdmin"]),
    leaf("E0603", "工伤记录", "Injury records", "/ent/injury", ["entAdmin"]),
    leaf("E0604", "竞赛报名", "Competitions", "/ent/competition", ["entAdmin"]),
  ]),
  branch("E07", "工作填报", "Work records", "folder", [
    ...everyRecord.map(([place, kind, zh, en]) => leaf(`E07${place}`, zh, en, `/ent/work/${kind}`, ["entAdmin"])),
    leaf("E0710", "汇总查询", "Summary", "/work/summary", ["entAdmin"]),
  ]),
  ...taken("E09", "entAdmin"),
  leaf("E08", "个人信息", "My info", "/info/index", ["entAdmin"], "user"),
];

const studentMenus: readonly MenuEntry[] = [
  leaf("S01", "首页", "Home", "/wel/index", ["student"], "home"),
  leaf("S02", "我要报名", "Sign up", "/stu/sign", ["student"], "form"),
  leaf("S03", "我的班级", "My classes", "/stu/class", ["student"], "team"),
  leaf("S04", "我的考试", "My exams", "/stu/exam", ["student"], "book"),
  leaf("S05", "我的成绩", "My grades", "/stu/grade", ["student"], "star"),
  leaf("S06", "我的证书", "My certificates", "/stu/cert", ["student"], "certificate"),
  leaf("S12", "技能人才", "Skills and studies", "/stu/talent", ["student"], "star"),
  leaf("S07", "培训经历", "My training", "/stu/experience", ["student"], "folder"),
  leaf("S08", "培训评价", "Evaluation", "/stu/evaluation", ["student"], "notice"),
  leaf("S09", "就业登记", "Employment", "/stu/employment", ["student"], "shop"),
  leaf("S10", "竞赛报名", "Competitions", "/stu/competition", ["student"], "trophy"),
  leaf("S11", "个人信息", "My info", "/info/index", ["student"], "user"),
];

const assessorMenus: readonly MenuEntry[] = [
  leaf("A01", "首页", "Home", "/wel/index", ["assessor"], "home"),
  leaf("A02", "我的考评", "My assessments", "/ass/task", ["assessor"], "form"),
  leaf("A03", "登分与阅卷", "Scores", "/ass/grade", ["assessor"], "star"),
  leaf("A04", "考评题库", "Question bank", "/ass/question", ["assessor"], "book"),
  leaf("A07", "监考与阅卷", "Exams", "/ass/exam", ["assessor"], "form"),
  leaf("A06", "竞赛评分", "Competition scores", "/ass/competition", ["assessor"], "trophy"),
  leaf("A05", "我的资料", "My card", "/ass/info", ["assessor"], "user"),
];

const listed = [...bureauMenus, ...institutionMenus, ...enterpriseMenus, ...studentMenus, ...assessorMenus];

/** All menu trees, with the entries that entities state themselves. */
export const menuTrees: readonly MenuEntry[] = Object.values(resources).flat().reduce(withEntry, listed);

/** Inserts an entry into the branch that its number names, after the entries with smaller numbers. @throws Error where there is no such branch */
function withEntry(tree: readonly MenuEntry[], { menu, page }: AnyResource): MenuEntry[] {
  const entry: MenuEntry = { ...menu, route: page };
  const branchNo = menu.no.slice(0, -2);
  if (branchNo.length === 1) return insert(tree, entry);
  const parent = tree.find(({ no }) => no === branchNo);
  if (!parent?.children) throw new Error(`${menu.no} ${page}: no branch ${branchNo}`);
  const { zh, en, icon = "", children } = parent;
  return tree.with(tree.indexOf(parent), branch(branchNo, zh, en, icon, insert(children, entry)));
}

function insert(entries: readonly MenuEntry[], entry: MenuEntry): MenuEntry[] {
  const before = entries.findLastIndex(({ no }) => no.charAt(0) === entry.no.charAt(0) && no < entry.no);
  return entries.toSpliced(before + 1, 0, entry);
}

/** The top bar of the bureau groups branches by task; the other audiences have one short tree each and need none. */
export const topMenus = [
  {
    code: "business",
    zh: "业务办理",
    en: "Business",
    source: "team",
    sort: 1,
    branches: ["B03", "B04", "B05", "B06", "B07", "B08"],
  },
  { code: "money", zh: "补贴资金", en: "Subsidies", source: "money", sort: 2, branches: ["B09", "B10", "B11", "B12"] },
  { code: "office", zh: "信息与流程", en: "Information", source: "notice", sort: 3, branches: ["B13", "B14", "B15"] },
  {
    code: "system",
    zh: "系统",
    en: "System",
    source: "setting",
    sort: 4,
    branches: ["B16", "B17", "B18", "B19", "B20", "B21"],
  },
] as const;
