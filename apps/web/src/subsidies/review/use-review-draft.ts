import { draftDetail, draftSave, draftTake } from "@jipei/contract/subsidies/review-draft.calls.ts";
import type { ReviewDraft } from "@jipei/contract/subsidies/review-draft.calls.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { invoke } from "../../core/api/call-client.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { notify } from "../../core/ui/notify.ts";
import { useSession } from "../../core/session/session.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";
import {
  type Decision,
  type Decisions,
  type Unsent,
  getSent,
  isAmountWrong,
  layOver,
  without,
} from "./review-state.ts";
import { useReviewing } from "./use-reviewing.ts";

/** Milliseconds without a further decision before the last ones are sent. */
const pause = 400;

/**
 * The decisions of the reviewer at this desk, kept on the server as they are made. What could not be kept stays on screen: somebody else wrote
 * meanwhile (`conflict`), or the server was not reached (`failed`).
 */
export function useReviewDraft(claim: WholeClaim) {
  const { info } = useSession();
  const writing = useReviewing(claim) !== null;
  const input = { applyId: claim.id };
  const found = useCall(draftDetail, input, { staleTime: 0, enabled: writing });
  const saved = found.data;
  const [unsent, setUnsent] = useState<Unsent>({ rows: {} });
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<"conflict" | "failed" | null>(null);
  const foreign = saved?.ownerId && saved.ownerId !== info?.userId ? saved : null;
  const waits = Object.keys(unsent.rows).length > 0 || unsent.opinion !== undefined;
  useDirtyGuard(waits);
  const decisions = layOver(saved?.decisions ?? [], unsent.rows);
  const opinion = unsent.opinion ?? saved?.opinion ?? "";

  const store = (draft: ReviewDraft) => queryClient.setQueryData([draftDetail.path, input], draft);
  const send = useEffectEvent(async (version: number, sent: Unsent) => {
    setSending(true);
    try {
      store(
        await invoke(draftSave, { ...input, version, opinion: opinion || null, decisions: getSent(sent.rows) }, silent),
      );
      setUnsent((now) => without(now, sent));
    } catch (error) {
      const conflict = error instanceof CallError && error.errorCode === "VERSION_CONFLICT";
      setProblem(conflict ? "conflict" : "failed");
      if (conflict) void found.refetch();
      else if (error instanceof CallError && error.status > 0) notify("error", error.text());
    }
    setSending(false);
  });
  // An amount that is still being typed waits.
  const typing = claim.detailList.some((line) => unsent.rows[line.id] && isAmountWrong(line, decisions));
  useEffect(() => {
    if (!waits || typing || sending || problem || foreign || !saved) return;
    const timer = setTimeout(() => void send(saved.version, unsent), pause);
    return () => clearTimeout(timer);
  }, [waits, typing, sending, problem, foreign, saved, unsent]);

  const change = (part: (now: Unsent) => Unsent) => {
    setUnsent(part);
    if (problem === "failed") setProblem(null);
  };
  return {
    /** Of somebody else: to be read, and taken over before anything is written. */
    foreign,
    decisions,
    opinion,
    savedTime: waits ? null : (saved?.savedTime ?? null),
    sending,
    problem,
    /** What the check says otherwise by now; these rows have to be decided again. */
    unfit: (saved?.decisions ?? []).filter(({ lineId, unfit }) => unfit && !(lineId in unsent.rows)),
    unsentCount: Object.keys(unsent.rows).length,
    decide: (lineId: string, decision: Decision | null) =>
      change((now) => ({ ...now, rows: { ...now.rows, [lineId]: decision } })),
    decideMany: (more: Decisions) => change((now) => ({ ...now, rows: { ...now.rows, ...more } })),
    setOpinion: (text: string) => change((now) => ({ ...now, opinion: text })),
    /** Tries again after a failure; after a conflict the own decisions go on top of what was saved. */
    async keepMine() {
      if (foreign) await this.take();
      setProblem(null);
    },
    keepTheirs() {
      setUnsent({ rows: {} });
      setProblem(null);
    },
    async take() {
      if (saved) store(await invoke(draftTake, { ...input, version: saved.version }));
    },
  };
}
const silent = { silent: true };
export type ReviewDrafting = ReturnType<typeof useReviewDraft>;
