import { type FlowDefinitionRow, flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { definitionState } from "@jipei/contract/workflow/flow-codes.ts";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { QueryControls, QuerySelect } from "../../core/form/query-controls.tsx";
import { formatDateTime } from "../../core/format/dates.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { VersionChanges } from "./version-changes.tsx";

/** As many versions as anybody compares. */
const most = 100;

/** What was deployed of a process, and what changed from one version to another. */
export function Versions({ processKey, onClose }: { processKey: string; onClose: () => void }) {
  const label = useLabel();
  const found = useCall(flowDefinitionCalls.list, { key_equal: processKey, size: most });
  return (
    <Dialog open full title={label([`版本：${processKey}`, `Versions: ${processKey}`])} onClose={onClose}>
      <Loaded query={found}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty text={label(["尚未部署", "Not deployed yet"])} />
          ) : (
            <Compared rows={records.toSorted((a, b) => (b.definitionVersion ?? 0) - (a.definitionVersion ?? 0))} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Compared({ rows }: { rows: readonly FlowDefinitionRow[] }) {
  const label = useLabel();
  const codeText = useCodeText();
  const [after, setAfter] = useState(rows[0]?.id ?? "");
  const [before, setBefore] = useState((rows[1] ?? rows[0])?.id ?? "");
  const options = rows.map((row) => {
    const state = row.state === "active" ? "" : ` · ${codeText(definitionState, row.state ?? "")}`;
    const day = formatDateTime(row.deployTime ?? "");
    return [
      row.id,
      label([`第${row.definitionVersion}版 ${day}${state}`, `Version ${row.definitionVersion}, ${day}${state}`]),
    ] as const;
  });
  return (
    <>
      <QueryControls>
        <QuerySelect title={label(["原版本", "Before"])} options={options} value={before} onChange={setBefore} />
        <QuerySelect title={label(["新版本", "After"])} options={options} value={after} onChange={setAfter} />
      </QueryControls>
      <VersionChanges before={before} after={after} />
    </>
  );
}
