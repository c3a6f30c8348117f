import type { OutputOf } from "@jipei/contract/core/call.ts";
import { isCodeInList } from "@jipei/contract/core/fields/field.ts";
import { type DataSetName, dataSetList } from "@jipei/contract/reports/report-codes.ts";
import { type Report, type reportCalls } from "@jipei/contract/reports/report.ts";
import type { Selectable } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import type { Database, StoredRow } from "../core/database/tables.ts";
import type { Actor } from "../core/foundation/actor.ts";

type Stored = Selectable<Database["reportVersion"]>;
/** What a report was made of at a time. */
export type Version = Stored & { dataSet: DataSetName };

/** Keeps what a report is made of now. @param template the workbook of a form */
export async function keepVersion(
  tx: Tx,
  actor: Actor,
  { id, versionNo, kind, dataSet, layout, templateName }: StoredRow<typeof Report>,
  template: Buffer | null,
): Promise<void> {
  await tx
    .insertInto("reportVersion")
    .values({
      reportId: id,
      versionNo,
      kind,
      dataSet,
      layout: JSON.stringify(layout),
      template,
      templateName,
      createUser: actor.userId,
    })
    .execute();
}

export async function readVersion(db: Db, reportId: string, versionNo: number): Promise<Version | null> {
  const found = await db
    .selectFrom("reportVersion")
    .selectAll()
    .where("reportId", "=", reportId)
    .where("versionNo", "=", versionNo)
    .executeTakeFirst();
  return found ? { ...found, dataSet: dataSetOf(found) } : null;
}

function dataSetOf({ dataSet }: Pick<Stored, "dataSet">): DataSetName {
  if (!isCodeInList(dataSetList, dataSet)) throw new Error(`a report of ${dataSet}`);
  return dataSet;
}

/** The versions of a report, the newest first. */
export async function listVersions(db: Db, reportId: string): Promise<OutputOf<typeof reportCalls.versions>> {
  const found = await db
    .selectFrom("reportVersion as v")
    .leftJoin("account as a", "a.id", "v.createUser")
    .select([
      "v.versionNo",
      "v.kind",
      "v.dataSet",
      "v.templateName",
      "v.layout",
      "a.realName as userName",
      "v.createTime",
    ])
    .where("v.reportId", "=", reportId)
    .orderBy("v.versionNo", "desc")
    .limit(100)
    .execute();
  return found.map((version) => ({ ...version, dataSet: dataSetOf(version) }));
}
