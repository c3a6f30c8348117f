import { question } from "../../core/foundation/ports.ts";

/** By the id of a roster row: does a claim under review, approved or paid count on the person's grade? Then it must not be changed. */
export const gradeIsClaimed = question<string>("is the grade claimed?");
