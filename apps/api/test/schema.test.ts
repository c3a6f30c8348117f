import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { snake } from "@jipei/contract/core/entity.ts";
import { entities } from "@jipei/contract/entities.ts";
import pg from "pg";
import { columnType, isNotNull, storedFields } from "../src/core/ddl.ts";
import { createTestDatabase } from "./template-db.ts";

/** The migrated database and the contract must say the same: column, type, length, null, code list. */
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
  text: "text",
  date: "date",
  timestamptz: "timestamptz",
  time: "time",
  jsonb: "jsonb",
  _text: "text[]",
  _int8: "bigint[]",
  bool: "boolean",
};

for (const entity of entities)
  test(`table of ${entity.name}`, async () => {
    const columns = new Map(
      (
        await client.query(
          `select column_name, udt_name, character_maximum_length as length, numeric_precision as precision, numeric_scale as scale, is_nullable from information_schema.columns where table_name = $1`,
          [entity.table],
        )
      ).rows.map((row) => [row.column_name as string, row]),
    );
    assert.ok(columns.size > 0, `table ${entity.table} is missing`);
    const checks: string = (
      await client.query(
        `select coalesce(string_agg(pg_get_constraintdef(oid), ' '), '') as text from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
        [entity.table],
      )
    ).rows[0].text;
    for (const [name, field] of storedFields(entity)) {
      const found = columns.get(snake(name));
      assert.ok(found, `${entity.table}.${snake(name)} is missing`);
      const type =
        found.udt_name === "varchar"
          ? `varchar(${found.length})`
          : found.udt_name === "numeric"
            ? `numeric(${found.precision},${found.scale})`
            : types[found.udt_name];
      assert.equal(type, columnType(field), `${entity.table}.${snake(name)}`);
      if (isNotNull(name, field))
        assert.equal(found.is_nullable, "NO", `${entity.table}.${snake(name)} must not be null`);
      if (field.encrypted)
        assert.ok(columns.has(`${snake(name)}_hash`), `${entity.table}.${snake(name)}_hash is missing`);
      if (field.kind === "code" && field.codes)
        for (const code of Object.keys(field.codes.codes))
          assert.ok(checks.includes(`'${code}'`), `${entity.table}.${snake(name)}: no check names ${code}`);
    }
  });
