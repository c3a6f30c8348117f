import type { ApprovedMove } from "@jipei/contract/workflow/extra-approval.ts";
import { extraApprovalCalls as calls } from "@jipei/contract/workflow/extra-approval.ts";
import { OpinionDialog } from "../moves/opinion-dialog.tsx";
import { useMove } from "../moves/use-move.ts";
import { useTexts } from "../texts.ts";

interface Props {
  move: ApprovedMove;
  businessId: string;
  onClose: () => void;
}

/** Asks for the approval that a move needs, with a word on what for. */
export function StartApproval({ move, businessId, onClose }: Props) {
  const t = useTexts();
  const { send, busy, error } = useMove(calls.start, onClose, t("approval.started"));
  return (
    <OpinionDialog
      title={t("approval.start")}
      label={t("approval.note")}
      busy={busy}
      error={error}
      onSubmit={({ comment }) => send({ move, businessId, comment })}
      onClose={onClose}
    />
  );
}
