import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { flowMay } from "@jipei/contract/workflow/flow-codes.ts";
import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import type { FlowValues } from "@jipei/contract/workflow/flow-form.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Button, Dropdown } from "antd";
import { Suspense, useState } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import { usePhone } from "../../core/ui/use-width.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { useTexts } from "../texts.ts";
import { useMove } from "./use-move.ts";

const MoveDialog = lazyPart(() => import("./move-dialog.tsx").then(({ MoveDialog }) => MoveDialog));

export type Move = CodeOf<typeof flowMay>;
/** A move that was pressed; completing agrees, or refuses. */
export type Asked = { move: Move } | { move: "agree" | "refuse"; variables?: FlowValues };

interface Props {
  detail: FlowDetail;
  /** Whether the task is completed here, and not by a form of its own. */
  completes: boolean;
  /** Name of the button that completes the task. */
  agreeText: string;
  /** Whether the task can be refused: what comes back to its starter is handed in again, or taken back. */
  mayRefuse: boolean;
  /** Checks the form and gives its values; null where something is missing. */
  getVariables: () => Promise<FlowValues | null>;
  /** The values of the form as they are: who refuses may leave things out. */
  getEntered: () => FlowValues;
}

/** On a wide page these stand beside each other, the others in a menu. */
const inline: readonly Move[] = ["claim", "recall", "return", "urge", "withdraw"];

/** Everything that the reader may do in a process now; on a phone a bar at the bottom, so that two taps decide. */
export function ProcessMoves({ detail, completes, agreeText, mayRefuse, getVariables, getEntered }: Props) {
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const [asked, setAsked] = useState<Asked | null>(null);
  const taskId = detail.task?.id ?? "";
  const claim = useMove(workCalls.claim, () => undefined, label(["已签收", "Claimed"]));
  const unclaim = useMove(workCalls.unclaim, () => undefined, label(["已退签", "Put back"]));
  const may = detail.may.map(({ action }) => action).filter((move) => completes || move !== "complete");
  const agree = async () => {
    const variables = await getVariables();
    if (variables) setAsked({ move: "agree", variables });
  };
  const run = (move: Move) => {
    if (move === "claim") claim.send({ taskId });
    else if (move === "unclaim") unclaim.send({ taskId });
    else setAsked({ move });
  };
  const others = may.filter((move) => move !== "complete");
  const shown = others.filter((move) => move === "claim" || (!phone && inline.includes(move)));
  const rest = others.filter((move) => !shown.includes(move));
  if (may.length === 0) return null;
  return (
    <div className={phone ? "process-bar" : "toolbar"}>
      {may.includes("complete") && (
        <>
          <Button type="primary" onClick={() => void agree()}>
            {agreeText}
          </Button>
          {mayRefuse && (
            <Button danger onClick={() => setAsked({ move: "refuse", variables: getEntered() })}>
              {t("form.refuse")}
            </Button>
          )}
        </>
      )}
      {shown.map((move) => (
        <Button
          key={move}
          type={move === "claim" ? "primary" : "default"}
          loading={move === "claim" && claim.busy}
          onClick={() => run(move)}
        >
          {label(flowMay.codes[move])}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: rest.map((move) => ({
              key: move,
              label: label(flowMay.codes[move]),
              danger: move === "terminate" || move === "removeSigner",
              onClick: () => run(move),
            })),
          }}
        >
          <Button>{t("move.more")}</Button>
        </Dropdown>
      )}
      {asked && (
        <Suspense fallback={null}>
          <MoveDialog asked={asked} detail={detail} agreeText={agreeText} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  );
}
