import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { language, useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { newKey } from "../designer/new-diagram.ts";
import { readSteps } from "./read-steps.ts";
import { newModel } from "./step-model.ts";
import { StepsEditor } from "./steps-editor.tsx";

/** 流程步骤: a process written down as a list of steps. `new` in the address begins one. */
export default function StepsPage() {
  const { id = "new" } = useParams();
  const isNew = id === "new";
  const label = useLabel();
  const found = useCall(flowModelCalls.detail, { id }, { enabled: !isNew });
  const [fresh] = useState(() => newModel(newKey(), language()));
  useTabTitle(found.data?.name ?? undefined);
  if (isNew) return <StepsEditor key="new" model={null} start={fresh} />;
  if (!found.data) return <Unanswered queries={[found]} />;
  const start = readSteps(found.data.xml ?? "");
  return start ? (
    <StepsEditor key={id} model={found.data} start={start} />
  ) : (
    <Empty
      text={label(["该流程是画出来的，不能按步骤修改", "This process was drawn, and is more than a list of steps"])}
    >
      <Drawn id={id} />
    </Empty>
  );
}

function Drawn({ id }: { id: string }) {
  const label = useLabel();
  const go = useGo();
  return (
    <Button type="primary" onClick={() => void go(`/flow/model/design/${id}`)}>
      {label(["打开流程图", "Open the drawing"])}
    </Button>
  );
}
