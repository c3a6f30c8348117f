import { resultDays } from "@jipei/contract/reports/report-schedule.ts";
import { sql } from "kysely";
import { loadActor } from "../../auth/auth.queries.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { background } from "../../core/jobs/background.ts";
import { entriesOf } from "../../core/http/recorded-file.ts";
import type { Timer } from "../../core/jobs/jobs.ts";
import { notify } from "../../notices/notices.queries.ts";
import type { Asked } from "../data-set.ts";
import { nextTime } from "./next-time.ts";
import { openReport } from "../opened.ts";
import { type Format, fileOf, takenReport } from "../report-file.ts";

interface Due {
  reportId: string;
  format: Format;
  asked: Asked[];
}

/** Runs a report for whoever asked for it, keeps the file for them, and tells them where it is. */
export const scheduledReport = background<Due>(
  "reports.scheduled",
  async ({ app, actor, input: { reportId, format, asked }, progress, done }) => {
    await progress(0, 2);
    const report = await openReport(app.db, actor, { id: reportId });
    const { name, bytes } = await fileOf(app, actor, report, { asked, format, language: "zh" });
    await progress(1);
    return app.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto("reportResult")
        .values({ reportId, userId: actor.userId, fileName: name, content: bytes })
        .returning("id")
        .executeTakeFirstOrThrow();
      await writeAudit(tx, actor, entriesOf(takenReport(report, format)));
      await notify(tx, {
        to: { userIds: [actor.userId] },
        kind: "mail",
        title: { zh: `定期报表：${report.name.zh}`, en: `Report: ${report.name.en}` },
        text: {
          zh: `您订阅的报表“${report.name.zh}”已生成，结果保留${resultDays}天。`,
          en: `The report “${report.name.en}” that you asked for is ready. It is kept for ${resultDays} days.`,
        },
        link: `/report/view/${reportId}?result=${id}`,
      });
      return done(tx, { zh: `已生成${name}`, en: `${name} is ready` });
    });
  },
);

/** Schedules that are started at a time; the next run of the timer takes the others. */
const most = 500;

/** Starts what is due: each as the user who asked for it, with the rights that they have now. */
export async function startDue(app: Services): Promise<void> {
  const due = await app.db
    .selectFrom("reportSchedule as s")
    .innerJoin("reportDesign as r", (join) => join.onRef("r.id", "=", "s.reportId").on("r.isDeleted", "=", 0))
    .select(["s.id", "s.userId", "r.name", "r.nameEn"])
    .where("s.nextTime", "<=", now())
    .orderBy("s.nextTime")
    .limit(most)
    .execute();
  for (const { id, userId, name, nameEn } of due) {
    const actor = await loadActor(app, userId).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    await app.db.transaction().execute(async (tx) => {
      const schedule = await tx
        .selectFrom("reportSchedule")
        .selectAll()
        .where("id", "=", id)
        .where("nextTime", "<=", now())
        .forUpdate()
        .executeTakeFirst();
      if (!schedule) return;
      // Whoever may do nothing any more gets nothing any more.
      if (!actor) return void (await tx.deleteFrom("reportSchedule").where("id", "=", id).execute());
      await tx
        .updateTable("reportSchedule")
        .set({ nextTime: nextTime(schedule, now()) })
        .where("id", "=", id)
        .execute();
      const { reportId, format, asked } = schedule;
      await scheduledReport.start(
        tx,
        app,
        actor,
        { zh: `定期报表：${name}`, en: `Report: ${nameEn || name}` },
        { reportId, format, asked },
      );
    });
  }
}

/** Removes old results, and schedules of reports that are gone. */
async function sweep(app: Services): Promise<void> {
  await sql`delete from report_result where create_time < now() - make_interval(days => ${resultDays})`.execute(app.db);
  await sql`delete from report_schedule s using report_design r where r.id = s.report_id and r.is_deleted = 1`.execute(
    app.db,
  );
}

export const reportTimers: readonly Timer[] = [
  { name: "reports.due", cron: "*/5 * * * *", run: startDue },
  { name: "reports.sweep", whileClosed: "run", cron: "29 4 * * *", run: sweep },
];
