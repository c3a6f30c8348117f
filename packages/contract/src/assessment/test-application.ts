import { courseSnapshot, reviewFields } from "../core/fields/blocks.ts";
import { confirmStatus, gradeStatus, testKind } from "../core/fields/codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codes, date, files, int, lookup, ref, text } from "../core/fields/field.ts";
import { printed, testMode, testSubject } from "./exam-codes.ts";

/** An institution's application for the final assessment of a class. */
export const TestApplication = entity(
  "TestApplication",
  "考核申请(机构)",
  "Test application",
  {
    testApplyNo: text(20, "考核申请编号", "Application number", "computed"),
    classId: ref("TrainingClass", "班级", "Class", "required"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    ...courseSnapshot,
    testKind: code(testKind, "考核类型", "Kind", "required"),
    testMode: code(testMode, "评价方式", "Mode", "required"),
    evalOrgName: text(100, "评价机构", "Evaluation body", "submit"),
    wishTestDate: date("申请考核日期", "Requested date", "required"),
    testDate: date("核定考核日期", "Date fixed"),
    testPlace: text(200, "考核地点", "Place", "required"),
    subjects: codes(testSubject, "考核科目", "Subjects", "required"),
    studentCount: int("申请人数", "Candidates", "computed"),
    print: code(printed, "打印标志", "Printed", "computed"),
    confirmType: code(confirmStatus, "审核状态", "Status", "computed"),
    reason: text(500, "审核意见", "Reason", "computed"),
    gradeStatus: code(gradeStatus, "成绩状态", "Grade status", "computed"),
    ...reviewFields,
    commitUser: ref("User", "提交人", "Submitted by", "computed"),
    attachmentList: files(),
  },
  {
    idName: "testApplyId",
    title: "testApplyNo",
    filters: [
      "testApplyNo",
      "classId",
      "classNo",
      "className",
      "orgId",
      "orgName",
      "courseName",
      "level",
      "testKind",
      "testMode",
      "confirmType",
      "gradeStatus",
      "print",
      "wishTestDate",
      "testDate",
    ],
    sorts: ["testApplyNo", "wishTestDate", "testDate", "commitTime"],
    order: ["wishTestDate"],
  },
);
export interface TestApplicationRow extends Row<typeof TestApplication> {}
