import { useParams } from "react-router";
import { Unanswered } from "../../core/ui/states.tsx";
import { ClaimView } from "./claim-view.tsx";
import { useInstitutionClaim } from "./use-claim.ts";

/** A claim of the own institution. */
export default function ClaimPage() {
  const { id = "" } = useParams();
  const { claim, query } = useInstitutionClaim(id);
  if (!claim) return <Unanswered queries={[query]} />;
  return <ClaimView claim={claim} onReload={() => void query.refetch()} />;
}
