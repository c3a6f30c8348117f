import type { FlowValues } from "@jipei/contract/workflow/flow-form.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import type { MoveProps } from "./move-props.ts";
import { OpinionDialog } from "./opinion-dialog.tsx";
import { useMove } from "./use-move.ts";

interface Props extends MoveProps {
  title: string;
  pass: boolean;
  /** What was filled in with it. */
  variables?: FlowValues;
}

/** Completes a task: agrees, refuses with a reason, or hands in again. */
export function Decide({ taskId, processInstanceId, title, pass, variables, onClose }: Props) {
  const { send, busy, error } = useMove(workCalls.complete, onClose);
  return (
    <OpinionDialog
      title={title}
      needed={!pass}
      danger={!pass}
      takesFiles
      busy={busy}
      error={error}
      onSubmit={(said) => send({ taskId, processInstanceId, pass, variables, ...said })}
      onClose={onClose}
    />
  );
}
