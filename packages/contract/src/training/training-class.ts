import { courseSnapshot, reviewFields } from "../core/fields/blocks.ts";
import { classMode, classRun, classStatus, trainKind } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, date, decimal, int, lookup, personLookup, ref, text } from "../core/fields/field.ts";

export const inspectResult = codeList("INSPECT_RESULT", "抽查结果", "Inspection", {
  "0": ["未抽查", "Not inspected", "neutral"],
  "1": ["合格", "Passed", "good"],
  "2": ["不合格", "Failed", "bad"],
});

const people = { unitZh: "人", unitEn: "people" };
const hours = { unitZh: "课时", unitEn: "lesson hours" };

/** Fields that people see who look for a class, or attend it. */
const offered = [
  "classNo",
  "orgId",
  "orgName",
  "regionCode",
  "courseId",
  "courseName",
  "occupationCode",
  "occupationName",
  "level",
  "trainKind",
  "classMode",
  "isSubsidy",
  "planCount",
  "studentCount",
  "totalHours",
  "scheduledHours",
  "startDate",
  "endDate",
  "signStartDate",
  "signEndDate",
  "trainPlace",
  "classroomName",
  "headTeacherName",
  "headTeacherPhone",
  "contact",
  "contactPhone",
  "textbook",
  "teachPlanAttId",
  "chargeStandard",
  "status",
  "runState",
] as const;

/** One training class (开班申请) from draft to closure. */
export const TrainingClass = entity(
  "TrainingClass",
  "培训班级",
  "Training class",
  {
    classNo: text(20, "班级编号", "Class number", "computed"),
    className: text(100, "班级名称", "Class name", "required"),
    /** Taken from the session. */
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    regionCode: lookup("orgId", "Organisation", "regionCode", "所属区划", "Region"),
    orgPlanId: ref("OrganisationPlan", "机构计划", "Institution plan", "required"),
    orgPlanNo: lookup("orgPlanId", "OrganisationPlan", "orgPlanNo", "机构计划编号", "Institution plan number"),
    orgCourseId: ref("OrganisationCourse", "机构课程", "Institution course", "required"),
    ...courseSnapshot,
    courseId: ref("Course", "课程", "Course", "computed", { always: true }),
    trainKind: code(trainKind, "培训类别", "Kind of training", "computed", { always: true }),
    classMode: code(classMode, "培训方式", "Mode", "required"),
    isSubsidy: code(yesNo, "是否补贴班", "Subsidised", "required"),
    planCount: int("计划人数", "Planned students", "required", { min: 1, max: 10_000, ...people }),
    studentCount: int("学员人数", "Students", "computed", { ...people, derived: true }),
    totalHours: decimal(6, 1, "总课时", "Hours required", "required", { min: 0.5, ...hours }),
    scheduledHours: decimal(6, 1, "已排课时", "Hours planned", "computed", { ...hours, derived: true }),
    startDate: date("开班日期", "Starts", "required"),
    endDate: date("结业日期", "Ends", "required"),
    signStartDate: date("报名开始", "Sign-up opens"),
    signEndDate: date("报名截止", "Sign-up closes"),
    trainPlace: text(200, "培训地点", "Place", "required"),
    classroomId: ref("Classroom", "主教室", "Main classroom", "submit"),
    classroomName: lookup("classroomId", "Classroom", "classroomName", "主教室名称", "Main classroom name"),
    headTeacherId: ref("Teacher", "班主任", "Head teacher", "required"),
    headTeacherName: personLookup("headTeacherId", "Teacher", "班主任姓名", "Head teacher name"),
    headTeacherPhone: text(11, "班主任电话", "Head teacher phone", "required", {
      masked: "phone",
      encrypted: true,
      format: "mobile",
    }),
    contact: text(50, "联系人", "Contact", "required", { person: true }),
    contactPhone: text(11, "联系电话", "Contact phone", "required", {
      masked: "phone",
      encrypted: true,
      format: "mobile",
    }),
    textbook: text(200, "使用教材", "Textbook"),
    chargeStandard: decimal(10, 2, "收费标准", "Fee", "required", {
      min: 0,
      unitZh: "元/人",
      unitEn: "yuan per person",
    }),
    teachPlanAttId: ref("Attachment", "教学计划", "Teaching plan", "submit", { upload: "pdf" }),
    /** Enterprise of a class trained to order (订单班). */
    partnerEntId: ref("Department", "合作企业", "Partner enterprise"),
    status: code(classStatus, "班级状态", "Filing", "computed", { always: true }),
    runState: code(classRun, "运行状态", "Run", "computed", { always: true }),
    inspectCount: int("抽查次数", "Inspections", "computed", { always: true }),
    inspectResult: code(inspectResult, "抽查结果", "Inspection", "computed"),
    isRectified: code(yesNo, "整改合格", "Rectified", "computed"),
    ...reviewFields,
    commitUser: ref("User", "提交人", "Submitted by", "computed"),
    correctReason: text(500, "数据更正原因", "Reason for correction", "computed"),
  },
  {
    title: "className",
    idName: "classId",
    filters: [
      "className",
      "classNo",
      "orgId",
      "orgName",
      "regionCode",
      "orgPlanId",
      "orgCourseId",
      "courseId",
      "courseName",
      "occupationName",
      "level",
      "trainKind",
      "classMode",
      "status",
      "runState",
      "startDate",
      "endDate",
      "isSubsidy",
      "headTeacherId",
      "createTime",
      "commitTime",
    ],
    sorts: ["classNo", "className", "startDate", "endDate", "planCount", "status", "commitTime", "courseName", "level"],
    grams: ["className", "courseName"],
    openTo: { person: offered, enterprise: offered },
  },
);
export interface TrainingClassRow extends Row<typeof TrainingClass> {}

/** What sjkUpdateClass may change after confirmation, in the order of its form; never course, level, institution or counts (FIELD_FROZEN). */
export const correctableFields = [
  "className",
  "trainPlace",
  "classroomId",
  "headTeacherId",
  "headTeacherPhone",
  "contact",
  "contactPhone",
  "endDate",
] as const;
