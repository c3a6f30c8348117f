import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { grantRoles } from "../access/access.queries.ts";
import { type Outcome, background } from "../core/background.ts";
import { withConnection } from "../core/db.ts";
import type { Services } from "../core/services.ts";
import { writeUserLimit } from "./tenant.limits.ts";
import { dropTenant, migrateTenant } from "./tenant-schema.ts";

/** First account of a tenant. */
export const firstAccount = "admin";

/** Any number that nothing else locks on; with it the number of the tenant. */
const lockKey = 173;

/** Makes a tenant that was added; its owner watches it. When it is cancelled or fails, nothing of it stays. */
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
 * Makes schema, reference data, roles, menus and first user of a tenant, and opens it. Every step may be cut off and done again; until
 * the last one nobody can use any of it. Two at once wait for one another.
 */
export async function prepareTenant(
  app: Services,
  tenantId: string,
  progress: Progress = async () => {},
): Promise<void> {
  const { tenants } = app;
  if (!tenants) throw new Error("tenants are made in tenant mode only");
  await alone(app, tenantId, async () => {
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
      const { rows } = await sql<{
        id: string;
      }>`insert into app_user (account, name, real_name, login_type, status, audience, dept_id, password_hash, password_time, must_change, create_user, update_user)
        select ${firstAccount}, '系统管理员', '系统管理员', '0', '1', 'bureau', (select id from department where parent_id is null and is_deleted = 0 order by id limit 1), ${wanted.adminHash}, now(), 1, 0, 0
        where not exists (select from app_user) returning id`.execute(tx);
      if (rows[0]) await grantRoles(tx, rows[0].id, ["sysAdmin"]);
      await writeUserLimit(tx, wanted.most);
    });
    await app.db.transaction().execute(async (tx) => {
      await sql`delete from tenant_preparation where tenant_id = ${tenantId}`.execute(tx);
      await sql`update tenant set status = '1', update_time = now(), version = version + 1 where tenant_id = ${tenantId} and status = '0'`.execute(
        tx,
      );
    });
    await progress(4, 4).catch(() => {});
  });
}

/** Leaves nothing of a tenant that was never used but its number; one that was made stays. */
async function abandon(app: Services, tenantId: string): Promise<void> {
  const { tenants } = app;
  if (!tenants) return;
  await alone(app, tenantId, async () => {
    const { rows } =
      await sql`delete from tenant_preparation where tenant_id = ${tenantId} returning tenant_id`.execute(app.db);
    if (rows.length === 0) return;
    await dropTenant(tenants.url, tenantId);
    await sql`update tenant set is_deleted = 1, update_time = now(), version = version + 1 where tenant_id = ${tenantId}`.execute(
      app.db,
    );
  });
}

/** Lets go of tenants whose making was cancelled before it began. Run by a timer. */
export async function sweepTenants(app: Services): Promise<void> {
  const { rows } = await sql<{
    tenantId: string;
  }>`select p.tenant_id as "tenantId" from tenant_preparation p join job j on j.id = p.job_id where j.end_time is not null`.execute(
    app.db,
  );
  for (const { tenantId } of rows) await abandon(app, tenantId);
}

/**
 * Makes the tenants that an earlier process left half made, or that waited for tenant mode, and brings the schema of every other to this
 * version, with what is new in it. Before the server listens.
 * @param tell receives one line for each slow step
 * @throws MigrationError naming the tenant
 */
export async function openTenants(app: Services, tell: (line: string) => void): Promise<void> {
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
      tell(`making tenant ${tenantId}`);
      await prepareTenant(app, tenantId);
    } else {
      const applied = await migrateTenant(tenants.url, tenantId, app.settings.production);
      if (applied.length > 0) tell(`tenant ${tenantId}: applied ${applied.length} migrations, up to ${applied.at(-1)}`);
      await tenants.seed(await tenants.services(tenantId));
    }
  }
}

/** One at a time for each tenant, on all nodes. A connection that waits for a lock would keep it from being dropped, so it only tries. */
const alone = (app: Services, tenantId: string, work: () => Promise<void>): Promise<void> =>
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
