import { useParams } from "react-router";
import { Unanswered } from "../../core/ui/states.tsx";
import { ClaimView } from "./claim-view.tsx";
import { useEnterpriseClaim } from "./use-claim.ts";

/** A claim of the own enterprise. */
export default function EnterpriseClaimPage() {
  const { id = "" } = useParams();
  const { claim, query } = useEnterpriseClaim(id);
  if (!claim) return <Unanswered queries={[query]} />;
  return <ClaimView claim={claim} onReload={() => void query.refetch()} />;
}
