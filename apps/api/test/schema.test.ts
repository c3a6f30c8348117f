import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { snake } from "@jipei/contract/core/entity.ts";
import { entities } from "@jipei/contract/entities.ts";
import pg from "pg";
import { columnType, isNotNull, storedFields } from "../src/core/database/ddl.ts";
import { getBaseColumn, getBaseTable } from "./support/entity-views.ts";
import { createTestDatabase } from "./database/template-db.ts";

/** The migrated database and the contract must agree: column, type, length, null, code list. */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

const types: Record<string, string> = {
  int8: "bigint",
  int4: "integer",
  int2: "smallint",
  text: "text",
  date: "date",
  timestamptz: "timestamptz",
  time: "time",
  jsonb: "jsonb",
  _text: "text[]",
  _int8: "bigint[]",
  bool: "boolean",
};

interface Column {
  udt_name: string;
  length: number | null;
  precision: number | null;
  scale: number | null;
}

function getColumnType({ udt_name, length, precision, scale }: Column): string | undefined {
  if (udt_name === "varchar") return `varchar(${length})`;
  return udt_name === "numeric" ? `numeric(${precision},${scale})` : types[udt_name];
}

describe("every table", () => {
  for (const entity of entities)
    it(`table of ${entity.name}`, async () => {
      const columns = new Map(
        (
          await client.query(
            `select column_name, udt_name, character_maximum_length as length, numeric_precision as precision, numeric_scale as scale, is_nullable from information_schema.columns where table_name = $1`,
            [entity.table],
          )
        ).rows.map((row) => [row.column_name as string, row]),
      );
      assert.ok(columns.size > 0, `table ${entity.table} is missing`);
      // A view has the constraints of its table, whose columns it may call otherwise.
      const base = getBaseTable(entity.table);
      const checks: string = (
        await client.query(
          `select coalesce(string_agg(pg_get_constraintdef(oid), ' '), '') as text from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
          [base],
        )
      ).rows[0].text;
      const filled = new Set(
        (
          await client.query<{ name: string }>(
            `select column_name as name from information_schema.columns where table_name = $1 and is_nullable = 'NO'`,
            [base],
          )
        ).rows.map(({ name }) => name),
      );
      for (const [name, field] of storedFields(entity)) {
        const found = columns.get(snake(name));
        assert.ok(found, `${entity.table}.${snake(name)} is missing`);
        assert.equal(getColumnType(found), columnType(field), `${entity.table}.${snake(name)}`);
        // In a table of two sides a check says which side has it always.
        const column = getBaseColumn(entity.table, snake(name));
        const isOfSide = columns.has("side") && checks.includes(`(${column} IS NOT NULL)`);
        if (isNotNull(name, field) && !isOfSide)
          assert.ok(filled.has(column), `${entity.table}.${snake(name)} must not be null`);
        if (field.encrypted)
          assert.ok(columns.has(`${snake(name)}_hash`), `${entity.table}.${snake(name)}_hash is missing`);
        if (field.kind === "code" && field.codes)
          for (const code of Object.keys(field.codes.codes))
            assert.ok(checks.includes(`'${code}'`), `${entity.table}.${snake(name)}: no check names ${code}`);
      }
    });
});

/** Tables and columns without an entity are stated as interfaces in `tables.ts` and the `*.tables.ts` of the domains: `table: { column: type; }`. */
const source = join(import.meta.dirname, "../src");
const sources = (patterns: string[]) =>
  globSync(patterns, { cwd: source }).map((file) => readFileSync(join(source, file), "utf8"));
const stated = sources(["core/database/tables.ts", "*/*.tables.ts"]).flatMap((text) => {
  return [...text.matchAll(/^ {2,4}(\w+): \{\n((?: +\w+: [^{}]+;\n)+) +\};$/gm)].map(([, name = "", body = ""]) => ({
    name,
    columns: new Map([...body.matchAll(/^ +(\w+): (.+);$/gm)].map(([, column = "", type = ""]) => [column, type])),
  }));
});
/** The TypeScript types that a column may have: codes and audiences are kinds of text. */
const typeOf: Readonly<Record<string, RegExp>> = {
  bool: /^boolean$/,
  int4: /^number$/,
  int2: /^number$/,
  jsonb: /^(Nullable)?Json(<\w+>)?$/,
  bytea: /^Buffer$/,
  _text: /^string\[\]$/,
  _int8: /^string\[\]$/,
  _int4: /^number\[\]$/,
};

describe("every table", () => {
  for (const { name, columns } of stated)
    it(`columns stated for ${name}`, async () => {
      const entity = entities.find((one) => one.name === name);
      const { rows } = await client.query<{ name: string; type: string; nullable: boolean; view: boolean }>(
        `select c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable, t.table_type = 'VIEW' as view
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.table_name = $1`,
        [entity?.table ?? snake(name)],
      );
      assert.ok(rows.length > 0, `no table of ${name}`);
      for (const [column, type] of columns) {
        const found = rows.find((row) => row.name === snake(column));
        assert.ok(found, `${name}.${column} is missing`);
        const plain = type.replace(/^Generated<(.*)>$/, "$1").replace(" | null", "");
        assert.match(
          plain,
          typeOf[found.type] ?? /^(string|Audience|JobState|"\w+"( \| "\w+")*)$/,
          `${name}.${column}`,
        );
        if (!found.view)
          assert.equal(
            /null|Nullable/.test(type),
            found.nullable,
            `${name}.${column} ${found.nullable ? "may" : "may not"} be null`,
          );
      }
      if (!entity)
        assert.deepEqual(
          [...columns.keys()].map(snake).sort(),
          rows.map((row) => row.name).sort(),
          `all columns of ${name}`,
        );
    });
});
/** Views that domains publish are stated in their `*.views.ts`: `view: View<"table", "column" | "column">;`. */
const views = sources(["core/database/tables.ts", "*/*.views.ts"]).flatMap((text) =>
  [...text.matchAll(/^ +(\w+): View<\s*"(\w+)",([^>]+)>;$/gm)].map(([, name = "", table = "", columns = ""]) => ({
    name,
    table,
    columns: [...columns.matchAll(/"(\w+)"/g)].map(([, column = ""]) => snake(column)),
  })),
);

describe("published views", () => {
  it("are read from the sources", () => assert.ok(views.length > 10));

  for (const { name, table, columns } of views)
    it(`${name} has the columns of ${table} that are stated`, async () => {
      const { rows } = await client.query<{ name: string; table: string; column: string }>(
        `select c.column_name as name, u.table_name as "table", u.column_name as column
        from information_schema.columns c left join information_schema.view_column_usage u
          on u.view_schema = c.table_schema and u.view_name = c.table_name and u.column_name = c.column_name
        where c.table_schema = 'public' and c.table_name = $1 order by 1`,
        [snake(name)],
      );
      assert.deepEqual(
        rows,
        columns.toSorted().map((column) => ({ name: column, table: snake(table), column })),
      );
    });
});

describe("tables", () => {
  it("each one of the database is stated", async () => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'v', 'p') and not c.relispartition`,
    );
    const known = new Set([
      ...entities.map(({ table }) => table),
      ...[...stated, ...views].map(({ name }) => snake(name)),
    ]);
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !known.has(name)),
      [],
    );
  });
});
