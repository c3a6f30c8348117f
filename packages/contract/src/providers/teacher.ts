import { personFields } from "../core/fields/blocks.ts";
import { call, crudCalls } from "../core/call.ts";
import { level } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { code, codeList, datetime, id, int, ref, text } from "../core/fields/field.ts";
import { draftShape, optional, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { TeacherHire } from "./teacher-hire.ts";

export const titleLevel = codeList("TITLE_LEVEL", "职称等级", "Rank of title", {
  "1": ["正高级", "Senior"],
  "2": ["副高级", "Associate senior"],
  "3": ["中级", "Intermediate"],
  "4": ["初级", "Junior"],
});
export const teacherSource = codeList("TEACHER_SOURCE", "数据来源", "Source", {
  "1": ["本地录入", "Entered here"],
  "2": ["省系统同步", "Provincial system"],
});

/** A person qualified to teach; one pool over all institutions. */
export const Teacher = entity(
  "Teacher",
  "教师",
  "Teacher",
  {
    teacherNo: text(12, "教师编号", "Teacher number", "computed", { always: true }),
    ...personFields,
    title: text(50, "职称", "Title"),
    titleLevel: code(titleLevel, "职称等级", "Rank of title"),
    skillLevel: code(level, "技能等级", "Skill level"),
    occupationCode: text(14, "技能职业", "Occupation of the skill", "submit", { format: "occupationCode" }),
    certNo: text(40, "资格证书编号", "Certificate number", "submit"),
    trainerCertNo: text(40, "师资培训证号", "Trainer certificate", "submit"),
    teachSubject: text(200, "任教专业", "Subjects", "required"),
    workUnit: text(100, "工作单位", "Employer"),
    email: text(100, "电子邮箱", "E-mail", "optional", { format: "email", masked: "email" }),
    photoAttId: ref("Attachment", "照片", "Photo", "optional", { upload: "pic" }),
    dataSource: code(teacherSource, "数据来源", "Source", "computed", { always: true }),
    syncTime: datetime("同步时间", "Synchronised", "computed"),
    isValid: code(validity, "是否有效", "Validity", "required"),
  },
  {
    title: "name",
    idName: "teacherId",
    filters: [
      "teacherNo",
      "name",
      "idNumber",
      "phone",
      "teachSubject",
      "skillLevel",
      "titleLevel",
      "dataSource",
      "isValid",
      "createTime",
    ],
    sorts: ["teacherNo", "name", "skillLevel", "titleLevel", "education"],
    order: ["name"],
    grams: ["name"],
  },
);
export interface TeacherRow extends Row<typeof Teacher> {}

const path = "/api/zjgrsj-train/basics/teacher";
const listOf = {
  access: "teacher_view",
  input: queryShape(Teacher, { orgId: ref("Organisation", "机构", "Institution") }),
  output: pageShape(rowShape(Teacher)),
} as const;
/** A teacher and, if wanted, a hire contract in one go. */
const withHire = {
  input: record({ trainTeacherDTO: saveShape(Teacher), trainTeacherHireDTO: optional(draftShape(TeacherHire)) }),
  output: record({ id: id("主键", "Id", "required"), hireId: id("聘用ID", "Hire") }),
};
const synced = record({
  added: int("新增", "Added", "required"),
  changed: int("更新", "Changed", "required"),
  skipped: int("跳过", "Left out", "required"),
});
export const teacherCalls = {
  ...crudCalls(Teacher, path, "teacher"),
  list: call({
    name: "Teacher.list",
    method: "GET",
    path: `${path}/list`,
    zh: "教师列表",
    en: "Teachers: list",
    ...listOf,
  }),
  submit: call({
    name: "Teacher.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存教师",
    en: "Teacher: save, with a hire",
    access: ["teacher_add", "teacher_edit"],
    ...withHire,
  }),
  /** Of an institution: the people it may hire, found by name; of the bureau: everybody valid. */
  choices: call({
    name: "Teacher.choices",
    method: "GET",
    path: `${path}/getTeacherList`,
    zh: "可选教师",
    en: "Teachers to choose from",
    ...listOf,
  }),
  usedByOrg: call({
    name: "Teacher.usedByOrg",
    method: "GET",
    path: `${path}/getTeacherListUsedByOrg`,
    zh: "本机构教师",
    en: "Teachers of the own institution",
    audience: ["institution"],
    ...listOf,
  }),
  usedByManage: call({
    name: "Teacher.usedByManage",
    method: "GET",
    path: `${path}/getTeacherListUsedByManage`,
    zh: "教师列表(管理端)",
    en: "Teachers for the bureau",
    audience: ["bureau"],
    ...listOf,
  }),
  orgTeacherSave: call({
    name: "Teacher.orgTeacherSave",
    method: "POST",
    path: `${path}/orgTeacherSave`,
    zh: "机构保存教师",
    en: "Teacher: save by an institution",
    access: ["teacher_add", "teacher_edit"],
    audience: ["institution"],
    ...withHire,
  }),
  syncTeachers: call({
    name: "Teacher.syncTeachers",
    method: "POST",
    path: `${path}/syncSxtTeacher`,
    zh: "同步省师资库",
    en: "Teachers: fetch from the provincial system",
    access: "teacher_edit",
    audience: ["bureau"],
    output: synced,
  }),
  syncOrgTeachers: call({
    name: "Teacher.syncOrgTeachers",
    method: "POST",
    path: `${path}/syncSxtTeacherOrg`,
    zh: "同步机构师资",
    en: "Teachers of the own institution: fetch",
    access: "teacher_add",
    audience: ["institution"],
    output: synced,
  }),
  export: exportCall(Teacher, path, "teacher"),
  import: importCalls(Teacher, path, "teacher"),
};
