import { call, crudCalls } from "../core/call.ts";
import { personFields } from "../core/fields/blocks.ts";
import { confirmStatus, education, gradeResult, level, trainKind } from "../core/fields/codes.ts";
import { sex } from "../core/fields/person-codes.ts";
import { known, yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, date, dateLookup, datetime, decimal, id, idLookup, lookup, ref, text } from "../core/fields/field.ts";
import { importCalls } from "../core/import.ts";
import { draftShape, list, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { studentSubsidy } from "./enrolment-codes.ts";

/** Somebody of the staff in a class of the enterprise: a row beside the rosters of institutions. It has no moves of its own and follows its class. */
export const EnterpriseStudent = entity(
  "EnterpriseStudent",
  "企业学员",
  "Staff in training",
  {
    classId: ref("EnterpriseClass", "班级", "Class", "required"),
    className: lookup("classId", "EnterpriseClass", "className", "班级名称", "Class name"),
    classNo: lookup("classId", "EnterpriseClass", "classNo", "班级编号", "Class number"),
    courseName: lookup("classId", "EnterpriseClass", "courseName", "课程名称", "Course name"),
    level: lookup("classId", "EnterpriseClass", "level", "等级", "Level", level),
    startDate: dateLookup("classId", "EnterpriseClass", "startDate", "开班日期", "Class starts"),
    endDate: dateLookup("classId", "EnterpriseClass", "endDate", "结业日期", "Class ends"),
    courseId: idLookup("classId", "EnterpriseClass", "courseId", "课程", "Course"),
    trainKind: lookup("classId", "EnterpriseClass", "trainKind", "培训类别", "Kind of training", trainKind),
    classStatus: lookup("classId", "EnterpriseClass", "confirmStatus", "班级状态", "State of the class", confirmStatus),
    unitId: ref("Organisation", "单位", "Unit", "computed", { always: true }),
    entId: ref("Department", "企业", "Enterprise", "computed", { derived: true }),
    entName: lookup("unitId", "Organisation", "orgName", "企业名称", "Enterprise name"),
    regionCode: lookup("unitId", "Organisation", "regionCode", "所属区划", "Region"),
    ...personFields,
    postName: text(50, "岗位", "Post", "required"),
    entryDate: date("入职日期", "Joined on", "required"),
    contractStart: date("合同起始", "Contract from", "required"),
    /** None: without an end. */
    contractEnd: date("合同终止", "Contract until"),
    isTransfer: code(yesNo, "是否转岗", "Changes post", "submit"),
    masterName: text(50, "企业导师", "Master", "submit", { person: true }),
    isInsured: code(known, "参保状态", "Insured by the enterprise", "computed"),
    insuredSince: date("参保起始", "Insured since", "computed"),
    isContract: code(known, "合同备案", "Contract on file", "computed"),
    registerTime: datetime("登记信息时间", "Registers asked", "computed"),
    insuredEvidenceId: ref("ExtQuery", "参保信息依据", "Evidence of the insurance", "computed"),
    contractEvidenceId: ref("ExtQuery", "合同信息依据", "Evidence of the contract", "computed"),
    attendHours: decimal(7, 2, "出勤课时", "Hours attended", "computed", { unitZh: "课时", unitEn: "hours" }),
    attendanceRate: decimal(5, 2, "出勤率", "Attendance", "computed", { unitZh: "%", unitEn: "%" }),
    gradeResult: code(gradeResult, "考核结果", "Result", "computed"),
    certId: ref("EnterpriseCertificate", "证书", "Certificate", "computed"),
    certNo: lookup("certId", "EnterpriseCertificate", "certNo", "证书编号", "Certificate number"),
    subsidyStatus: code(studentSubsidy, "补贴状态", "Claim", "computed"),
    isOnJob: code(yesNo, "在岗", "On the job", "required", { default: "1" }),
    confirmStatus: code(confirmStatus, "审核状态", "State", "computed", { always: true }),
  },
  {
    idName: "studentId",
    title: "name",
    filters: [
      "classId",
      "className",
      "classNo",
      "courseId",
      "level",
      "trainKind",
      "classStatus",
      "startDate",
      "endDate",
      "attendanceRate",
      "unitId",
      "entName",
      "regionCode",
      "name",
      "idNumber",
      "postName",
      "isInsured",
      "isOnJob",
      "gradeResult",
      "subsidyStatus",
      "confirmStatus",
      "createTime",
    ],
    sorts: ["name", "attendanceRate", "classId"],
    order: ["-classId", "name"],
    grams: ["name"],
  },
);
export interface EnterpriseStudentRow extends Row<typeof EnterpriseStudent> {}

const path = "/api/zjgrsj-train/trainingManagement/enterprise/student";
const resource = "enterprise_student";

/** What the registers know of somebody, and what they were asked when. Nobody whom the enterprise neither insures nor employs is named. */
const registered = record({
  name: text(50, "姓名", "Name"),
  sex: code(sex, "性别", "Sex"),
  birthday: date("出生日期", "Date of birth"),
  isInsured: code(known, "参保状态", "Insured by the enterprise", "required"),
  insuredSince: date("参保起始", "Insured since"),
  isContract: code(known, "合同备案", "Contract on file", "required"),
  contractStart: date("合同起始", "Contract from"),
  contractEnd: date("合同终止", "Contract until"),
  entryDate: date("入职日期", "Joined on"),
  /** Of an earlier class of the enterprise. */
  education: code(education, "学历", "Education"),
  phone: text(11, "手机号码", "Mobile phone"),
  postName: text(50, "岗位", "Post"),
  sources: list(
    record({
      zh: text(50, "来源", "Source", "required"),
      en: text(50, "来源(英文)", "Source in English", "required"),
      fields: text(200, "字段", "Fields", "required"),
      queryTime: datetime("查询时间", "Asked", "required"),
      evidenceId: ref("ExtQuery", "依据", "Evidence"),
    }),
  ),
});
export type Registered = NonNullable<(typeof registered)["$value"]>;

const crud = crudCalls(EnterpriseStudent, path, resource);
export const enterpriseStudentCalls = {
  ...crud,
  /** What is left out is taken from the registers; hours that are sent must be those of the attendance sheet. */
  submit: call({
    ...crud.submit,
    input: draftShape(EnterpriseStudent, {
      attendHours: decimal(7, 2, "出勤课时", "Hours attended", "optional", { min: 0, unitZh: "课时", unitEn: "hours" }),
    }),
  }),
  getStudent: call({
    name: "EnterpriseStudent.getStudent",
    method: "GET",
    path: `${path}/getStudent`,
    zh: "企业学员列表",
    en: "Staff in training",
    access: `${resource}_view`,
    input: queryShape(EnterpriseStudent),
    output: pageShape(rowShape(EnterpriseStudent)),
  }),
  /** Trainings that took place or were broken off, not those still being planned. */
  enterpriseStudentExperience: call({
    name: "EnterpriseStudent.enterpriseStudentExperience",
    method: "GET",
    path: `${path}/enterpriseStudentExperience`,
    zh: "企业职工培训经历",
    en: "Training history of staff",
    access: `${resource}_view`,
    input: queryShape(EnterpriseStudent),
    output: pageShape(rowShape(EnterpriseStudent)),
  }),
  /** Asks the registers about a person by their number, before they are put into a class. */
  fromRegister: call({
    name: "EnterpriseStudent.fromRegister",
    method: "POST",
    path: `${path}/fromRegister`,
    zh: "按证件号码查询职工",
    en: "Look staff up by their number",
    access: `${resource}_add`,
    audience: ["enterprise"],
    input: record({
      classId: id("班级", "Class", "required"),
      idNumber: text(18, "证件号码", "ID number", "required"),
    }),
    output: registered,
  }),
  export: exportCall(EnterpriseStudent, path, resource),
};
/** Numbers and names of staff from a workbook, into one class; what the sheet says beside them goes before the registers. */
export const staffImport = importCalls(EnterpriseStudent, path, resource, {
  classId: ref("EnterpriseClass", "班级", "Class", "required"),
});
