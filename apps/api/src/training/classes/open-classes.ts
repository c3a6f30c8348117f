import { sql } from "kysely";
import type { Level } from "@jipei/contract/core/fields/codes.ts";
import type { Db } from "../../core/database/db.ts";
import { freeSeats } from "../roster/roster.ts";
import { openForSignUp } from "../sign-ups/sign-up.window.ts";

/** What everybody may know of a class that takes sign-ups today: nothing of its people. */
export interface OpenClassFacts {
  id: string;
  className: string;
  courseId: string;
  level: Level;
  classMode: string;
  orgName: string;
  startDate: string;
  endDate: string;
  signEndDate: string | null;
  trainPlace: string;
  chargeStandard: string;
  freeSeats: number;
}

/** Classes that take sign-ups today, those that close soonest first, a page of them. @param courseId of one course; null: all */
export async function getOpenClasses(
  db: Db,
  { courseId, size, skip }: { courseId: string | null; size: number; skip: number },
): Promise<{ classes: OpenClassFacts[]; total: number }> {
  const open = sql`t.is_deleted = 0 and ${openForSignUp} ${courseId ? sql`and t.course_id = ${courseId}` : sql``}`;
  const found = await sql<OpenClassFacts>`
    select t.id, t.class_name, t.course_id, t.level, t.class_mode, o.org_name, t.start_date, t.end_date, t.sign_end_date, t.train_place, t.charge_standard, ${freeSeats} as free_seats
    from training_class t join institution o on o.id = t.org_id where ${open}
    order by t.sign_end_date, t.id limit ${size} offset ${skip}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from training_class t where ${open}`.execute(db);
  return { classes: found.rows, total: counted.rows[0]?.n ?? 0 };
}
