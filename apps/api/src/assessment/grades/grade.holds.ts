import type { Tx } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";
import { question } from "../../core/foundation/ports.ts";

/** By the id of a roster row: does a claim under review, approved or paid count on the person's grade? Then it must not be changed. */
export const gradeIsClaimed = question<string>("is the grade claimed?");

/** By the id of an application: is an exam of it published and not graded yet? Then its sheet waits. */
export const examIsOpen = question<string>("is an exam of the assessment open?");

/** By the id of an application, before it is called off: its exams and their papers are locked, ahead of its grades. */
export const examsAreTaken = question<string, void>("lock the exams of the assessment");

/** Grades of a class are published, or certificates issued: what stands on them may begin, in the same transaction. */
export const resultsAreOut = question<{ tx: Tx; app: Services; classId: string }, void>(
  "what begins with the results of a class?",
);
