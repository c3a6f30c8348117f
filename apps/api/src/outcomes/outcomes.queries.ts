export { employable, isWithinFollowUp } from "./finishers.ts";
export { followUpsDue } from "./follow-ups-due.ts";
