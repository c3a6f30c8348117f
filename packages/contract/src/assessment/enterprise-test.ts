import { education, gradeResult, gradeStatus, level, trainKind } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { idType, nation, sex } from "../core/fields/person-codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, date, datetime, decimal, idLookup, lookup, ref, text } from "../core/fields/field.ts";

const shown = { derived: true } as const;

/**
 * One of the staff inside a test application of the enterprise, with the scores as far as the enterprise may know them: its own assessments (modes 4 to 6)
 * at once, those of others when they are published.
 */
export const EnterpriseTest = entity(
  "EnterpriseTest",
  "考核学员明细(企业)",
  "Candidate of an enterprise",
  {
    testApplyId: ref("EnterpriseTestApplication", "考核申请", "Test application", "required"),
    courseId: idLookup("testApplyId", "EnterpriseTestApplication", "courseId", "课程", "Course"),
    courseName: lookup("testApplyId", "EnterpriseTestApplication", "courseName", "课程名称", "Course name"),
    level: code(level, "等级", "Level", "computed", shown),
    className: text(100, "班级名称", "Class name", "computed", shown),
    trainKind: code(trainKind, "培训类别", "Kind of training", "computed", shown),
    studentId: ref("EnterpriseStudent", "学员", "Staff", "required"),
    // Copied from the roster when somebody is put in.
    name: text(50, "姓名", "Name", "computed", { person: true }),
    idType: code(idType, "证件类型", "Kind of ID", "computed"),
    idNumber: text(18, "证件号码", "ID number", "computed", { masked: "idNumber", encrypted: true }),
    sex: code(sex, "性别", "Sex", "computed"),
    birthday: date("出生日期", "Date of birth", "computed", { masked: "birthday" }),
    nation: code(nation, "民族", "Ethnic group", "computed"),
    education: code(education, "学历", "Education", "computed"),
    phone: text(11, "手机号码", "Mobile phone", "computed", { masked: "phone", encrypted: true }),
    candidatesSourceId: ref("CandidateSource", "考生来源", "Candidate source", "required"),
    conditionId: ref("DeclareCondition", "符合的申报条件", "Condition met", "submit"),
    attendanceRate: decimal(5, 2, "出勤率", "Attendance", "computed", { unitZh: "%", unitEn: "%" }),
    examineeNo: text(20, "准考证号", "Examinee number", "computed", shown),
    theoryScore: decimal(5, 2, "理论成绩", "Theory", "computed", shown),
    practiceScore: decimal(5, 2, "实操成绩", "Practice", "computed", shown),
    reviewScore: decimal(5, 2, "综合评审成绩", "Review", "computed", shown),
    totalScore: decimal(5, 2, "总成绩", "Total", "computed", shown),
    /** Until when a part that was passed before counts. */
    keepTheory: date("理论保留至", "Theory kept until", "computed", shown),
    keepPractice: date("实操保留至", "Practice kept until", "computed", shown),
    keepReview: date("综合评审保留至", "Review kept until", "computed", shown),
    isAbsent: code(yesNo, "是否缺考", "Absent", "computed", shown),
    isCheat: code(yesNo, "是否违纪", "Violation", "computed", shown),
    /** Then nobody who enters scores lifts it. */
    isExamCheat: code(yesNo, "是否考试违纪", "Violation in the exam", "computed", shown),
    result: code(gradeResult, "考核结果", "Result", "computed", shown),
    gradeStatus: code(gradeStatus, "成绩状态", "Grade status", "computed", shown),
    publishTime: datetime("发布时间", "Published", "computed", shown),
    isEligible: code(yesNo, "资格是否合格", "Eligible", "computed"),
    unEligibleReason: text(200, "不合格原因", "Reason not eligible"),
  },
  {
    idName: "testId",
    title: "name",
    filters: [
      "testApplyId",
      "courseId",
      "level",
      "trainKind",
      "studentId",
      "name",
      "idNumber",
      "isAbsent",
      "result",
      "gradeStatus",
      "publishTime",
    ],
    sorts: ["name"],
    order: ["name"],
  },
);
export interface EnterpriseTestRow extends Row<typeof EnterpriseTest> {}
