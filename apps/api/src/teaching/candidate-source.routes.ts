import { CandidateSource, candidateSourceCalls } from "@jipei/contract/teaching/candidate-source.ts";
import { crudRoutes } from "../core/crud.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { validRows } from "./teaching.scope.ts";

export const candidateSourceRoutes = crudRoutes(candidateSourceCalls, {
  entity: CandidateSource,
  resource: "candidates_source",
  scope: validRows,
  async beforeSave(tx, _actor, merged) {
    await refuseTwin(tx, CandidateSource, merged["id"], { sourceNo: merged["sourceNo"] });
    await refuseTwin(tx, CandidateSource, merged["id"], { sourceName: merged["sourceName"] });
    return {};
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "SOURCE_IN_USE",
      rows.map((row) => row["id"]),
      ["test_candidate.candidates_source_id"],
    ),
});
