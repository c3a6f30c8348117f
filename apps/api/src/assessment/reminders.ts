import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { dailyReminder } from "../core/jobs/daily-reminder.ts";
import { notify } from "../notices/notices.queries.ts";
import { overdueBefore } from "../settings/settings.queries.ts";

/** Daily reminders of assessments: applications that wait too long. */
export async function remindExams(tx: Tx): Promise<void> {
  const latest = await overdueBefore(tx);
  const waiting = await sql<{
    id: string;
    side: "1" | "2";
    call: string;
  }>`select t.id, t.side, concat_ws(' ', t.test_apply_no, c.class_name) as call from test_application t join training c on c.id = t.class_id
    where t.is_deleted = 0 and t.confirm_type = 'unConfirm' and t.commit_time < ${latest} order by t.id`.execute(tx);
  for (const { id, side, call } of waiting.rows)
    await notify(tx, {
      to: { role: ["clerk", "firstReviewer"] },
      title: { zh: "考核申请待审核已超期", en: "A test application is overdue for review" },
      text: { zh: call, en: call },
      link: side === "1" ? `/test/org/${id}` : `/test/enterprise/${id}`,
    });
}

export const examReminders = dailyReminder("exams.remind", remindExams);
