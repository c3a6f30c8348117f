import { useParams } from "react-router";
import { Unanswered } from "../../core/ui/states.tsx";
import { useEnterpriseClaim } from "../claims/use-claim.ts";
import { ReviewView } from "./review-view.tsx";

/** The review of an enterprise’s claim. */
export default function EnterpriseReviewPage() {
  const { id = "" } = useParams();
  const { claim, query } = useEnterpriseClaim(id);
  return claim ? <ReviewView claim={claim} /> : <Unanswered queries={[query]} />;
}
