import type { Field } from "@jipei/contract/core/fields/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Db } from "../core/database/db.ts";
import { getFailure, openSource, withSource } from "./connection.ts";

/** A column as the system catalogue of a database describes it. */
export interface Column {
  name: string;
  /** The type as PostgreSQL writes it, `character varying(50)`. */
  type: string;
  notNull: boolean;
  key: boolean;
  remark: string | null;
  /** Table that the column refers to. */
  refers: string | null;
  /** Check constraints on this column alone. */
  checks: string[];
}

/** Tables of the own database that may be read: those without secret or encrypted fields. Tables without an entity are open where their name marks a design. */
const openTables = entities
  .filter((entity) => Object.values<Field>(entity.fields).every((field) => !field.writeOnly && !field.encrypted))
  .map((entity) => entity.table);

const tablesOf = `
  select c.oid, c.relname as name, left(obj_description(c.oid, 'pg_class'), 500) as remark
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = coalesce($1, current_schema()) and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname ~ '^[a-z][a-z0-9_]{0,62}$' and ($2::text[] is null or c.relname = any($2) or c.relname like 'draft\\_%')
    and ($2::text[] is null or not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname ~ 'password|secret|token|hash'))`;

const columnsOf = `
  with t as (${tablesOf} and c.relname = $3)
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull", left(col_description(a.attrelid, a.attnum), 500) as remark,
    exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'p' and k.conkey = array[a.attnum]) as key,
    (select o.relname from pg_constraint k join pg_class o on o.oid = k.confrelid where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as refers,
    array(select left(pg_get_constraintdef(k.oid), 2000) from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from t join pg_attribute a on a.attrelid = t.oid where a.attnum > 0 and not a.attisdropped order by a.attnum limit 200`;

async function ask<R>(
  db: Db,
  app: Services,
  datasourceId: string,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const source = await openSource(db, app, datasourceId);
  try {
    return await withSource(app, source, (query) =>
      query<R>(text, [source.builtIn ? null : source.address.schema, source.builtIn ? openTables : null, ...values]),
    );
  } catch (error) {
    throw getFailure(error);
  }
}

/** Tables of a data source that code may be generated from, at most 1,000. @throws NOT_FOUND, ADDRESS_INTERNAL, DATASOURCE_FAILED */
export const tablesIn = (
  db: Db,
  app: Services,
  datasourceId: string,
): Promise<{ name: string; remark: string | null }[]> =>
  ask(db, app, datasourceId, `select name, remark from (${tablesOf}) t order by name limit 1000`, []);

/** Columns of such a table. @throws NOT_FOUND also for a table that is not open, ADDRESS_INTERNAL, DATASOURCE_FAILED */
export async function columnsIn(db: Db, app: Services, datasourceId: string, table: string): Promise<Column[]> {
  const columns = await ask<Column>(db, app, datasourceId, columnsOf, [table]);
  if (columns.length === 0) throw new Refusal("NOT_FOUND");
  return columns;
}
