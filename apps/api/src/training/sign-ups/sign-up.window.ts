import { sql } from "kysely";
import { today } from "../../core/foundation/clock.ts";
import { because } from "../../core/foundation/refusal.ts";
import type { Condition } from "../../core/database/sql.ts";
import type { ClassFacts } from "../roster/class-facts.ts";

/**
 * When a class takes sign-ups: while it is a draft, from its first day of sign-up to its last. One of the two may be open; a class without
 * either is filled by the institution alone. Stated as SQL, to find such classes, and below, to say why one takes none.
 */
export const openForSignUp: Condition = sql`(t.status = 'unCommit' and coalesce(t.sign_start_date, t.sign_end_date) is not null
  and current_date between coalesce(t.sign_start_date, current_date) and coalesce(t.sign_end_date, current_date))`;

/** The class takes sign-ups today. @throws SIGN_CLOSED */
export function assertOpen(facts: ClassFacts): void {
  const { signStartDate, signEndDate, status } = facts;
  const offered = signStartDate !== null || signEndDate !== null;
  const day = today();
  if (status !== "unCommit" || !offered) throw because("SIGN_CLOSED", "notOffered");
  if (signStartDate !== null && day < signStartDate) throw because("SIGN_CLOSED", "early", { day: signStartDate });
  if (signEndDate !== null && day > signEndDate) throw because("SIGN_CLOSED", "late", { day: signEndDate });
}
