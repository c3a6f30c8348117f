import { EnterpriseReviewQueue } from "./queue/enterprise-review-queue.tsx";

/** Claims of enterprises waiting for a second reviewer. */
export default function EnterpriseSecondReviewPage() {
  return <EnterpriseReviewQueue status="reTrial" />;
}
