import { baseFields } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { dataSets } from "@jipei/contract/reports/data-sets.ts";
import { type DataSetName, dataSetList, reportReaders } from "@jipei/contract/reports/report-codes.ts";
import { shownFields } from "@jipei/contract/reports/report-fields.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { Report } from "@jipei/contract/reports/report.ts";
import { countFields, periodFields } from "@jipei/contract/work-records/work-record.ts";
import type { Tx } from "../core/database/db.ts";
import { insertRow } from "../core/database/write-rows.ts";
import { system } from "../core/foundation/actor.ts";
import { starterForm } from "./starter.ts";
import { keepVersion } from "./versions.ts";

/** The summary forms of the eight kinds of work records, as the county hands them in: one for each kind, from its fields. */
const kinds = [
  "WorkReport",
  "TrainingProject",
  "TrainingBase",
  "SkillTraining",
  "StartupTraining",
  "SafetyTraining",
  "HighSkillTraining",
  "PreJobTraining",
] as const satisfies readonly DataSetName[];

/** Fields that all kinds have, and a summary shows. */
const before = ["unitName", "workPeriod"] as const;
const behind = ["plannedCount", "finishedCount", "passCount", "certCount", "subsidyAmount"] as const;
const shared: ReadonlySet<string> = new Set([
  ...Object.keys(baseFields),
  ...Object.keys(periodFields),
  ...Object.keys(countFields),
]);
/** Longer texts are read in the record, not in a table. */
const longest = 100;
const isShort = ({ kind, length = 0, lookup }: Field): boolean => kind !== "text" || (length <= longest && !lookup);

function layoutOf(name: DataSetName): ReportLayout {
  const own = shownFields(dataSets[name].entity).flatMap(([field, shown]) =>
    !shared.has(field) && isShort(shown) ? [field] : [],
  );
  return {
    columns: [...before, ...own, ...behind],
    filters: [
      { name: "workYear", value: "@thisYear", isAsked: "1" },
      { name: "workPeriod", value: null, isAsked: "1" },
      { name: "status", value: "compile", isAsked: "1" },
    ],
    sort: null,
    pivot: null,
  };
}

/** Adds the official forms; what the office changes of them afterwards is theirs. */
export async function addOfficialForms(tx: Tx): Promise<void> {
  for (const kind of kinds) {
    const [zh, en] = dataSetList.codes[kind];
    const name = `${zh.replace(/台账$/, "")}汇总表`;
    const layout = layoutOf(kind);
    const template = await starterForm(dataSets[kind].entity, layout, name);
    const row = await insertRow(tx, system, Report, {
      name,
      nameEn: `Summary: ${en.toLowerCase()}`,
      kind: "form",
      dataSet: kind,
      sharedWith: [...reportReaders],
      layout,
      templateName: `${name}.xlsx`,
      versionNo: 1,
    });
    await keepVersion(tx, system, row, template);
  }
}
