import { crudCalls } from "../core/call.ts";
import { validity } from "../core/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, int, text } from "../core/field.ts";

/** Where candidates of an assessment come from; used by test applications and statistics. */
export const CandidateSource = entity(
  "CandidateSource",
  "考生来源",
  "Candidate source",
  {
    sourceNo: text(10, "来源编号", "Source number", "required", { format: "codeNumber" }),
    sourceName: text(50, "来源名称", "Source name", "required"),
    sort: int("排序", "Order", "required"),
    isValid: code(validity, "是否有效", "Validity", "required"),
  },
  { title: "sourceName", filters: ["sourceName", "isValid"], sorts: ["sort"], order: ["sort"] },
);
export interface CandidateSourceRow extends Row<typeof CandidateSource> {}

const path = "/api/zjgrsj-train/basics/candidates_source";
export const candidateSourceCalls = {
  ...crudCalls(CandidateSource, path, "candidates_source"),
  export: exportCall(CandidateSource, path, "candidates_source"),
};
