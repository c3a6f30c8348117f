import type { MoveInput } from "../../core/entity/transition.ts";

/** The input of an approval: day and place, and the candidates who are not admitted. */
export interface ApprovalInput extends MoveInput {
  testDate?: string | null;
  testPlace?: string | null;
  confirmOpinion?: string | null;
  ineligible?: readonly { testId: string; reason: string }[];
}
