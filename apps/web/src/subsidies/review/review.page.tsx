import { useParams } from "react-router";
import { Unanswered } from "../../core/ui/states.tsx";
import { useInstitutionClaim } from "../claims/use-claim.ts";
import { ReviewView } from "./review-view.tsx";

/** The review of an institution’s claim. */
export default function ReviewPage() {
  const { id = "" } = useParams();
  const { claim, query } = useInstitutionClaim(id);
  return claim ? <ReviewView claim={claim} /> : <Unanswered queries={[query]} />;
}
