import { classRun, classStatus } from "@jipei/contract/core/codes.ts";
import { type Refusal, illegalState } from "../core/refusal.ts";
import type { RunState } from "./classes.queries.ts";

/** STATE_ILLEGAL naming the filing state. */
export const stateIllegal = (status: string, zh: string, en: string): Refusal =>
  illegalState(classStatus, status, zh, en);

/** STATE_ILLEGAL naming the running state. */
export const runIllegal = (run: RunState, zh: string, en: string): Refusal => illegalState(classRun, run, zh, en);
