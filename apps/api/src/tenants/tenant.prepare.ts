import { now } from "../core/foundation/clock.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { createFirstAccount } from "../users/users.queries.ts";
import { type Outcome, background } from "../core/jobs/background.ts";
import { withConnection } from "../core/database/db.ts";
import type { Services } from "../core/foundation/services.ts";
import { writeUserLimit } from "./tenant.limits.ts";
import { dropTenant, migrateTenant } from "./tenant-schema.ts";

/** Name of a tenant's first account. */
export const firstAccount = "admin";

/** First key of the advisory lock, unique to this file; the second one is the number of the tenant. */
const lockKey = 173;

/** The job that makes an added tenant. When it is cancelled or fails, nothing but the number stays. */
export const preparation = background<{ tenantId: string }>(
  "tenants.prepare",
  async ({ app, input: { tenantId }, progress }): Promise<Outcome> => {
    await prepareTenant(app, tenantId, progress);
    return {
      zh: `租户${tenantId}已建立，可使用账号${firstAccount}登录。`,
      en: `Tenant ${tenantId} is there; ${firstAccount} may sign in.`,
    };
  },
  (app, { tenantId }) => abandon(app, tenantId),
);

type Progress = (done: number, total: number) => Promise<void>;

/**
 * Makes schema, reference data, roles, menus and first user of a tenant, and enables it. Every step may be interrupted and repeated; nobody can use the
 * tenant before the last one. Concurrent calls for one tenant run one after the other.
 */
export async function prepareTenant(
  app: Services,
  tenantId: string,
  progress: Progress = async () => {},
): Promise<void> {
  const { tenants } = app;
  if (!tenants) throw new Error("tenants are made in tenant mode only");
  await withTenantLock(app, tenantId, async () => {
    const waiting = await sql<{
      adminHash: string;
      most: number | null;
    }>`select p.admin_hash as "adminHash", t.account_number as most
      from tenant_preparation p join tenant t on t.tenant_id = p.tenant_id and t.is_deleted = 0 where p.tenant_id = ${tenantId}`.execute(
      app.db,
    );
    const [wanted] = waiting.rows;
    if (!wanted) return;
    await progress(1, 4);
    await migrateTenant(tenants.url, tenantId, app.settings.production);
    await progress(2, 4);
    const own = await tenants.services(tenantId);
    await tenants.seed(own);
    await progress(3, 4);
    await own.db.transaction().execute(async (tx) => {
      await createFirstAccount(tx, firstAccount, wanted.adminHash);
      await writeUserLimit(tx, wanted.most);
    });
    await app.db.transaction().execute(async (tx) => {
      await sql`delete from tenant_preparation where tenant_id = ${tenantId}`.execute(tx);
      await sql`update tenant set status = '1', update_time = ${now()}, version = version + 1 where tenant_id = ${tenantId} and status = '0'`.execute(
        tx,
      );
    });
    await progress(4, 4).catch(() => {});
  });
}

/** Removes a tenant that was never finished, except its number; a finished one stays. */
async function abandon(app: Services, tenantId: string): Promise<void> {
  const { tenants } = app;
  if (!tenants) return;
  await withTenantLock(app, tenantId, async () => {
    const { rows } =
      await sql`delete from tenant_preparation where tenant_id = ${tenantId} returning tenant_id`.execute(app.db);
    if (rows.length === 0) return;
    await dropTenant(tenants.url, tenantId);
    await sql`update tenant set is_deleted = 1, update_time = ${now()}, version = version + 1 where tenant_id = ${tenantId}`.execute(
      app.db,
    );
  });
}

/** Removes tenants whose preparation was cancelled before it began. Run by a timer. */
export async function sweepTenants(app: Services): Promise<void> {
  const { rows } = await sql<{
    tenantId: string;
  }>`select p.tenant_id as "tenantId" from tenant_preparation p join background_job j on j.id = p.job_id where j.end_time is not null`.execute(
    app.db,
  );
  for (const { tenantId } of rows) await abandon(app, tenantId);
}

/**
 * Makes the tenants that an earlier process left unfinished, or that waited for tenant mode, and migrates the schema of every other one to this version, with
 * new reference data. Called before the server listens.
 * @param report receives one line for each slow step
 * @throws MigrationError naming the tenant
 */
export async function openTenants(app: Services, report: (line: string) => void): Promise<void> {
  const { tenants } = app;
  if (!tenants) return;
  await sweepTenants(app);
  const { rows } = await sql<{
    tenantId: string;
    waits: boolean;
  }>`select t.tenant_id as "tenantId", p.tenant_id is not null as waits
    from tenant t left join tenant_preparation p on p.tenant_id = t.tenant_id where t.is_deleted = 0 and t.tenant_id <> ${app.tenantId} order by t.tenant_id`.execute(
    app.db,
  );
  for (const { tenantId, waits } of rows) {
    if (waits) {
      report(`making tenant ${tenantId}`);
      await prepareTenant(app, tenantId);
    } else {
      const applied = await migrateTenant(tenants.url, tenantId, app.settings.production);
      if (applied.length > 0)
        report(`tenant ${tenantId}: applied ${applied.length} migrations, up to ${applied.at(-1)}`);
      await tenants.seed(await tenants.services(tenantId));
    }
  }
}

/** Runs one piece of work at a time for each tenant, on all nodes. It polls for the lock, since a waiting connection would block the removal of the schema. */
const withTenantLock = (app: Services, tenantId: string, work: () => Promise<void>): Promise<void> =>
  withConnection(app.pool, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1, $2) as got", [
        lockKey,
        Number(tenantId),
      ]);
      if (rows[0]?.got) break;
      await sleep(200);
    }
    await work();
    await client.query("select pg_advisory_unlock($1, $2)", [lockKey, Number(tenantId)]);
  });
