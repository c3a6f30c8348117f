/** What other domains may use: submission and two reviews, for records of their own. */
export type { RecordMove } from "./kinds.ts";
export { reviewedSubmit } from "./reviewed-submit.ts";
export { submission, twoReviews } from "./two-reviews.ts";
export { assertOpen } from "./work-record.rules.ts";
export { assertReportedBy, findSide, getReporter } from "./work-record.scope.ts";
