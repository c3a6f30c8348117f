import type { RunState } from "@jipei/contract/core/fields/codes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Timer } from "../../core/jobs/jobs.ts";
import type { Services } from "../../core/foundation/services.ts";

/**
 * Where a class stands, worked out anew from its days, lessons, grades, certificates and claims (alias `t` of its table or view; migration 0430
 * states it). Rules ask this one: between midnight and the timer below the column may say what was true yesterday.
 */
export const runStateSql: RawBuilder<unknown> = sql`derived_run_state(t.id)`;

/** Whether a class (alias `t` of its table) is in one of these states by its column, which lists find by an index. */
export const inRunState = (...states: RunState[]): RawBuilder<unknown> =>
  sql.raw(`t.run_state in (${states.map((state) => `'${state}'`).join(", ")})`);

/** There are lessons, and all of them were held. */
export const allHeld: RawBuilder<unknown> = sql`all_lessons_held(t.id)`;

/** Live roster rows. */
export const studentCount = `(select count(*)::integer from student s where s.class_id = t.id and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`;
/** Hours of the timetable. */
export const scheduledHours = `(select coalesce(sum(l.hours), 0)::numeric(6,1) from lesson l where l.class_id = t.id and l.is_deleted = 0)`;

/**
 * Moves the column of classes that a new day has moved: they have begun, ended, or can be claimed for no longer. A deadline passes once, so only
 * those are looked at that passed within the last month, which is longer than any server stands still, and a few days beside, since months differ in length.
 */
export async function restateByDay({ db }: Pick<Services, "db">): Promise<void> {
  await sql`select restate_classes(array(
    select id from training_class where run_state = 'notStarted' and start_date <= current_date
    union select id from training_class where run_state in ('notStarted', 'running') and end_date < current_date
    union select t.id from diploma c join training_class t on t.id = c.class_id and t.run_state = 'certified' where c.is_valid = 'isValid'
      and c.issue_date between (current_date - (select claim_period()) - interval '35 days')::date and (current_date - (select claim_period()) + interval '3 days')::date))`.execute(
    db,
  );
}

/** Every few minutes, since a server may have stood still at midnight. */
export const runStateTimer: Timer = { name: "classes.runState", cron: "*/5 * * * *", run: restateByDay };
