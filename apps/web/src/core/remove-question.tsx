import type { Call } from "@jipei/contract/core/call.ts";
import { invoke } from "./call-client.ts";
import { Confirm } from "./dialog.tsx";
import { FailureDialog } from "./failure-list.tsx";
import type { Values } from "./form-values.ts";
import { notify } from "./notify.ts";
import type { AnyRow } from "./ref-select.tsx";
import { useSaveGuard } from "./save-guard.ts";
import { useTexts } from "./texts.ts";
import { useAttempt } from "./use-attempt.ts";
import { refreshAfter } from "./use-call.ts";

interface Props {
  call: Call<never, unknown> | Call;
  rows: readonly AnyRow[];
  titleOf: (row: AnyRow) => string;
  /** What the call gets, where it is not `ids`. */
  inputOf?: (rows: readonly AnyRow[]) => Values;
  onDone: () => void;
  onClose: () => void;
}

/** Asks whether the rows are to go, and deletes them; a refusal names the row that blocks. */
export default function RemoveQuestion({ call, rows, titleOf, inputOf, onDone, onClose }: Props) {
  const t = useTexts();
  const guard = useSaveGuard();
  const { busy, error, attempt } = useAttempt();
  const run = () =>
    void attempt(async () => {
      const input = inputOf?.(rows) ?? { ids: rows.map((row) => String(row["id"])).join(",") };
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
