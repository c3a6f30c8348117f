import type { Entity } from "@jipei/contract/core/entity.ts";
import { invoke } from "./call-client.ts";
import { Confirm } from "./dialog.tsx";
import { FailureList } from "./failure-list.tsx";
import { useLabel } from "./i18n/language.ts";
import { callOf, moveInput } from "./moves.ts";
import type { MoveChoice } from "./moves.ts";
import { notify } from "./notify.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { AnyRow } from "./ref-select.tsx";
import { useTexts } from "./texts.ts";
import { useAttempt } from "./use-attempt.ts";
import { refreshAfter } from "./use-call.ts";

interface Props {
  choice: MoveChoice;
  rows: readonly Readonly<AnyRow>[];
  entity: Entity;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks for a yes, or for a reason where the machine wants one, and moves. A refusal is shown here: a reason typed in is not lost. */
export default function MoveQuestion({ choice: { action, move }, rows, entity, onDone, onClose }: Props) {
  const t = useTexts();
  const name = useLabel()(action);
  const { busy, error, attempt } = useAttempt();
  const run = (reason: string | null) =>
    void attempt(async () => {
      const call = callOf(move);
      await invoke(call, moveInput(move, rows, reason, entity.idName), { silent: true });
      notify("success", t("reason.done"));
      onClose();
      onDone?.();
      await refreshAfter(call);
    });
  const titleOf = (id: string) => {
    const title = rows.find((row) => String(row["id"]) === id)?.[entity.title];
    return typeof title === "string" ? title : null;
  };
  const refusal = error && <FailureList error={error} titleOf={titleOf} />;
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
