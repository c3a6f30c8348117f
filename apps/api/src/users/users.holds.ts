import type { education } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Tx } from "../core/database/db.ts";
import { question } from "../core/foundation/ports.ts";
import type { Services } from "../core/foundation/services.ts";

/** A person whose registration as a student is approved, in clear. */
export interface ApprovedStudent {
  userId: string;
  name: string;
  phone: string;
  /** Of the resident identity card, as the administrator read it. */
  idNumber: string;
  education: CodeOf<typeof education>;
}

export interface Approval {
  tx: Tx;
  actor: Actor;
  app: Services;
  student: ApprovedStudent;
}

/** Asked in the transaction of the approval; the answer is the student account that is the user's from now on. */
export const studentApproved = question<Approval, { accountId: string; idNumberHash: string }>(
  "which student account has the approved student?",
);
