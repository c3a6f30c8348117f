import { type Row, entity } from "../core/entity.ts";
import { trainKind } from "../core/fields/codes.ts";
import { lookup, ref, text } from "../core/fields/field.ts";
import { certifiedFields, holderFields, issueFields, numberFields, validityFields } from "./certificate-fields.ts";

/** A certificate issued to one of an enterprise's staff: a row beside the certificates of institutions, its number unique among both. */
export const EnterpriseCertificate = entity(
  "EnterpriseCertificate",
  "企业学员证书",
  "Certificate of an enterprise's staff",
  {
    ...numberFields,
    studentId: ref("EnterpriseStudent", "学员", "Staff", "computed"),
    classId: ref("EnterpriseClass", "班级", "Class", "computed"),
    classNo: lookup("classId", "EnterpriseClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "EnterpriseClass", "className", "班级名称", "Class name"),
    testApplyId: ref("EnterpriseTestApplication", "考核申请", "Test application", "computed"),
    trainKind: lookup("classId", "EnterpriseClass", "trainKind", "培训类别", "Kind of training", trainKind),
    unitId: ref("Organisation", "单位", "Unit", "computed"),
    regionCode: lookup("unitId", "Organisation", "regionCode", "所属区划", "Region"),
    ...holderFields,
    entName: text(100, "企业名称", "Enterprise name", "computed"),
    ...certifiedFields,
    ...issueFields,
    ...validityFields,
  },
  {
    idName: "certId",
    title: "certNo",
    filters: [
      "certNo",
      "name",
      "idNumber",
      "unitId",
      "entName",
      "classId",
      "classNo",
      "className",
      "regionCode",
      "courseId",
      "courseName",
      "level",
      "trainKind",
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
export interface EnterpriseCertificateRow extends Row<typeof EnterpriseCertificate> {}
