import { flowMay } from "@jipei/contract/workflow/flow-codes.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import type { MoveProps } from "./move-props.ts";
import { OpinionDialog } from "./opinion-dialog.tsx";
import { useMove } from "./use-move.ts";

/** The starter takes a process back. */
export function Withdraw({ processInstanceId, onClose }: MoveProps) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.withdraw, onClose);
  return (
    <OpinionDialog
      title={label(flowMay.codes.withdraw)}
      label={t("move.note")}
      busy={busy}
      error={error}
      onSubmit={({ comment }) => send({ processInstanceId, comment })}
      onClose={onClose}
    />
  );
}

/** Ends a process where it stands. */
export function Terminate({ taskId, processInstanceId, onClose }: MoveProps) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.terminate, onClose);
  return (
    <OpinionDialog
      title={label(flowMay.codes.terminate)}
      label={t("move.reason")}
      needed
      danger
      busy={busy}
      error={error}
      onSubmit={({ comment }) => send({ taskId, processInstanceId, reason: comment })}
      onClose={onClose}
    />
  );
}
