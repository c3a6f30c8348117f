import { organisationCalls as calls } from "@jipei/contract/organisations/organisation.ts";
import type { Moves } from "../core/moves.ts";

const to = (state: string) => ({ call: calls.stateSwitching, with: { state } });
const changed = (row: Readonly<Record<string, unknown>>) => row["changePending"] === "1";

/** What the bureau may do with an institution; decisions on a change stand there only while one waits. */
export const organisationMoves: Moves = {
  approve: to("isUser"),
  approveChange: { ...to("isUser"), when: changed },
  returnChange: { ...to("back"), when: changed },
  back: to("back"),
  suspend: to("unUser"),
  resume: to("isUser"),
  resetPassword: calls.resetPassword,
  cancel: to("Invalidate"),
  remove: calls.remove,
};
