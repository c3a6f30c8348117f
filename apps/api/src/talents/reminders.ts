import { JsyxRecord } from "@jipei/contract/talents/jsyx-record.ts";
import type { Tx } from "../core/database/db.ts";
import { dailyReminder } from "../core/jobs/daily-reminder.ts";
import { overdueBefore } from "../settings/settings.queries.ts";
import { remindReviewers } from "../work-records/work-records.queries.ts";

/** Daily reminders of studies of technicians whose review takes too long. */
export const remindOfStudies = async (tx: Tx): Promise<void> =>
  remindReviewers(tx, JsyxRecord, await overdueBefore(tx), (status) => `/talent/jsyx?status=${status}`);

export const studyReminders = dailyReminder("studies.remind", remindOfStudies);
