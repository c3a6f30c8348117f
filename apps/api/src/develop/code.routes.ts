import { exporter } from "../core/excel/export.ts";
import { columns } from "../core/entity/columns.ts";
import { baseFields } from "@jipei/contract/core/entity.ts";
import { Code, codeCalls as calls } from "@jipei/contract/develop/code.ts";
import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import { strToU8, zipSync } from "fflate";
import { sql } from "kysely";
import { type CrudOptions, crudRoutes } from "../core/entity/crud.ts";
import { insertRow } from "../core/database/write-rows.ts";
import { writeAudit } from "../core/entity/audit.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { recordedFile } from "../core/http/recorded-file.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { lockRow, splitIds } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { columnsIn, tablesIn } from "./catalogue.ts";
import { checkFields, checkNames, checkWords } from "./code.rules.ts";
import { generate } from "./generate.ts";
import { installationRows, assertRunsTheInstallation } from "../core/foundation/installation.ts";
import { kebab } from "./names.ts";
import { getLabel, propose, getLabels } from "./propose.ts";
import { entityOfTable, targets } from "./targets.ts";

const options: CrudOptions<typeof Code> = {
  entity: Code,
  resource: "code",
  scope: installationRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    assertRunsTheInstallation(actor);
    // Fields that the call does not send stay as they are.
    const fields = (merged.fields ?? old?.fields ?? []) as CodeField[];
    const titles = {
      titleZh: merged.titleZh || merged.codeName,
      titleEn: merged.titleEn || getLabels(merged.codeName.replaceAll("-", "_")),
    };
    checkNames({ ...merged, ...titles });
    checkFields(fields);
    await checkWords(tx, merged.codeName, fields);
    await assertHasSource(tx, merged.datasourceId);
    await refuseDuplicate(
      tx,
      Code,
      old?.id,
      { serviceName: merged.serviceName, codeName: merged.codeName },
      "DUPLICATE",
      {
        field: { zh: Code.fields.codeName.zh, en: Code.fields.codeName.en },
      },
    );
    return columns(Code, { fields, ...titles });
  },
};

/** Locks the data source against removal until the row that uses it is stored. @throws NOT_FOUND */
async function assertHasSource(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from datasource where id = ${id} and is_deleted = 0 for share`.execute(tx);
  if (rows.length === 0) throw new Refusal("NOT_FOUND");
}

/** A free name with the suffix `-copy`. @throws DUPLICATE where many of them are taken */
async function copyName(tx: Tx, serviceName: string, codeName: string): Promise<string> {
  for (let n = 1; n < 100; n++) {
    const mark = n === 1 ? "-copy" : `-copy${n}`;
    const name = codeName.slice(0, 30 - mark.length).replace(/-$/, "") + mark;
    const { rows } =
      await sql`select 1 from code where service_name = ${serviceName} and code_name = ${name} and is_deleted = 0`.execute(
        tx,
      );
    if (rows.length === 0) return name;
  }
  throw new Refusal("DUPLICATE", { field: { zh: Code.fields.codeName.zh, en: Code.fields.codeName.en } });
}

async function proposal(
  db: Db,
  app: Services,
  { datasourceId, tableName, tablePrefix }: { datasourceId: string; tableName: string; tablePrefix?: string | null },
) {
  const findEntity = await entityOfTable();
  const table = (await tablesIn(db, app, datasourceId)).find(({ name }) => name === tableName);
  if (!table) throw new Refusal("NOT_FOUND");
  const found = propose(await columnsIn(db, app, datasourceId, tableName), findEntity);
  const bare = tablePrefix && tableName.startsWith(tablePrefix) ? tableName.slice(tablePrefix.length) : tableName;
  return {
    ...found,
    codeName: kebab(bare).slice(0, 30),
    titleZh: getLabel(table.remark, 50) || bare.slice(0, 50),
    titleEn: getLabels(bare).slice(0, 80),
  };
}

const routes: Route[] = [
  exporter(Code, calls.export, options),
  ...crudRoutes(calls, options),
  writes(calls.copy, async (tx, actor, { id }) => {
    assertRunsTheInstallation(actor);
    const { datasourceId, ...row } = await lockRow(tx, Code, installationRows, actor, id);
    await assertHasSource(tx, datasourceId);
    const names = Object.keys(Code.fields).filter(
      (name) => name === "remark" || (!(name in baseFields) && name !== "datasourceId"),
    );
    const copied = await insertRow(tx, actor, Code, {
      datasourceId,
      ...Object.fromEntries(names.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name]])),
      codeName: await copyName(tx, row.serviceName, row.codeName),
    });
    await writeAudit(tx, actor, [
      { bizType: Code.name, bizId: copied.id, action: "add", after: { codeName: copied.codeName, of: id } },
    ]);
    return { id: copied.id };
  }),
  recordedFile(calls.genCode, async (app, actor, { ids }) => {
    assertRunsTheInstallation(actor);
    const files = await generate(app.db, app, actor, ids);
    // All entries have the same time, so that the same input gives the same bytes.
    const zip = zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])), {
      mtime: "2026-01-01T00:00:00",
    });
    return {
      name: "generated.zip",
      body: Buffer.from(zip),
      size: zip.length,
      action: "export",
      entity: Code,
      ids: splitIds(ids),
    };
  }),
  reads(calls.preview, async (db, actor, { ids }, app) => {
    assertRunsTheInstallation(actor);
    return generate(db, app, actor, ids);
  }),
  reads(calls.tables, async (db, actor, { datasourceId }, app) => {
    assertRunsTheInstallation(actor);
    return tablesIn(db, app, datasourceId);
  }),
  reads(calls.propose, async (db, actor, input, app) => {
    assertRunsTheInstallation(actor);
    return proposal(db, app, input);
  }),
  reads(calls.targets, async (_db, actor) => {
    assertRunsTheInstallation(actor);
    return (await targets()).map(({ name, zh, en }) => ({ name, zh, en }));
  }),
];

/** All calls of the generator; they are refused where the operator has not enabled it. */
export const codeRoutes: readonly Route[] = routes.map((route) => switched(route));

function switched(route: Route): Route {
  const check = ({ settings }: Services) => {
    if (!settings.codeGenerator) throw new Refusal("GENERATOR_OFF");
  };
  switch (route.kind) {
    case "raw":
      return {
        ...route,
        kind: "raw",
        handler: async (request, reply, actor, input, app) => (
          check(app),
          route.handler(request, reply, actor, input, app)
        ),
      };
    case "reads":
      return {
        ...route,
        kind: "reads",
        handler: async (db, actor, input, app) => (check(app), route.handler(db, actor, input, app)),
      };
    case "writes":
      return {
        ...route,
        kind: "writes",
        handler: async (tx, actor, input, app, prepared) => (
          check(app),
          route.handler(tx, actor, input, app, prepared)
        ),
      };
  }
}
