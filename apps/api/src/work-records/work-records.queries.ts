import { recordKinds } from "./record-kinds.ts";
import { reviewRights, reviewWaiting } from "./review-waiting.ts";

/** What other domains may use: submission and two reviews, for records of their own. */
export { assertRemovable, findSide, openForSaving } from "./reporter.ts";
export { reviewedSubmit } from "./reviewed-submit.ts";
export { twoReviews } from "./two-reviews.ts";
export { remindReviewers, reviewRights, reviewWaiting } from "./review-waiting.ts";

/** What waits for a review, for the home page. */
export const recordsWaiting = recordKinds.map(({ entity, resource }) => ({
  key: resource,
  by: reviewRights(resource),
  rows: reviewWaiting(entity, resource),
}));
