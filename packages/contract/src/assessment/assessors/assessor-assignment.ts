import { crudCalls } from "../../core/call.ts";
import { yesNo } from "../../core/fields/flags.ts";
import { type Row, entity } from "../../core/entity.ts";
import { code, datetime, decimal, lookup, ref, text } from "../../core/fields/field.ts";
import { applySide, assessorDuty, testSubject } from "../exam-codes.ts";

/** An assessor assigned to a test application, for one subject. */
export const AssessorAssignment = entity(
  "AssessorAssignment",
  "考评安排",
  "Assessor assignment",
  {
    testApplyId: ref("TestApplication", "考核申请", "Test application", "required"),
    testApplyNo: lookup("testApplyId", "TestApplication", "testApplyNo", "考核申请编号", "Application number"),
    testDate: lookup("testApplyId", "TestApplication", "testDate", "考核日期", "Assessment date"),
    applySide: code(applySide, "申请方", "Side", "required"),
    assessorId: ref("Assessor", "考评员", "Assessor", "required"),
    assessorName: text(50, "考评员姓名", "Assessor name", "computed", { person: true }),
    duty: code(assessorDuty, "职责", "Duty", "required"),
    subject: code(testSubject, "考评科目", "Subject", "required"),
    isDrawn: code(yesNo, "是否抽取", "Drawn", "computed"),
    fee: decimal(8, 2, "考评费", "Fee", "optional", { min: 0, unitZh: "元", unitEn: "yuan" }),
    signTime: datetime("签到时间", "Signed in"),
  },
  {
    title: "assessorName",
    filters: ["testApplyId", "testApplyNo", "assessorId", "assessorName", "duty", "subject"],
    sorts: ["duty"],
    order: ["duty"],
  },
);
export interface AssessorAssignmentRow extends Row<typeof AssessorAssignment> {}

export const assessorAssignmentCalls = crudCalls(
  AssessorAssignment,
  "/api/zjgrsj-train/trainingManagement/exam_assessor",
  "exam_assessor",
);
