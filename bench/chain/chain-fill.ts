import { type Entity, snake } from "../../packages/contract/src/core/entity.ts";
import type { Field } from "../../packages/contract/src/core/fields/field.ts";
import { getBaseTable } from "../../apps/api/test/support/entity-views.ts";
import { entities } from "../../packages/contract/src/entities.ts";
import { storedFields } from "../../apps/api/src/core/database/ddl.ts";
import type { Services } from "../../apps/api/src/core/foundation/services.ts";
import { type Filling, chain, chainSize } from "./chain-rows.ts";
import { fillOffice, officeTables, type OfficeTable } from "../office.ts";
import { differentSecrets, getSecrets } from "../secrets.ts";

/**
 * Fills every table of a migrated database as a county's would be after two years: `chain-rows.ts` says what stands in the tables of the chain,
 * `office.ts` in those of the administration; the others get a hundredth of the students' number of plausible rows.
 * References, triggers and indexes come back (or stay away, as references do) when all rows are there.
 */
export async function fillChain(services: Services, students: number): Promise<void> {
  const { pool } = services;
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '256MB'");
    await client.query(withoutChecks);
    const indexes = await takeIndexes(client);
    const secrets = ["330102199003070038", "13800001234", "6222020200112233445"].map((value) =>
      getSecrets(services.cipher, value),
    );
    await client.query(
      "create temporary table secret as select * from unnest($1::text[], $2::text[], $3::text[]) with ordinality s (id_number, phone, account, place)",
      secrets,
    );
    await client.query("create index on secret (place); analyze secret");
    const required = await findRequired(client);
    for (const [table, filling] of Object.entries(chain)) {
      await client.query(getInsert(getEntityOf(table), filling, students, required));
      // Those that follow are joined with it.
      await client.query(`analyze ${table}`);
    }
    // Entities that are read through a view have their rows in a table of the chain.
    for (const entity of entities.filter(({ table }) => getBaseTable(table) === table))
      if (!(entity.table in chain) && !(entity.table in officeTables) && (await isEmpty(client, entity)))
        await client.query(getInsert(entity, { rows: rest }, students, required));
    for (const definition of indexes) await client.query(definition);
    await client.query(withChecks);
  } finally {
    client.release(true);
  }
  for (const table of Object.keys(officeTables) as OfficeTable[])
    await fillOffice(services, table, Math.ceil(students / 10));
  await vacuumAll(services);
}

/** References and checks are dropped, since rows are filled in any order and only read afterwards, and triggers do not run. */
const withoutChecks = `do $$ declare k record; begin
  for k in select conrelid::regclass as owner, conname from pg_constraint where conislocal and contype in ('f', 'c', 'x') and coninhcount = 0 and connamespace = current_schema()::regnamespace loop
    execute format('alter table %s drop constraint %I', k.owner, k.conname); end loop;
  for k in select oid::regclass as owner from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace loop
    execute format('alter table %s disable trigger user', k.owner);
    execute format('alter table %s set (autovacuum_enabled = off)', k.owner); end loop; end $$`;
const withChecks = `do $$ declare k record; begin
  for k in select oid::regclass as owner from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace loop
    execute format('alter table %s enable trigger user', k.owner); end loop; end $$`;

interface Client {
  query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>;
}

/** Drops the indexes of the filled tables but those of constraints. @returns the statements that create them again */
async function takeIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid::regclass::text = any($1) and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [Object.keys(chain)],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const getEntityOf = (table: string): Entity | string => entities.find((entity) => entity.table === table) ?? table;
const rest = (students: number): number => Math.ceil(students / 100);

async function isEmpty(client: Client, { table }: Entity): Promise<boolean> {
  return (await client.query(`select from ${table} limit 1`)).rows.length === 0;
}

/** Columns that may not be empty and have no default, as `table.column`. */
async function findRequired(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema() and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** The INSERT of a table: the columns that are stated, and plausible values for all others that may not be empty. */
function getInsert(
  owner: Entity | string,
  { rows, from, columns = {} }: Filling,
  students: number,
  required: ReadonlySet<string>,
): string {
  const table = typeof owner === "string" ? owner : owner.table;
  const values = new Map<string, string>(
    typeof owner === "string"
      ? []
      : [
          ...storedFields(owner)
            .filter(([name]) => required.has(`${table}.${snake(name)}`) && !(name in written))
            .flatMap(([name, field]) => plausible(snake(name), field, students)),
          ["create_user", "1"],
          ["update_user", "1"],
        ],
  );
  for (const [name, value] of Object.entries(columns)) values.set(name, value);
  const source = from?.(students) ?? `generate_series(1, ${rows?.(students) ?? 0}) n`;
  return `insert into ${table} (${[...values.keys()].join(", ")}) select ${[...values.values()].join(", ")} from ${source} on conflict do nothing`;
}
const written = { id: true, createUser: true, createTime: true, updateUser: true, updateTime: true, version: true };

/** Plausible values of a column for row `n`: numbers of its own for texts, every code in turn, references to rows that are there. */
function plausible(column: string, field: Field, students: number): [string, string][] {
  if (field.encrypted)
    return [
      [column, secretOf(field)],
      [`${column}_hash`, "'h' || n"],
    ];
  switch (field.kind) {
    case "ref":
    case "id":
      return [[column, `1 + n % ${chainSize(field.entity ?? "", students)}`]];
    case "text":
    case "long":
      return [[column, `right('x' || n, ${field.length ?? 20})`]];
    case "code":
      return [
        [
          column,
          `(array[${Object.keys(field.codes?.codes ?? {})
            .map((code) => `'${code}'`)
            .join(", ")}])[1 + n % ${Object.keys(field.codes?.codes ?? {}).length}]`,
        ],
      ];
    case "date":
      return [[column, "current_date - (n % 700)::integer"]];
    case "datetime":
      return [[column, "now() - n % 700 * interval '1 day'"]];
    case "time":
      return [[column, "time '08:00'"]];
    case "int":
    case "decimal":
      return [[column, String(field.min ?? 1)]];
    case "data":
      return [[column, "'{}'::jsonb"]];
    default:
      return [[column, "'{}'"]];
  }
}

/** One of the encrypted values that the rows share. */
export function secretOf({ masked }: Pick<Field, "masked">): string {
  const kind =
    masked === "phone" ? "phone" : masked === "bankAccount" || masked === "unitAccount" ? "account" : "id_number";
  return `(select x.${kind} from secret x where x.place = 1 + n % ${differentSecrets})`;
}

/** Statistics and the marks of pages that are visible to all, as they are some time after the rows were written. */
async function vacuumAll({ pool }: Services): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'");
    await client.query("vacuum analyze");
  } finally {
    client.release(true);
  }
}
