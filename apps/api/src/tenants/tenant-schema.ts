import { connected } from "../core/connected.ts";
import { onlySchema } from "../core/db.ts";
import { migrate, MigrationError } from "../core/migrate.ts";

/** Schema of a tenant. @param tenantId six digits: it becomes part of statements */
export function schemaOf(tenantId: string): string {
  if (!/^\d{6}$/.test(tenantId)) throw new Error(`not a tenant: ${tenantId}`);
  return `t_${tenantId}`;
}

/** Where the schema of a removed tenant is kept. */
export const keptSchemaOf = (tenantId: string): string => schemaOf(tenantId).replace(/^t_/, "removed_");

/**
 * Makes the schema where it is missing and brings it to the newest version, by the migrations of the installation itself. May be cut off
 * anywhere and done again.
 * @returns the migrations applied
 * @throws MigrationError naming the tenant
 */
export async function migrateTenant(url: string, tenantId: string, production: boolean): Promise<string[]> {
  const schema = schemaOf(tenantId);
  await connected({ connectionString: url }, (client) => client.query(`create schema if not exists ${schema}`));
  const applied = await migrate(url, { schema, production }).catch((error: unknown) => {
    throw error instanceof MigrationError ? new MigrationError(`tenant ${tenantId}: ${error.message}`) : error;
  });
  await connected({ connectionString: url }, (client) => client.query(`${onlySchema(schema)};${ownRows(tenantId)}`));
  return applied;
}

/** Drops what was made of a tenant that nobody ever used. */
export async function dropTenant(url: string, tenantId: string): Promise<void> {
  await connected({ connectionString: url }, (client) =>
    client.query(`drop schema if exists ${schemaOf(tenantId)} cascade`),
  );
}

/** The rows of a tenant carry its number: those that migrations brought, and all to come. */
const ownRows = (tenantId: string): string => `do $own$
declare
  owned text;
begin
  if house() <> '${tenantId}' then
    create or replace function house() returns varchar language sql immutable parallel safe as $$ select '${tenantId}'::varchar $$;
  end if;
  for owned in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = '${schemaOf(tenantId)}'::regnamespace and c.relkind in ('r', 'p') and pg_get_expr(d.adbin, d.adrelid) not like '''${tenantId}''%'
  loop
    execute format('alter table %I alter column tenant_id set default %L', owned, '${tenantId}');
    execute format('update %I set tenant_id = %L', owned, '${tenantId}');
  end loop;
end $own$`;
