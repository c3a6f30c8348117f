import { claimAutoTrial } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Button } from "antd";
import { useSend } from "../../core/api/use-call.ts";
import { FailureDialog } from "../../core/dialog/failure-list.tsx";
import { formatMoney } from "../../core/format/numbers.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can, useSession } from "../../core/session/session.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";
import { type Decisions, approvedSum, findClean, countOpen, isAmountWrong } from "./review-state.ts";
import { useTexts } from "../texts.ts";
import { type ReviewMoves, useReviewMoves } from "./use-review-moves.ts";

interface Props {
  claim: WholeClaim;
  decisions: Decisions;
  /** Said with passing either review; may be empty. */
  opinion: string;
  onDecideMany: (decisions: Decisions) => void;
}
type ButtonProps = Props & { moves: ReviewMoves };

const returnTexts = {
  first: "review.returnClaim",
  applicant: "review.returnApplicant",
  toFirst: "review.returnFirst",
  objection: "review.uphold",
} as const;

/** What the reviewer at this desk may do with the claim now. */
export function ReviewActions(props: Props) {
  const t = useTexts();
  const { claim, decisions } = props;
  const moves = useReviewMoves(props);
  const { returning } = moves;
  const names = new Map(claim.detailList.map((line) => [line.id, line.name ?? ""]));
  const sum = approvedSum(claim.detailList, decisions);
  return (
    <>
      <span className="review-sum">{t("review.sum", { count: sum.count, amount: formatMoney(sum.amount) })}</span>
      {claim.status === "firstTrial" && <FirstReview {...props} moves={moves} />}
      {claim.status === "reTrial" && <SecondReview {...props} moves={moves} />}
      {claim.status === "compile" &&
        ["0", "1", "4"].includes(claim.payStatus ?? "0") &&
        can("subsidy_apply_re_return") && (
          <Button danger onClick={() => moves.setReturning("objection")}>
            {t("review.uphold")}
          </Button>
        )}
      <ReasonDialog
        open={returning !== null}
        danger
        busy={moves.sendingBack}
        action={t(returnTexts[returning ?? "toFirst"])}
        usual={[t("review.usual.documents"), t("review.usual.photo"), t("review.usual.amount")]}
        onClose={() => moves.setReturning(null)}
        onSubmit={moves.sendBack}
      />
      <FailureDialog error={moves.refused} onClose={moves.seen} titleOf={(id) => names.get(id) ?? null} />
    </>
  );
}

function FirstReview({ claim, decisions, onDecideMany, moves }: ButtonProps) {
  const t = useTexts();
  // A new run has new findings, and the claim says of which run they are.
  const trial = useSend(claimAutoTrial, { silent: true });
  const missing = useMissing(claim, decisions);
  const clean = findClean(claim, decisions);
  const mayPass = can("subsidy_apply_first_commit");
  const approveClean = () =>
    onDecideMany(
      Object.fromEntries(
        clean.map((line) => [
          line.id,
          { detailStatus: "1" as const, approvedAmount: line.approvedAmount ?? line.applyAmount },
        ]),
      ),
    );
  return (
    <>
      {can("subsidy_apply_auto_trial") && (
        <Button
          loading={trial.isPending}
          onClick={() => trial.mutate({ applyId: claim.id }, { onError: moves.onError })}
        >
          {t("review.run")}
        </Button>
      )}
      {mayPass && clean.length > 0 && (
        <Button onClick={approveClean}>{t("review.approveClean", { n: clean.length })}</Button>
      )}
      {can("subsidy_apply_return") && (
        <Button danger onClick={() => moves.setReturning("first")}>
          {t("review.returnClaim")}
        </Button>
      )}
      {mayPass && (
        <Button
          type="primary"
          loading={moves.passing}
          disabled={missing !== undefined}
          title={missing}
          onClick={moves.pass}
        >
          {t("review.pass")}
        </Button>
      )}
    </>
  );
}

/** What keeps the first review from being passed. */
function useMissing(claim: WholeClaim, decisions: Decisions): string | undefined {
  const t = useTexts();
  if (claim.trialTime === null) return t("review.notRun");
  const open = countOpen(claim, decisions);
  if (open > 0) return t("review.open", { n: open });
  const wrong = claim.detailList.find((line) => isAmountWrong(line, decisions));
  return wrong && t("review.wrongAmount", { name: wrong.name ?? "" });
}

function SecondReview({ claim, moves }: ButtonProps) {
  const t = useTexts();
  const { info } = useSession();
  const own = claim.firstUser !== null && claim.firstUser === info?.userId;
  return (
    <>
      {can("subsidy_apply_re_return") && (
        <>
          <Button danger onClick={() => moves.setReturning("toFirst")}>
            {t("review.returnFirst")}
          </Button>
          <Button danger onClick={() => moves.setReturning("applicant")}>
            {t("review.returnApplicant")}
          </Button>
        </>
      )}
      {can("subsidy_apply_re_commit") && (
        <Button
          type="primary"
          loading={moves.completing}
          disabled={own}
          title={own ? t("review.own") : undefined}
          onClick={moves.complete}
        >
          {t("review.complete")}
        </Button>
      )}
    </>
  );
}
