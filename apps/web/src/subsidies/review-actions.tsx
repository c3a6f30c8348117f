import {
  claimAutoTrial,
  claimDetail,
  claimFirstCommit,
  claimReCommit,
  claimReReturn,
  claimReturn,
  findingCalls,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { CallError } from "../core/call-error.ts";
import { FailureDialog } from "../core/failure-list.tsx";
import { formatMoney } from "../core/numbers.ts";
import { notify } from "../core/notify.ts";
import { ReasonDialog } from "../core/reason-dialog.tsx";
import { can, useSession } from "../core/session.ts";
import { refreshAfter, useSend } from "../core/use-call.ts";
import type { WholeClaim } from "./claim-calls.ts";
import { type Decisions, approvedSum, cleanOf, isAmountWrong, openOf } from "./review-state.ts";
import { useTexts } from "./texts.ts";

interface Props {
  claim: WholeClaim;
  decisions: Decisions;
  /** Said with passing either review; may be empty. */
  opinion: string;
  onDecideMany: (decisions: Decisions) => void;
}

/** What the reviewer at this desk may do with the claim now. */
export function ReviewActions({ claim, decisions, opinion, onDecideMany }: Props) {
  const t = useTexts();
  const { info } = useSession();
  const [refused, setRefused] = useState<CallError | null>(null);
  const [returning, setReturning] = useState<"first" | "applicant" | "toFirst" | "objection" | null>(null);
  const silent = { silent: true };
  // A new run has new findings, and the claim says of which run they are.
  const trial = useSend(claimAutoTrial, silent);
  const firstCommit = useSend(claimFirstCommit, silent);
  const reCommit = useSend(claimReCommit, silent);
  const giveBack = useSend(claimReturn, silent);
  const reReturn = useSend(claimReReturn, silent);
  const onError = (error: unknown) => error instanceof CallError && setRefused(error);
  const done = {
    onSuccess: () => {
      notify("success", t("review.done"));
      setReturning(null);
    },
    onError,
  };
  // Somebody else may have moved the claim meanwhile: what is on screen follows, decisions of the same state stay.
  const seen = () => {
    setRefused(null);
    void refreshAfter(claimDetail, [findingCalls.list]);
  };
  const names = new Map(claim.detailList.map((line) => [line.id, line.name ?? ""]));
  const sum = approvedSum(claim.detailList, decisions);
  const openFindings = openOf(claim, decisions);
  const clean = cleanOf(claim, decisions);
  const wrongAmount = claim.detailList.find((line) => isAmountWrong(line, decisions));
  const missing =
    claim.trialTime === null
      ? t("review.notRun")
      : openFindings > 0
        ? t("review.open", { n: openFindings })
        : wrongAmount
          ? t("review.wrongAmount", { name: wrongAmount.name ?? "" })
          : undefined;
  const own = claim.firstUser !== null && claim.firstUser === info?.userId;

  const approveClean = () =>
    onDecideMany(
      Object.fromEntries(
        clean.map((line) => [
          line.id,
          { detailStatus: "1" as const, approvedAmount: line.approvedAmount ?? line.applyAmount },
        ]),
      ),
    );
  const passFirst = () =>
    firstCommit.mutate(
      {
        subsidyApplyDTO: { id: claim.id, version: claim.version },
        subsidyApplyDetailDTO: Object.entries(decisions).map(([id, decision]) => ({ id, ...decision })),
        firstOpinion: opinion.trim() || null,
      },
      done,
    );
  const sendBack = (reason: string) => {
    if (returning === "first") giveBack.mutate({ ids: claim.id, reason }, done);
    else reReturn.mutate({ ids: claim.id, reason, target: returning === "applicant" ? "back" : "firstTrial" }, done);
  };
  const first = claim.status === "firstTrial";
  const second = claim.status === "reTrial";
  return (
    <>
      <span className="review-sum">{t("review.sum", { count: sum.count, amount: formatMoney(sum.amount) })}</span>
      {first && can("subsidy_apply_auto_trial") && (
        <Button loading={trial.isPending} onClick={() => trial.mutate({ applyId: claim.id }, { onError })}>
          {t("review.run")}
        </Button>
      )}
      {first && can("subsidy_apply_first_commit") && clean.length > 0 && (
        <Button onClick={approveClean}>{t("review.approveClean", { n: clean.length })}</Button>
      )}
      {first && can("subsidy_apply_return") && (
        <Button danger onClick={() => setReturning("first")}>
          {t("review.returnClaim")}
        </Button>
      )}
      {first && can("subsidy_apply_first_commit") && (
        <Button
          type="primary"
          loading={firstCommit.isPending}
          disabled={missing !== undefined}
          title={missing}
          onClick={passFirst}
        >
          {t("review.pass")}
        </Button>
      )}
      {second && can("subsidy_apply_re_return") && (
        <>
          <Button danger onClick={() => setReturning("toFirst")}>
            {t("review.returnFirst")}
          </Button>
          <Button danger onClick={() => setReturning("applicant")}>
            {t("review.returnApplicant")}
          </Button>
        </>
      )}
      {second && can("subsidy_apply_re_commit") && (
        <Button
          type="primary"
          loading={reCommit.isPending}
          disabled={own}
          title={own ? t("review.own") : undefined}
          onClick={() => reCommit.mutate({ ids: claim.id, reOpinion: opinion.trim() || null }, done)}
        >
          {t("review.complete")}
        </Button>
      )}
      {claim.status === "compile" && Number(claim.payStatus ?? "0") <= 1 && can("subsidy_apply_re_return") && (
        <Button danger onClick={() => setReturning("objection")}>
          {t("review.uphold")}
        </Button>
      )}
      <ReasonDialog
        open={returning !== null}
        danger
        busy={giveBack.isPending || reReturn.isPending}
        action={t(
          returning === "first"
            ? "review.returnClaim"
            : returning === "applicant"
              ? "review.returnApplicant"
              : returning === "objection"
                ? "review.uphold"
                : "review.returnFirst",
        )}
        usual={[t("review.usual.documents"), t("review.usual.photo"), t("review.usual.amount")]}
        onClose={() => setReturning(null)}
        onSubmit={sendBack}
      />
      <FailureDialog error={refused} onClose={seen} titleOf={(id) => names.get(id) ?? null} />
    </>
  );
}
