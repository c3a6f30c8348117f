import { pageSizes } from "@jipei/contract/core/page-sizes.ts";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ListSource } from "./list-source.ts";
import { keyOf, planOf } from "./list-total.ts";
import { compiled } from "./named.ts";
import { fromRowOn, orderBy } from "./order.ts";
import { type Anchor, type Outline, addAnchor, anchorBefore, noteGlance } from "./outline.ts";
import { all } from "./sql.ts";

/** From this offset on a page is read from an anchor. */
export const deep = 500;
/** Anchors lie this far apart: walking past so many rows takes less than asking for another anchor. */
const apart = 100;

/** The anchor before an offset, found from the one before that when it is not known yet. */
export async function anchorAt(
  { table, where, keys, ask }: ListSource,
  outline: Outline,
  offset: number,
): Promise<Anchor | undefined> {
  const at = offset - (offset % apart);
  const order = keyOf(compiled(orderBy(keys)));
  const near = anchorBefore(outline, order, at);
  if (near?.at === at) return near;
  const values = sql.join(keys.map((key) => sql`(${key.by})::text`));
  const from = near ? all([where, fromRowOn(keys, near.values)]) : where;
  const select = sql`select array[${values}] as values from ${table} t where ${from} order by ${orderBy(keys)} limit 1 offset ${at - (near?.at ?? 0)}`;
  const [row] = await ask<{ values: (string | null)[] }>(compiled(select));
  if (!row) return near;
  const anchor = { at, values: row.values };
  addAnchor(outline, order, anchor);
  return anchor;
}

/**
 * The rows of a page near the top. Where many rows have the part of a text that is looked for, finding and sorting all of them takes long, and walking
 * along the order until a page is full may never end, when they all lie at its far end: so the first rows of the order are looked through, and no more.
 */
export async function rowsNear<R>(
  source: ListSource,
  size: number,
  offset: number,
  known: Outline | undefined,
): Promise<R[]> {
  if (!source.isSearch || !known) return rowsAt<R>(source, size, offset);
  const order = keyOf(compiled(orderBy(source.keys)));
  const mayGlance = known.glances.get(order) ?? (await isQuick(source));
  const rows = mayGlance ? await rowsAt<R>(source, size, offset, undefined, firstOf(source)) : [];
  const isWhole = rows.length === size;
  noteGlance(known, order, isWhole);
  return isWhole ? rows : rowsAt<R>(source, size, offset);
}

/** Some five milliseconds' worth, where an index has the order. */
const glance = 5000;
const firstOf = ({ table, keys }: ListSource) =>
  sql`(select t.* from ${table} t where t.is_deleted = 0 order by ${orderBy(keys)} limit ${sql.lit(glance)})`;
/** What reading so many rows by an index costs at most, in the planner's measure. Sorting a long table first costs many times as much. */
const quick = 10_000;

const isQuick = async (source: ListSource): Promise<boolean> =>
  (await planOf(source, sql`select from ${firstOf(source)} t`))["Total Cost"] < quick;

/** Names and other columns are looked up for the rows shown only, never for those skipped. @param among the rows that are asked, where not all */
export function rowsAt<R>(
  source: ListSource,
  size: number,
  offset: number,
  anchor?: Anchor,
  among = source.table,
): Promise<R[]> {
  const { where, keys, rowKey, ask, isFiltered } = source;
  const from = anchor ? all([where, fromRowOn(keys, anchor.values)]) : where;
  const skipped = offset - (anchor?.at ?? 0);
  const part = isFiltered ? sql`limit ${size} offset ${skipped}` : limit(size, skipped);
  return ask<R>(
    withColumns(source, sql`select ${rowKey.columns} from ${among} t where ${from} order by ${orderBy(keys)} ${part}`),
  );
}

/** Statements of pages, by the columns they show. */
const statements = new WeakMap<RawBuilder<unknown>, Map<string, string>>();

/** The statement of a page with the columns it shows. These are long, and the same at almost every call: the text is put together once. */
function withColumns({ table, columns, keys, rowKey }: ListSource, page: RawBuilder<unknown>): CompiledQuery {
  let texts = statements.get(columns);
  if (!texts) statements.set(columns, (texts = new Map()));
  const inner = compiled(page);
  const known = texts.get(inner.sql);
  if (known) return { ...inner, sql: known };
  const whole = compiled(
    sql`select ${columns} from (${page}) page join ${table} t on ${rowKey.same} order by ${orderBy(keys)}`,
  );
  // With values of their own the columns are part of one call only.
  if (whole.parameters.length > inner.parameters.length) return whole;
  if (texts.size >= mostStatements) texts.clear();
  texts.set(inner.sql, whole.sql);
  return whole;
}
/** Filters and orders combine in many ways. */
const mostStatements = 500;

const usualSizes: ReadonlySet<number> = new Set(pageSizes);

/**
 * Where a usual size is written out, and what is skipped up to the next anchor, PostgreSQL plans the statement once. Numbers behind parameters
 * could be any, so it would plan every time anew, which takes longer than reading the page. With a filter that is what we want: a value may be
 * rare or frequent.
 */
function limit(size: number, offset: number): RawBuilder<unknown> {
  const usual = offset < apart && offset % 10 === 0;
  return sql`limit ${usualSizes.has(size) ? sql.lit(size) : size}${offset === 0 ? sql`` : sql` offset ${usual ? sql.lit(offset) : offset}`}`;
}
