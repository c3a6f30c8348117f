import { type ApprovedMove, extraApprovalCalls } from "@jipei/contract/workflow/extra-approval.ts";
import { useCall } from "../../core/api/use-call.ts";
import { can, useSession } from "../../core/session/session.ts";
import { useTexts } from "../texts.ts";

type Approval = NonNullable<(typeof extraApprovalCalls.state)["output"]["$value"]>;

/**
 * How far the further approval has come that a move asks for.
 * @param isNext whether the move is what comes next for this user; otherwise nothing is asked
 * @returns null where none is needed, or it is not known yet
 */
export function useApproval(move: ApprovedMove, businessId: string, isNext: boolean): Approval | null {
  const session = useSession();
  const enabled = isNext && can(["flow_task_start", "flow_task_view"], session);
  const found = useCall(extraApprovalCalls.state, { move, businessId }, { enabled, summary: true });
  return found.data && found.data.state !== "notNeeded" ? found.data : null;
}

/** Why a move has to wait for its approval; null where it does not. */
export function useApprovalWait(approval: Approval | null): string | null {
  const t = useTexts();
  if (!approval || approval.state === "passed") return null;
  return approval.state === "running" && approval.currentNames
    ? t("approval.with", { names: approval.currentNames })
    : t("approval.needed");
}
