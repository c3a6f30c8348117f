import { CandidateSource, candidateSourceCalls } from "@jipei/contract/teaching/candidate-source.ts";
import { CrudPage } from "../core/crud-page.tsx";

export default function CandidateSourcePage() {
  return (
    <CrudPage
      entity={CandidateSource}
      calls={candidateSourceCalls}
      resource="candidates_source"
      columns={["sort", "sourceNo", "sourceName", "isValid", "remark", "updateTime"]}
      card={["sourceName", "sourceNo", "isValid"]}
      initial={{ isValid: "isValid" }}
    />
  );
}
