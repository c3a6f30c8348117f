import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { gradeStatus } from "../core/fields/codes.ts";
import { exportCall } from "../core/export.ts";
import { code, decimal, id, text } from "../core/fields/field.ts";
import { changesShape, draftShape, list, optional, record, rowShape } from "../core/fields/shape.ts";
import { yesNo } from "../core/fields/flags.ts";
import { Grade } from "./grade.ts";

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/grade";
const crud = crudCalls(Grade, path, "grade");

/** What is typed in for one examinee. */
const entered = {
  theoryScore: decimal(5, 2, "理论成绩", "Theory", "optional", { min: 0, max: 100 }),
  practiceScore: decimal(5, 2, "实操成绩", "Practice", "optional", { min: 0, max: 100 }),
  reviewScore: decimal(5, 2, "综合评审成绩", "Review", "optional", { min: 0, max: 100 }),
  isAbsent: code(yesNo, "是否缺考", "Absent"),
  isCheat: code(yesNo, "是否违纪", "Violation"),
};
/** One row of the score sheet: what was typed in it; the rest stays. */
const score = changesShape({ id: id("成绩", "Grade", "required"), ...entered });
/** Beside the fields of a row: a whole sheet, and the state that the sheet of an application shall have. */
const sheet = {
  scores: optional(list(score)),
  gradeStatus: code(gradeStatus, "目标状态", "Target"),
  reason: text(500, "原因", "Reason"),
};
/** What a call of the enterprise side takes beside the fields of its own rows. */
export const gradeEntry = { ...entered, ...sheet };

export const gradeCalls = {
  list: crud.list,
  detail: call({ ...crud.detail, output: rowShape(Grade, { auditList: list(auditRecordShape) }) }),
  remove: crud.remove,
  listOfOrg: call({
    ...crud.list,
    name: "Grade.listOfOrg",
    path: `${path}/getTrainGradeUsedByOrg`,
    audience: ["institution"],
  }),
  listOfPerson: call({
    ...crud.list,
    name: "Grade.listOfPerson",
    path: `${path}/getTrainGradeUsedByPerson`,
    audience: ["person"],
  }),
  listOfBureau: call({
    ...crud.list,
    name: "Grade.listOfBureau",
    path: `${path}/getTrainGradeUsedByManage`,
    audience: ["bureau"],
  }),
  /** Published grades of the classes one signed up for, or of the institution's classes. */
  classSign: call({ ...crud.list, name: "Grade.classSign", path: `${path}/getStudentClassSign` }),
  /**
   * Scores of one row, or of a whole sheet in `scores`; with `gradeStatus` the application's rows move together: 1 checked, 0 back to entry
   * (reason), 2 published. A published row is corrected with a reason.
   */
  submit: call({
    name: "Grade.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "登记成绩",
    en: "Enter, check or publish grades",
    access: ["grade_edit", "grade_check", "grade_uncheck", "grade_publish"],
    input: draftShape(Grade, { ...sheet, testApplicationId: text(19, "考核申请", "Test application") }),
    output: record({ id: id("主键", "Id") }),
  }),
  export: exportCall(Grade, path, "grade"),
};
