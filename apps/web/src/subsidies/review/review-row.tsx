import { lineUnapprove } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Button } from "antd";
import { useRef, useState } from "react";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can } from "../../core/session/session.ts";
import { useSend } from "../../core/api/use-call.ts";
import type { ClaimLine, WholeClaim } from "../claims/claim-calls.ts";
import { Experience } from "./evidence/experience.tsx";
import { FindingList } from "./evidence/finding-list.tsx";
import { FormulaTable } from "./evidence/formula.tsx";
import { LineDecision } from "./line-decision.tsx";
import { LineFacts } from "./evidence/line-facts.tsx";
import type { Decision } from "./review-state.ts";
import { RowFindings, useRowFindings } from "./evidence/row-findings.tsx";
import { useTexts } from "../texts.ts";
import { useKeys } from "../../core/queue/use-keys.ts";
import { useReviewing } from "./use-reviewing.ts";

interface Props {
  claim: WholeClaim;
  line: ClaimLine;
  decision: Decision | null;
  /** Somebody else writes the draft. */
  held: boolean;
  onDecide: (decision: Decision | null) => void;
  /** Passed or refused: the next row can come. */
  onDecided: () => void;
}

/** One row: the person, the amount with its formula, what each rule found, and the decision. */
export function ReviewRow({ claim, line, decision, held, onDecide, onDecided }: Props) {
  const t = useTexts();
  const [refusing, setRefusing] = useState(false);
  const reviewing = useReviewing(claim);
  const deciding = reviewing === "first" && !held;
  // The second reviewer refuses a row at once, and the claim goes back to the first.
  const rejecting =
    reviewing === "second" &&
    line.detailStatus === "1" &&
    claim.side.refuseRow !== null &&
    can("subsidy_apply_detail_un_approve");
  const reject = useSend(lineUnapprove, { also: [claim.side.detail] });
  const confirmedIn = claim.status === "firstTrial" ? claim.side.detail : null;
  const found = useRowFindings(claim, line.id);
  const blocked = line.trialResult === "3";
  // What an earlier review said of a row that is approved now would mislead.
  const earlier = line.detailStatus === "2" ? line.unApproveReason : null;
  const refusal = decision ? decision.unApproveReason : earlier;
  const evidence = useRef<HTMLDivElement>(null);
  useKeys({
    r: deciding || rejecting ? () => setRefusing(true) : undefined,
    e: () => evidence.current?.querySelector<HTMLElement>(".evidence a, .evidence button")?.click(),
  });
  const refuse = (reason: string) => {
    if (deciding) {
      onDecide({ detailStatus: "2", unApproveReason: reason });
      setRefusing(false);
      return onDecided();
    }
    reject.mutate({ ids: line.id, unApproveReason: reason }, { onSuccess: () => setRefusing(false) });
  };
  return (
    <section className="review-row" aria-labelledby="row-name">
      <h2 id="row-name">{line.name}</h2>
      {deciding && (
        <LineDecision
          line={line}
          decision={decision}
          onDecide={onDecide}
          onDecided={onDecided}
          onRefuse={() => setRefusing(true)}
        />
      )}
      {rejecting && (
        <div className="review-decision">
          <Button danger onClick={() => setRefusing(true)}>
            {t("review.refuse")}
          </Button>
          <span className="unit">{t("review.refuseInSecond")}</span>
        </div>
      )}
      <LineFacts line={line} />
      <FormulaTable steps={line.formula} blocked={blocked} />
      {blocked && <p className="review-refused">{t("review.barred")}</p>}
      {refusal && <p className="review-refused">{t("review.refused", { reason: refusal })}</p>}
      <ReasonDialog
        open={refusing}
        action={t("review.refuse")}
        danger
        length={200}
        busy={reject.isPending}
        usual={[t("review.usual.attendance"), t("review.usual.identity"), t("review.usual.amount")]}
        onClose={() => setRefusing(false)}
        onSubmit={refuse}
      />
      <div ref={evidence}>
        {claim.trialTime === null ? (
          <p className="blank">{t("review.notRun")}</p>
        ) : (
          <RowFindings found={found} confirmedIn={confirmedIn} />
        )}
        {claim.headFindings.length > 0 && (
          <>
            <h3>{t("review.head")}</h3>
            <FindingList findings={claim.headFindings} confirmedIn={confirmedIn} />
          </>
        )}
      </div>
      <Experience call={claim.side.experience} studentId={line.studentId} />
    </section>
  );
}
