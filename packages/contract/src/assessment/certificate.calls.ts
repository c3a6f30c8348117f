import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { certKind } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { exportCall } from "../core/export.ts";
import { code, date, decimal, id, text } from "../core/fields/field.ts";
import { draftShape, file, list, record, rowShape } from "../core/fields/shape.ts";
import { Certificate } from "./certificate.ts";
import { printed } from "./exam-codes.ts";

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/certificate";
const crud = crudCalls(Certificate, path, "certificate");

export const revocation = {
  print: code(printed, "打印标志", "Printed"),
  isValid: code(validity, "证书状态", "Validity"),
  invalidReason: text(200, "作废原因", "Reason for revocation"),
};

export const certificateCalls = {
  list: crud.list,
  detail: call({ ...crud.detail, output: rowShape(Certificate, { auditList: list(auditRecordShape) }) }),
  remove: crud.remove,
  listOfOrg: call({
    ...crud.list,
    name: "Certificate.listOfOrg",
    path: `${path}/getCertificateUsedByOrg`,
    audience: ["institution"],
  }),
  listOfBureau: call({
    ...crud.list,
    name: "Certificate.listOfBureau",
    path: `${path}/getCertificateUsedByManage`,
    audience: ["bureau"],
  }),
  /** Marks as printed, or revokes with a reason; nothing else of a certificate ever changes. */
  submit: call({
    name: "Certificate.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "证书打印或作废",
    en: "Mark as printed, or revoke",
    access: ["certificate_edit", "certificate_revoke", "certificate_print"],
    input: draftShape(Certificate, revocation),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  /**
   * Issues the certificates of an application once; a repeated call issues only what is missing. Returns all of them; for students who
   * hold the same certificate from elsewhere, that one. Kinds that another body numbers are refused with one failure a student in `certNo`.
   */
  issue: call({
    name: "Certificate.issue",
    method: "GET",
    path: `${path}/CreateTrainCertificate`,
    zh: "核发证书",
    en: "Issue certificates",
    access: "certificate_issue",
    audience: ["bureau"],
    writes: true,
    input: record({
      classId: id("班级", "Class", "required"),
      applyId: id("考核申请", "Test application", "required"),
    }),
    output: list(rowShape(Certificate)),
  }),
  /** Issues kinds that another body numbers and prints: one number a student; students left out may follow later. */
  issueNumbered: call({
    name: "Certificate.issueNumbered",
    adds: "more",
    method: "POST",
    path: `${path}/CreateTrainCertificate`,
    zh: "登记证书编号并核发",
    en: "Issue certificates numbered elsewhere",
    access: "certificate_issue",
    audience: ["bureau"],
    input: record({
      classId: id("班级", "Class", "required"),
      applyId: id("考核申请", "Test application", "required"),
      numbers: list(
        record({
          studentId: id("学员", "Student", "required"),
          certNo: text(22, "证书编号", "Certificate number", "required"),
        }),
        500,
      ),
    }),
    output: list(rowShape(Certificate)),
  }),
  /** The certificate as PDF, with a code that opens its public page. */
  pdf: call({
    name: "Certificate.pdf",
    method: "GET",
    path: `${path}/pdf`,
    zh: "证书PDF",
    en: "Certificate as PDF",
    access: "certificate_view",
    input: record({ id: id("证书", "Certificate", "required") }),
    output: file("pdf"),
  }),
  /** All valid certificates of a class as one PDF: a job with progress. */
  batch: call({
    name: "Certificate.batch",
    method: "POST",
    path: `${path}/batch`,
    zh: "批量生成证书",
    en: "Certificates of a class",
    access: "certificate_print",
    style: "query",
    input: record({ classId: id("班级", "Class", "required") }),
    output: record({ jobId: id("任务", "Job", "required") }),
  }),
  export: exportCall(Certificate, path, "certificate"),
};

/** What the public pages show of a certificate: everything printed and whether it is valid, never the ID number in full. */
export const publicCertificate = record({
  certNo: text(22, "证书编号", "Certificate number", "required"),
  certKind: code(certKind, "证书种类", "Kind", "required"),
  name: text(50, "姓名", "Name", "required"),
  idNumber: text(18, "证件号码", "ID number", "required"),
  courseName: text(100, "课程名称", "Course", "required"),
  occupationName: text(100, "职业(工种)", "Occupation"),
  level: text(2, "等级", "Level"),
  trainHours: decimal(6, 1, "培训课时", "Training hours"),
  trainStartDate: date("培训开始", "Training from"),
  trainEndDate: date("培训结束", "Training to"),
  theoryScore: decimal(5, 2, "理论成绩", "Theory"),
  practiceScore: decimal(5, 2, "实操成绩", "Practice"),
  totalScore: decimal(5, 2, "总成绩", "Total"),
  orgName: text(100, "培训机构", "Institution"),
  issueOrg: text(100, "发证单位", "Issued by"),
  issueDate: date("发证日期", "Issued on", "required"),
  expireDate: date("有效期止", "Valid until"),
  isValid: code(validity, "证书状态", "Validity", "required"),
});
export type PublicCertificate = NonNullable<(typeof publicCertificate)["$value"]>;

/** Looks up by name + ID number, or by certificate number + verification code; `page` says which kinds the page is about. */
export const certificateLookup = call({
  name: "Certificate.lookup",
  method: "POST",
  path: "/api/zjgrsj-train/public/certificate",
  zh: "证书查询",
  en: "Certificate look-up",
  access: "public",
  input: record({
    page: text(10, "页面", "Page"),
    name: text(50, "姓名", "Name"),
    idNumber: text(18, "证件号码", "ID number"),
    certNo: text(22, "证书编号", "Certificate number"),
    verifyCode: text(8, "查询码", "Verification code"),
  }),
  output: list(publicCertificate, 50),
});
