import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { useTexts } from "../texts.ts";
import { Decide } from "./decide.tsx";
import { Terminate, Withdraw } from "./end-process.tsx";
import { GiveTask, Recall } from "./give-task.tsx";
import type { Asked } from "./process-moves.tsx";
import { ReturnTask } from "./return-task.tsx";
import { AddSigners, RemoveSigner } from "./signers.tsx";
import { CopyTo, Urge } from "./tell.tsx";

interface Props {
  asked: Asked;
  detail: FlowDetail;
  agreeText: string;
  onClose: () => void;
}

/** The dialog of a move. */
export function MoveDialog({ asked, detail, agreeText, onClose }: Props) {
  const t = useTexts();
  const { instance, task, addedSigners, returnTargets } = detail;
  const stepSigners = detail.stepSigners.map(({ userId }) => userId);
  const about = { taskId: task?.id ?? "", processInstanceId: instance.id, onClose };
  switch (asked.move) {
    case "agree":
      return <Decide {...about} title={agreeText} pass variables={asked.variables} />;
    case "refuse":
      return <Decide {...about} title={t("form.refuse")} pass={false} variables={asked.variables} />;
    case "return":
      return <ReturnTask {...about} targets={returnTargets} />;
    case "transfer":
    case "delegate":
      return <GiveTask {...about} stepSigners={stepSigners} kind={asked.move} />;
    case "recall":
      return <Recall {...about} />;
    case "addSigner":
      return <AddSigners {...about} stepSigners={stepSigners} />;
    case "removeSigner":
      return <RemoveSigner {...about} signers={addedSigners} />;
    case "copy":
      return <CopyTo {...about} />;
    case "urge":
      return <Urge {...about} />;
    case "withdraw":
      return <Withdraw {...about} />;
    case "terminate":
      return <Terminate {...about} />;
    case "claim":
    case "unclaim":
    case "complete":
      return null;
  }
}
