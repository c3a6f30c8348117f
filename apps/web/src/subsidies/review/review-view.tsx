import { Alert } from "antd";
import { useState } from "react";
import { useTabTitle } from "../../core/page/tab-title.ts";
import type { ClaimLine, WholeClaim } from "../claims/claim-calls.ts";
import { ClaimHeader } from "../claims/claim-header.tsx";
import { ClaimChanges } from "./evidence/claim-changes.tsx";
import { DraftNotes, DraftSaved } from "./draft-notes.tsx";
import { KeyHelp } from "./key-help.tsx";
import { PolicyChanges } from "./evidence/policy-changes.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { ReviewFiles } from "./evidence/review-files.tsx";
import { ReviewRow } from "./review-row.tsx";
import { ReviewRows } from "./review-rows.tsx";
import { getStatus, sortedLines } from "./review-state.ts";
import { useKeys } from "../../core/queue/use-keys.ts";
import { useReviewDraft } from "./use-review-draft.ts";
import { ApprovalBar } from "../../workflow/workflow.queries.ts";
import { mayComplete, secondReviewOf } from "./second-review.ts";
import { useTexts } from "../texts.ts";
import "../subsidies.css";

/** A reviewer's workspace for a claim of either side: rows on the left, worst first; what the rules said of one in the middle; its papers on the right. */
export function ReviewView({ claim }: { claim: WholeClaim }) {
  useTabTitle(claim.applyNo ?? undefined);
  return <Workspace key={`${claim.id}-${claim.status}`} claim={claim} />;
}

function Workspace({ claim }: { claim: WholeClaim }) {
  const draft = useReviewDraft(claim);
  const { decisions, opinion } = draft;
  const t = useTexts();
  const lines = useSteadyOrder(claim);
  const [chosen, setChosen] = useState(lines[0]?.id ?? null);
  const [helping, setHelping] = useState(false);
  const current = lines.find((line) => line.id === chosen) ?? lines[0] ?? null;
  const at = lines.findIndex((line) => line.id === current?.id);
  const step = (by: number) => setChosen(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.id ?? null);
  // After a decision the next row that nobody has decided, of those below first.
  const stepOn = () => {
    const left = [...lines.slice(at + 1), ...lines.slice(0, at)].find((line) => getStatus(line, decisions) === "0");
    if (left) setChosen(left.id);
  };
  useKeys({ j: () => step(1), k: () => step(-1), "?": () => setHelping(true) });

  return (
    <div className="page review">
      <ClaimHeader
        claim={claim}
        actions={
          <>
            <DraftSaved draft={draft} />
            <ReviewActions
              claim={claim}
              decisions={decisions}
              opinion={opinion}
              held={draft.foreign !== null}
              onDecideMany={draft.decideMany}
            />
          </>
        }
      />
      {claim.status === "firstTrial" && claim.backReason && (
        <Alert
          type="warning"
          showIcon
          title={t(claim.backNode === "re" ? "review.sentBack" : "review.wasReturned", { reason: claim.backReason })}
        />
      )}
      <ApprovalBar move={secondReviewOf(claim)} businessId={claim.id} isNext={mayComplete(claim)} />
      <DraftNotes draft={draft} onChoose={setChosen} />
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
            held={draft.foreign !== null}
            onDecide={(decision) => draft.decide(current.id, decision)}
            onDecided={stepOn}
          />
        )}
        <ReviewFiles claim={claim} opinion={opinion} onOpinion={draft.foreign ? undefined : draft.setOpinion} />
      </div>
      <KeyHelp open={helping} onClose={() => setHelping(false)} />
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
