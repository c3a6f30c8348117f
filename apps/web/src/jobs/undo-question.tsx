import { type ImportBatchRow, importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import { invoke } from "../core/api/call-client.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { Confirm } from "../core/dialog/dialog.tsx";
import { FailureDialog } from "../core/dialog/failure-list.tsx";
import { formatCount } from "../core/format/numbers.ts";
import { notify } from "../core/ui/notify.ts";
import { useTexts } from "./texts.ts";

/** Asks whether to undo an import, and undoes it; a refusal names the rows and what was built on them. */
export function UndoQuestion({ row, onClose }: { row: ImportBatchRow; onClose: () => void }) {
  const t = useTexts();
  const { busy, error, attempt } = useAttempt();
  const run = () =>
    void attempt(async () => {
      await invoke(importBatchCalls.undo, { id: row.id }, { silent: true });
      notify("success", t("undone"));
      onClose();
      await refreshAfter(importBatchCalls.undo);
    });
  if (error) return <FailureDialog error={error} onClose={onClose} />;
  return (
    <Confirm open title={t("undoTitle")} danger busy={busy} onOk={run} onClose={onClose} okText={t("undo")}>
      <p>
        {t("undoQuestion", {
          file: row.fileName ?? "",
          inserted: formatCount(row.inserted ?? 0),
          updated: formatCount(row.updated ?? 0),
        })}
      </p>
    </Confirm>
  );
}
