import { call } from "../core/call.ts";
import { code, codeList, date, datetime, decimal, id, int, text, time } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";

const path = "/api/zjgrsj-train/home";
const percent = { unitZh: "%", unitEn: "%" } as const;

/** What an institution has to do, by the page where it is done. */
export const institutionDue = codeList("INSTITUTION_DUE", "待办", "To do", {
  organisation: ["机构备案被退回", "Filing returned", "bad"],
  course: ["机构课程被退回", "Course returned", "bad"],
  teacher: ["机构教师被退回", "Teacher returned", "bad"],
  plan: ["机构计划被退回", "Plan returned", "bad"],
  class: ["班级被退回", "Class returned", "bad"],
  student: ["学员被退回", "Student returned", "bad"],
  test: ["考核申请被退回", "Test application returned", "bad"],
  claim: ["补贴申请被退回", "Claim returned", "bad"],
  attendance: ["考勤未登记", "Attendance not recorded", "waiting"],
  timetable: ["班级未排课", "Class without timetable", "waiting"],
  assessment: ["班级未申请考核", "Class not put up for assessment", "waiting"],
  unclaimed: ["可申领补贴", "Subsidy can be claimed", "busy"],
  followUp: ["结业学员待就业跟踪", "People to follow up", "waiting"],
});

/** What an institution began, or received, and has not passed on. */
export const institutionQueue = codeList("INSTITUTION_QUEUE", "待提交", "To submit", {
  flowTask: ["流程待办", "Tasks in processes"],
  flowClaim: ["流程待签", "Tasks to claim"],
  sign: ["报名待审核", "Sign-ups to decide"],
  planDraft: ["机构计划草稿", "Draft plans"],
  classDraft: ["班级草稿", "Draft classes"],
  testDraft: ["考核申请草稿", "Draft test applications"],
  claimDraft: ["补贴申请草稿", "Draft claims"],
});

export const institutionHome = call({
  name: "Home.institution",
  method: "GET",
  path: `${path}/institution`,
  zh: "机构端首页",
  en: "Home page of an institution",
  access: "signedIn",
  audience: ["institution"],
  output: record({
    waiting: list(
      record({
        key: code(institutionQueue, "待提交", "To submit", "required"),
        count: int("数量", "Count", "required"),
        oldest: datetime("最早时间", "Oldest since"),
      }),
      10,
    ),
    due: list(
      record({
        key: code(institutionDue, "待办", "To do", "required"),
        /** The row it is about; of a student the class. */
        id: id("主键", "Id", "required"),
        title: text(200, "名称", "Name", "required"),
        reason: text(500, "退回原因", "Reason"),
        /** Lessons, people. */
        count: int("数量", "Count"),
        /** Last day, or the day since when it is due. */
        day: date("日期", "Day"),
      }),
      100,
    ),
    running: list(
      record({
        id: id("主键", "Id", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        classNo: text(20, "班级编号", "Class number"),
        startDate: date("开班日期", "Start", "required"),
        endDate: date("结业日期", "End", "required"),
        studentCount: int("学员数", "Students", "required"),
        lessonCount: int("课次", "Lessons", "required"),
        heldCount: int("已上课次", "Lessons held", "required"),
        attendanceRate: decimal(6, 2, "出勤率", "Attendance", "optional", percent),
        /** Lessons of today. */
        firstStart: time("今日开始", "Today from"),
        lastEnd: time("今日结束", "Today to"),
        place: text(200, "地点", "Place"),
      }),
      50,
    ),
  }),
});
