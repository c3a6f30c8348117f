import { byId, call } from "./call.ts";
import { type Row, entity } from "./entity.ts";
import { exportCall } from "./export.ts";
import { code, codeList, datetime, int, lookup, ref, text } from "./fields/field.ts";
import { list, pageShape, queryShape, record, rowShape } from "./fields/shape.ts";

/** What was imported: who, when, from which file, into which list, how many rows. One row for each import that wrote something. */

/** Lists that are filled by imports, by the names of their entities. */
export const importList = codeList("IMPORT_LIST", "导入的列表", "Imported list", {
  Assessor: ["考评员", "Assessors"],
  AssessorType: ["考评员类别", "Assessor types"],
  BusinessDictionary: ["业务字典", "Business dictionary"],
  CandidateSource: ["考生来源", "Candidate sources"],
  Classroom: ["教室档案", "Classrooms"],
  Course: ["培训课程", "Courses"],
  DeclareCondition: ["申报条件", "Conditions"],
  Department: ["部门(单位)", "Departments"],
  Dictionary: ["系统字典", "Dictionary"],
  EnterpriseStudent: ["企业学员", "Staff in training"],
  JsyxRecord: ["技师研修", "Technician studies"],
  HighSkillTraining: ["高技能人才培训台账", "High-skill training"],
  NoticeCategory: ["公告类别", "Notice categories"],
  OrganisationCourse: ["机构课程", "Institution courses"],
  Plan: ["培训计划", "Training plans"],
  Post: ["岗位", "Posts"],
  PreJobTraining: ["岗前培训台账", "Pre-job training"],
  Region: ["行政区划", "Regions"],
  SignUp: ["企业报名人员", "Staff signed up"],
  Question: ["试题", "Questions"],
  QuestionClassification: ["知识点", "Knowledge points"],
  SafetyTraining: ["安全技能培训台账", "Safety training"],
  SkillTraining: ["职业技能培训台账", "Vocational training"],
  StartupTraining: ["创业培训台账", "Start-up training"],
  StartupType: ["创业培训类型", "Start-up types"],
  Student: ["学员花名册", "Roster"],
  Teacher: ["教师", "Teachers"],
  TrainEmployment: ["培训后就业", "Follow-ups"],
  StudentFee: ["学员收费", "Student fees"],
  InjuryRecord: ["工伤记录", "Injury records"],
  CompetitionRegister: ["竞赛报名", "Registrations"],
  CompetitionRecord: ["竞赛成绩", "Competition results"],
  Technician: ["技能人才", "Skilled workers"],
  TrainingBase: ["实训基地", "Training bases"],
  TrainingProject: ["培训项目", "Training projects"],
  User: ["用户", "Users"],
  WorkReport: ["培训工作", "Work reports"],
});

export const importState = codeList("IMPORT_STATE", "导入状态", "State of an import", {
  done: ["已导入", "Imported", "good"],
  undone: ["已撤销", "Undone", "neutral"],
});

/** Days for which an import can be undone. */
export const undoDays = 30;

export const ImportBatch = entity(
  "ImportBatch",
  "导入记录",
  "Import",
  {
    list: text(60, "实体", "Entity", "computed", { exact: true }),
    /** The same in words. */
    listName: code(importList, "导入到", "Imported into", "computed", { derived: true }),
    target: text(200, "对象", "Where", "computed"),
    fileName: text(200, "文件名", "File", "computed"),
    fileSize: int("文件大小", "Size", "computed", { unitZh: "字节", unitEn: "bytes" }),
    sha256: text(64, "文件摘要", "SHA-256", "computed", { exact: true }),
    rows: int("数据行数", "Rows", "computed"),
    inserted: int("新增", "Added", "computed"),
    updated: int("更新", "Changed", "computed"),
    unchanged: int("未变", "Unchanged", "computed"),
    state: code(importState, "状态", "State", "computed"),
    importer: lookup("createUser", "User", "name", "导入人", "Imported by"),
    undoTime: datetime("撤销时间", "Undone at", "computed"),
    undoUser: ref("User", "撤销人", "Undone by", "computed"),
    undoName: lookup("undoUser", "User", "name", "撤销人", "Undone by"),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
  },
  {
    title: "fileName",
    filters: ["listName", "fileName", "target", "state", "importer", "createTime"],
    sorts: ["rows"],
    order: ["-createTime"],
  },
);
export interface ImportBatchRow extends Row<typeof ImportBatch> {}

const path = "/api/imports";

/** What stands against undoing an import: a row of it, and what was built on that row. */
const obstacle = record({
  id: text(20, "数据编号", "Record number", "required"),
  title: text(500, "数据", "Which", "required"),
  zh: text(500, "后续业务", "Built on it", "required"),
  en: text(500, "后续业务（英文）", "Built on it (English)", "required"),
});

export const importBatchCalls = {
  list: call({
    name: "ImportBatch.list",
    method: "GET",
    path: `${path}/list`,
    zh: "导入记录列表",
    en: "Imports: list",
    access: "import_batch_view",
    input: queryShape(ImportBatch),
    output: pageShape(rowShape(ImportBatch)),
  }),
  /** With what stands against undoing it. */
  detail: call({
    name: "ImportBatch.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "导入记录详情",
    en: "An import",
    access: "import_batch_view",
    input: byId,
    output: rowShape(ImportBatch, { obstacles: list(obstacle, 50) }),
  }),
  export: exportCall(ImportBatch, path, "import_batch"),
  /** Takes back all that an import has written: rows that it added are removed, rows that it changed are what they were. */
  undo: call({
    name: "ImportBatch.undo",
    method: "POST",
    path: `${path}/undo`,
    zh: "撤销导入",
    en: "Undo an import",
    access: "import_batch_view",
    input: byId,
  }),
};
