import { call } from "../core/call.ts";
import { code, codeList, date, decimal, id, int, text } from "../core/fields/field.ts";
import { file, list, record } from "../core/fields/shape.ts";
import { examKind } from "./exam-codes.ts";

/** By what the results of exams are put into groups. */
export const examResultsBy = codeList("EXAM_RESULTS_BY", "成绩分组", "Results grouped by", {
  org: ["培训机构", "Institution"],
  class: ["班级", "Class"],
  course: ["课程", "Course"],
});

const percent = { unitZh: "%", unitEn: "%" };
/** The results of a group. Points are shares of the total of their exam, since totals differ. */
export const examResultFigures = {
  exams: int("考试场数", "Exams", "required"),
  candidates: int("应考人次", "Candidates", "required"),
  papers: int("交卷份数", "Papers", "required"),
  passed: int("及格份数", "Passed", "required"),
  passRate: decimal(5, 2, "及格率", "Pass rate", "optional", percent),
  average: decimal(5, 2, "平均得分率", "Average", "optional", percent),
  highest: decimal(5, 2, "最高得分率", "Highest", "optional", percent),
  lowest: decimal(5, 2, "最低得分率", "Lowest", "optional", percent),
};
const figures = record(examResultFigures);
export type ExamResults = NonNullable<(typeof figures)["$value"]>;

const group = record({
  /** The institution, class or course. */
  id: id("分组", "Group", "required"),
  name: text(200, "分组名称", "Name", "required"),
  ...examResultFigures,
});
export type ExamResultGroup = NonNullable<(typeof group)["$value"]>;

/** Most groups of an answer. */
export const mostResultGroups = 5000;
const input = record({
  /** The first day of this year where it is left out. */
  from: date("考试日期起", "Exams from"),
  /** Today where it is left out. */
  to: date("考试日期止", "Exams to"),
  examKind: code(examKind, "考试类型", "Kind"),
  courseId: id("课程", "Course", "optional"),
  orgId: id("培训机构", "Institution", "optional"),
  /** By class where it is left out. */
  groupBy: code(examResultsBy, "成绩分组", "Grouped by"),
});
export type ExamResultsQuery = NonNullable<(typeof input)["$value"]>;

const path = "/api/zjgrsj-train/trainingManagement/exam";
const access = ["exam_paper_grade", "exam_edit"] as const;
export const examResultsCalls = {
  /** The results of exams that are over, by groups and all together: those that the caller sees, institutions only what was disclosed. */
  results: call({
    name: "Exam.results",
    method: "GET",
    path: `${path}/results`,
    zh: "考试成绩汇总",
    en: "Results of exams by groups",
    access,
    input,
    output: record({ groups: list(group, mostResultGroups), sum: figures }),
  }),
  /** The same as a workbook. */
  resultsSheet: call({
    name: "Exam.resultsSheet",
    method: "GET",
    path: `${path}/resultsSheet`,
    zh: "导出考试成绩汇总",
    en: "Results of exams as a workbook",
    access,
    input,
    output: file("xlsx"),
  }),
};
