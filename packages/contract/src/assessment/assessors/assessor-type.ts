import { importCalls } from "../../core/import.ts";
import { crudCalls } from "../../core/call.ts";
import { level } from "../../core/fields/codes.ts";
import { validity } from "../../core/fields/flags.ts";
import { type Row, entity } from "../../core/entity.ts";
import { code, codes, int, text } from "../../core/fields/field.ts";

/** Kinds of assessors and the levels they may assess. */
export const AssessorType = entity(
  "AssessorType",
  "考评员类别",
  "Assessor type",
  {
    typeNo: text(10, "类别编号", "Type number", "required", { format: "codeNumber" }),
    typeName: text(50, "类别名称", "Type name", "required"),
    allowLevels: codes(level, "可考评等级", "Levels", "required"),
    sort: int("排序", "Order", "required"),
    isValid: code(validity, "是否有效", "Validity", "required"),
  },
  {
    title: "typeName",
    filters: ["typeName", "isValid"],
    sorts: ["sort"],
    order: ["sort"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface AssessorTypeRow extends Row<typeof AssessorType> {}

const path = "/api/zjgrsj-train/trainingManagement/assessor_type";
export const assessorTypeCalls = {
  ...crudCalls(AssessorType, path, "assessor_type"),
  import: importCalls(AssessorType, path, "assessor_type"),
};
