import { ReviewQueue } from "./queue/review-queue.tsx";

/** Claims waiting for a second reviewer. */
export default function SecondReviewPage() {
  return <ReviewQueue status="reTrial" />;
}
