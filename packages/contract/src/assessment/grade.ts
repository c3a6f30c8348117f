import { courseSnapshot } from "../core/fields/blocks.ts";
import { gradeStatus, gradeResult, trainKind, unitSide } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, date, datetime, decimal, int, lookup, ref, refs, text } from "../core/fields/field.ts";
import { gradeBand } from "./exam-codes.ts";

const score = { min: 0, max: 100 };

/** The scores of one student in one test application. */
export const Grade = entity(
  "Grade",
  "考核成绩",
  "Grade",
  {
    studentId: ref("Student", "学员", "Student", "required"),
    name: text(50, "姓名", "Name", "computed", { person: true }),
    idNumber: text(18, "证件号码", "ID number", "computed", { masked: "idNumber", encrypted: true }),
    classId: ref("TrainingClass", "班级", "Class", "computed"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    unitSide: code(unitSide, "单位类型", "Kind of unit", "computed", { derived: true }),
    regionCode: lookup("orgId", "Organisation", "regionCode", "所属区划", "Region"),
    trainKind: lookup("classId", "TrainingClass", "trainKind", "培训类别", "Kind of training", trainKind),
    testApplyId: ref("TestApplication", "考核申请", "Test application", "required"),
    ...courseSnapshot,
    theoryScore: decimal(5, 2, "理论成绩", "Theory", "submit", score),
    practiceScore: decimal(5, 2, "实操成绩", "Practice", "submit", score),
    reviewScore: decimal(5, 2, "综合评审成绩", "Review", "submit", score),
    totalScore: decimal(5, 2, "总成绩", "Total", "computed"),
    gradeBand: code(gradeBand, "成绩等次", "Band", "computed"),
    result: code(gradeResult, "考核结果", "Result", "computed"),
    isAbsent: code(yesNo, "是否缺考", "Absent", "required"),
    isCheat: code(yesNo, "是否违纪", "Violation", "required"),
    /** Then nobody who enters scores lifts it. */
    isExamCheat: code(yesNo, "是否考试违纪", "Violation in the exam", "computed", { derived: true }),
    testTimes: int("考核次数", "Attempt", "computed"),
    keepTheory: date("理论保留至", "Theory kept until", "computed"),
    keepPractice: date("实操保留至", "Practice kept until", "computed"),
    keepReview: date("综合评审保留至", "Review kept until", "computed"),
    examineeNo: text(20, "准考证号", "Examinee number", "computed"),
    scorerId: ref("User", "登分人", "Scored by", "computed"),
    /** Everybody who entered scores of the row, none of whom checks them; `scorerId` is the last one. */
    scorerIds: refs("User", "登分人员", "All who scored", "computed", { always: true }),
    checkerId: ref("User", "复核人", "Checked by", "computed"),
    gradeStatus: code(gradeStatus, "成绩状态", "Status", "computed"),
    publishTime: datetime("发布时间", "Published", "computed"),
  },
  {
    idName: "gradeId",
    title: "name",
    filters: [
      "classId",
      "classNo",
      "className",
      "orgId",
      "orgName",
      "testApplyId",
      "studentId",
      "name",
      "idNumber",
      "unitSide",
      "regionCode",
      "courseId",
      "courseName",
      "level",
      "trainKind",
      "isAbsent",
      "result",
      "gradeStatus",
      "publishTime",
    ],
    sorts: ["examineeNo", "totalScore", "publishTime"],
    order: ["-testApplyId", "examineeNo"],
    grams: ["name"],
  },
);
export interface GradeRow extends Row<typeof Grade> {}
