import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { dailyReminder } from "../core/jobs/daily-reminder.ts";
import { notify } from "../notices/notices.queries.ts";
import { overdueBefore } from "../settings/settings.queries.ts";

/** Daily reminders of competitions: registrations that wait too long, by competition. */
export async function remindOfRegistrations(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string; n: number }>`
    select c.competition_name as name, count(*)::int as n from competition_register t join competition_notice c on c.id = t.competition_id
    where t.is_deleted = 0 and t.confirm_status = 'unConfirm' and t.commit_time < ${await overdueBefore(tx)} group by c.id order by c.id`.execute(
    tx,
  );
  for (const { name, n } of rows)
    await notify(tx, {
      to: { role: "clerk" },
      title: { zh: "竞赛报名待审核已超期", en: "Registrations of a competition are overdue for review" },
      text: { zh: `${name}：${n}人`, en: `${name}: ${n}` },
      link: "/competition/register?confirmStatus=unConfirm",
    });
}

export const registrationReminders = dailyReminder("competitions.remind", remindOfRegistrations);
