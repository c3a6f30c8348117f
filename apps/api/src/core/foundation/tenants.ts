import type pg from "pg";

/** The further tenants of an installation in tenant mode. Only the services of the installation have them. */
export interface Tenants<Services> {
  /** Address of the database that holds their schemas. */
  url: string;
  /** The services of a tenant whose schema exists, whatever its state. Created once and cached. */
  services(tenantId: string): Promise<Services>;
  /** Seeds the data that every schema needs: lists, roles, menus. @param app services of the tenant */
  seed(app: Services): Promise<void>;
}

/**
 * Schemas of tenants: open, closed and removed ones, also while the server runs without tenants.
 * @param options.empty whether those count that have no tables yet, as of a tenant that is being made
 */
export async function getTenantSchemas(
  database: pg.Pool | pg.Client,
  { empty }: { empty: boolean },
): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    "select nspname as name from pg_namespace n where nspname ~ '^(t|removed)_[0-9]{6}$' and ($1 or exists (select from pg_class where relnamespace = n.oid and relname = 'schema_migration')) order by nspname",
    [empty],
  );
  return rows.map(({ name }) => name);
}
