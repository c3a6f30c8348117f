import { Datasource, datasourceCalls as calls, postgresDriver } from "@jipei/contract/develop/datasource.ts";
import { isFault, readDatasourceUrl } from "@jipei/contract/develop/datasource-url.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/crud.ts";
import type { Actor } from "../core/actor.ts";
import { type Route, reads, writesPrepared } from "../core/implement.ts";
import { refuseInternal } from "../core/outside.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { withoutEmpty } from "../core/setting-in-use.ts";
import { failureOf, openSource, withSource } from "./connection.ts";
import { installationRows, mustRunTheInstallation } from "../core/installation.ts";

/** @param passwordGiven whether the call at hand brings a password, or keeps the one there is */
const optionsOf = (passwordGiven: boolean): CrudOptions => ({
  entity: Datasource,
  resource: "datasource",
  scope: installationRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    mustRunTheInstallation(actor);
    if (old?.["builtIn"] === "1") throw new Refusal("DATASOURCE_BUILTIN");
    if (merged["driverClass"] !== postgresDriver)
      throw wrong("driverClass", `仅支持PostgreSQL（${postgresDriver}）`, `PostgreSQL only (${postgresDriver})`);
    if (!merged["password"]) throw wrong("password", "不能为空", "required");
    // A password that is kept must not be sent to wherever the address now leads.
    if (old && !passwordGiven && (merged["url"] !== old["url"] || merged["username"] !== old["username"]))
      throw wrong("password", "连接地址或用户名变更后须重新填写", "must be given again when address or user change");
    await refuseTwin(tx, Datasource, old?.["id"], { name: merged["name"] });
    return {};
  },
  async beforeRemove(tx, actor, rows) {
    mustRunTheInstallation(actor);
    if (rows.some((row) => row["builtIn"] === "1")) throw new Refusal("DATASOURCE_BUILTIN");
    await refuseUsed(
      tx,
      "DEPENDENCY_IN_USE",
      rows.map((row) => row["id"]),
      ["code.datasource_id", "tenant.datasource_id"],
    );
  },
});

const wrong = (name: keyof typeof Datasource.fields, zh: string, en: string) =>
  invalidField(name, Datasource.fields[name].zh, Datasource.fields[name].en, zh, en);

/** @throws ROLE_DENIED, FIELD_INVALID, ADDRESS_INTERNAL */
async function checkAddress(app: Services, actor: Actor, url: string | undefined): Promise<void> {
  mustRunTheInstallation(actor);
  if (url === undefined) return;
  const read = readDatasourceUrl(url);
  if (isFault(read)) throw wrong("url", read.zh, read.en);
  await refuseInternal(app.settings, read.host, read.port);
}

export const datasourceRoutes: readonly Route[] = [
  ...crudRoutes(calls, optionsOf(false), {
    submit: writesPrepared(
      calls.submit,
      (app, actor, { url }) => checkAddress(app, actor, url),
      (tx, actor, input, app) =>
        saveRow(tx, actor, optionsOf(Boolean(input.password)), withoutEmpty(input, "password"), app),
    ),
  }),
  reads(calls.select, async (db, actor) => {
    mustRunTheInstallation(actor);
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
    mustRunTheInstallation(actor);
    const source = await openSource(db, app, id);
    try {
      return await withSource(app, source, async (query) => {
        const [row] = await query<{ version: string }>(`select current_setting('server_version') as version`);
        return { version: `PostgreSQL ${String(row?.version).slice(0, 60)}` };
      });
    } catch (error) {
      throw failureOf(error);
    }
  }),
];
