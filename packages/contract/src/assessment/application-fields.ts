import { courseSnapshot, reviewFields } from "../core/fields/blocks.ts";
import { confirmStatus, gradeStatus, testKind } from "../core/fields/codes.ts";
import { code, codes, date, files, int, ref, text } from "../core/fields/field.ts";
import { printed, testSubject } from "./exam-codes.ts";

/** What the applications of both sides have in common (docs/decisions/0292). */
export const applicationFields = {
  ...courseSnapshot,
  testKind: code(testKind, "考核类型", "Kind", "required"),
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
};
