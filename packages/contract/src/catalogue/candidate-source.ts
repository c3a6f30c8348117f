import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, int, text } from "../core/fields/field.ts";
import { importedResource } from "../core/resource.ts";

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
  {
    title: "sourceName",
    filters: ["sourceName", "isValid"],
    sorts: ["sort"],
    order: ["sort"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface CandidateSourceRow extends Row<typeof CandidateSource> {}

export const candidateSourceResource = importedResource(CandidateSource, {
  resource: "candidates_source",
  path: "/api/zjgrsj-train/basics/candidates_source",
  page: "/basics/candidatesSource",
  menu: { no: "B0406", en: "Candidate sources", roles: ["clerk"] },
  rights: "LCED LCED L L - L L V V V V V -",
  unique: ["sourceNo", "sourceName"],
  inUse: "SOURCE_IN_USE",
});
export const candidateSourceCalls = candidateSourceResource.calls;
