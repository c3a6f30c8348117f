import { courseSnapshot } from "../core/fields/blocks.ts";
import { certKind } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, date, decimal, lookup, ref, text } from "../core/fields/field.ts";
import { printed } from "./exam-codes.ts";

const hours = { unitZh: "课时", unitEn: "hours" };

/** A certificate issued to a student; never deleted, its number never reused. */
export const Certificate = entity(
  "Certificate",
  "证书",
  "Certificate",
  {
    certNo: text(22, "证书编号", "Certificate number", "computed"),
    certKind: code(certKind, "证书种类", "Kind", "computed"),
    studentId: ref("Student", "学员", "Student", "computed"),
    classId: ref("TrainingClass", "班级", "Class", "computed"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    testApplyId: ref("TestApplication", "考核申请", "Test application", "computed"),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    name: text(50, "姓名", "Name", "computed", { person: true }),
    idNumber: text(18, "证件号码", "ID number", "computed", { masked: "idNumber", encrypted: true }),
    ...courseSnapshot,
    trainHours: decimal(6, 1, "培训课时", "Training hours", "computed", hours),
    trainStartDate: date("培训开始", "Training from", "computed"),
    trainEndDate: date("培训结束", "Training to", "computed"),
    theoryScore: decimal(5, 2, "理论成绩", "Theory", "computed"),
    practiceScore: decimal(5, 2, "实操成绩", "Practice", "computed"),
    totalScore: decimal(5, 2, "总成绩", "Total", "computed"),
    orgName: text(100, "培训机构", "Training institution", "computed"),
    issueOrg: text(100, "发证单位", "Issued by", "computed"),
    issueDate: date("发证日期", "Issued on", "computed"),
    expireDate: date("有效期止", "Valid until", "computed"),
    photoAttId: ref("Attachment", "照片", "Photo", "computed"),
    verifyCode: text(8, "查询码", "Verification code", "computed"),
    print: code(printed, "打印标志", "Printed", "computed"),
    isValid: code(validity, "证书状态", "Validity", "computed"),
    invalidReason: text(200, "作废原因", "Reason for revocation", "computed"),
  },
  {
    idName: "certId",
    title: "certNo",
    filters: [
      "certNo",
      "name",
      "idNumber",
      "orgId",
      "orgName",
      "classId",
      "classNo",
      "className",
      "courseName",
      "level",
      "certKind",
      "issueDate",
      "isValid",
      "print",
    ],
    sorts: ["certNo", "issueDate"],
    order: ["-issueDate", "certNo"],
    grams: ["name", "certNo"],
  },
);
export interface CertificateRow extends Row<typeof Certificate> {}
