import { type ApprovedMove, approvalState, askable } from "@jipei/contract/workflow/extra-approval.ts";
import { processCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Alert, Button } from "antd";
import { Suspense, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { useCan } from "../../core/session/session.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { detailLink } from "@jipei/contract/workflow/process-links.ts";
import { useTexts } from "../texts.ts";
import { useApproval, useApprovalWait } from "./use-approval.ts";

const StartApproval = lazyPart(() => import("./start-approval.tsx").then(({ StartApproval }) => StartApproval));

interface Props {
  move: ApprovedMove;
  businessId: string;
  /** Whether the move is what comes next for this user. */
  isNext: boolean;
}

const tones = {
  missing: "warning",
  running: "info",
  passed: "success",
  refused: "error",
  undecided: "error",
  notNeeded: "info",
} as const;

/** The further approval that a move asks for: that it is needed, who has it now, or how it ended; and what starts it. */
export function ApprovalBar({ move, businessId, isNext }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const codeText = useCodeText();
  const go = useGo();
  const mayStart = useCan("flow_task_start");
  const [starting, setStarting] = useState(false);
  const approval = useApproval(move, businessId, isNext);
  const wait = useApprovalWait(approval);
  if (!approval) return null;
  const { state, processInstanceId } = approval;
  const open = async (id: string) => {
    const { instance } = await invoke(processCalls.detail, { processInstanceId: id });
    await go(detailLink({ ...instance, processInstanceId: id }));
  };
  return (
    <>
      <Alert
        type={tones[state]}
        showIcon
        title={core("common.labelled", { label: label(approvalState), value: codeText(approvalState, state) })}
        description={wait}
        action={
          <span className="toolbar">
            {processInstanceId && (
              <Button size="small" onClick={() => void open(processInstanceId)}>
                {t("approval.open")}
              </Button>
            )}
            {mayStart && askable.includes(state) && (
              <Button size="small" type="primary" onClick={() => setStarting(true)}>
                {t(state === "missing" ? "approval.start" : "approval.again")}
              </Button>
            )}
          </span>
        }
      />
      {starting && (
        <Suspense fallback={null}>
          <StartApproval move={move} businessId={businessId} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </>
  );
}
