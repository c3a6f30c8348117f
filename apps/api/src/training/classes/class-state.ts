import { classRun, classStatus } from "@jipei/contract/core/fields/codes.ts";
import { type Refusal, illegalState } from "../../core/foundation/refusal.ts";
import type { RunState } from "./classes.ts";

/** STATE_ILLEGAL naming the filing state. */
export const stateIllegal = (status: string, zh: string, en: string): Refusal =>
  illegalState(classStatus, status, zh, en);

/** Only drafts are changed. @throws STATE_ILLEGAL saying that what was to be done (`zh`, `en`) does not go now */
export function assertDraft({ status }: { status: string }, zh: string, en: string): void {
  if (status !== "unCommit") throw stateIllegal(status, zh, en);
}

/** STATE_ILLEGAL naming the running state. */
export const runIllegal = (run: RunState, zh: string, en: string): Refusal => illegalState(classRun, run, zh, en);
