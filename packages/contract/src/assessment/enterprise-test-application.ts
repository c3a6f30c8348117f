import { type Row, entity } from "../core/entity.ts";
import { code, codes, lookup, ref, text } from "../core/fields/field.ts";
import { applicationFields } from "./application-fields.ts";
import { enterpriseTestMode, testSubject } from "./exam-codes.ts";

/** An enterprise's application for the assessment of its own class: a row beside those of institutions. */
export const EnterpriseTestApplication = entity(
  "EnterpriseTestApplication",
  "考核申请(企业)",
  "Test application of an enterprise",
  {
    testApplyNo: text(20, "考核申请编号", "Application number", "computed"),
    classId: ref("EnterpriseClass", "班级", "Class", "required"),
    classNo: lookup("classId", "EnterpriseClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "EnterpriseClass", "className", "班级名称", "Class name"),
    unitId: ref("Organisation", "单位", "Unit", "computed"),
    /** Taken from the session. */
    entId: ref("Department", "企业", "Enterprise", "computed", { derived: true }),
    entName: lookup("unitId", "Organisation", "orgName", "企业名称", "Enterprise name"),
    testMode: code(enterpriseTestMode, "评价方式", "Mode", "required"),
    /** Of the filed evaluation enterprise; required by mode 6. */
    evalOrgCode: text(13, "评价机构编码", "Code of the evaluation body", "submit"),
    ...applicationFields,
    /** Where none are named, all that the level has. */
    subjects: codes(testSubject, "考核科目", "Subjects", "submit"),
  },
  {
    idName: "testApplyId",
    title: "testApplyNo",
    filters: [
      "testApplyNo",
      "classId",
      "classNo",
      "className",
      "unitId",
      "entName",
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
export interface EnterpriseTestApplicationRow extends Row<typeof EnterpriseTestApplication> {}
