import type { organisationMachine } from "@jipei/contract/providers/organisation.machine.ts";
import type { OrganisationRow } from "@jipei/contract/providers/organisation.ts";
import { organisationCalls as calls } from "@jipei/contract/providers/organisation.ts";
import { type Moves, moveWith } from "../core/moves/moves.ts";

const to = (state: NonNullable<OrganisationRow["state"]>) => moveWith(calls.stateSwitching, { state });
const changed = (row: Pick<OrganisationRow, "changePending">) => row.changePending === "1";

/** What the bureau may do with an institution; decisions on a change stand there only while one waits. */
export const organisationMoves = {
  approve: to("isUser"),
  approveChange: { ...to("isUser"), when: changed },
  returnChange: { ...to("back"), when: changed },
  back: to("back"),
  suspend: to("unUser"),
  resume: to("isUser"),
  resetPassword: calls.resetPassword,
  cancel: to("Invalidate"),
  remove: calls.remove,
} satisfies Moves<keyof typeof organisationMachine.actions, never>;
