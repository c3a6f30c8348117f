import type { Pool } from "pg";

/** Condition for tenants that are enabled and not expired. Checked at every call, so that a closed tenant stops on every node at once. */
const open = `status = '1' and is_deleted = 0 and (expire_time is null or expire_time > now())`;

/** Whether a tenant is open now; checked at every call of a tenant. */
export const isOpenTenant = async (pool: Pool, tenantId: string): Promise<boolean> =>
  (
    await pool.query({
      name: "tenant-open",
      text: `select from tenant where tenant_id = $1 and ${open}`,
      values: [tenantId],
    })
  ).rowCount === 1;

/** The tenant that a host name belongs to; null: none. */
export async function findTenantOfHost(pool: Pool, host: string): Promise<string | null> {
  const { rows } = await pool.query<{ tenantId: string }>({
    name: "tenant-domain",
    text: `select tenant_id as "tenantId" from tenant where lower(domain) = $1 and is_deleted = 0`,
    values: [host.toLowerCase()],
  });
  return rows[0]?.tenantId ?? null;
}

/** All tenants that are made and not removed, and whether they are open now. */
export const getTenants = async (pool: Pool): Promise<{ tenantId: string; isOpen: boolean }[]> =>
  (
    await pool.query<{ tenantId: string; isOpen: boolean }>(
      `select tenant_id as "tenantId", coalesce(${open}, false) as "isOpen" from tenant t
        where is_deleted = 0 and not exists (select from tenant_preparation p where p.tenant_id = t.tenant_id) order by tenant_id`,
    )
  ).rows;

/** Port to later domains. */
export { lockDatasource } from "./tenants.holds.ts";
