import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { useGo } from "../../core/page/link.ts";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { Designer } from "./designer.tsx";
import { newDiagram, newKey } from "./new-diagram.ts";

const begin = () => newDiagram(newKey());

/** 流程设计: draws a process. `new` in the address begins one. */
export default function DesignerPage() {
  const { id = "new" } = useParams();
  const isNew = id === "new";
  const found = useCall(flowModelCalls.detail, { id }, { enabled: !isNew });
  const go = useGo();
  const [fresh, setFresh] = useState(begin);
  useTabTitle(found.data?.name ?? undefined);
  const store = (stored: string) => {
    void go(`/flow/model/design/${stored}`, { replace: true });
    // The tab of new processes stays open.
    setFresh(begin());
  };
  if (isNew) return <Designer key={fresh} model={null} xml={fresh} onStored={store} />;
  if (!found.data) return <Unanswered queries={[found]} />;
  return <Designer key={id} model={found.data} xml={found.data.xml ?? fresh} />;
}
