import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { Designer } from "./designer.tsx";
import { newDiagram, newKey } from "./new-diagram.ts";

/** 流程设计: draws a process. `new` in the address begins one. */
export default function DesignerPage() {
  const { id = "new" } = useParams();
  const isNew = id === "new";
  const found = useCall(flowModelCalls.detail, { id }, { enabled: !isNew });
  const [fresh] = useState(() => newDiagram(newKey()));
  useTabTitle(found.data?.name ?? undefined);
  if (isNew) return <Designer key="new" model={null} xml={fresh} />;
  if (!found.data) return <Unanswered queries={[found]} />;
  return <Designer key={id} model={found.data} xml={found.data.xml ?? fresh} />;
}
