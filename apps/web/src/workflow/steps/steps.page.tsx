import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { language } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { newKey } from "../designer/new-diagram.ts";
import { newModel } from "./step-model.ts";
import { StepsEditor } from "./steps-editor.tsx";
import { writeSteps } from "./write-steps.ts";

const begin = () => writeSteps(newModel(newKey(), language()));

/** 流程步骤: a process written down as a list of steps. `new` in the address begins one. */
export default function StepsPage() {
  const { id = "new" } = useParams();
  const isNew = id === "new";
  const found = useCall(flowModelCalls.detail, { id }, { enabled: !isNew });
  const go = useGo();
  const [fresh, setFresh] = useState(begin);
  useTabTitle(found.data?.name ?? undefined);
  const store = (stored: string) => {
    void go(`/flow/model/steps/${stored}`, { replace: true });
    // The tab of new processes stays open.
    setFresh(begin());
  };
  if (isNew) return <StepsEditor key={fresh} model={null} xml={fresh} onStored={store} />;
  if (!found.data) return <Unanswered queries={[found]} />;
  return <StepsEditor key={id} model={found.data} xml={found.data.xml ?? ""} />;
}
