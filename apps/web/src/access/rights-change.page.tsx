import { RightsChange, type RightsChangeRow, rightsChangeCalls } from "@jipei/contract/access/rights-change.ts";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Confirm } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { RightsEffect } from "../core/session/rights-effect.tsx";
import { useMayCall } from "../core/session/may-call.ts";
import { Skeleton } from "../core/ui/states.tsx";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { useCall } from "../core/api/use-call.ts";
import { StateChanges } from "./state-changes.tsx";

/** Changes of permissions and of security parameters, newest first; a system administrator can undo them. */
export default function RightsChangePage() {
  const label = useLabel();
  const [undoing, setUndoing] = useState<RightsChangeRow | null>(null);
  const mayUndo = useMayCall(rightsChangeCalls.undo);
  return (
    <>
      <CrudPage
        entity={RightsChange}
        calls={{
          list: rightsChangeCalls.list,
          detail: rightsChangeCalls.detail,
          export: rightsChangeCalls.export,
        }}
        resource="rights_change"
        columns={[
          "title",
          { field: "subject", width: 150 },
          { field: "action", width: 110 },
          { field: "operatorName", width: 140 },
          { field: "createTime", width: 180 },
          {
            field: "undoneById",
            title: ["状态", "State"],
            width: 110,
            render: (row: RightsChangeRow) => label(row.undoneById ? ["已撤销", "Undone"] : ["有效", "In force"]),
          },
        ]}
        card={["title", "subject", "action", "createTime"]}
        search={["subject", "title", "action", "createTime"]}
        view={["title", "subject", "action", "operatorName", "createTime"]}
        below={(row) => <StateChanges row={row} />}
        rowActions={(row: RightsChangeRow) =>
          mayUndo
            ? [
                {
                  key: "undo",
                  label: label(["撤销", "Undo"]),
                  disabled: row.undoneById ? label(["已撤销", "Already undone"]) : null,
                  run: () => setUndoing(row),
                },
              ]
            : []
        }
      />
      {undoing && <UndoQuestion row={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}

function UndoQuestion({ row, onClose }: { row: RightsChangeRow; onClose: () => void }) {
  const label = useLabel();
  const input = { id: String(row.id) };
  const effect = useCall(
    rightsChangeCalls.preview,
    { callName: rightsChangeCalls.undo.name, input: JSON.stringify(input) },
    { staleTime: 0 },
  );
  const { busy, error, attempt } = useAttempt();
  const undo = () =>
    attempt(async () => {
      await invoke(rightsChangeCalls.undo, input, { silent: true });
      notify("success", label(["已撤销", "Undone"]));
      onClose();
      await refreshAfter(rightsChangeCalls.undo);
    });
  const failed = error ?? (effect.isError ? effect.error : null);
  const shown = effect.data ? <RightsEffect effect={effect.data} /> : <Skeleton />;
  return (
    <Confirm
      open
      title={label([`撤销对“${row.title}”的变更`, `Undo the change of “${row.title}”`])}
      okText={label(["撤销", "Undo"])}
      busy={busy}
      onOk={() => void undo()}
      onClose={onClose}
    >
      {failed ? <FailureList error={failed} /> : shown}
    </Confirm>
  );
}
