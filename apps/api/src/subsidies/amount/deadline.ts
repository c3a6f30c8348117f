import { addMonths } from "../../core/foundation/clock.ts";

/** Last day on which a claim may be committed: same day `months` later, a missing day becomes the last of that month. */
export const lastClaimDay = (issueDate: string, months: number): string => addMonths(issueDate, months);

/** Whether a claim whose first commit was on `day` is in time; a claim returned and committed again keeps the date of its first commit. */
export const inTime = (issueDate: string, day: string, months: number): boolean =>
  day <= lastClaimDay(issueDate, months);
