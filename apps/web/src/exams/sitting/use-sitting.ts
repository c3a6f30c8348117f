import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { useCallback, useState, useSyncExternalStore } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CallError } from "../../core/api/call-error.ts";
import { useLastingEffect } from "../../core/page/use-lasting-effect.ts";
import { useSession } from "../../core/session/session.ts";
import { Sitting, type SittingView } from "./sitting.ts";
import { forgetPaper, readStored } from "./sitting-store.ts";

type Opening =
  | { kind: "loading" }
  | { kind: "open"; sitting: Sitting }
  /** Open on another device, which may be left. */
  | { kind: "elsewhere" }
  | { kind: "refused"; error: CallError };

/** Opens the paper of an exam: from the server, or as this browser has it where there is no network. */
export function useOpening(examId: string): Opening & { takeOver: () => void } {
  const userId = useSession().info?.userId ?? "";
  const [opening, setOpening] = useState<Opening>({ kind: "loading" });
  const [takesOver, setTakesOver] = useState(0);
  // A paper stays open while the tab of its page is hidden: its time goes on, and so does what is sent.
  useLastingEffect(() => {
    let sitting: Sitting | null = null;
    let isGone = false;
    const show = (next: Opening) => {
      if (isGone) {
        if (next.kind === "open") next.sitting.stop();
        return;
      }
      if (next.kind === "open") sitting = next.sitting;
      setOpening(next);
    };
    void open(examId, userId, takesOver > 0).then(show, (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      show(error.errorCode === "PAPER_ELSEWHERE" ? { kind: "elsewhere" } : { kind: "refused", error });
    });
    return () => {
      isGone = true;
      sitting?.stop();
    };
  }, [examId, userId, takesOver]);
  const takeOver = useCallback(() => setTakesOver((times) => times + 1), []);
  return { ...opening, takeOver };
}

async function open(examId: string, userId: string, takesOver: boolean): Promise<Opening> {
  const stored = await readStored(examId, userId);
  const sent = performance.now();
  try {
    const input = { examId, takeOver: takesOver ? ("1" as const) : ("0" as const) };
    const paper = await invoke(studentQuestionCalls.getQuestion, input, { silent: true });
    const progress = stored?.paper.paperId === paper.paperId ? stored.progress : null;
    return { kind: "open", sitting: new Sitting(paper, progress, false, userId, sent) };
  } catch (error) {
    const isUnreached = error instanceof CallError && (error.status === 0 || error.status >= 500);
    if (isUnreached && stored)
      return { kind: "open", sitting: new Sitting(stored.paper, stored.progress, true, userId) };
    const isOver =
      error instanceof CallError && ["PAPER_CLOSED", "EXAM_TIMES", "EXAM_CLOSED"].includes(error.errorCode);
    if (isOver && stored) return recover(stored, examId, userId);
    throw error;
  }
}

/** The exam is over, but this browser still has answers that the server has not: it takes what was signed in time. */
async function recover(
  { paper, progress }: NonNullable<Awaited<ReturnType<typeof readStored>>>,
  examId: string,
  userId: string,
): Promise<Opening> {
  if (progress) return { kind: "open", sitting: new Sitting(paper, { ...progress, wantsHandIn: true }, true, userId) };
  await forgetPaper(examId, paper.paperId);
  return { kind: "loading" };
}

export const useSittingView = (sitting: Sitting): SittingView =>
  useSyncExternalStore(sitting.subscribe, sitting.getView);
