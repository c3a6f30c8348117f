import { personFields } from "../core/fields/blocks.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, decimal, lookup, ref, text } from "../core/fields/field.ts";

/** One student inside a test application; the person's data is a snapshot of the roster. */
export const TestCandidate = entity(
  "TestCandidate",
  "考核学员明细",
  "Test candidate",
  {
    testApplyId: ref("TestApplication", "考核申请", "Test application", "required"),
    studentId: ref("Student", "学员", "Student", "required"),
    studentNo: lookup("studentId", "Student", "studentNo", "学号", "Student number"),
    ...personFields,
    candidatesSourceId: ref("CandidateSource", "考生来源", "Candidate source", "required"),
    conditionId: ref("DeclareCondition", "符合的申报条件", "Condition met", "submit"),
    attendanceRate: decimal(5, 2, "出勤率", "Attendance", "computed", { unitZh: "%", unitEn: "%" }),
    photoAttId: ref("Attachment", "照片", "Photo", "submit", { upload: "pic" }),
    isEligible: code(yesNo, "资格是否合格", "Eligible", "computed"),
    unEligibleReason: text(200, "不合格原因", "Reason not eligible"),
  },
  { idName: "testId", title: "name", filters: ["testApplyId", "studentId", "name", "idNumber"], order: ["id"] },
);
export interface TestCandidateRow extends Row<typeof TestCandidate> {}
