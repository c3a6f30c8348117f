import { sql } from "kysely";
import { addDays, today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { dailyReminder } from "../../core/jobs/daily-reminder.ts";
import { type Message, notify } from "../../notices/notices.queries.ts";
import { overdueBefore } from "../../settings/settings.queries.ts";
import { remindOfEnterpriseClasses } from "../enterprise-classes/enterprise-class.reminders.ts";
import { classIsSql } from "./class-state.ts";
import { inRunState } from "./run-state.ts";

/** Days after the end of a class without a test application until its institution is reminded, once. */
const untilAssessment = 15;

interface Found {
  id: string;
  orgId: string;
  label: string;
}

const classes = (tx: Tx, condition: ReturnType<typeof sql>) =>
  sql<Found>`select t.id, t.org_id, concat_ws(' ', t.class_no, t.class_name) as label from training_class t where t.is_deleted = 0 and t.side = '1' and ${condition} order by t.id`.execute(
    tx,
  );

const reminder = (found: Found, to: Message["to"], zh: string, en: string): Message => ({
  to,
  title: { zh, en },
  text: { zh: found.label, en: found.label },
  link: `/class/detail/${found.id}`,
});

/** What the day brings: classes that start tomorrow, ended ones nobody had assessed, reviews that wait too long. */
export async function remind(tx: Tx): Promise<void> {
  const tomorrow = await classes(tx, sql`${classIsSql("t", "isHeld")} and t.start_date = ${addDays(today(), 1)}`);
  for (const found of tomorrow.rows)
    await notify(tx, reminder(found, { orgId: found.orgId }, "班级明日开班", "A class starts tomorrow"));
  const unassessed = await classes(
    tx,
    sql`${classIsSql("t", "isHeld")} and t.end_date = ${addDays(today(), -untilAssessment)} and ${inRunState("ended")}`,
  );
  for (const found of unassessed.rows)
    await notify(
      tx,
      reminder(
        found,
        { orgId: found.orgId },
        `班级结业${untilAssessment}天仍未申请考核`,
        `${untilAssessment} days after its end a class has no test application`,
      ),
    );
  const latest = await overdueBefore(tx);
  const waiting = await classes(tx, sql`t.status = 'unConfirm' and t.commit_time < ${latest}`);
  for (const found of waiting.rows)
    await notify(
      tx,
      reminder(found, { role: ["clerk", "firstReviewer"] }, "班级待确认已超期", "A class is overdue for confirmation"),
    );
  await remindOfEnterpriseClasses(tx, latest, untilAssessment);
  const plans = await sql<{
    label: string;
  }>`select concat_ws(' ', org_plan_no, course_name) as label from organisation_plan where is_deleted = 0 and confirm_status = 'unConfirm' and commit_time < ${latest} order by id`.execute(
    tx,
  );
  for (const { label } of plans.rows)
    await notify(tx, {
      to: { role: ["clerk", "firstReviewer"] },
      title: { zh: "机构计划待审核已超期", en: "An institution plan is overdue for review" },
      text: { zh: label, en: label },
      link: "/plan/org",
    });
}

export const classReminders = dailyReminder("classes.remind", remind);
