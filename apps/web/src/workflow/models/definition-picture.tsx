import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { Suspense, lazy } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Loaded, Skeleton } from "../../core/ui/states.tsx";

const DiagramView = lazy(() => import("../diagram/diagram-view.tsx"));

/** How a deployed process is drawn. */
export function DefinitionPicture({ id }: { id: string }) {
  const label = useLabel();
  const found = useCall(flowDefinitionCalls.detail, { processDefinitionId: id });
  return (
    <Loaded query={found}>
      {({ xml }) => (
        <Suspense fallback={<Skeleton rows={6} />}>
          <DiagramView xml={xml ?? ""} label={label(["流程图", "Diagram"])} />
        </Suspense>
      )}
    </Loaded>
  );
}
