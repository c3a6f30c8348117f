import { EnterpriseReviewQueue } from "./queue/enterprise-review-queue.tsx";

/** Claims of enterprises waiting for a first reviewer, oldest first. */
export default function EnterpriseFirstReviewPage() {
  return <EnterpriseReviewQueue status="firstTrial" />;
}
