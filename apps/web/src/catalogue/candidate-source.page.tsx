import { candidateSourceResource } from "@jipei/contract/catalogue/candidate-source.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";

export default function CandidateSourcePage() {
  return (
    <CrudPage
      {...candidateSourceResource}
      columns={["sort", "sourceNo", "sourceName", "isValid", "remark", "updateTime"]}
      card={["sourceName", "sourceNo", "isValid"]}
      initial={{ isValid: "isValid" }}
    />
  );
}
