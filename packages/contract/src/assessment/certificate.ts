import { type Row, entity } from "../core/entity.ts";
import { trainKind } from "../core/fields/codes.ts";
import { lookup, ref, text } from "../core/fields/field.ts";
import { certifiedFields, holderFields, issueFields, numberFields, validityFields } from "./certificate-fields.ts";

/** A certificate issued to a student; never deleted, its number never reused. */
export const Certificate = entity(
  "Certificate",
  "证书",
  "Certificate",
  {
    ...numberFields,
    studentId: ref("Student", "学员", "Student", "computed"),
    classId: ref("TrainingClass", "班级", "Class", "computed"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    testApplyId: ref("TestApplication", "考核申请", "Test application", "computed"),
    trainKind: lookup("classId", "TrainingClass", "trainKind", "培训类别", "Kind of training", trainKind),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    regionCode: lookup("orgId", "Organisation", "regionCode", "所属区划", "Region"),
    ...holderFields,
    ...certifiedFields,
    orgName: text(100, "培训机构", "Training institution", "computed"),
    ...issueFields,
    photoAttId: ref("Attachment", "照片", "Photo", "computed"),
    ...validityFields,
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
export interface CertificateRow extends Row<typeof Certificate> {}
