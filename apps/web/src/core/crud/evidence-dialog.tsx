import { ExtQuery, extQueryCalls } from "@jipei/contract/external-data/ext-query.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { EntityView } from "./entity-view.tsx";
import { useLabel } from "../i18n/language.ts";
import { RegisterAnswer } from "./register-answer.tsx";
import { Loaded } from "../ui/states.tsx";
import { useCall } from "../api/use-call.ts";

/** The query to a register and its answer. */
export function EvidenceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const label = useLabel();
  const found = useCall(extQueryCalls.detail, { id });
  return (
    <Dialog open title={label(["查询依据", "Evidence"])} onClose={onClose} width={720}>
      <Loaded query={found} rows={4}>
        {(row) => (
          <>
            <EntityView
              entity={ExtQuery}
              row={row}
              fields={["queryKind", "resultCode", "queryTime", "cacheUntil", "purpose"]}
            />
            <RegisterAnswer text={row.resultData} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
