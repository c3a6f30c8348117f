import type { Language } from "../http/language.ts";

export type Words = readonly [zh: string, en: string];

/** The word of a pair in the reader's language. */
export const say = (language: Language, [zh, en]: Words): string => (language === "zh" ? zh : en);

/** Titles of the domains; one without a title is shown by its name. */
export const groupTitles: Readonly<Record<string, Words>> = {
  access: ["菜单、权限与参数", "Menus, rights, parameters"],
  assessment: ["考核、成绩与证书", "Assessments, grades, certificates"],
  auth: ["登录、会话与客户端", "Signing in, sessions, clients"],
  catalogue: ["课程与补贴标准", "Courses and standards"],
  exams: ["题库与考试", "Questions and exams"],
  develop: ["数据源与代码生成", "Data sources and generated code"],
  "external-data": ["外部数据", "External registers"],
  files: ["附件", "Files"],
  home: ["首页", "Home pages"],
  inspection: ["核查与抽查", "Investigations and inspections"],
  jobs: ["后台任务", "Background jobs"],
  logs: ["日志", "Logs"],
  notices: ["公告与短信", "Notices and text messages"],
  policy: ["政策变更", "Policy changes"],
  enterprises: ["企业台账", "Records of enterprises"],
  providers: ["培训机构与师资", "Institutions and teachers"],
  settings: ["字典、区划与编号", "Dictionaries, regions, numbers"],
  setup: ["安装与管理员", "Set-up and administrators"],
  subsidies: ["补贴申请、审核与拨付", "Subsidy claims, reviews, payment"],
  tenants: ["租户", "Tenants"],
  training: ["计划、班级、学员与考勤", "Plans, classes, students, attendance"],
  talents: ["技能人才与研修", "Skilled workers and their studies"],
  outcomes: ["培训评价与就业", "Evaluations and employment"],
  workflow: ["流程", "Processes"],
  reports: ["报表", "Reports"],
  competitions: ["职业技能竞赛", "Skills competitions"],
  "work-records": ["工作台账", "Work records"],
  users: ["用户与部门", "Users and departments"],
};

export const kinds = {
  id: ["主键（字符串）", "id (string)"],
  ref: ["引用", "reference"],
  text: ["文本", "text"],
  long: ["多行文本", "text of several lines"],
  int: ["整数", "whole number"],
  decimal: ["小数（以字符串传输）", "decimal, written as text"],
  date: ["日期 yyyy-MM-dd", "date yyyy-MM-dd"],
  datetime: ["时间 yyyy-MM-dd HH:mm:ss（北京时间）", "time yyyy-MM-dd HH:mm:ss, China time"],
  time: ["时刻 HH:mm", "time of day HH:mm"],
  code: ["代码", "code"],
  codes: ["代码数组", "list of codes"],
  texts: ["文本数组", "list of texts"],
  refs: ["引用数组", "list of references"],
  files: ["附件数组 {attId, fileName, …}", "list of files {attId, fileName, …}"],
  data: ["结构化数据", "structured data"],
} as const satisfies Record<string, Words>;

export const needs = {
  required: ["必填", "required"],
  submit: ["提交时必填", "required when submitted"],
  optional: ["可选", "optional"],
  computed: ["由系统填写", "filled by the server"],
} as const satisfies Record<string, Words>;

export const audiences = {
  bureau: ["管理端", "bureau"],
  institution: ["机构端", "institution"],
  enterprise: ["企业端", "enterprise"],
  person: ["个人端", "person"],
} as const satisfies Record<string, Words>;

export const styles = {
  body: ["JSON 请求体", "JSON body"],
  query: ["查询参数", "query parameters"],
  form: ["表单请求体 application/x-www-form-urlencoded", "form body, application/x-www-form-urlencoded"],
  multipart: ["multipart/form-data：文件及下列字段", "multipart/form-data: files and the fields below"],
  encrypted: [
    "加密请求体（按会话协商密钥，见 docs/security.md）",
    "encrypted body, by keys of the session (docs/security.md)",
  ],
} as const satisfies Record<string, Words>;
