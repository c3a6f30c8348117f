import type { DataSetName, ReportKind } from "@jipei/contract/reports/report-codes.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import type { ReportRow } from "@jipei/contract/reports/report.ts";

/** A report while it is designed. */
export interface Design {
  id: string | null;
  version: number | null;
  name: string;
  nameEn: string;
  kind: ReportKind;
  dataSet: DataSetName;
  sharedWith: NonNullable<ReportRow["sharedWith"]>;
  layout: ReportLayout;
  /** A workbook that was uploaded and is not saved yet. */
  templateId: string | null;
}

export const emptyLayout: ReportLayout = { columns: [], filters: [], sort: null, pivot: null };

export const newDesign = (dataSet: DataSetName): Design => ({
  id: null,
  version: null,
  name: "",
  nameEn: "",
  kind: "list",
  dataSet,
  sharedWith: [],
  layout: emptyLayout,
  templateId: null,
});

export const designOf = ({ id, version, name, nameEn, kind, dataSet, sharedWith, layout }: ReportRow): Design => ({
  id,
  version,
  name,
  nameEn: nameEn ?? "",
  kind,
  dataSet,
  sharedWith: sharedWith ?? [],
  layout: layout ?? emptyLayout,
  templateId: null,
});

/** Another data set has other fields: nothing of the layout stays. */
export const withDataSet = (design: Design, dataSet: DataSetName): Design => ({
  ...design,
  dataSet,
  layout: emptyLayout,
  templateId: null,
});

export const startPivot: NonNullable<ReportLayout["pivot"]> = {
  rows: [],
  columns: [],
  measures: [{ kind: "count", field: null }],
  chart: "column",
};

/** Whether there is enough of it to be looked at. */
export function isRunnable({ kind, layout }: Design): boolean {
  const { pivot, columns, filters } = layout;
  if (filters.some(({ name }) => name === "")) return false;
  return kind === "pivot"
    ? (pivot?.rows.length ?? 0) > 0 &&
        (pivot?.measures ?? []).every(({ kind: how, field }) => how === "count" || Boolean(field))
    : columns.length > 0;
}
