import type { Tx } from "../core/database/db.ts";
import { dailyReminder } from "../core/jobs/daily-reminder.ts";
import { overdueBefore } from "../settings/settings.queries.ts";
import { getPage } from "./kinds.ts";
import { recordKinds } from "./record-kinds.ts";
import { remindReviewers } from "./review-waiting.ts";

/** Daily reminders of work records whose review takes too long. */
export async function remindOfRecords(tx: Tx): Promise<void> {
  const latest = await overdueBefore(tx);
  for (const { entity, resource } of recordKinds)
    await remindReviewers(tx, entity, latest, (status) => `${getPage(resource, null)}?status=${status}`);
}

export const recordReminders = dailyReminder("workRecords.remind", remindOfRecords);
