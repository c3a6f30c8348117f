import { sql } from "kysely";
import { daysBack, inThePast } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";

/** A table with times that the database sets itself. */
interface Dated {
  table: string;
  columns: string[];
  /** The last row that was there before. */
  last: string;
}

/** Does some work as if it were so many days ago. Steps come before anything nearer is made, which they would take for their own. */
export type PastStep = <T>(daysAgo: number, step: () => Promise<T>) => Promise<T>;

/** How far a step may look back and ahead of its own day. */
export const stepDays = 100;
/** A step that is nearer than this would take its own times for those of the database. */
export const nearest = 2 * stepDays;

/**
 * Takes steps of the county's past: the rules see the day on which each is taken, and what the database dated by its own clock is dated back.
 * Histories are not changed afterwards, so the desk writes their day at once.
 */
export async function openPast(desk: Desk): Promise<PastStep> {
  const tables = await findDated(desk);
  return async (daysAgo, step) => {
    if (daysAgo < nearest) throw new Error(`a step ${daysAgo} days ago is too near`);
    return inThePast(daysAgo, async () => {
      const done = await step();
      for (const table of tables) await dateBack(desk, table);
      return done;
    });
  };
}

async function findDated({ tx }: Desk): Promise<Dated[]> {
  const { rows } = await sql<Omit<Dated, "last">>`
    select c.table_name as "table", array_agg(c.column_name::text) as columns
    from information_schema.columns c
      join information_schema.columns i on i.table_schema = c.table_schema and i.table_name = c.table_name and i.column_name = 'id' and i.is_identity = 'YES'
    where c.table_schema = current_schema() and c.data_type = 'timestamp with time zone' and not exists (
      select from pg_trigger g where g.tgrelid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass and (g.tgname like '%append_only' or g.tgname like '%_stays'))
    group by c.table_name order by c.table_name`.execute(tx);
  const found: Dated[] = [];
  for (const row of rows) {
    const { rows: ends } = await sql<{ last: string }>`
      select coalesce(max(id), 0) as last from ${sql.table(row.table)}`.execute(tx);
    found.push({ ...row, last: ends[0]?.last ?? "0" });
  }
  return found;
}

/** Dates the new rows back, as far as the clock of the rules did not date them already. */
async function dateBack({ tx }: Desk, { table, columns, last }: Dated): Promise<void> {
  const own = (column: string) =>
    sql`${sql.ref(column)} between now() - make_interval(days => ${stepDays}) and now() + make_interval(days => ${stepDays})`;
  await sql`
    update ${sql.table(table)} set ${sql.join(
      columns.map(
        (column) =>
          sql`${sql.ref(column)} = case when ${own(column)} then ${sql.ref(column)} - make_interval(days => ${daysBack()}) else ${sql.ref(column)} end`,
      ),
    )}
    where id > ${last} and (${sql.join(columns.map(own), sql` or `)})`.execute(tx);
}
