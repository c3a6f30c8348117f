import { Report, reportCalls } from "@jipei/contract/reports/report.ts";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { scheduleCalls } from "@jipei/contract/reports/report-schedule.ts";
import { readRow } from "../core/database/rows.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { sendFile } from "../core/http/download.ts";
import { type Domain, type Route, raw, reads, writes, writesPrepared } from "../core/http/implement.ts";
import { recordedFile } from "../core/http/recorded-file.ts";
import { openDataSet } from "./data-set.ts";
import { reportTimers, scheduledReport } from "./schedules/due-schedules.ts";
import { checkLayout } from "./layout-check.ts";
import { openReport } from "./opened.ts";
import { runPivot } from "./pivot.ts";
import { fileOf, takenReport } from "./report-file.ts";
import { prepareReport, reportDerived, reportOptions, reportScope, restoreReport, submitReport } from "./report.ts";
import { runReport } from "./rows.ts";
import { addSchedule, dropSchedules, mySchedules, readResult } from "./schedules/schedules.ts";
import { starterForm } from "./starter.ts";
import { checkTemplate, readUpload } from "./template.ts";
import { listVersions, readVersion } from "./versions.ts";

const runRoutes: Route[] = [
  reads(runCalls.run, async (db, actor, input, app) => {
    const { dataSet, layout } = await openReport(db, actor, input);
    return runReport(app, actor, dataSet, layout, input);
  }),
  reads(runCalls.pivot, async (db, actor, input, app) => {
    const { dataSet, layout } = await openReport(db, actor, input);
    const { pivot } = layout;
    if (!pivot) throw new Refusal("NOT_FOUND");
    return runPivot(app, actor, dataSet, { ...layout, pivot }, input.asked);
  }),
  recordedFile(runCalls.file, async (app, actor, { asked, format, ...input }, language) => {
    const report = await openReport(app.readDb, actor, input);
    const { name, bytes } = await fileOf(app, actor, report, { asked, format, language });
    return { name, body: bytes, ...takenReport(report, format) };
  }),
  raw(runCalls.starter, async (_request, reply, actor, { name, dataSet, layout }) => {
    const { entity } = openDataSet(actor, dataSet);
    checkLayout(entity, "form", layout);
    const title = name ?? entity.zh;
    return sendFile(reply, await starterForm(entity, layout, title), `${title}.xlsx`);
  }),
  reads(runCalls.check, async (_db, actor, { templateId, dataSet, layout }, app) => {
    const { entity } = openDataSet(actor, dataSet);
    const { bytes } = await readUpload(app, actor, templateId);
    const { places, problems } = await checkTemplate(entity, layout, bytes);
    return { places: places.map(({ sheet, cell, place }) => ({ cell: `${sheet}!${cell}`, place })), problems };
  }),
];

const scheduleRoutes: Route[] = [
  reads(scheduleCalls.mine, mySchedules),
  writes(scheduleCalls.schedule, addSchedule),
  writes(scheduleCalls.unschedule, dropSchedules),
  raw(scheduleCalls.result, async (_request, reply, actor, { id }, app) => {
    const { content, fileName } = await readResult(app.db, actor, id);
    return sendFile(reply, content, fileName);
  }),
];

/** Reports over the lists of the product: designed in the office, read by whoever they are shared with. */
export const reports: Domain = {
  name: "reports",
  derived: reportDerived,
  routes: [
    ...crudRoutes(reportCalls, reportOptions(), {
      submit: writesPrepared(reportCalls.submit, prepareReport, submitReport),
    }),
    exporter(Report, reportCalls.export, { scope: reportScope }),
    writes(reportCalls.restore, restoreReport),
    reads(reportCalls.versions, async (db, actor, { id }) => {
      await readRow(db, Report, reportScope, actor, id);
      return listVersions(db, id);
    }),
    raw(reportCalls.template, async (_request, reply, actor, { id, versionNo }, app) => {
      const report = await readRow(app.readDb, Report, reportScope, actor, id);
      const version = await readVersion(app.readDb, id, versionNo ?? report.versionNo ?? 1);
      if (!version?.template) throw new Refusal("NOT_FOUND");
      return sendFile(reply, version.template, version.templateName ?? `${report.name}.xlsx`);
    }),
    ...runRoutes,
    ...scheduleRoutes,
  ],
  workers: [scheduledReport.worker],
  timers: reportTimers,
  constraints: { report_design_name: "DUPLICATE" },
};
