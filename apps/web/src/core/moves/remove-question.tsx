import type { Call } from "@jipei/contract/core/call.ts";
import { invoke } from "../api/call-client.ts";
import { Confirm } from "../dialog/dialog.tsx";
import { FailureDialog } from "../dialog/failure-list.tsx";
import { notify } from "../ui/notify.ts";
import { getId } from "../form/fields.ts";
import { useSaveGuard } from "../form/save-guard.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { refreshAfter } from "../api/refresh-after.ts";

interface Props<R extends object> {
  call: Call;
  rows: readonly R[];
  titleOf: (row: R) => string;
  /** What the call gets, where it is not `ids`. */
  inputOf?: (rows: readonly R[]) => object;
  onDone: () => void;
  onClose: () => void;
}

/** Asks whether to delete the rows, and deletes them; a refusal names the row that blocks. */
export function RemoveQuestion<R extends object>({ call, rows, titleOf, inputOf, onDone, onClose }: Props<R>) {
  const t = useTexts();
  const guard = useSaveGuard();
  const { busy, error, attempt } = useAttempt();
  const run = () =>
    void attempt(async () => {
      const input = inputOf?.(rows) ?? { ids: rows.map(getId).join(",") };
      if (!(await guard(call, input))) return;
      await invoke(call, input, { silent: true });
      notify("success", t("remove.done"));
      onClose();
      onDone();
      await refreshAfter(call);
    });
  if (error) return <FailureDialog error={error} onClose={onClose} />;
  const named = rows.slice(0, 5).map(titleOf);
  return (
    <Confirm open title={t("remove.title")} danger busy={busy} onOk={run} onClose={onClose} okText={t("list.remove")}>
      <p>{t("remove.question")}</p>
      <ul>
        {named.map((title, i) => (
          <li key={i}>{title}</li>
        ))}
        {rows.length > named.length && <li>{t("list.total", { n: rows.length })}</li>}
      </ul>
    </Confirm>
  );
}
