import { call } from "../core/call.ts";
import { certKind, level, trainKind } from "../core/fields/codes.ts";
import { code, codeList, date, datetime, decimal, id, int, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import { countedRows } from "./counted-rows.ts";

const path = "/api/zjgrsj-train/home";
const yuan = { unitZh: "元", unitEn: "yuan" } as const;
const percent = { unitZh: "%", unitEn: "%" } as const;

/** What may wait for a user of the bureau; each stands for one list. */
export const bureauQueue = codeList("BUREAU_QUEUE", "待办", "Waiting", {
  flowTask: ["流程待办", "Tasks in processes"],
  flowClaim: ["流程待签", "Tasks to claim"],
  firstTrial: ["补贴待初审", "Claims to review first"],
  reTrial: ["补贴待复审", "Claims to review second"],
  enterpriseFirstTrial: ["企业补贴待初审", "Claims of enterprises to review first"],
  enterpriseReTrial: ["企业补贴待复审", "Claims of enterprises to review second"],
  compile: ["公示期满待拨付", "Claims to pay"],
  paying: ["拨付中待登记", "Payments to record"],
  recovery: ["已付待追回", "Paid, to be recovered"],
  recoveryDismissal: ["不予追回待复核", "Dismissals of recoveries to decide"],
  objection: ["拨付异议待答复", "Objections to answer"],
  policyChange: ["政策变更待审批", "Policy changes to approve"],
  investigation: ["调查待核实", "Investigations to verify"],
  class: ["班级待确认", "Classes to confirm"],
  enterpriseClass: ["企业班级待审核", "Classes of enterprises to review"],
  enterpriseTest: ["企业考核申请待审核", "Test applications of enterprises to review"],
  student: ["学员待审核", "Students to check"],
  test: ["考核申请待审核", "Test applications to approve"],
  grade: ["成绩待发布", "Grades to publish"],
  orgPlan: ["机构计划待审核", "Institution plans to approve"],
  organisation: ["机构备案待审核", "Institutions to approve"],
  organisationChange: ["机构变更待审核", "Changes of institutions to approve"],
  orgCourse: ["机构课程待审核", "Institution courses to approve"],
  orgTeacher: ["机构教师待审核", "Institution teachers to approve"],
  enterpriseAccount: ["企业收款账户待审核", "Accounts of enterprises to approve"],
  train_work: ["培训工作待审核", "Work reports to review"],
  train_project: ["培训项目待审核", "Training projects to review"],
  train_based: ["实训基地待审核", "Training bases to review"],
  train_zyjn: ["职业技能培训台账待审核", "Records of vocational training to review"],
  train_entrepreneurship: ["创业培训台账待审核", "Records of start-up training to review"],
  train_safe: ["安全技能培训台账待审核", "Records of safety training to review"],
  train_excellent: ["高技能人才培训台账待审核", "Records of high-skill training to review"],
  train_gqpx: ["岗前培训台账待审核", "Records of pre-job training to review"],
  jsyx_record: ["技师研修待审核", "Studies of technicians to review"],
  competitionRegister: ["竞赛报名待审核", "Registrations of competitions to check"],
});

/** What the bureau should know before it is too late. */
export const bureauWarning = codeList("BUREAU_WARNING", "预警", "Warnings", {
  classStart: ["五天内开班、尚未确认的班级", "Unconfirmed classes that start within five days"],
  publicity: ["五天内公示期满的补贴申请", "Claims whose public notice ends within five days"],
  licence: ["三十天内许可证到期的机构", "Institutions whose licence expires within thirty days"],
});

/** The home page of a bureau user: their queue has only what they may decide. */
export const bureauHome = call({
  name: "Home.bureau",
  method: "GET",
  path: `${path}/bureau`,
  zh: "管理端首页",
  en: "Home page of the bureau",
  access: "signedIn",
  audience: ["bureau"],
  output: record({
    /** Working days a review may take. */
    reviewDays: int("审核时限", "Review limit", "required", { unitZh: "个工作日", unitEn: "working days" }),
    /** What waits since before this day is overdue. */
    overdueBefore: date("超期界限", "Overdue before", "required"),
    waiting: list(
      record({
        key: code(bureauQueue, "待办", "Waiting", "required"),
        count: int("数量", "Count", "required"),
        /** How many wait longer than the limit. */
        overdue: int("超期数", "Overdue", "required"),
        oldest: datetime("最早提交", "Oldest since"),
      }),
      50,
    ),
    warnings: list(
      record({
        key: code(bureauWarning, "预警", "Warning", "required"),
        count: int("数量", "Count", "required"),
        first: date("最早日期", "Earliest day"),
      }),
      10,
    ),
  }),
});

/** Figures of a year; of the running year up to today. A rate without a denominator is absent. */
export const yearFigures = record({
  classCount: int("开班数", "Classes", "required"),
  enrolCount: int("参训人次", "Enrolments", "required"),
  personCount: int("参训人数", "People trained", "required"),
  /** Enrolments of people in key groups, of all enrolments. */
  keyGroupShare: decimal(6, 2, "重点群体占比", "Share of key groups", "optional", percent),
  finishCount: int("结业人次", "Completions", "required"),
  finishRate: decimal(6, 2, "结业率", "Completion rate", "optional", percent),
  /** Mean of the rates of those who finished or should have. */
  attendanceRate: decimal(6, 2, "平均出勤率", "Average attendance", "optional", percent),
  testCount: int("参考人数", "Assessed", "required"),
  passCount: int("合格人数", "Passed", "required"),
  passRate: decimal(6, 2, "合格率", "Pass rate", "optional", percent),
  /** Of those assessed for the first time. */
  firstPassRate: decimal(6, 2, "首考合格率", "Pass rate at the first attempt", "optional", percent),
  certCount: int("取证人数", "Certificates", "required"),
  /** People certified at levels 3, 2 or 1. */
  highSkilledNew: int("新增高技能人才", "New highly skilled people", "required"),
  /** Of those who finished and are no employees: at work within six months. Like the other rates of people, absent for fewer than five. */
  employRate: decimal(6, 2, "培训后就业率", "Employed after training", "optional", percent),
  /** The same as far as a register says so. */
  verifiedEmployRate: decimal(6, 2, "核验就业率", "Employed by a register", "optional", percent),
  /** Of the start-up certificates of the year: the holder has a business licence within twelve months. */
  startupRate: decimal(6, 2, "创业成功率", "Start-ups of those trained", "optional", percent),
  /** Mean of the evaluations of classes with five or more. */
  avgScore: decimal(3, 2, "满意度", "Satisfaction", "optional", { unitZh: "分", unitEn: "of 5" }),
  /** Of the claims submitted in the year. */
  applyAmount: decimal(16, 2, "申请金额", "Subsidy claimed", "required", yuan),
  /** Of the claims that passed the second review in the year. */
  approvedAmount: decimal(16, 2, "核定金额", "Subsidy approved", "required", yuan),
  /** From submission to the second review, a mean. */
  reviewDays: decimal(6, 2, "平均审核时长", "Average review time", "optional", {
    unitZh: "个工作日",
    unitEn: "working days",
  }),
  /** Claims returned at least once, of all submitted in the year. */
  backRate: decimal(6, 2, "退回率", "Share of claims returned", "optional", percent),
  /** Locked injuries of enterprises of high risk; absent for an institution. */
  highRiskInjury: int("高危企业伤亡数", "Injuries in high-risk industries", "optional"),
  paidAmount: decimal(16, 2, "拨付金额", "Subsidy paid", "required", yuan),
  paidCount: int("拨付人次", "Payments", "required"),
  perCapita: decimal(14, 2, "人均补贴", "Per person", "optional", yuan),
  /** Of the approved institution plans of the year. */
  planHeadcount: int("计划人数", "Planned people", "required"),
  planRate: decimal(7, 2, "计划完成率", "Plan completion", "optional", percent),
  /** Of the bureau's plans; absent for an institution. */
  budgetAmount: decimal(16, 2, "预算金额", "Budget", "optional", yuan),
  budgetUse: decimal(7, 2, "预算执行率", "Budget used", "optional", percent),
});

const counted = {
  classCount: int("开班数", "Classes", "required"),
  enrolCount: int("参训人次", "Enrolments", "required"),
};
const paidAmount = decimal(16, 2, "拨付金额", "Subsidy paid", "required", yuan);

/** The figures of a year, with series for charts: of the county for the bureau, of its own for an institution. */
export const yearStatistics = call({
  name: "Home.statistics",
  method: "GET",
  path: `${path}/statistics`,
  zh: "年度统计",
  en: "Figures of a year",
  access: "subsidy_apply_view",
  audience: ["bureau", "institution"],
  input: record({ year: int("年度", "Year", "optional", { min: 2000, max: 2100, name: true }) }),
  output: record({
    year: int("年度", "Year", "required", { name: true }),
    figures: yearFigures,
    /** The rows behind those figures whose rows are listed. */
    lists: record({
      classCount: countedRows,
      certCount: countedRows,
      employRate: countedRows,
      applyAmount: countedRows,
      paidAmount: countedRows,
    }),
    months: list(
      record({
        month: int("月份", "Month", "required"),
        ...counted,
        finishCount: int("结业人次", "Completions", "required"),
        certCount: int("取证人数", "Certificates", "required"),
        paidAmount,
      }),
      12,
    ),
    kinds: list(record({ trainKind: code(trainKind, "培训类别", "Kind", "required"), ...counted }), 20),
    levels: list(
      record({
        level: code(level, "等级", "Level", "required"),
        enrolCount: int("参训人次", "Enrolments", "required"),
        certCount: int("取证人数", "Certificates", "required"),
      }),
      10,
    ),
    certKinds: list(
      record({
        certKind: code(certKind, "证书种类", "Kind of certificate", "required"),
        certCount: int("取证人数", "Certificates", "required"),
      }),
      10,
    ),
    /** The ten institutions with most enrolments; for the bureau only. */
    organisations: list(
      record({
        orgId: id("机构", "Institution", "required"),
        orgName: text(100, "机构名称", "Institution", "required"),
        ...counted,
        paidAmount,
      }),
      10,
    ),
  }),
});
