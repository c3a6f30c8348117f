import { flowMay } from "@jipei/contract/workflow/flow-codes.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import type { MoveProps, SignerProps } from "./move-props.ts";
import { OpinionDialog } from "./opinion-dialog.tsx";
import { PeopleField } from "./people-field.tsx";
import { useMove } from "./use-move.ts";
import { usePeople } from "./use-people.ts";

/** Gives a task to a colleague: for good, where they do not sign the step already, or to get it back with their answer. */
export function GiveTask({
  kind,
  taskId,
  processInstanceId,
  stepSigners,
  onClose,
}: SignerProps & { kind: "transfer" | "delegate" }) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls[kind], onClose);
  const { people, ready, field } = usePeople();
  return (
    <OpinionDialog
      title={label(flowMay.codes[kind])}
      label={t("move.note")}
      busy={busy}
      error={error}
      ready={ready}
      onSubmit={({ comment }) => send({ taskId, processInstanceId, userId: people[0] ?? "", comment })}
      onClose={onClose}
    >
      <PeopleField except={kind === "transfer" ? stepSigners : []} {...field} />
    </OpinionDialog>
  );
}

/** Takes a task back that was delegated, before it is answered. */
export function Recall({ taskId, processInstanceId, onClose }: MoveProps) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.recall, onClose);
  return (
    <OpinionDialog
      title={label(flowMay.codes.recall)}
      label={t("move.note")}
      busy={busy}
      error={error}
      onSubmit={({ comment }) => send({ taskId, processInstanceId, comment })}
      onClose={onClose}
    />
  );
}
