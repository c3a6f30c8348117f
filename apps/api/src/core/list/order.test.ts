import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { type OrderKey, fromRowOn, orderBy } from "./order.ts";

/** Compares `fromRowOn` with PostgreSQL's own order, in all directions and with nulls. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
  await sql`create table order_sample (id bigint primary key, a integer, b varchar(4), c date not null)`.execute(
    app.db,
  );
  await sql`insert into order_sample select n, nullif(n % 5, 0), case when n % 4 > 0 then chr(96 + n % 4) end, date '2026-01-01' + n % 3 from generate_series(1, 120) n`.execute(
    app.db,
  );
});
after(() => app.close());

const key = (name: string, descending: boolean): OrderKey => ({
  by: sql.raw(`t.${name}`),
  descending,
  nullable: name === "a" || name === "b",
});
const directions = [false, true];
const orders = [["a", "b"], ["b", "c"], ["c", "a"], ["c"]].flatMap((names) =>
  directions.flatMap((one) =>
    directions.flatMap((two) =>
      directions.map((three) => [...names.map((name, at) => key(name, at === 0 ? one : two)), key("id", three)]),
    ),
  ),
);

describe("fromRowOn", () => {
  it("selects the rest of the list, in all directions and with nulls", async () => {
    for (const keys of orders) {
      const values = sql.join(keys.map(({ by }) => sql`(${by})::text`));
      const { rows } = await sql<{
        id: string;
        values: (string | null)[];
      }>`select t.id, array[${values}] as values from order_sample t order by ${orderBy(keys)}`.execute(app.db);
      for (const at of [0, 1, 17, 40, 77, 119]) {
        const rest = await sql<{
          id: string;
        }>`select t.id from order_sample t where ${fromRowOn(keys, rows[at]?.values ?? [])} order by ${orderBy(keys)}`.execute(
          app.db,
        );
        assert.deepEqual(
          rest.rows.map(({ id }) => id),
          rows.slice(at).map(({ id }) => id),
        );
      }
    }
  });
});
