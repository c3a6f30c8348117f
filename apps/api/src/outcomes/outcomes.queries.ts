export { employable } from "./finishers.ts";
export { followUpsDue } from "./follow-ups-due.ts";
