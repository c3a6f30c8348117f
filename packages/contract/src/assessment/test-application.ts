import { type Row, entity } from "../core/entity.ts";
import { code, lookup, ref, text } from "../core/fields/field.ts";
import { applicationFields } from "./application-fields.ts";
import { testMode } from "./exam-codes.ts";

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
    testMode: code(testMode, "评价方式", "Mode", "required"),
    ...applicationFields,
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
