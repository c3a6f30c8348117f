import { exporter } from "../core/excel/export.ts";
import { lockDatasource } from "./tenants.holds.ts";
import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import { type Draft, columns } from "../core/entity/columns.ts";
import { randomInt } from "node:crypto";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { Tenant, tenantCalls as calls } from "@jipei/contract/tenants/tenant.ts";
import { unpaged } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/entity/crud.ts";
import { updateRows } from "../core/database/write-rows.ts";
import type { Tx } from "../core/database/db.ts";
import { type Domain, reads, writes, writesPrepared } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { installationRows } from "../core/foundation/installation.ts";
import { hashPassword, randomPassword } from "../core/security/password.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { Refusal, collectRefusals, invalidField } from "../core/foundation/refusal.ts";
import { lockRow, lockRows, splitIds } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { derived } from "../core/database/sql.ts";
import { getLimits, readSettings, writeUserLimit } from "./tenant.limits.ts";
import { firstAccount, preparation, sweepTenants } from "./tenant.prepare.ts";
import { getRemovedSchema, getSchema } from "./tenant-schema.ts";

const settingsDerived = derived(
  Tenant,
  "settings",
  `jsonb_strip_nulls(jsonb_build_object('userLimit', case when t.account_number > 0 then t.account_number end, 'validUntil', to_char(t.expire_time, 'YYYY-MM-DD')))`,
);

const options: CrudOptions<typeof Tenant> = {
  entity: Tenant,
  resource: "tenant",
  scope: installationRows,
  audited: true,
  async beforeSave(tx, _actor, merged, old) {
    const domain = findHost(merged.domain);
    if (merged.domain && !domain)
      throw invalidField(
        "domain",
        Tenant.fields.domain.zh,
        Tenant.fields.domain.en,
        "须为域名，如px.example.gov.cn",
        "a host name, like px.example.gov.cn",
      );
    if (domain) await refuseDuplicate(tx, Tenant, old?.id, { domain });
    if (merged.accountNumber === 0)
      throw invalidField(
        "accountNumber",
        Tenant.fields.accountNumber.zh,
        Tenant.fields.accountNumber.en,
        "至少为1，-1表示不限",
        "at least 1; -1 for no limit",
      );
    if (!old) return columns(Tenant, { domain, status: "0", tenantId: await freeNumber(tx) });
    assertKeepsInstallation(old, merged);
    if (merged.status !== old.status && (old.status === "0" || merged.status === "0")) throw new Refusal("TENANT_BUSY");
    return columns(Tenant, { domain });
  },
  async afterSave(tx, _actor, row, old, _app) {
    if (old && row.status !== "0") await writeUserLimit(tx, row.accountNumber, schemaIn(row));
  },
  async beforeRemove(tx, _actor, rows, app) {
    await collectRefusals(
      rows,
      ({ id }) => id,
      async (row) => {
        if (row.tenantId === installation) throw new Refusal("TENANT_PROTECTED");
        if (row.status === "1") throw new Refusal("TENANT_ENABLED");
        if (row.status === "0") {
          if (app.tenants) throw new Refusal("TENANT_BUSY");
          // Without tenant mode no process is preparing it.
          await sql`delete from tenant_preparation where tenant_id = ${row.tenantId}`.execute(tx);
          await sql`drop schema if exists ${sql.ref(getSchema(row.tenantId))} cascade`.execute(tx);
          return;
        }
        // No data is lost: the schema is renamed, and stays until the operator of the installation drops it.
        await sql`alter schema ${sql.ref(getSchema(row.tenantId))} rename to ${sql.ref(getRemovedSchema(row.tenantId))}`.execute(
          tx,
        );
      },
    );
  },
};

/** The schema that stores the limits of a tenant; undefined: that of the transaction. */
const schemaIn = ({ tenantId }: { tenantId: string }): string | undefined =>
  tenantId === installation ? undefined : getSchema(tenantId);

/** @throws TENANT_PROTECTED */
function assertKeepsInstallation({ tenantId }: { tenantId: string }, merged: Draft<typeof Tenant>): void {
  if (tenantId === installation && (merged.status !== "1" || merged.expireTime)) throw new Refusal("TENANT_PROTECTED");
}

/** The host of a typed address or host name; null without a valid one. */
export function findHost(text: unknown): string | null {
  if (typeof text !== "string" || text.trim() === "") return null;
  const address = /^https?:\/\//i.test(text.trim()) ? text.trim() : `http://${text.trim()}`;
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host) || host === "localhost" ? host : null;
}

/** Six digits that no tenant has or had. The unique index refuses the second of two concurrent calls with the same number. */
async function freeNumber(tx: Tx): Promise<string> {
  for (;;) {
    const number = String(randomInt(100_000, 1_000_000));
    const { rows } = await sql`select from tenant where tenant_id = ${number}`.execute(tx);
    if (rows.length === 0) return number;
  }
}

async function submit(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof calls.submit>,
  app: Services,
  first: { password: string; hash: string } | null,
): Promise<OutputOf<typeof calls.submit>> {
  const { id } = await saveRow(tx, actor, options, input, app);
  if (!first) return { id };
  const { tenantId, tenantName } = await tx
    .selectFrom("tenant")
    .select(["tenantId", "tenantName"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // In tenant mode it is made at once, otherwise at the first start with tenant mode.
  const job = app.tenants
    ? await preparation.start(
        tx,
        app,
        actor,
        { zh: `建立租户：${tenantName}（${tenantId}）`, en: `Making tenant ${tenantId}: ${tenantName}` },
        { tenantId },
      )
    : null;
  await tx
    .insertInto("tenantPreparation")
    .values({ tenantId, adminHash: first.hash, jobId: job?.jobId ?? null })
    .execute();
  return { id, tenantId, account: firstAccount, password: first.password, jobId: job?.jobId ?? null };
}

/** @throws NOT_FOUND, TENANT_PROTECTED, TENANT_BUSY */
async function limit(tx: Tx, actor: Actor, ids: readonly string[], settings: unknown): Promise<void> {
  const limits = readSettings(settings);
  const rows = await lockRows(tx, Tenant, options.scope, actor, ids);
  for (const row of rows) assertKeepsInstallation(row, { ...row, ...limits });
  const saved = await updateRows(tx, actor, Tenant, ids, limits);
  for (const row of saved) if (row.status !== "0") await writeUserLimit(tx, row.accountNumber, schemaIn(row));
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: Tenant.name,
      bizId: row.id,
      action: "edit",
      before: getLimits(row),
      after: { ...getLimits(row), ...limits },
    })),
  );
}

/** @throws NOT_FOUND for an unknown tenant or data source */
async function link(
  tx: Tx,
  actor: Actor,
  { ports }: Services,
  tenantId: string,
  datasourceId: string | null,
): Promise<void> {
  const found = await sql<{
    id: string;
  }>`select id from tenant where tenant_id = ${tenantId} and is_deleted = 0`.execute(tx);
  if (!found.rows[0]) throw new Refusal("NOT_FOUND");
  const row = await lockRow(tx, Tenant, options.scope, actor, found.rows[0].id);
  if (datasourceId && !(await ports.holds(tx, lockDatasource, datasourceId))) throw new Refusal("NOT_FOUND");
  await updateRows(tx, actor, Tenant, [row.id], { datasourceId });
  await writeAudit(tx, actor, [
    {
      bizType: Tenant.name,
      bizId: row.id,
      action: "edit",
      before: { datasourceId: row.datasourceId },
      after: { datasourceId },
    },
  ]);
}

export const tenants: Domain = {
  name: "tenants",
  derived: [settingsDerived],
  routes: [
    exporter(Tenant, calls.export, options),
    ...crudRoutes(calls, options, {
      submit: writesPrepared(
        calls.submit,
        async (_app, _actor, { id }) => {
          if (id) return null;
          const password = randomPassword();
          return { password, hash: await hashPassword(password) };
        },
        (tx, actor, input, app, first) => submit(tx, actor, input, app, first),
      ),
    }),
    writes(calls.setting, (tx, actor, { ids, settings }) => limit(tx, actor, splitIds(ids), settings)),
    writes(calls.datasource, (tx, actor, { tenantId, datasourceId }, app) =>
      link(tx, actor, app, tenantId, datasourceId ?? null),
    ),
    reads(
      calls.select,
      async (_db, actor, _input, app) => (await listPage(app, actor, Tenant, unpaged, options)).records,
    ),
    reads(calls.info, async (db, _actor, { domain }) => {
      const host = findHost(domain);
      const row =
        host &&
        (await db
          .selectFrom("tenant")
          .select(["tenantId", "domain"])
          .where(sql`lower(domain)`, "=", host)
          .where("status", "=", "1")
          .where("isDeleted", "=", 0)
          .executeTakeFirst());
      return row ? { tenantId: row.tenantId, domain: row.domain } : {};
    }),
  ],
  constraints: {
    tenant_number: "VERSION_CONFLICT",
    tenant_domain: "DUPLICATE",
    tenant_installation: "TENANT_PROTECTED",
    user_limit: "USER_LIMIT",
  },
  workers: [preparation.worker],
  timers: [{ name: "tenants.sweep", cron: "17 * * * *", run: sweepTenants }],
};
