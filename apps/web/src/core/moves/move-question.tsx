import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import { invoke } from "../api/call-client.ts";
import { Confirm } from "../dialog/dialog.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { FailureList } from "../dialog/failure-list.tsx";
import { useLabel } from "../i18n/language.ts";
import { getCall, moveInput } from "./moves.ts";
import type { Move, MoveChoice } from "./moves.ts";
import { useMoveFacts } from "./move-facts.ts";
import { notify } from "../ui/notify.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { getId, getValue } from "../form/fields.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useIsGone } from "../page/use-is-gone.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { refreshAfter } from "../api/refresh-after.ts";

interface Props<R extends object> {
  machine: Machine;
  choice: MoveChoice<R>;
  rows: readonly R[];
  entity: Entity;
  onDone?: () => void;
  onClose: () => void;
}

/** Takes a move back; a refusal is said by the call. */
async function takeBack<R extends object>(undo: Move<R>, rows: readonly R[], entity: Entity): Promise<void> {
  const call = getCall(undo);
  const input = moveInput(undo, rows, null, entity.idName);
  // The move itself has made the version of the rows old; without one the server refuses only what somebody else has written meanwhile.
  if ("version" in input) input["version"] = null;
  await invoke(call, input).then(
    () => refreshAfter(call),
    () => undefined,
  );
}

/**
 * Asks for a confirmation, for a reason where the machine requires one, or for an opinion where it takes one, and makes the move: says which rows
 * it is about, their state now and then, and their sums. A refusal is shown here, so that a typed reason is not lost.
 */
export function MoveQuestion<R extends object>({ machine, choice, rows, entity, onDone, onClose }: Props<R>) {
  const { action, move } = choice;
  const t = useTexts();
  const getFacts = useMoveFacts(machine, entity);
  const name = useLabel()(action);
  const { busy, error, attempt } = useAttempt();
  const isGone = useIsGone();
  const run = (reason: string | null, opinion = "") =>
    void attempt(async () => {
      const call = getCall(move);
      const input = { ...moveInput(move, rows, reason, entity.idName), ...(opinion !== "" && { opinion }) };
      await invoke(call, input, { silent: true });
      const undo = "call" in move ? move.undo : undefined;
      notify("success", t("reason.done"), undo && (() => void takeBack(undo, rows, entity)));
      if (!isGone()) {
        onClose();
        onDone?.();
      }
      await refreshAfter(call);
    });
  const findTitle = (id: string) => {
    const row = rows.find((one) => getId(one) === id);
    const title = row && getValue(row, entity.title);
    return typeof title === "string" ? title : null;
  };
  const refusal = error && <FailureList error={error} titleOf={findTitle} />;
  const facts = <FactList className="summary" facts={getFacts(action, rows, ("call" in move && move.sums) || [])} />;
  const common = { open: true, danger: action.danger, busy, onClose };
  if (action.reason)
    return (
      <ReasonDialog action={name} {...common} onSubmit={run}>
        {facts}
        {refusal}
      </ReasonDialog>
    );
  if (action.opinion)
    return (
      <ReasonDialog
        action={name}
        ask={{ title: name, label: t("reason.opinion") }}
        {...common}
        onSubmit={(opinion) => run(null, opinion)}
      >
        {facts}
        {refusal}
      </ReasonDialog>
    );
  return (
    <Confirm title={name} okText={name} {...common} onOk={() => run(null)}>
      {refusal || facts}
    </Confirm>
  );
}
