import { claimDetail } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Alert } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { useParams } from "react-router";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { useTabActive } from "../../core/page/tab-active.ts";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { ClaimLine, WholeClaim } from "../claims/claim-calls.ts";
import { ClaimHeader } from "../claims/claim-header.tsx";
import { ClaimChanges } from "./claim-changes.tsx";
import { PolicyChanges } from "./policy-changes.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { ReviewFiles } from "./review-files.tsx";
import { ReviewRow } from "./review-row.tsx";
import { ReviewRows } from "./review-rows.tsx";
import { type Decision, type Decisions, sortedLines } from "./review-state.ts";
import { useTexts } from "../texts.ts";
import "../subsidies.css";

/** A reviewer's workspace: rows on the left, worst first; what the rules said of one in the middle; its papers on the right. */
export default function ReviewPage() {
  const { id = "" } = useParams();
  const found = useCall(claimDetail, { id });
  const claim = found.data as WholeClaim | undefined;
  useTabTitle(claim?.applyNo ?? undefined);
  if (!claim) return <Unanswered queries={[found]} />;
  return <Workspace key={`${claim.id}-${claim.status}`} claim={claim} />;
}

function Workspace({ claim }: { claim: WholeClaim }) {
  const [decisions, setDecisions] = useState<Decisions>({});
  const [opinion, setOpinion] = useState("");
  const t = useTexts();
  const lines = useSteadyOrder(claim);
  const [chosen, setChosen] = useState(lines[0]?.id ?? null);
  useDirtyGuard(Object.keys(decisions).length > 0 || opinion !== "");
  const current = lines.find((line) => line.id === chosen) ?? lines[0] ?? null;

  const step = (by: number) => {
    const at = lines.findIndex((line) => line.id === current?.id);
    setChosen(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.id ?? null);
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  const decide = (lineId: string, decision: Decision | null) => {
    const { [lineId]: _old, ...others } = decisions;
    setDecisions(decision ? { ...others, [lineId]: decision } : others);
  };

  return (
    <div className="page review">
      <ClaimHeader
        claim={claim}
        actions={
          <ReviewActions
            claim={claim}
            decisions={decisions}
            opinion={opinion}
            onDecideMany={(more) => setDecisions({ ...decisions, ...more })}
          />
        }
      />
      {claim.status === "firstTrial" && claim.backReason && (
        <Alert
          type="warning"
          showIcon
          title={t(claim.backNode === "re" ? "review.sentBack" : "review.wasReturned", { reason: claim.backReason })}
        />
      )}
      <ClaimChanges claim={claim} onChoose={setChosen} />
      <PolicyChanges claim={claim} />
      <div className="review-columns">
        <ReviewRows lines={lines} decisions={decisions} current={current?.id ?? null} onChoose={setChosen} />
        {current && (
          <ReviewRow
            key={current.id}
            claim={claim}
            line={current}
            decision={decisions[current.id] ?? null}
            onDecide={(decision) => decide(current.id, decision)}
          />
        )}
        <ReviewFiles claim={claim} opinion={opinion} onOpinion={setOpinion} />
      </div>
    </div>
  );
}

/** Rows in the order they had when the check last ran: a warning confirmed, or a row decided, does not move them under the hands of who decides. */
function useSteadyOrder(claim: WholeClaim): ClaimLine[] {
  const [steady, setSteady] = useState(() => getOrder(claim));
  const byId = new Map(claim.detailList.map((line) => [line.id, line]));
  if (steady.checked === claim.trialTime) return steady.ids.flatMap((id) => byId.get(id) ?? []);
  setSteady(getOrder(claim));
  return sortedLines(claim.detailList);
}
const getOrder = (claim: WholeClaim) => ({
  checked: claim.trialTime,
  ids: sortedLines(claim.detailList).map((line) => line.id),
});

/** Letter keys of the page; not while somebody types, and not in a hidden tab. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const active = useTabActive();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('input, textarea, [role="dialog"], [contenteditable]')
    )
      return;
    keys[event.key.toLowerCase()]?.();
  });
  useEffect(() => {
    if (!active) return;
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [active]);
}
