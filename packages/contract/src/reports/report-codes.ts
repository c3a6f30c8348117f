import { type CodeOf, codeList } from "../core/fields/field.ts";
import { type RoleAlias, roles } from "../core/roles.ts";

/** What reports are made of: lists of the product, each by the name of its entity. What they hold stands in `data-sets.ts`. */
export const dataSetList = codeList("REPORT_DATA", "数据集", "Data set", {
  TrainingClass: ["培训班级", "Classes"],
  Student: ["班级学员", "Students of classes"],
  EnterpriseClass: ["企业班级", "Enterprise classes"],
  EnterpriseStudent: ["企业学员", "Staff in training"],
  Grade: ["考核成绩", "Grades"],
  Certificate: ["机构学员证书", "Certificates"],
  EnterpriseCertificate: ["企业学员证书", "Certificates of staff"],
  SubsidyApplication: ["机构补贴申请", "Claims of institutions"],
  SubsidyLine: ["机构补贴明细", "Claim rows of institutions"],
  EnterpriseSubsidyApplication: ["企业补贴申请", "Claims of enterprises"],
  Organisation: ["培训机构", "Institutions"],
  EnterpriseTotal: ["企业台账", "Enterprises"],
  InjuryRecord: ["工伤记录", "Injury records"],
  Technician: ["技能人才", "Skilled workers"],
  TrainEmployment: ["培训后就业", "Employment after training"],
  CompetitionRecord: ["竞赛成绩", "Competition results"],
  WorkReport: ["培训工作", "Work reports"],
  TrainingProject: ["培训项目", "Training projects"],
  TrainingBase: ["实训基地", "Training bases"],
  SkillTraining: ["职业技能培训台账", "Vocational training"],
  StartupTraining: ["创业培训台账", "Start-up training"],
  SafetyTraining: ["安全技能培训台账", "Safety training"],
  HighSkillTraining: ["高技能人才培训台账", "High-skill training"],
  PreJobTraining: ["岗前培训台账", "Pre-job training"],
});
export type DataSetName = CodeOf<typeof dataSetList>;

export const reportKind = codeList("REPORT_KIND", "报表类型", "Kind of report", {
  list: ["明细表", "List"],
  pivot: ["透视表", "Pivot table"],
  form: ["套打表", "Form"],
});
export type ReportKind = CodeOf<typeof reportKind>;

/** Roles that a report may be shared with. */
export const reportReaders = [
  "sysAdmin",
  "clerk",
  "firstReviewer",
  "secondReviewer",
  "finance",
  "leader",
  "auditor",
  "orgAdmin",
  "entAdmin",
] as const satisfies readonly RoleAlias[];
type ReaderRole = (typeof reportReaders)[number];
const wordsOf = (role: ReaderRole) => [roles[role].zh, roles[role].en] as const;

export const reportReader = codeList("REPORT_READER", "共享角色", "Shared with", {
  sysAdmin: wordsOf("sysAdmin"),
  clerk: wordsOf("clerk"),
  firstReviewer: wordsOf("firstReviewer"),
  secondReviewer: wordsOf("secondReviewer"),
  finance: wordsOf("finance"),
  leader: wordsOf("leader"),
  auditor: wordsOf("auditor"),
  orgAdmin: wordsOf("orgAdmin"),
  entAdmin: wordsOf("entAdmin"),
});

export const measureKind = codeList("REPORT_MEASURE", "统计方式", "Measure", {
  count: ["计数", "Count"],
  sum: ["求和", "Sum"],
  average: ["平均", "Average"],
});

export const chartKind = codeList("REPORT_CHART", "图表", "Chart", {
  none: ["不显示", "None"],
  column: ["柱状图", "Columns"],
  line: ["折线图", "Lines"],
  bar: ["条形图", "Bars"],
});
