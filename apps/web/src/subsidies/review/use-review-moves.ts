import {
  claimDetail,
  claimFirstCommit,
  claimReCommit,
  claimReReturn,
  claimReturn,
  findingCalls,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { refreshAfter, useSend } from "../../core/api/use-call.ts";
import { notify } from "../../core/ui/notify.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";
import { useTexts } from "../texts.ts";
import type { Decisions } from "./review-state.ts";

/** Where a claim is sent back to, or that an objection against it is upheld. */
export type Returning = "first" | "applicant" | "toFirst" | "objection";

interface Reviewed {
  claim: WholeClaim;
  decisions: Decisions;
  opinion: string;
}

/** What either reviewer sends: passing the claim, or sending it back with a reason; and how the server refused it. */
export function useReviewMoves({ claim, decisions, opinion }: Reviewed) {
  const t = useTexts();
  const [refused, setRefused] = useState<CallError | null>(null);
  const [returning, setReturning] = useState<Returning | null>(null);
  const [asking, setAsking] = useState<"pass" | "complete" | null>(null);
  const silent = { silent: true };
  const firstCommit = useSend(claimFirstCommit, silent);
  const reCommit = useSend(claimReCommit, silent);
  const release = useSend(claimReturn, silent);
  const reReturn = useSend(claimReReturn, silent);
  const onError = (error: unknown) => {
    setAsking(null);
    if (error instanceof CallError) setRefused(error);
  };
  const done = {
    onSuccess: () => {
      notify("success", t("review.done"));
      setAsking(null);
      setReturning(null);
    },
    onError,
  };
  return {
    refused,
    onError,
    // Somebody else may have moved the claim meanwhile: what is on screen follows, decisions of the same state stay.
    seen() {
      setRefused(null);
      void refreshAfter(claimDetail, [findingCalls.list]);
    },
    passing: firstCommit.isPending,
    pass: () =>
      firstCommit.mutate(
        {
          subsidyApplyDTO: { id: claim.id, version: claim.version },
          subsidyApplyDetailDTO: Object.entries(decisions).map(([id, decision]) => ({ id, ...decision })),
          firstOpinion: opinion.trim() || null,
        },
        done,
      ),
    completing: reCommit.isPending,
    complete: () => reCommit.mutate({ ids: claim.id, reOpinion: opinion.trim() || null }, done),
    /** Which review is about to be passed. */
    asking,
    setAsking,
    returning,
    setReturning,
    sendingBack: release.isPending || reReturn.isPending,
    sendBack(reason: string) {
      if (returning === "first") release.mutate({ ids: claim.id, reason }, done);
      else reReturn.mutate({ ids: claim.id, reason, target: returning === "applicant" ? "back" : "firstTrial" }, done);
    },
  };
}
export type ReviewMoves = ReturnType<typeof useReviewMoves>;
