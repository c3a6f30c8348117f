import { flowMay } from "@jipei/contract/workflow/flow-codes.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import type { MoveProps } from "./move-props.ts";
import { OpinionDialog } from "./opinion-dialog.tsx";
import { PeopleField } from "./people-field.tsx";
import { useMove } from "./use-move.ts";
import { usePeople } from "./use-people.ts";

type Props = Omit<MoveProps, "taskId">;

/** Lets colleagues know of a process. */
export function CopyTo({ processInstanceId, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.copy, onClose);
  const { people, ready, field } = usePeople();
  return (
    <OpinionDialog
      title={label(flowMay.codes.copy)}
      label={t("move.note")}
      busy={busy}
      error={error}
      ready={ready}
      onSubmit={({ comment }) => send({ processInstanceId, userIds: people.join(","), comment })}
      onClose={onClose}
    >
      <PeopleField multiple {...field} />
    </OpinionDialog>
  );
}

/** Reminds whoever has the process now. */
export function Urge({ processInstanceId, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.urge, onClose);
  return (
    <OpinionDialog
      title={label(flowMay.codes.urge)}
      label={t("move.note")}
      busy={busy}
      error={error}
      onSubmit={({ comment }) => send({ processInstanceId, comment })}
      onClose={onClose}
    />
  );
}
