import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import type { Field, Fields } from "@jipei/contract/core/fields/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
/** `table.column` of each column with which an index begins, and the tables themselves: views have no indexes of their own. */
let first: Set<string>;
let tables: Set<string>;
before(async () => {
  app = await startTestApp();
  const { rows } = await app.pool.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where c.relnamespace = current_schema()::regnamespace`,
  );
  first = new Set(rows.map(({ name, column }) => `${name}.${column}`));
  tables = new Set(rows.map(({ name }) => name));
});
after(() => app.close());

/** The columns by which a list finds its rows for a filter: a reference, the one that a looked-up value is reached by, or the hash of a secret. */
const columnsOf = (entity: Entity): string[] =>
  entity.filters.flatMap((name) => {
    const fields: Fields = entity.fields;
    const { kind, lookup, encrypted, derived } = fields[name] as Field;
    if (lookup) return (fields[lookup.via] as Field).derived ? [] : [snake(lookup.via)];
    if (derived) return [];
    if (encrypted) return [`${snake(name)}_hash`];
    return kind === "ref" ? [snake(name)] : [];
  });

describe("indexes", () => {
  it("begin with each column by which a list filters for a person, unit, class or other row", () => {
    const asked = entities
      .filter(({ table }) => tables.has(table))
      .flatMap((entity) => [...new Set(columnsOf(entity))].map((column) => `${entity.table}.${column}`));
    assert.ok(asked.length > 100, `${asked.length} columns`);
    assert.deepEqual(
      asked.filter((column) => !first.has(column)),
      [],
    );
  });
});
