import { exporter } from "../core/excel/export.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { Datasource, datasourceCalls as calls, postgresDriver } from "@jipei/contract/develop/datasource.ts";
import { isIssue, readDatasourceUrl } from "@jipei/contract/develop/datasource-url.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/entity/crud.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { type Route, reads, writesPrepared } from "../core/http/implement.ts";
import { refuseInternal } from "../core/outbound/safe-fetch.ts";
import { refuseDuplicate, refuseUsed } from "../core/entity/references.ts";
import { Refusal, invalidField, refuseRows } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { liveRow } from "../core/database/rows.ts";
import { withoutEmpty } from "../core/entity/setting-in-use.ts";
import { getFailure, openSource, withSource } from "./connection.ts";
import { installationRows, assertRunsTheInstallation } from "../core/foundation/installation.ts";

/** @param passwordGiven whether the call has a password, or keeps the stored one */
const getOptions = (passwordGiven: boolean): CrudOptions<typeof Datasource> => ({
  entity: Datasource,
  resource: "datasource",
  scope: installationRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    assertRunsTheInstallation(actor);
    if (old?.builtIn === "1") throw new Refusal("DATASOURCE_BUILTIN");
    if (merged.driverClass !== postgresDriver)
      throw wrong("driverClass", `仅支持PostgreSQL（${postgresDriver}）`, `PostgreSQL only (${postgresDriver})`);
    if (!merged.password) throw wrong("password", "不能为空", "required");
    // A stored password must not be sent to another address or account.
    if (old && !passwordGiven && (merged.url !== old.url || merged.username !== old.username))
      throw wrong("password", "连接地址或用户名变更后须重新填写", "must be given again when address or user change");
    await refuseDuplicate(tx, Datasource, old?.id, { name: merged.name });
  },
  async beforeRemove(tx, actor, rows) {
    assertRunsTheInstallation(actor);
    refuseRows(
      "DATASOURCE_BUILTIN",
      rows.filter((row) => row.builtIn === "1").map((row) => row.id),
    );
    await refuseUsed(tx, Datasource, rows);
  },
});

const wrong = (name: keyof typeof Datasource.fields, zh: string, en: string) =>
  invalidField(name, Datasource.fields[name].zh, Datasource.fields[name].en, zh, en);

/** An address that stays as it was stored has been checked. @throws ROLE_DENIED, FIELD_INVALID, ADDRESS_INTERNAL */
async function checkAddress(
  app: Services,
  actor: Actor,
  { id, url }: { id?: string | null; url?: string },
): Promise<void> {
  assertRunsTheInstallation(actor);
  if (url === undefined || (id && (await liveRow(app.db, Datasource, id))?.url === url)) return;
  const read = readDatasourceUrl(url);
  if (isIssue(read)) throw wrong("url", read.zh, read.en);
  await refuseInternal(app.settings, read.host, read.port);
}

export const datasourceRoutes: readonly Route[] = [
  exporter(Datasource, calls.export, getOptions(false)),
  ...crudRoutes(calls, getOptions(false), {
    submit: writesPrepared(calls.submit, checkAddress, (tx, actor, input, app) =>
      saveRow(tx, actor, getOptions(Boolean(input.password)), withoutEmpty(input, "password"), app),
    ),
  }),
  reads(calls.select, async (db, actor) => {
    assertRunsTheInstallation(actor);
    const rows = await db
      .selectFrom("datasource")
      .select(["id", "name"])
      .where("isDeleted", "=", 0)
      .orderBy("builtIn", "desc")
      .orderBy("name")
      .orderBy("id")
      .execute();
    return rows as { id: string; name: string }[];
  }),
  reads(calls.test, async (db, actor, { id }, app) => {
    assertRunsTheInstallation(actor);
    const source = await openSource(db, app, id);
    try {
      return await withSource(app, source, async (query) => {
        const [row] = await query<{ version: string }>(`select current_setting('server_version') as version`);
        return { version: `PostgreSQL ${String(row?.version).slice(0, 60)}` };
      });
    } catch (error) {
      throw getFailure(error);
    }
  }),
];

/** Whether a data source exists; it is locked against removal until the transaction ends. */
export const lockDatasourceRow = async (tx: Db, id: string): Promise<boolean> =>
  (await sql`select 1 from datasource where id = ${id} and is_deleted = 0 for share`.execute(tx)).rows.length > 0;
