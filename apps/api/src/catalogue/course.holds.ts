import type { Tx } from "../core/database/db.ts";
import { question } from "../core/foundation/ports.ts";

/** A course was taken into use or out of it; whoever filed it follows. */
export const courseValidityChanged = question<{ tx: Tx; courseId: string; isValid: string }, void>(
  "after a change of the validity of a course",
);
/** By its id: others have copied what the course is called and which level it leads to. */
export const courseIsCopied = question<string>("is the course copied?");
/** By its id: a committed claim row was computed with a standard, which is locked from then on. */
export const standardIsUsed = question<string>("is the subsidy standard used?");
