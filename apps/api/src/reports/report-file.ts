import { buffer } from "node:stream/consumers";
import { Report } from "@jipei/contract/reports/report.ts";
import { readGrids } from "@jipei/xlsx/template/sheet-grid.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import type { WriteSheet } from "@jipei/xlsx/write-sheet.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Language } from "../core/http/language.ts";
import type { TakenRows } from "../core/http/recorded-file.ts";
import { gridPaper } from "../core/print/grid-paper.ts";
import type { Asked } from "./data-set.ts";
import { fillForm } from "./form.ts";
import { listSheet } from "./list-sheet.ts";
import type { OpenedReport } from "./opened.ts";
import { pivotSheet } from "./pivot-sheet.ts";
import { runPivot } from "./pivot.ts";
import { readVersion } from "./versions.ts";

export interface ReportFile {
  name: string;
  bytes: Buffer;
}
export type Format = "xlsx" | "pdf";

/** A report as a file, masked as the reader’s exports are. @throws FIELD_INVALID for paper of what is no form */
export async function fileOf(
  app: Services,
  actor: Actor,
  report: OpenedReport,
  { asked, format, language }: { asked: readonly Asked[] | undefined; format: Format; language: Language },
): Promise<ReportFile> {
  const title = report.name[language];
  const bytes = report.kind === "form" ? await formFile() : await tableFile();
  return { name: `${title} ${today()}.${format}`, bytes };

  async function formFile(): Promise<Buffer> {
    const version = report.id ? await readVersion(app.db, report.id, report.versionNo) : null;
    if (!version?.template) throw new Refusal("NOT_FOUND");
    const { layout, dataSet } = report;
    const filled = await fillForm(app, actor, dataSet, { title, layout, template: version.template, asked, language });
    return format === "pdf" ? buffer(gridPaper(title, await readGrids(filled))) : filled;
  }

  async function tableFile(): Promise<Buffer> {
    assertPrintable(report, format);
    return buffer(writeWorkbook({ sheet: await sheetOf() }));
  }

  async function sheetOf(): Promise<WriteSheet> {
    const { dataSet, layout } = report;
    const { pivot } = layout;
    if (report.kind === "list") return listSheet(app, actor, report, asked, language);
    if (!pivot) throw new Refusal("NOT_FOUND");
    return pivotSheet(
      dataSet.entity,
      title,
      pivot,
      await runPivot(app, actor, dataSet, { ...layout, pivot }, asked),
      language,
    );
  }
}

/** @throws FIELD_INVALID for paper of what is no form */
export function assertPrintable({ kind }: Pick<OpenedReport, "kind">, format: Format): void {
  if (format === "pdf" && kind !== "form")
    throw invalidField("format", "文件格式", "File", "只有套打表可以打印为 PDF", "forms alone are printed as PDF");
}

/** What the history says of a report that somebody took with them. */
export const takenReport = ({ id, dataSet }: OpenedReport, format: Format): TakenRows => ({
  action: "export",
  entity: Report,
  ids: [id ?? "0"],
  after: { format, dataSet: dataSet.entity.name },
});
