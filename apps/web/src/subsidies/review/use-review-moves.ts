import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
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
  const review = claim.side.useReview();
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
  const sent = {
    id: claim.id,
    version: claim.version,
    opinion: opinion.trim() || null,
    lines: Object.entries(decisions).map(([id, decision]) => ({ id, ...decision })),
  };
  return {
    refused,
    onError,
    // Somebody else may have moved the claim meanwhile: what is on screen follows, decisions of the same state stay.
    seen() {
      setRefused(null);
      void refreshAfter(claim.side.detail, [findingCalls.list]);
    },
    passing: review.passing,
    pass: () => review.pass(sent, done),
    completing: review.completing,
    complete: () => review.complete(sent, done),
    /** Which review is about to be passed. */
    asking,
    setAsking,
    returning,
    setReturning,
    sendingBack: review.returning,
    sendBack(reason: string) {
      const target = returning === "objection" ? "toFirst" : returning;
      if (target) review.giveBack(claim.id, reason, target, done);
    },
  };
}
export type ReviewMoves = ReturnType<typeof useReviewMoves>;
