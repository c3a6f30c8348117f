import { crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { code, date, decimal, lookup, personLookup, ref, text } from "../core/fields/field.ts";
import { feeKind, payMethod } from "./enrolment-codes.ts";

/** A fee a student paid for a class; a refund is stored negative. */
export const StudentFee = entity(
  "StudentFee",
  "学员收费",
  "Student fee",
  {
    studentId: ref("Student", "学员", "Student", "required"),
    studentName: personLookup("studentId", "Student", "姓名", "Name"),
    classId: ref("TrainingClass", "班级", "Class", "computed", { always: true }),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    feeKind: code(feeKind, "费用类型", "Kind of fee", "required"),
    amount: decimal(10, 2, "金额", "Amount", "required", { unitZh: "元", unitEn: "yuan" }),
    payDate: date("缴费日期", "Paid on", "required"),
    payMethod: code(payMethod, "缴费方式", "Paid by", "required"),
    invoiceNo: text(30, "票据号", "Receipt number"),
    invoiceAttId: ref("Attachment", "票据", "Receipt"),
  },
  {
    idName: "feeId",
    title: "studentName",
    filters: ["classId", "className", "studentId", "studentName", "feeKind", "payDate"],
    sorts: ["payDate", "amount"],
    order: ["-payDate"],
  },
);
export interface StudentFeeRow extends Row<typeof StudentFee> {}

const path = "/api/blade-train/trainingManagement/delete/student_fee";
export const studentFeeCalls = {
  ...crudCalls(StudentFee, path, "student_fee"),
  export: exportCall(StudentFee, path, "student_fee"),
  import: importCalls(StudentFee, path, "student_fee"),
};
