import { Button } from "antd";
import { useSend } from "../../core/api/use-call.ts";
import { SummaryDialog } from "../../core/dialog/summary-dialog.tsx";
import { FailureDialog } from "../../core/dialog/failure-list.tsx";
import { formatMoney } from "../../core/format/numbers.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can, useSession } from "../../core/session/session.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";
import { type Decisions, approvedSum, findClean, countOpen, getStatus, isAmountWrong } from "./review-state.ts";
import { useKeys } from "../../core/queue/use-keys.ts";
import { NextClaim } from "./queue/next-claim.tsx";
import { useApproval, useApprovalWait } from "../../workflow/workflow.queries.ts";
import { mayComplete, secondReviewOf } from "./second-review.ts";
import { useTexts } from "../texts.ts";
import { type ReviewMoves, useReviewMoves } from "./use-review-moves.ts";

interface Props {
  claim: WholeClaim;
  decisions: Decisions;
  /** Said with passing either review; may be empty. */
  opinion: string;
  /** Somebody else writes the draft. */
  held: boolean;
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
  const { returning, asking } = moves;
  const names = new Map(claim.detailList.map((line) => [line.id, line.name ?? ""]));
  const sum = approvedSum(claim.detailList, decisions);
  const undecided = claim.detailList.filter((line) => getStatus(line, decisions) === "0").length;
  const refused = claim.detailList.filter((line) => getStatus(line, decisions) === "2").length;
  return (
    <>
      <span className="review-sum">{t("review.sum", { count: sum.count, amount: formatMoney(sum.amount) })}</span>
      <NextClaim claim={claim} />
      {claim.status === "firstTrial" && <FirstReview {...props} moves={moves} />}
      {claim.status === "reTrial" && <SecondReview {...props} moves={moves} />}
      {claim.status === "compile" &&
        ["0", "1", "4"].includes(claim.payStatus ?? "0") &&
        can(`${claim.side.resource}_re_return`) && (
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
      {asking && (
        <SummaryDialog
          open
          title={t("review.passTitle", { no: claim.applyNo ?? "" })}
          facts={[
            [t("review.object"), `${claim.unitName ?? ""} · ${claim.className ?? ""}`],
            [t("review.approvedCount"), t("review.people", { n: sum.count })],
            [t("review.refusedCount"), t("review.people", { n: refused })],
            ...(asking === "pass" && undecided > 0
              ? ([[t("review.undecidedCount"), t("review.undecidedSum", { n: undecided })]] as const)
              : []),
            [t("review.approvedSum"), `${formatMoney(sum.amount)} ${t("review.yuan")}`],
          ]}
          effect={t(asking === "pass" ? "review.passEffect" : "review.completeEffect")}
          submitText={t(asking === "pass" ? "review.pass" : "review.complete")}
          busy={moves.passing || moves.completing}
          onSubmit={asking === "pass" ? moves.pass : moves.complete}
          onClose={() => moves.setAsking(null)}
        />
      )}
      <FailureDialog error={moves.refused} onClose={moves.seen} titleOf={(id) => names.get(id) ?? null} />
    </>
  );
}

function FirstReview({ claim, decisions, held, onDecideMany, moves }: ButtonProps) {
  const t = useTexts();
  // A new run has new findings, and the claim says of which run they are.
  const trial = useSend(claim.side.check, { silent: true });
  const missing = useMissing(claim, decisions);
  const clean = findClean(claim, decisions);
  const mayPass = can(`${claim.side.resource}_first_commit`);
  const why = held ? t("draft.takeFirst") : missing;
  const ask = () => moves.setAsking("pass");
  const approveClean = () =>
    onDecideMany(
      Object.fromEntries(
        clean.map((line) => [
          line.id,
          { detailStatus: "1" as const, approvedAmount: line.approvedAmount ?? line.applyAmount },
        ]),
      ),
    );
  const mayClean = mayPass && !held && clean.length > 0;
  useKeys({
    a: mayClean ? approveClean : undefined,
    "Ctrl+Enter": mayPass && why === undefined ? ask : undefined,
  });
  return (
    <>
      {can(`${claim.side.resource}_auto_trial`) && (
        <Button
          loading={trial.isPending}
          onClick={() => trial.mutate({ applyId: claim.id }, { onError: moves.onError })}
        >
          {t("review.run")}
        </Button>
      )}
      {mayClean && <Button onClick={approveClean}>{t("review.approveClean", { n: clean.length })}</Button>}
      {can(`${claim.side.resource}_return`) && (
        <Button danger onClick={() => moves.setReturning("first")}>
          {t("review.returnClaim")}
        </Button>
      )}
      {mayPass && (
        <Button type="primary" loading={moves.passing} disabled={why !== undefined} title={why} onClick={ask}>
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
  const ask = () => moves.setAsking("complete");
  const waits = useApprovalWait(useApproval(secondReviewOf(claim), claim.id, mayComplete(claim)));
  const why = own ? t("review.own") : waits;
  useKeys({ "Ctrl+Enter": can(`${claim.side.resource}_re_commit`) && why === null ? ask : undefined });
  return (
    <>
      {can(`${claim.side.resource}_re_return`) && (
        <>
          <Button danger onClick={() => moves.setReturning("toFirst")}>
            {t("review.returnFirst")}
          </Button>
          <Button danger onClick={() => moves.setReturning("applicant")}>
            {t("review.returnApplicant")}
          </Button>
        </>
      )}
      {can(`${claim.side.resource}_re_commit`) && (
        <Button
          type="primary"
          loading={moves.completing}
          disabled={why !== null}
          title={why ?? undefined}
          onClick={ask}
        >
          {t("review.complete")}
        </Button>
      )}
    </>
  );
}
