import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { classStatus, confirmStatus, employmentKind, level, trainKind } from "../core/fields/codes.ts";
import {
  code,
  codeList,
  date,
  dateLookup,
  datetime,
  decimal,
  decimalLookup,
  id,
  idLookup,
  int,
  lookup,
  personLookup,
  ref,
  text,
} from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { personCategory } from "../core/fields/person-codes.ts";
import { list, record, rowShape } from "../core/fields/shape.ts";
import { importCalls } from "../core/import.ts";

export const verifySource = codeList("VERIFY_SOURCE", "核验来源", "Verified by", {
  "1": ["社保比对", "Social insurance", "good"],
  "2": ["合同备案", "Contract on file", "good"],
  "3": ["机构填报", "Reported only", "waiting"],
});
export const [employed, selfEmployed, unemployed] = ["1", "3", "5"] as const;
/** The category of employees: at work already, they count neither among the employed nor among those who could be (docs/rules.md, Figures). */
export const employee = "01";
/** Months after the end of a class when people are to be followed up. */
export const followUpMonths = [3, 6] as const;
/** Months after the end of a class for which follow-ups are asked for, and registers about them. */
export const followedMonths = 12;
/** People of a class that still have to be followed up, of whom names are listed. */
export const mostDue = 100;

/** What somebody does after a class, as it was followed up on a day; the latest within six months counts. */
export const TrainEmployment = entity(
  "TrainEmployment",
  "培训后就业",
  "Employment after training",
  {
    studentId: ref("Student", "学员", "Student", "required"),
    studentName: personLookup("studentId", "Student", "姓名", "Name"),
    personCategory: lookup("studentId", "Student", "personCategory", "人员类别", "Person category", personCategory),
    attendanceRate: decimalLookup(5, 2, "studentId", "Student", "attendanceRate", "出勤率", "Attendance"),
    studentStatus: lookup("studentId", "Student", "confirmStatus", "学员状态", "State of the student", confirmStatus),
    classId: ref("TrainingClass", "班级", "Class", "computed", { always: true }),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    classStatus: lookup("classId", "TrainingClass", "status", "班级状态", "Filing of the class", classStatus),
    endDate: dateLookup("classId", "TrainingClass", "endDate", "结业日期", "Class ends"),
    courseId: idLookup("classId", "TrainingClass", "courseId", "课程", "Course"),
    level: lookup("classId", "TrainingClass", "level", "等级", "Level", level),
    trainKind: lookup("classId", "TrainingClass", "trainKind", "培训类别", "Kind of training", trainKind),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    orgRegionCode: lookup("orgId", "Organisation", "regionCode", "机构区划", "Region of the institution"),
    employmentKind: code(employmentKind, "就业形式", "Kind of employment", "required"),
    /** Needed by those who are employed. */
    entName: text(100, "就业单位", "Employer"),
    creditCode: text(18, "统一社会信用代码", "Credit code", "optional", { format: "creditCode" }),
    postName: text(50, "岗位", "Post"),
    contractDate: date("合同起始日期", "Contract from"),
    insuredDate: date("参保日期", "Insured since", "computed"),
    /** Needed by those who work for themselves. */
    businessLicenseNo: text(18, "营业执照号", "Business licence"),
    salary: decimal(10, 2, "月收入", "Monthly income", "optional", { min: 0, unitZh: "元", unitEn: "yuan" }),
    followDate: date("跟踪日期", "Followed up on", "required"),
    /** The one that counts: the latest of somebody within six months after the end of their class. */
    isLatest: code(yesNo, "六个月内最近一次", "Latest within six months", "computed", { derived: true }),
    isMatch: code(yesNo, "是否对口", "In the occupation trained for"),
    verifySource: code(verifySource, "核验来源", "Verified by", "computed", { always: true }),
    /** When the registers last answered, whatever they said. */
    verifyTime: datetime("核验时间", "Registers asked", "computed"),
  },
  {
    idName: "employmentId",
    title: "studentName",
    filters: [
      "studentId",
      "studentName",
      "personCategory",
      "attendanceRate",
      "studentStatus",
      "classId",
      "className",
      "classStatus",
      "endDate",
      "courseId",
      "level",
      "trainKind",
      "orgId",
      "orgName",
      "orgRegionCode",
      "employmentKind",
      "verifySource",
      "followDate",
      "isLatest",
    ],
    sorts: ["followDate", "salary"],
    order: ["-followDate"],
  },
);
export interface TrainEmploymentRow extends Row<typeof TrainEmployment> {}

const path = "/api/zjgrsj-train/trainingManagement/train_employment";
const resource = "train_employment";
const crud = crudCalls(TrainEmployment, path, resource);
export const trainEmploymentCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: rowShape(TrainEmployment, { auditList: list(auditRecordShape) }) }),
  /** Classes of the institution whose finishers are to be followed up, and who they are; those over longest first. */
  due: call({
    name: "TrainEmployment.due",
    method: "GET",
    path: `${path}/due`,
    zh: "待跟踪学员",
    en: "People to follow up",
    access: `${resource}_add`,
    audience: ["institution"],
    input: record({ classId: id("班级", "Class") }),
    output: list(
      record({
        classId: id("班级", "Class", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        endDate: date("结业日期", "Ends", "required"),
        months: int("结业满", "Since the end", "required", { unitZh: "个月", unitEn: "months" }),
        count: int("待跟踪人数", "People to follow up", "required"),
        people: list(
          record({
            studentId: id("学员", "Student", "required"),
            name: text(50, "姓名", "Name", "required", { person: true }),
          }),
          mostDue,
        ),
      }),
      100,
    ),
  }),
  import: importCalls(TrainEmployment, path, resource),
  export: exportCall(TrainEmployment, path, resource),
};
