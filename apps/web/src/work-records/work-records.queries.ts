/** What other domains may use: the list and the printed form of what passes two reviews. */
export { PrintRecord } from "./print-record.tsx";
export { useTwoReviews } from "./use-two-reviews.tsx";
