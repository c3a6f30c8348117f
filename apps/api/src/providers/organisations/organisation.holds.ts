import { question } from "../../core/foundation/ports.ts";

/** By its id: classes run or claims are open, so that an institution cannot be cancelled. */
export const organisationHasBusiness = question<string>("has the institution business?");
