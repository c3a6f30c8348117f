import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import {
  followUpMonths,
  followedMonths,
  mostDue,
  type trainEmploymentCalls,
} from "@jipei/contract/outcomes/train-employment.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import type { Condition } from "../core/database/sql.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { addMonths, today } from "../core/foundation/clock.ts";
import { dailyReminder } from "../core/jobs/daily-reminder.ts";
import { notify } from "../notices/notices.queries.ts";
import { classIsSql, getLeastAttendance } from "../training/training.queries.ts";
import { employable } from "./finishers.ts";

const [first, second] = followUpMonths;

/** The day so many months after the end of a class (`t`). */
const after = (months: number | RawBuilder<unknown>) => sql`(t.end_date + make_interval(months => ${months}))::date`;

/**
 * Finishers (`s`) of classes (`t`) of institutions who are to be followed up: once three months have passed since the end, whoever was never followed up;
 * once six have, whoever was not after the first three. Nobody any more a year after the end. `d.months` says which of both.
 * @param least attendance in percent from which somebody has finished @param only conditions on the class
 */
const dueRows = (least: string, only: Condition) => sql`training t
  cross join lateral (select case when ${after(second)} <= ${today()} then ${second}::int else ${first}::int end as months) d
  join trainee s on s.class_id = t.id and s.is_deleted = 0 and s.confirm_status = 'Confirm' and s.attendance_rate >= ${least} and ${employable}
  where t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and t.end_date >= ${addMonths(today(), -followedMonths)} and ${after(first)} <= ${today()} and ${only}
    and not exists (select from follow_up f where f.student_id = s.id and f.follow_date > ${after(sql`d.months - ${first}::int`)})`;

const grouped = sql`group by t.id, t.org_id, t.class_name, t.end_date, d.months order by t.end_date, t.id`;

/** For the home page of an institution: id, title, reason, count and day of classes whose people are to be followed up. */
export const followUpsDue = (actor: Actor, least: string): RawBuilder<unknown> =>
  sql`select t.id, t.class_name as title, null::text as reason, count(*)::int as count, t.end_date as day
    from ${dueRows(least, sql`t.org_id = ${actor.orgId}`)} ${grouped}`;

/** Classes of the institution whose finishers are to be followed up, and who they are. */
export async function findFollowUpsDue(
  db: Db,
  actor: Actor,
  { classId }: InputOf<typeof trainEmploymentCalls.due>,
): Promise<OutputOf<typeof trainEmploymentCalls.due>> {
  const own = sql`t.org_id = ${actor.orgId} and (${classId ?? null}::bigint is null or t.id = ${classId ?? null})`;
  const { rows } = await sql<OutputOf<typeof trainEmploymentCalls.due>[number]>`
    select t.id as class_id, t.class_name, t.end_date, d.months, count(*)::int as count,
      to_jsonb((array_agg(jsonb_build_object('studentId', s.id::text, 'name', s.name) order by s.student_no, s.id))[:${sql.lit(mostDue)}]) as people
    from ${dueRows(await getLeastAttendance(db), own)} ${grouped} limit 100`.execute(db);
  return rows;
}

interface DueClass {
  classId: string;
  orgId: string;
  className: string;
  months: number;
  count: number;
}

/** On the day when three or six months have passed since the end of a class, its institution is told how many are to be followed up. */
export async function remindOfFollowUps(tx: Tx): Promise<void> {
  const isToday = sql`${today()} in (${after(first)}, ${after(second)})`;
  const { rows } = await sql<DueClass>`
    select t.id as class_id, t.org_id, t.class_name, d.months, count(*)::int as count from ${dueRows(await getLeastAttendance(tx), isToday)} ${grouped}`.execute(
    tx,
  );
  for (const { classId, orgId, className, months, count } of rows)
    await notify(tx, {
      to: { orgId },
      title: {
        zh: `班级结业满${months}个月，${count}名结业学员待就业跟踪`,
        en: `${months} months after the end of a class, people to follow up: ${count}`,
      },
      text: { zh: className, en: className },
      link: `/my/class/employment?classId=${classId}`,
    });
}

export const followUpReminders = dailyReminder("outcomes.remind", remindOfFollowUps);
