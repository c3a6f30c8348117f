import { type Row, entity } from "../core/entity.ts";
import { examStatus } from "../core/fields/codes.ts";
import { code, datetime, decimal, int, lookup, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { examKind } from "./exam-codes.ts";

const points = { min: 0, max: 100, unitZh: "分", unitEn: "points" } as const;
const questions = { min: 0, max: 200, unitZh: "题", unitEn: "questions" } as const;
const share = { min: 0, max: 100, unitZh: "%", unitEn: "%" } as const;

/** A theory exam of a class, drawn from the question bank of its course. */
export const Exam = entity(
  "Exam",
  "考试",
  "Exam",
  {
    examNo: text(20, "考试编号", "Exam number", "computed"),
    examName: text(100, "考试名称", "Exam", "required"),
    classId: ref("TrainingClass", "班级", "Class", "required"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    testApplyId: ref("TestApplication", "考核申请", "Test application"),
    testApplyNo: lookup("testApplyId", "TestApplication", "testApplyNo", "考核申请编号", "Application number"),
    courseId: ref("Course", "课程", "Course", "computed", { always: true }),
    courseName: lookup("courseId", "Course", "courseName", "课程名称", "Course name"),
    examKind: code(examKind, "考试类型", "Kind", "required"),
    startTime: datetime("开始时间", "Start", "required"),
    endTime: datetime("结束时间", "End", "required"),
    duration: int("考试时长", "Duration", "required", {
      min: 30,
      max: 180,
      default: 90,
      unitZh: "分钟",
      unitEn: "minutes",
    }),
    place: text(100, "考试地点", "Place"),
    totalScore: decimal(5, 2, "总分", "Total", "required", { ...points, default: "100.00" }),
    passScore: decimal(5, 2, "及格分", "Pass mark", "required", { ...points, default: "60.00" }),
    singleCount: int("单选题数", "Single choices", "required", questions),
    singleScore: decimal(4, 1, "单选每题分", "Points per single choice", "required", points),
    multiCount: int("多选题数", "Multiple choices", "required", questions),
    multiScore: decimal(4, 1, "多选每题分", "Points per multiple choice", "required", points),
    judgeCount: int("判断题数", "True or false", "required", questions),
    judgeScore: decimal(4, 1, "判断每题分", "Points per true or false", "required", points),
    easyRate: int("易题比例", "Easy", "required", { ...share, default: 30 }),
    mediumRate: int("中题比例", "Medium", "required", { ...share, default: 50 }),
    hardRate: int("难题比例", "Hard", "required", { ...share, default: 20 }),
    /** Only questions at this knowledge point, or below it. */
    classificationId: ref("QuestionClassification", "知识点范围", "Knowledge point"),
    /** Questions are shared out among the knowledge points by their weights. */
    byWeight: code(yesNo, "按鉴定比重抽题", "By weight", "required", { default: "0" }),
    /** Everybody gets the same questions. */
    isFixed: code(yesNo, "统一试卷", "One paper for all", "required", { default: "0" }),
    /** Each candidate is asked for a photo at the start, and a person decides. Left out: as the parameter says. */
    identityCheck: code(yesNo, "身份核验", "Identity check"),
    maxTimes: int("允许次数", "Attempts", "required", { min: 1, max: 10, default: 1, unitZh: "次", unitEn: "times" }),
    status: code(examStatus, "考试状态", "State", "computed", { always: true }),
    gradeTime: datetime("阅卷完成时间", "Graded", "computed"),
    voidReason: text(500, "作废原因", "Reason", "computed"),
  },
  {
    idName: "examId",
    title: "examName",
    filters: [
      "examNo",
      "examName",
      "classId",
      "className",
      "courseId",
      "courseName",
      "examKind",
      "status",
      "startTime",
    ],
    sorts: ["startTime", "examNo"],
    order: ["-startTime"],
    grams: ["examName"],
    openTo: {
      person: [
        "examNo",
        "examName",
        "classId",
        "classNo",
        "className",
        "orgName",
        "courseName",
        "examKind",
        "startTime",
        "endTime",
        "duration",
        "place",
        "totalScore",
        "passScore",
        "singleCount",
        "singleScore",
        "multiCount",
        "multiScore",
        "judgeCount",
        "judgeScore",
        "maxTimes",
        "identityCheck",
        "status",
        "gradeTime",
        "voidReason",
      ],
    },
  },
);
export interface ExamRow extends Row<typeof Exam> {}
