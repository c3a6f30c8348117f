import { type RawBuilder, sql } from "kysely";
import { addMonths, today } from "../../../core/foundation/clock.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";

/** Upper limit for make-ups of a person in one class; signing up again has a limit of its own. */
const maxMakeUps = 2;
/** Months for which a violation bars from another assessment. */
const barMonths = 12;

/** The published attempts of a person in their class so far. */
export interface Attempts {
  attempts: number;
  lastResult: string | null;
  /** Day of the first assessment, from which the make-up period runs. */
  firstTest: string | null;
  /** Day of the latest violation. */
  lastCheat: string | null;
}

/** `Attempts` of a roster row, as columns for a lateral join. @param studentId SQL of its id */
export const getAttempts = (studentId: RawBuilder<unknown>): RawBuilder<Attempts> => sql`
  select coalesce(max(g.test_times), 0) as attempts, (array_agg(g.result order by g.test_times desc nulls last, g.id desc))[1] as last_result,
    min(a.test_date) as first_test, max(a.test_date) filter (where g.is_cheat = '1') as last_cheat
  from grade g join test_application a on a.id = g.test_apply_id where g.student_id = ${studentId} and g.is_deleted = 0 and g.grade_status = '2'`;

/** Whether a day is after the period for make-ups. @param months `test.makeup.months` */
export const isAfterPeriod = ({ firstTest }: Attempts, months: number, day: string): boolean =>
  firstTest !== null && day > addMonths(firstTest, months);

/**
 * Why a person may not apply today to be assessed again on a day; null where they may.
 * @param months `test.makeup.months`
 * @returns TEST_NOT_FAILED, RESIGN_BARRED, RESIGN_LIMIT, RESIGN_EXPIRED
 */
export function noMakeUp(name: string, soFar: Attempts, months: number, day: string): Refusal | null {
  const { attempts, lastResult, lastCheat } = soFar;
  if (lastResult !== "2" && lastResult !== "3") return new Refusal("TEST_NOT_FAILED", { name });
  if (lastCheat !== null && today() < addMonths(lastCheat, barMonths)) return new Refusal("RESIGN_BARRED");
  if (attempts > maxMakeUps) return new Refusal("RESIGN_LIMIT", { n: maxMakeUps });
  if (isAfterPeriod(soFar, months, day)) return new Refusal("RESIGN_EXPIRED");
  return null;
}
