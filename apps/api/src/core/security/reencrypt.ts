import type pg from "pg";
import type { Cipher } from "./cipher.ts";
import { withConnection } from "../database/db.ts";
import type { Services } from "../foundation/services.ts";

/** Number of the advisory lock; nothing else uses it. */
const lockKey = 707_431_261;
/** Table pages that are read by one statement, and values that are updated by one statement. */
const pagesAtOnce = 200;
const valuesAtOnce = 500;

interface Table {
  name: string;
  pages: number;
  /** Its columns that may hold encrypted values, by name, and whether they hold them within JSON. */
  columns: { name: string; json: boolean }[];
}

/** An encrypted value, alone or as a text within JSON. */
const encryptedValue = /v\d+\.[A-Za-z0-9+/]{38,}={0,2}/g;

/**
 * Encrypts all values again that were encrypted with another version of the field key than the one in use. Runs in the background, some rows
 * at a time, and never waits for locked rows. It may be interrupted and started again at any point. One process at a time.
 * @param report is called with pages done and pages in all
 * @param schema another schema than the pool's own
 * @returns false when another process is doing it
 */
export async function reencrypt(
  app: Pick<Services, "pool" | "keys" | "cipher">,
  report: (done: number, total: number) => void = () => {},
  schema?: string,
): Promise<boolean> {
  const { current, former } = app.keys.field;
  if (former === null) return true;
  return inSchema(app.pool, schema, async (client) => {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockKey]);
    if (!rows[0]?.got) return false;
    try {
      const { rows: finished } = await client.query(
        "select from reencryption where version = $1 and finish_time is not null",
        [current],
      );
      if (finished.length > 0) return true;
      await sweep(client, app.cipher, current, report);
      await client.query("update reencryption set finish_time = now() where version = $1", [current]);
      return true;
    } finally {
      await client.query("select pg_advisory_unlock($1)", [lockKey]);
    }
  });
}

/**
 * Runs work with a connection to a schema; left out: the pool's own. A schema that is no longer there is an error: taken for one without tables,
 * it would seem to hold nothing.
 */
const inSchema = <T>(
  pool: pg.Pool,
  schema: string | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  withConnection(pool, async (client) => {
    if (schema === undefined) return work(client);
    const { rows } = await client.query<{ own: string }>("select current_setting('search_path') as own");
    await client.query("select set_config('search_path', $1::regnamespace::text, false)", [schema]);
    const result = await work(client);
    await client.query("select set_config('search_path', $1, false)", [rows[0]?.own]);
    return result;
  });

/** Repeats until a whole round changes nothing, because rows move in the table when others update them. */
async function sweep(
  client: pg.PoolClient,
  cipher: Cipher,
  version: number,
  report: (done: number, total: number) => void,
): Promise<void> {
  for (let changed = 1; changed > 0;) {
    changed = 0;
    const tables = await getTables(client);
    const total = tables.reduce((sum, { pages }) => sum + pages, 0);
    let done = 0;
    for (const table of tables)
      for (let page = 0; page < table.pages; page += pagesAtOnce) {
        changed += await sweepPages(client, cipher, version, table, page);
        done += Math.min(pagesAtOnce, table.pages - page);
        await client.query(
          "insert into reencryption as r (version, pages_done, pages_total) values ($1, $2, $3) on conflict (version) do update set pages_done = excluded.pages_done, pages_total = excluded.pages_total",
          [version, done, total],
        );
        report(done, total);
      }
  }
}

/** All tables of the schema with a column that is long enough for an encrypted value. Read from the system catalogue, so that none is missed. */
async function getTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } =
    await client.query<Table>(`select quote_ident(c.relname) as name, ceil(pg_relation_size(c.oid) / current_setting('block_size')::numeric)::int as pages,
      json_agg(json_build_object('name', quote_ident(a.attname), 'json', t.typname = 'jsonb') order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and (t.typname in ('text', 'jsonb') or (t.typname = 'varchar' and a.atttypmod > 60))
      and c.relname !~ '(_log|^audit_record|^sign_in|^region)($|_)'
    group by c.oid, c.relname having pg_relation_size(c.oid) > 0 order by c.relname`);
  return rows;
}

async function sweepPages(
  client: pg.PoolClient,
  cipher: Cipher,
  version: number,
  { name, columns }: Table,
  page: number,
): Promise<number> {
  const old = (column: Table["columns"][number]) =>
    column.json
      ? `${column.name}::text ~ '"v\\d+\\.'`
      : `${column.name} ~ '^v\\d+\\.' and ${column.name} not like 'v${version}.%'`;
  const { rows } = await client.query<Record<string, string | null> & { at: string }>({
    text: `select ctid::text as at, ${columns.map((column, index) => `case when ${old(column)} then ${column.name}::text end as c${index}`).join(", ")} from ${name}
      where ctid >= $1::tid and ctid < $2::tid and (${columns.map((column) => `(${old(column)})`).join(" or ")})`,
    values: [`(${page},0)`, `(${page + pagesAtOnce},0)`],
  });
  let changed = 0;
  for (const [index, column] of columns.entries()) {
    const values = rows.flatMap(({ at, [`c${index}`]: stored }) => {
      const anew = typeof stored === "string" ? reencryptValue(cipher, stored, version, column.json) : null;
      return anew === null || anew === stored ? [] : [{ at, stored: stored as string, anew }];
    });
    for (let from = 0; from < values.length; from += valuesAtOnce)
      changed += await write(client, name, column, values.slice(from, from + valuesAtOnce));
  }
  return changed;
}

/** The same value encrypted with the version in use; null for a text that only looks encrypted. */
function reencryptValue(cipher: Cipher, stored: string, version: number, json: boolean): string | null {
  const one = (text: string) => {
    if (text.startsWith(`v${version}.`)) return text;
    try {
      return cipher.encrypt(cipher.decrypt(text));
    } catch {
      return text;
    }
  };
  if (json) return stored.replace(encryptedValue, one);
  return new RegExp(`^(?:${encryptedValue.source})$`).test(stored) ? one(stored) : null;
}

/** Updates values that have not changed meanwhile. Locked rows are left for the next round. */
async function write(
  client: pg.PoolClient,
  table: string,
  { name, json }: Table["columns"][number],
  values: readonly { at: string; stored: string; anew: string }[],
): Promise<number> {
  await client.query("begin");
  try {
    await client.query(`select set_config('jipei.reencrypting', 'on', true)`);
    const type = json ? "jsonb" : "text";
    await client.query(
      `with free as (select t.ctid, v.anew from unnest($1::tid[], $2::text[], $3::text[]) as v (at, stored, anew) join ${table} t on t.ctid = v.at and t.${name}${json ? "" : "::text"} = v.stored::${type} for update of t skip locked)
       update ${table} t set ${name} = free.anew::${type} from free where t.ctid = free.ctid`,
      [values.map(({ at }) => at), values.map(({ stored }) => stored), values.map(({ anew }) => anew)],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return values.length;
}

/** Whether any value of a schema is still encrypted with a version. @param schema left out: the pool's own */
export const holdsVersion = (pool: pg.Pool, version: number, schema?: string): Promise<boolean> =>
  inSchema(pool, schema, async (client) => {
    // Scanning a large table may take longer than the usual timeout.
    await client.query("begin; set local statement_timeout = 0");
    const holds = await holdsWithin(client, version);
    await client.query("commit");
    return holds;
  });

async function holdsWithin(client: pg.PoolClient, version: number): Promise<boolean> {
  for (const { name, columns } of await getTables(client)) {
    const wanted = columns
      .map((column) =>
        column.json
          ? `${column.name}::text like '%"v${version}.%'`
          : `${column.name} ~ '^v${version}\\.[A-Za-z0-9+/]{38,}={0,2}$'`,
      )
      .join(" or ");
    const { rows } = await client.query(`select from ${name} where ${wanted} limit 1`);
    if (rows.length > 0) return true;
  }
  return false;
}
