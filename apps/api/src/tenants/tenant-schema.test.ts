import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type pg from "pg";
import { openPool } from "../core/database/db.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database/template-db.ts";
import { migrateTenant, getSchema } from "./tenant-schema.ts";

/** A tenant's schema by itself: it is complete, and cannot reach the installation's tables. */
const tenantId = "123456";
let database: TestDatabase;
let installation: pg.Pool;
let own: pg.Pool;
before(async () => {
  database = await createTestDatabase();
  await migrateTenant(database.url, tenantId, false);
  installation = openPool(database.url, 2);
  own = openPool(database.url, 2, { schema: getSchema(tenantId) });
});
after(async () => {
  await installation.end();
  await own.end();
  await database.drop();
});

/** The names of everything in a schema: tables with their columns, indexes, constraints, functions, triggers. */
const contents = `select c.relkind::text || ' ' || c.relname || coalesce(': ' || (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || a.attnotnull, ', ' order by a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '') as name
    from pg_class c where c.relnamespace = $1::regnamespace
  union all select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = $1::regnamespace
  union all select 'function ' || proname from pg_proc p where pronamespace = $1::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all select 'trigger ' || tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid where not tgisinternal and c.relnamespace = $1::regnamespace
  order by 1`;

describe("migrateTenant", () => {
  it("creates every table, column, index, rule and function of the installation", async () => {
    const of = async (schema: string) =>
      (await installation.query<{ name: string }>(contents, [schema])).rows.map(({ name }) =>
        name.replaceAll(`${schema}.`, ""),
      );
    const [all, tenants] = [await of("public"), await of(getSchema(tenantId))];
    assert.ok(all.length > 500);
    assert.deepEqual(tenants, all);
  });

  it("creates nothing that refers to another schema", async () => {
    const { rows } = await installation.query(
      `select conname from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid where c.relnamespace = $1::regnamespace and f.relnamespace <> c.relnamespace
     union all select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal and c.relnamespace = $1::regnamespace and p.pronamespace <> c.relnamespace
     union all select c.relname from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'v' and pg_get_viewdef(c.oid) ~ 'public\\.'
     union all select proname from pg_proc where pronamespace = $1::regnamespace and prosrc ~ 'public\\.'`,
      [getSchema(tenantId)],
    );
    assert.deepEqual(rows, []);
  });

  it("creates tables that are the only ones a connection of the tenant finds", async () => {
    await installation.query(`create table only_the_installations (id int)`);
    await assert.rejects(own.query("select from only_the_installations"), /does not exist/);
    const { rows } = await own.query<{ path: string; owner: string; regions: string }>(
      `select current_setting('search_path') as path, tenant_owner() as owner, (select count(*) from region) as regions`,
    );
    assert.deepEqual(rows, [{ path: getSchema(tenantId), owner: tenantId, regions: "0" }]);
  });

  it("puts the tenant’s number on every row, also later ones and after the next migration", async () => {
    await migrateTenant(database.url, tenantId, false);
    const { rows } = await own.query<{ name: string; standard: string }>(
      `select c.relname as name, pg_get_expr(d.adbin, d.adrelid) as standard from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.atthasdef`,
      [getSchema(tenantId)],
    );
    assert.ok(rows.length > 50);
    for (const { name, standard } of rows) {
      assert.match(standard, /^'123456'/, name);
      const foreign = await own.query(`select from ${name} where tenant_id <> $1`, [tenantId]);
      assert.equal(foreign.rowCount, 0, name);
    }
  });
});

describe("getSchema", () => {
  it("accepts only six digits", () => {
    for (const wrong of ["", "12345", "1234567", "public", "12345a", "1'; --"])
      assert.throws(() => getSchema(wrong), wrong);
  });
});
