import { ReviewQueue } from "./queue/review-queue.tsx";

/** Claims waiting for a first reviewer, oldest first. */
export default function FirstReviewPage() {
  return <ReviewQueue status="firstTrial" />;
}
