import { call } from "../core/call.ts";
import { confirmStatus } from "../core/fields/codes.ts";
import { code, codeList, date, id, int, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { list, orNull, record } from "../core/fields/shape.ts";
import { accountState } from "../enterprises/account-state.ts";

const path = "/api/zjgrsj-train/home";

/** What an enterprise may have to do for the assessment of a class. */
export const assessmentDue = codeList("ASSESSMENT_DUE", "考核待办", "To do for assessments", {
  back: ["考核申请被退回", "Application returned", "bad"],
  score: ["成绩待登记", "Scores to enter", "busy"],
  draft: ["考核申请待提交", "Application to submit", "busy"],
  apply: ["已结业，待申请考核", "Over, to be assessed", "busy"],
});

/** What an enterprise has to do until the training of its staff is paid. */
export const claimDue = codeList("CLAIM_DUE", "补贴待办", "To do for claims", {
  back: ["补贴申请被退回", "Claim returned", "bad"],
  draft: ["补贴申请待提交", "Claim to submit", "busy"],
  unclaimed: ["可申领补贴", "Subsidy can be claimed", "busy"],
  advance: ["可申领预拨", "An advance can be claimed", "busy"],
});

export const enterpriseHome = call({
  name: "Home.enterprise",
  method: "GET",
  path: `${path}/enterprise`,
  zh: "企业端首页",
  en: "Home page of an enterprise",
  access: "enterprise_sign_view",
  audience: ["enterprise"],
  output: record({
    /** The record of this year, and how its account stands; null until it is filled in. */
    record: orNull(
      record({
        id: id("主键", "Id", "required"),
        year: int("年度", "Year", "required"),
        accountState: code(accountState, "收款账户状态", "State of the account", "required"),
        accountReason: text(500, "账户退回原因", "Reason for return of the account"),
        isBlack: code(yesNo, "失信/欠薪", "In arrears"),
      }),
    ),
    /** Its own classes that are not over, those that it has to complete first. */
    classes: list(
      record({
        id: id("主键", "Id", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        confirmStatus: code(confirmStatus, "状态", "Status", "required"),
        backReason: text(500, "退回原因", "Reason"),
        startDate: date("开班日期", "Start", "required"),
        endDate: date("结业日期", "End", "required"),
        people: int("人数", "People", "required"),
      }),
      20,
    ),
    /** What is to be done until staff who were trained have their certificates. */
    assessments: list(
      record({
        key: code(assessmentDue, "待办", "To do", "required"),
        /** Of the application; null where there is none yet. */
        id: id("考核申请", "Application"),
        classId: id("班级", "Class", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        reason: text(500, "原因", "Reason"),
        /** The end of the class, or the day of the assessment. */
        day: date("日期", "Day"),
      }),
      20,
    ),
    /** Claims: what was returned, what was begun, and classes whose staff are in no claim. */
    claims: list(
      record({
        key: code(claimDue, "待办", "To do", "required"),
        /** Of the claim; null where there is none yet. */
        id: id("补贴申请", "Claim"),
        classId: id("班级", "Class", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        reason: text(500, "原因", "Reason"),
        people: int("人数", "People", "required"),
        /** Last day to claim for the first of them. */
        day: date("最后申请日", "Last day to claim"),
      }),
      20,
    ),
    /** Sign-ups that the enterprise has yet to send, or to correct. */
    due: list(
      record({
        id: id("主键", "Id", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        confirmStatus: code(confirmStatus, "状态", "Status", "required"),
        backReason: text(500, "退回原因", "Reason"),
        people: int("人数", "People", "required"),
        signEndDate: date("报名截止", "Sign-up ends"),
      }),
      20,
    ),
    pending: int("待审核", "Waiting", "required"),
    accepted: int("已通过", "Accepted", "required"),
    returned: int("已退回", "Returned", "required"),
    signUps: list(
      record({
        id: id("主键", "Id", "required"),
        name: text(50, "姓名", "Name", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        orgName: text(100, "机构名称", "Institution", "required"),
        startDate: date("开班日期", "Start"),
        confirmStatus: code(confirmStatus, "状态", "Status", "required"),
        backReason: text(500, "退回原因", "Reason"),
      }),
      20,
    ),
  }),
});
