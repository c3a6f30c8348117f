import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Domain } from "../core/http/implement.ts";
import { recordKinds } from "./record-kinds.ts";
import { recordRoutes } from "./work-record.routes.ts";
import { workMonthRoutes, workMonthRows } from "./work-month.ts";
import { recordReminders } from "./reminders.ts";
import { filingProgressRoutes } from "./filing-progress.ts";

const all = recordKinds.map(recordRoutes);

/** What a second record of the same is called, by kind. */
const unique = Object.fromEntries(
  recordKinds.map(({ entity, unique: fields }): [string, ErrorCode] => [
    `${entity.table}_once`,
    fields.includes("workPeriod") ? "WORK_DUP" : "DUPLICATE",
  ]),
);

/** What units report of their training work, period by period, and its two reviews. */
export const workRecords: Domain = {
  name: "work-records",
  owners: [workMonthRows],
  routes: [...all.flatMap(({ routes }) => routes), ...workMonthRoutes, ...filingProgressRoutes],
  importers: all.map(({ importer }) => importer),
  timers: [recordReminders],
  constraints: {
    ...unique,
    work_record_counts: "WORK_COUNTS",
    work_record_reviewers: "SAME_REVIEWER",
    work_record_closed: "WORK_CLOSED",
  },
};
