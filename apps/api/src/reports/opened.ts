import type { ReportKind } from "@jipei/contract/reports/report-codes.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import type { ReportDraft } from "@jipei/contract/reports/report-run.ts";
import { Report } from "@jipei/contract/reports/report.ts";
import type { Db } from "../core/database/db.ts";
import { readRow } from "../core/database/rows.ts";
import { type Actor, mayDo } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { type OpenDataSet, openDataSet } from "./data-set.ts";
import { checkLayout } from "./layout-check.ts";
import { reportScope } from "./report.ts";

/** A report that is being looked at: saved and shared with the reader, or still being designed by them. */
export interface OpenedReport {
  id: string | null;
  versionNo: number;
  name: { zh: string; en: string };
  kind: ReportKind;
  layout: ReportLayout;
  dataSet: OpenDataSet;
}

/** @throws NOT_FOUND for a report that is not shared with the reader, ROLE_DENIED for a data set that they may not read */
export async function openReport(
  db: Db,
  actor: Actor,
  { id, draft }: { id?: string | null; draft?: ReportDraft | undefined },
): Promise<OpenedReport> {
  if (draft) {
    if (!mayDo(actor, "report", "add") && !mayDo(actor, "report", "edit")) throw new Refusal("ROLE_DENIED");
    const dataSet = openDataSet(actor, draft.dataSet);
    checkLayout(dataSet.entity, draft.kind, draft.layout);
    const { zh, en } = dataSet.entity;
    return { id: null, versionNo: 0, name: { zh, en }, kind: draft.kind, layout: draft.layout, dataSet };
  }
  if (!id) throw new Refusal("NOT_FOUND");
  const row = await readRow(db, Report, reportScope, actor, id);
  const { kind, versionNo, name, nameEn } = row;
  if (!row.layout || versionNo === null) throw new Refusal("NOT_FOUND");
  return {
    id: row.id,
    versionNo,
    name: { zh: name, en: nameEn || name },
    kind,
    layout: row.layout,
    dataSet: openDataSet(actor, row.dataSet),
  };
}
