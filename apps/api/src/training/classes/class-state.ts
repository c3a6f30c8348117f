import {
  type ClassStatus,
  type ConfirmStatus,
  type RunState,
  classRun,
  classStatus,
  confirmStatus,
} from "@jipei/contract/core/fields/codes.ts";
import { type RawBuilder, sql } from "kysely";
import { type Refusal, illegalState } from "../../core/foundation/refusal.ts";

interface Meaning {
  /** Whether it takes its places of the institution's plan. */
  takesPlaces: boolean;
  /** Whether the bureau has confirmed it: it counts in statistics, and assessments, certificates and claims may stand on it. */
  isConfirmed: boolean;
  /** Whether its lessons take place: they are attended, reminded of, and stand in calendars. */
  isHeld: boolean;
}
/** Filing states of both sides: classes of institutions and of enterprises are rows of one table. */
export type FilingStatus = ClassStatus | ConfirmStatus;
const nothing: Meaning = { takesPlaces: false, isConfirmed: false, isHeld: false };
/** What each filing state says of a class. */
const meanings: Readonly<Record<FilingStatus, Meaning>> = {
  unCommit: nothing,
  unSubmit: nothing,
  back: nothing,
  unConfirm: { takesPlaces: true, isConfirmed: false, isHeld: false },
  Confirm: { takesPlaces: true, isConfirmed: true, isHeld: true },
  deleted: nothing,
  Invalidate: nothing,
};
/** Who may still change a class with its roster and timetable; the database says the same (`class_is_draft`, `class_is_void`). */
const drafts: ReadonlySet<string> = new Set<FilingStatus>(["unCommit", "unSubmit", "back"]);

/** Those that were discarded or ended. */
const ends: ReadonlySet<string> = new Set<FilingStatus>(["deleted", "Invalidate"]);

/** Whether a class is still being prepared. */
export const isDraft = (status: string): boolean => drafts.has(status);
/** Whether a class was discarded or ended. */
export const isVoid = (status: string): boolean => ends.has(status);
const statuses = Object.entries(meanings);

type Fact = "takesPlaces" | "isConfirmed" | "isHeld";

/** Whether a fact holds in a filing state. */
export const classIs = (status: FilingStatus, fact: Fact): boolean => meanings[status][fact];

/** The same of a class as SQL. @param alias of a table or view with the `status` of classes */
export const classIsSql = (alias: string, fact: Fact): RawBuilder<unknown> =>
  sql.raw(statusIn(alias, (meaning) => meaning[fact]));

function statusIn(alias: string, holds: (meaning: Meaning) => boolean): string {
  const found = statuses.filter(([, meaning]) => holds(meaning)).map(([status]) => `'${status}'`);
  return `${alias}.status in (${found.join(", ")})`;
}

/** STATE_ILLEGAL naming the filing state. */
export const stateIllegal = (status: string, zh: string, en: string): Refusal =>
  illegalState(status in classStatus.codes ? classStatus : confirmStatus, status, zh, en);

/** Only drafts are changed. @throws STATE_ILLEGAL saying that what was to be done (`zh`, `en`) does not go now */
export function assertDraft({ status }: { status: string }, zh: string, en: string): void {
  if (!isDraft(status)) throw stateIllegal(status, zh, en);
}

/** STATE_ILLEGAL naming the running state. */
export const runIllegal = (run: RunState, zh: string, en: string): Refusal => illegalState(classRun, run, zh, en);
