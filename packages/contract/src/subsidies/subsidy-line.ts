import { type Row, entity } from "../core/entity.ts";
import { lookup, ref } from "../core/fields/field.ts";
import { lineFields } from "./line-fields.ts";

/** One student in a claim. */
export const SubsidyLine = entity(
  "SubsidyLine",
  "补贴申请明细(机构)",
  "Claim row",
  {
    applyId: ref("SubsidyApplication", "补贴申请", "Claim", "computed", { always: true }),
    applyNo: lookup("applyId", "SubsidyApplication", "applyNo", "申请编号", "Claim number"),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    studentId: ref("Student", "学员", "Student", "required"),
    studentNo: lookup("studentId", "Student", "studentNo", "学号", "Student number"),
    certId: ref("Certificate", "证书", "Certificate", "computed"),
    ...lineFields,
  },
  {
    idName: "detailId",
    title: "name",
    filters: [
      "applyId",
      "applyNo",
      "orgId",
      "orgName",
      "studentId",
      "name",
      "idNumber",
      "level",
      "personCategory",
      "detailStatus",
      "trialResult",
      "certIssueDate",
    ],
    sorts: ["applyAmount", "approvedAmount", "attendanceRate", "certIssueDate"],
    order: ["-applyId", "studentId"],
    grams: ["name"],
  },
);
export interface SubsidyLineRow extends Row<typeof SubsidyLine> {}
