import type { MoveInput } from "../../core/entity/transition.ts";

/** What the calls of a payment bring or draw besides the reason. */
export interface PaymentInput extends MoveInput {
  paymentKey?: string | null;
  payBatchNo?: string;
  /** Yuan. */
  payAmount?: string | null;
  payDate?: string | null;
  recoveryList?: string[] | null;
  /** Yuan; all that is left unless given. */
  recoveredAmount?: string | null;
  forFalseness?: "0" | "1" | null;
  /** The recovery settles entries, which say of which rows it is. */
  ofEntries?: boolean;
}
