import { type ClassStatus, type RunState, classRun, classStatus } from "@jipei/contract/core/fields/codes.ts";
import { type Refusal, illegalState } from "../../core/foundation/refusal.ts";

interface Meaning {
  /** Where the class stands; null where that depends on its days, lessons and grades (run-state.ts). */
  run: RunState | null;
  /** Whether it takes its places of the institution's plan. */
  takesPlaces: boolean;
}
/** What each filing state says of a class. */
const meanings: Readonly<Record<ClassStatus, Meaning>> = {
  unCommit: { run: "draft", takesPlaces: false },
  unConfirm: { run: "draft", takesPlaces: true },
  Confirm: { run: null, takesPlaces: true },
  deleted: { run: "draft", takesPlaces: false },
};
const statuses = Object.entries(meanings);

/** Filing states of classes that take places of their plan. */
export const takingPlaces: readonly string[] = statuses
  .filter(([, { takesPlaces }]) => takesPlaces)
  .map(([status]) => status);

/** Lines of a CASE (alias `t`): the running state that follows from the filing state alone. */
export const runByFiling: string = statuses
  .filter(([, { run }]) => run)
  .map(([status, { run }]) => `when t.status = '${status}' then '${run}'`)
  .join("\n  ");
/** Whether the filing state alone gives a class (alias `t`) this running state. */
export const isFiledAs = (run: RunState): string =>
  `t.status in (${statuses
    .filter(([, meaning]) => meaning.run === run)
    .map(([status]) => `'${status}'`)
    .join(", ")})`;

/** STATE_ILLEGAL naming the filing state. */
export const stateIllegal = (status: string, zh: string, en: string): Refusal =>
  illegalState(classStatus, status, zh, en);

/** Only drafts are changed. @throws STATE_ILLEGAL saying that what was to be done (`zh`, `en`) does not go now */
export function assertDraft({ status }: { status: string }, zh: string, en: string): void {
  if (status !== "unCommit") throw stateIllegal(status, zh, en);
}

/** STATE_ILLEGAL naming the running state. */
export const runIllegal = (run: RunState, zh: string, en: string): Refusal => illegalState(classRun, run, zh, en);
