import { type ClassStatus, type RunState, classRun, classStatus } from "@jipei/contract/core/fields/codes.ts";
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
/** What each filing state says of a class. */
const meanings: Readonly<Record<ClassStatus, Meaning>> = {
  unCommit: { takesPlaces: false, isConfirmed: false, isHeld: false },
  unConfirm: { takesPlaces: true, isConfirmed: false, isHeld: false },
  Confirm: { takesPlaces: true, isConfirmed: true, isHeld: true },
  deleted: { takesPlaces: false, isConfirmed: false, isHeld: false },
};
const statuses = Object.entries(meanings);

type Fact = "takesPlaces" | "isConfirmed" | "isHeld";

/** Whether a fact holds in a filing state. */
export const classIs = (status: ClassStatus, fact: Fact): boolean => meanings[status][fact];

/** The same of a class as SQL. @param alias of a table or view with the `status` of classes */
export const classIsSql = (alias: string, fact: Fact): RawBuilder<unknown> =>
  sql.raw(statusIn(alias, (meaning) => meaning[fact]));

function statusIn(alias: string, holds: (meaning: Meaning) => boolean): string {
  const found = statuses.filter(([, meaning]) => holds(meaning)).map(([status]) => `'${status}'`);
  return `${alias}.status in (${found.join(", ")})`;
}

/** STATE_ILLEGAL naming the filing state. */
export const stateIllegal = (status: string, zh: string, en: string): Refusal =>
  illegalState(classStatus, status, zh, en);

/** Only drafts are changed. @throws STATE_ILLEGAL saying that what was to be done (`zh`, `en`) does not go now */
export function assertDraft({ status }: { status: string }, zh: string, en: string): void {
  if (status !== "unCommit") throw stateIllegal(status, zh, en);
}

/** STATE_ILLEGAL naming the running state. */
export const runIllegal = (run: RunState, zh: string, en: string): Refusal => illegalState(classRun, run, zh, en);
