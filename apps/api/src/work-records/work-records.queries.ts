/** What other domains may use: submission and two reviews, for records of their own. */
export { assertRemovable, findSide, openForSaving } from "./reporter.ts";
export { reviewedSubmit } from "./reviewed-submit.ts";
export { twoReviews } from "./two-reviews.ts";
