import type { MoveInput } from "../../core/entity/transition.ts";
import type { AnyApplication } from "./application-side.ts";

/** The input of an approval: day and place, and the candidates who are not admitted. */
export interface ApprovalInput extends MoveInput {
  testDate?: string | null;
  testPlace?: string | null;
  confirmOpinion?: string | null;
  ineligible?: readonly { testId: string; reason: string }[];
}

/** The day of the assessment: as the approval fixes it, until then as it was applied for. */
export const getTestDay = (
  { testDate, wishTestDate }: Pick<AnyApplication, "testDate" | "wishTestDate">,
  input: ApprovalInput,
): string => input.testDate ?? testDate ?? wishTestDate;

/** The candidates whom an approval does not admit. */
export const getRefused = ({ ineligible }: ApprovalInput): ReadonlySet<string> =>
  new Set((ineligible ?? []).map((one) => one.testId));
