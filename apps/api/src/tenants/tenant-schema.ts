import { connected } from "../core/database/connected.ts";
import { onlySchema } from "../core/database/db.ts";
import { migrate, MigrationError } from "../core/database/migrate.ts";

/** Schema of a tenant. @param tenantId six digits, which is checked because it becomes part of SQL statements */
export function getSchema(tenantId: string): string {
  if (!/^\d{6}$/.test(tenantId)) throw new Error(`not a tenant: ${tenantId}`);
  return `t_${tenantId}`;
}

/** The name to which the schema of a removed tenant is changed. */
export const getRemovedSchema = (tenantId: string): string => getSchema(tenantId).replace(/^t_/, "removed_");

/**
 * Creates the schema where it is missing and migrates it to the newest version, by the migrations of the installation itself. May be interrupted at any
 * point and repeated.
 * @returns the migrations applied
 * @throws MigrationError naming the tenant
 */
export async function migrateTenant(url: string, tenantId: string, production: boolean): Promise<string[]> {
  const schema = getSchema(tenantId);
  await connected({ connectionString: url }, (client) => client.query(`create schema if not exists ${schema}`));
  const applied = await migrate(url, { schema, production }).catch((error: unknown) => {
    throw error instanceof MigrationError ? new MigrationError(`tenant ${tenantId}: ${error.message}`) : error;
  });
  await connected({ connectionString: url }, (client) => client.query(`${onlySchema(schema)};${ownRows(tenantId)}`));
  return applied;
}

/** Drops the schema of a tenant that was never used. */
export async function dropTenant(url: string, tenantId: string): Promise<void> {
  await connected({ connectionString: url }, (client) =>
    client.query(`drop schema if exists ${getSchema(tenantId)} cascade`),
  );
}

/** SQL that sets the tenant's number on all rows: those that migrations inserted, and, as default, all later ones. */
const ownRows = (tenantId: string): string => `do $own$
declare
  owned text;
begin
  if tenant_owner() <> '${tenantId}' then
    create or replace function tenant_owner() returns varchar language sql immutable parallel safe as $$ select '${tenantId}'::varchar $$;
  end if;
  for owned in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = '${getSchema(tenantId)}'::regnamespace and c.relkind in ('r', 'p') and pg_get_expr(d.adbin, d.adrelid) not like '''${tenantId}''%'
  loop
    execute format('alter table %I alter column tenant_id set default %L', owned, '${tenantId}');
    execute format('update %I set tenant_id = %L', owned, '${tenantId}');
  end loop;
end $own$`;
