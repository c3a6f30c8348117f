import type { Audience } from "../core/audience.ts";
import { byId, call, crudCalls, idsWithReason, picked } from "../core/call.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { personFields, reviewFields } from "../core/fields/blocks.ts";
import { classStatus, confirmStatus, level, gradeResult, trainKind } from "../core/fields/codes.ts";
import { health, personCategory, politics } from "../core/fields/person-codes.ts";
import { known } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall, exportForPurpose } from "../core/export.ts";
import {
  code,
  date,
  datetime,
  dateLookup,
  decimal,
  id,
  idLookup,
  int,
  lookup,
  ref,
  text,
} from "../core/fields/field.ts";
import { importCalls } from "../core/import.ts";
import { type Shape, list, none, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { hukouType, rosterSource, studentSubsidy } from "./enrolment-codes.ts";

/** Roster row: one person in one class. */
export const Student = entity(
  "Student",
  "学员",
  "Student",
  {
    studentNo: text(24, "学号", "Student number", "computed"),
    classId: ref("TrainingClass", "班级", "Class", "required"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    courseName: lookup("classId", "TrainingClass", "courseName", "课程名称", "Course name"),
    level: lookup("classId", "TrainingClass", "level", "等级", "Level", level),
    startDate: dateLookup("classId", "TrainingClass", "startDate", "开班日期", "Class starts"),
    endDate: dateLookup("classId", "TrainingClass", "endDate", "结业日期", "Class ends"),
    courseId: idLookup("classId", "TrainingClass", "courseId", "课程", "Course"),
    trainKind: lookup("classId", "TrainingClass", "trainKind", "培训类别", "Kind of training", trainKind),
    classStatus: lookup("classId", "TrainingClass", "status", "班级状态", "Filing of the class", classStatus),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构", "Institution"),
    orgRegionCode: lookup("orgId", "Organisation", "regionCode", "机构区划", "Region of the institution"),
    accountId: ref("StudentAccount", "学员账号", "Account", "computed"),
    signId: ref("SignUp", "报名", "Sign-up", "computed"),
    rosterSource: code(rosterSource, "录入方式", "Entered by", "computed", { always: true }),
    ...personFields,
    photoAttId: ref("Attachment", "照片", "Photo", "submit", { upload: "pic" }),
    regionCode: text(12, "户籍区划", "Household region", "required", { format: "digits", region: true }),
    hukouType: code(hukouType, "户口性质", "Household", "required"),
    address: text(200, "居住地址", "Address", "optional", { masked: "address" }),
    politics: code(politics, "政治面貌", "Political status"),
    health: code(health, "健康状况", "Health", "optional", { masked: "proof" }),
    personCategory: code(personCategory, "人员类别", "Person category", "required"),
    categoryAttId: ref("Attachment", "类别证明", "Proof of category", "submit", { masked: "proof" }),
    workUnit: text(100, "工作单位", "Employer", "submit"),
    workUnitCode: text(18, "单位统一社会信用代码", "Employer's credit code", "submit", { format: "creditCode" }),
    workYears: int("从业年限", "Years of work", "optional", { min: 0, max: 60, unitZh: "年", unitEn: "years" }),
    currentCertNo: text(40, "现有证书编号", "Present certificate number"),
    currentLevel: code(level, "现有等级", "Present level"),
    isInsured: code(known, "参保状态", "Insured", "computed"),
    isContract: code(known, "劳动合同", "Labour contract", "computed"),
    isDifficulty: code(known, "就业困难认定", "Employment difficulty", "computed"),
    bankName: text(100, "开户银行", "Bank"),
    bankAccount: text(30, "银行账号(社保卡)", "Bank account", "optional", {
      masked: "bankAccount",
      encrypted: true,
      detailOnly: true,
      format: "digits",
    }),
    attendHours: decimal(7, 2, "出勤课时", "Hours attended", "computed", { unitZh: "课时", unitEn: "hours" }),
    attendanceRate: decimal(5, 2, "出勤率", "Attendance", "computed", { unitZh: "%", unitEn: "%" }),
    gradeResult: code(gradeResult, "考核结果", "Result", "computed"),
    certId: ref("Certificate", "证书", "Certificate", "computed"),
    certNo: lookup("certId", "Certificate", "certNo", "证书编号", "Certificate number"),
    subsidyStatus: code(studentSubsidy, "补贴状态", "Claim", "computed"),
    confirmStatus: code(confirmStatus, "审核状态", "State", "computed", { always: true }),
    quitDate: date("退班日期", "Left on", "computed"),
    quitReason: text(200, "退班原因", "Reason for leaving", "computed"),
    commitTime: reviewFields.commitTime,
    confirmUser: reviewFields.confirmUser,
    confirmTime: reviewFields.confirmTime,
    confirmOpinion: text(500, "审核意见", "Opinion", "computed"),
    backReason: reviewFields.backReason,
  },
  {
    idName: "studentId",
    title: "name",
    filters: [
      "name",
      "idNumber",
      "phone",
      "classId",
      "className",
      "classNo",
      "orgId",
      "orgName",
      "orgRegionCode",
      "courseId",
      "courseName",
      "level",
      "trainKind",
      "classStatus",
      "startDate",
      "endDate",
      "personCategory",
      "confirmStatus",
      "gradeResult",
      "attendanceRate",
      "subsidyStatus",
      "rosterSource",
      "certId",
      "createTime",
    ],
    sorts: ["studentNo", "name", "attendanceRate", "confirmStatus", "classId"],
    order: ["-classId", "studentNo"],
    grams: ["name"],
  },
);
export interface StudentRow extends Row<typeof Student> {}

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/student";
const resource = "train_student";
const saved = record({ id: id("主键", "Id", "required") });

/** A list of roster rows under another name: same rows, same scope. */
const rows = (name: string, zh: string, en: string, audience?: readonly Audience[]) =>
  call({
    name: `Student.${name}`,
    method: "GET",
    path: `${path}/${name}`,
    zh,
    en,
    access: `${resource}_view`,
    audience,
    input: queryShape(Student),
    output: pageShape(rowShape(Student)),
  });
/** The trainings of people, one row a class; `POST` with the page in its body. */
const experience = (suffix: string, audience?: readonly Audience[]) =>
  call({
    name: `Student.studentTrainExperience${suffix}`,
    method: "POST",
    path: `${path}/studentTrainExperience${suffix}`,
    zh: "培训经历",
    en: "Training history",
    access: `${resource}_view`,
    audience,
    input: queryShape(Student),
    output: pageShape(rowShape(Student)),
  });
/** What somebody who claims chooses by. */
const claimableChoice = record({
  id: id("主键", "Id", "required"),
  studentId: ref("Student", "学员", "Student", "required"),
  studentNo: text(24, "学号", "Student number"),
  name: text(50, "姓名", "Name", "required"),
  idNumber: text(18, "证件号码", "ID number"),
  classId: ref("TrainingClass", "班级", "Class", "required"),
  classNo: text(30, "班级编号", "Class number"),
  className: text(100, "班级名称", "Class name"),
  courseName: text(100, "课程名称", "Course name"),
  level: code(level, "等级", "Level"),
  attendanceRate: decimal(5, 2, "出勤率", "Attendance", "optional", { unitZh: "%", unitEn: "%" }),
  gradeResult: code(gradeResult, "考核结果", "Result"),
  certNo: text(40, "证书编号", "Certificate number"),
});
/** Everything that a claim takes over from the person and the class. */
const claimableInfo = rowShape(Student, {
  occupationCode: text(14, "职业编码", "Occupation code"),
  occupationName: text(100, "职业(工种)名称", "Occupation"),
  trainKind: code(trainKind, "培训类别", "Kind of training"),
  totalHours: decimal(6, 1, "总课时", "Hours", "optional", { unitZh: "课时", unitEn: "hours" }),
  chargeStandard: decimal(10, 2, "收费标准", "Fee", "optional", { unitZh: "元", unitEn: "yuan" }),
});
/** Members of certified classes whom no claim names yet: short rows to choose from, all that a claim takes over, or a page of the roster. */
const claimable = <R>(suffix: string, of: Shape<R>, audience?: readonly Audience[]) =>
  call({
    name: `Student.getSubsidyStudent${suffix}`,
    method: "GET",
    path: `${path}/getSubsidyStudent${suffix}`,
    zh: "可申领补贴学员",
    en: "Students a claim may name",
    access: `${resource}_view`,
    audience,
    input: queryShape(Student),
    output: pageShape(of),
  });

const save = (name: string, zh: string, en: string, access: readonly string[]) =>
  call({
    name: `Student.${name}`,
    method: "POST",
    path: `${path}/${name}`,
    zh,
    en,
    access,
    input: saveShape(Student, {
      status: code(confirmStatus, "目标状态", "Target state"),
      quitReason: text(200, "退班原因", "Reason for leaving"),
    }),
    output: saved,
  });

/** One thing wrong, doubtful or right about a person, with what was expected, what was found and where it is stored. */
const finding = record({
  rule: text(40, "规则", "Rule", "required"),
  ruleZh: text(100, "规则名称", "Rule name", "required"),
  ruleEn: text(100, "规则英文名", "Rule name in English", "required"),
  /** 1 blocks, 2 warns, 3 informs. */
  severity: int("级别", "Severity", "required"),
  isPass: int("是否通过", "Passed", "required"),
  zh: text(500, "说明", "Message", "required"),
  en: text(500, "英文说明", "Message in English", "required"),
  expected: text(200, "应为", "Expected"),
  actual: text(200, "实为", "Actual"),
  /** The look-up it rests on. */
  evidenceId: ref("ExtQuery", "依据", "Evidence"),
  queryTime: datetime("查询时间", "Asked"),
});
export type StudentFinding = NonNullable<(typeof finding)["$value"]>;

export const studentCalls = {
  ...crudCalls(Student, path, resource),
  detail: call({
    name: "Student.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "学员详情",
    en: "Student: detail",
    access: "train_student_view",
    input: byId,
    output: rowShape(Student, { auditList: list(auditRecordShape) }),
  }),
  save: save("save", "录入学员", "Add a student", [`${resource}_add`]),
  submit: save("submit", "保存学员", "Save a student", [
    `${resource}_add`,
    `${resource}_edit`,
    `${resource}_invalidate`,
  ]),
  update: save("update", "修改学员", "Change a student", [`${resource}_edit`]),
  getStudentUsedByOrg: rows("getStudentUsedByOrg", "花名册", "Roster", ["institution"]),
  getStudentUsedByManage: rows("getStudentUsedByManage", "学员列表", "Students", ["bureau"]),
  getSubsidyStudent: claimable("", claimableChoice),
  getSubsidyStudentAllInfo: claimable("AllInfo", claimableInfo),
  getSubsidyStudentPage: claimable("Page", rowShape(Student)),
  getSubsidyStudentPageUsedByOrg: claimable("PageUsedByOrg", rowShape(Student), ["institution"]),
  getSubsidyStudentPageUsedByManage: claimable("PageUsedByManage", rowShape(Student), ["bureau"]),
  changeClass: call({
    name: "Student.changeClass",
    method: "POST",
    path: `${path}/changeClass`,
    zh: "调班",
    en: "Move students to another class",
    access: `${resource}_change_class`,
    input: record({
      ids: picked(),
      trainClassDTO: record({ classId: ref("TrainingClass", "目标班级", "Target class", "required") }),
      reason: text(500, "原因", "Reason"),
    }),
    output: none,
  }),
  /** A reason overrides an identity that the register does not confirm. */
  check: call({
    name: "Student.check",
    method: "POST",
    path: `${path}/check`,
    zh: "学员审核通过",
    en: "Approve students",
    access: `${resource}_check`,
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  back: call({
    name: "Student.back",
    method: "POST",
    path: `${path}/back`,
    zh: "退回学员",
    en: "Return students",
    access: `${resource}_back`,
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  /** 7-8 for several students at once. */
  quit: call({
    name: "Student.quit",
    method: "POST",
    path: `${path}/quit`,
    zh: "学员退班",
    en: "Students leave the class",
    access: `${resource}_invalidate`,
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  /** What the registers and our own rows say about the people of a class before they are checked, worst first. */
  review: call({
    name: "Student.review",
    method: "POST",
    path: `${path}/review`,
    zh: "学员核验",
    en: "Verify students",
    access: `${resource}_check`,
    input: record({ classId: ref("TrainingClass", "班级", "Class", "required") }),
    output: list(
      record({
        studentId: ref("Student", "学员", "Student", "required"),
        name: text(50, "姓名", "Name", "required"),
        worst: int("最重级别", "Worst severity", "required"),
        findings: list(finding, 50),
      }),
    ),
  }),
  studentTrainExperience: experience(""),
  studentTrainExperienceUsedByManage: experience("UsedByManage", ["bureau"]),
  studentTrainExperienceUsedByOrg: experience("UsedByOrg", ["institution"]),
  studentTrainExperienceUsedByPerson: experience("UsedByPerson", ["person"]),
  /** People put themselves onto the roster of an open class; without a session the account is made with it (code in the header). */
  studentRegister: call({
    name: "Student.studentRegister",
    method: "POST",
    path: `${path}/studentRegister`,
    zh: "学员注册入班",
    en: "Register for a class",
    access: "public",
    input: saveShape(Student, { password: text(1000, "密码", "Password") }),
    output: saved,
  }),
  getTrainStudentRegister: rows("getTrainStudentRegister", "个人注册学员", "Students by own registration"),
  export: exportCall(Student, path, resource),
};
/** The roster of an institution with all that it knows of its people, as its own import reads it. */
export const rosterInFull = exportForPurpose(Student, {
  name: "Student.exportInFull",
  path: `${path}/exportInFull`,
  zh: "导出完整花名册",
  en: "Export in full",
  access: "train_student_edit",
  audience: ["institution"],
});
export const rosterImport = importCalls(Student, path, resource, { classId: ref("TrainingClass", "班级", "Class") });
