import { Leave, leaveCalls } from "@jipei/contract/workflow/leave.ts";
import { useCall } from "../../core/api/use-call.ts";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { Loaded } from "../../core/ui/states.tsx";

/** A leave, as it was asked for. */
export function LeaveFacts({ businessId }: { businessId: string }) {
  const label = useLabel();
  const found = useCall(leaveCalls.detail, { businessId });
  return (
    <section>
      <h2 className="section-title">{label(Leave)}</h2>
      <Loaded query={found} rows={3}>
        {(row) => (
          <EntityView
            entity={Leave}
            row={row}
            fields={["applicantName", "approverName", "startTime", "endTime", "reason", "applyTime", "passed"]}
          />
        )}
      </Loaded>
    </section>
  );
}
