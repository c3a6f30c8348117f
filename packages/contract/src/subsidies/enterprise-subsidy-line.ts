import { type Row, entity } from "../core/entity.ts";
import { int, lookup, ref } from "../core/fields/field.ts";
import { lineFields } from "./line-fields.ts";

/** One of the staff in a claim of an enterprise. */
export const EnterpriseSubsidyLine = entity(
  "EnterpriseSubsidyLine",
  "补贴申请明细(企业)",
  "Claim row of an enterprise",
  {
    applyId: ref("EnterpriseSubsidyApplication", "补贴申请", "Claim", "computed", { always: true }),
    applyNo: lookup("applyId", "EnterpriseSubsidyApplication", "applyNo", "申请编号", "Claim number"),
    unitId: ref("Organisation", "单位", "Unit", "computed"),
    entName: lookup("unitId", "Organisation", "orgName", "企业名称", "Enterprise name"),
    studentId: ref("EnterpriseStudent", "学员", "Staff", "required"),
    certId: ref("EnterpriseCertificate", "证书", "Certificate", "computed"),
    ...lineFields,
    /** Months of an apprenticeship that are paid for: planned ones of an advance. */
    trainMonths: int("培养月数", "Months of training", "computed", { unitZh: "月", unitEn: "months" }),
  },
  {
    idName: "detailId",
    title: "name",
    filters: [
      "applyId",
      "applyNo",
      "unitId",
      "entName",
      "studentId",
      "name",
      "idNumber",
      "level",
      "detailStatus",
      "trialResult",
      "certIssueDate",
    ],
    sorts: ["applyAmount", "approvedAmount", "attendanceRate", "certIssueDate"],
    order: ["-applyId", "name"],
    grams: ["name"],
  },
);
export interface EnterpriseSubsidyLineRow extends Row<typeof EnterpriseSubsidyLine> {}
