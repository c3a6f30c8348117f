import type { Entity } from "@jipei/contract/core/entity.ts";
import { invoke } from "../api/call-client.ts";
import { Confirm } from "../dialog/dialog.tsx";
import { FailureList } from "../dialog/failure-list.tsx";
import { useLabel } from "../i18n/language.ts";
import { getCall, moveInput } from "./moves.ts";
import type { Move, MoveChoice } from "./moves.ts";
import { notify } from "../ui/notify.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { getId, getValue } from "../form/fields.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { refreshAfter } from "../api/use-call.ts";

interface Props<R extends object> {
  choice: MoveChoice<R>;
  rows: readonly R[];
  entity: Entity;
  onDone?: () => void;
  onClose: () => void;
}

/** Takes a move back; a refusal is said by the call. */
async function takeBack<R extends object>(undo: Move<R>, rows: readonly R[], entity: Entity): Promise<void> {
  const call = getCall(undo);
  await invoke(call, moveInput(undo, rows, null, entity.idName)).then(
    () => refreshAfter(call),
    () => undefined,
  );
}

/** Asks for a confirmation, or for a reason where the machine requires one, and makes the move. A refusal is shown here, so that a typed reason is not lost. */
export function MoveQuestion<R extends object>({ choice: { action, move }, rows, entity, onDone, onClose }: Props<R>) {
  const t = useTexts();
  const name = useLabel()(action);
  const { busy, error, attempt } = useAttempt();
  const run = (reason: string | null) =>
    void attempt(async () => {
      const call = getCall(move);
      await invoke(call, moveInput(move, rows, reason, entity.idName), { silent: true });
      const undo = "call" in move ? move.undo : undefined;
      notify("success", t("reason.done"), undo && (() => void takeBack(undo, rows, entity)));
      onClose();
      onDone?.();
      await refreshAfter(call);
    });
  const findTitle = (id: string) => {
    const row = rows.find((one) => getId(one) === id);
    const title = row && getValue(row, entity.title);
    return typeof title === "string" ? title : null;
  };
  const refusal = error && <FailureList error={error} titleOf={findTitle} />;
  const common = { open: true, danger: action.danger, busy, onClose };
  if (action.reason)
    return (
      <ReasonDialog action={name} {...common} onSubmit={run}>
        {refusal}
      </ReasonDialog>
    );
  return (
    <Confirm title={name} okText={name} {...common} onOk={() => run(null)}>
      {refusal ||
        (rows.length > 1
          ? t("reason.questionMany", { n: rows.length, action: name })
          : t("reason.question", { action: name }))}
    </Confirm>
  );
}
