import { courseSnapshot, reviewFields } from "../core/fields/blocks.ts";
import { classRun, confirmStatus, trainKind } from "../core/fields/codes.ts";
import type { SubsidyKind } from "../core/fields/codes.ts";
import type { CodeOf } from "../core/fields/field.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, date, decimal, int, lookup, ref, text } from "../core/fields/field.ts";

const people = { unitZh: "人", unitEn: "people" };
const hours = { unitZh: "课时", unitEn: "lesson hours" };

/** Kinds of training that an enterprise may give its own staff. */
export const staffTrainKinds = ["02", "03", "04", "06", "07", "08"] as const satisfies readonly CodeOf<
  typeof trainKind
>[];
export const preJob = "03";
export const jobTransfer = "04";
export const safety = "06";
export const apprenticeship = "07";

/** The kind of subsidy that a kind of training of staff has (rules §19-23). */
export const getStaffSubsidy = (kind: CodeOf<typeof trainKind>): SubsidyKind =>
  kind === preJob || kind === safety || kind === apprenticeship ? kind : "02";

/** Fields that whoever attends a class sees of it. */
const attended = [
  "classNo",
  "entId",
  "entName",
  "orgId",
  "orgName",
  "courseId",
  "courseName",
  "occupationCode",
  "occupationName",
  "level",
  "trainKind",
  "totalHours",
  "scheduledHours",
  "startDate",
  "endDate",
  "trainPlace",
  "teacherNames",
  "contact",
  "contactPhone",
  "confirmStatus",
  "runState",
] as const;

/** A class that an enterprise runs for its own staff: a row beside the classes of institutions, under the names that clients of the enterprise side know. */
export const EnterpriseClass = entity(
  "EnterpriseClass",
  "企业培训班",
  "Enterprise class",
  {
    classNo: text(20, "班级编号", "Class number", "computed"),
    className: text(100, "班级名称", "Class name", "required"),
    /** By which the enterprise trains, claims and is paid. */
    unitId: ref("Organisation", "单位", "Unit", "computed", { always: true }),
    /** Taken from the session. */
    entId: ref("Department", "企业", "Enterprise", "computed", { derived: true }),
    entNo: lookup("unitId", "Organisation", "orgNo", "企业编号", "Enterprise number"),
    entName: lookup("unitId", "Organisation", "orgName", "企业名称", "Enterprise name"),
    regionCode: lookup("unitId", "Organisation", "regionCode", "所属区划", "Region"),
    /** None where the enterprise trains its staff itself. */
    orgId: ref("Organisation", "承训机构", "Training institution"),
    orgName: lookup("orgId", "Organisation", "orgName", "承训机构名称", "Name of the training institution"),
    ...courseSnapshot,
    courseId: ref("Course", "课程", "Course", "required"),
    trainKind: code(trainKind, "培训类别", "Kind of training", "required"),
    planCount: int("计划人数", "Planned students", "required", { min: 1, max: 10_000, ...people }),
    studentCount: int("学员人数", "Students", "computed", { ...people, derived: true }),
    totalHours: decimal(6, 1, "总课时", "Hours required", "required", { min: 0.5, ...hours }),
    scheduledHours: decimal(6, 1, "已排课时", "Hours planned", "computed", { ...hours, derived: true }),
    startDate: date("开班日期", "Starts", "required"),
    endDate: date("结业日期", "Ends", "required"),
    trainPlace: text(200, "培训地点", "Place", "required"),
    teacherNames: text(200, "授课教师", "Teachers", "required"),
    contact: text(50, "联系人", "Contact", "required", { person: true }),
    contactPhone: text(11, "联系电话", "Contact phone", "required", {
      masked: "phone",
      encrypted: true,
      format: "mobile",
    }),
    teachPlanAttId: ref("Attachment", "培训计划", "Teaching plan", "submit", { upload: "pdfOnly" }),
    confirmStatus: code(confirmStatus, "审核状态", "State", "computed", { always: true }),
    runState: code(classRun, "运行状态", "Run", "computed", { always: true }),
    ...reviewFields,
    commitUser: ref("User", "提交人", "Submitted by", "computed"),
  },
  {
    title: "className",
    idName: "classId",
    filters: [
      "className",
      "classNo",
      "unitId",
      "entName",
      "regionCode",
      "orgId",
      "courseId",
      "courseName",
      "level",
      "trainKind",
      "confirmStatus",
      "runState",
      "startDate",
      "endDate",
      "createTime",
      "commitTime",
    ],
    sorts: ["classNo", "className", "startDate", "endDate", "planCount", "commitTime", "courseName", "level"],
    grams: ["className", "courseName"],
    openTo: { person: attended },
  },
);
export interface EnterpriseClassRow extends Row<typeof EnterpriseClass> {}
