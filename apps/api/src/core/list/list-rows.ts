import { pageSizes } from "@jipei/contract/core/fields/page-sizes.ts";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ListSource, RowKey } from "./list-source.ts";
import { type Counting, getKey, getPlan } from "./list-total.ts";
import { compiled } from "../database/prepared-statements.ts";
import { fromRowOn, orderBy } from "./order.ts";
import { type Anchor, type CachedPages, addAnchor, anchorBefore, long, noteTopScan } from "./page-cache.ts";
import { all, everything } from "../database/sql.ts";

/** From this offset on, a page is read from an anchor. */
export const deep = 500;
/** Rows between two anchors: walking past so many rows takes less time than a query for another anchor. */
const anchorDistance = 100;

/** Gets the anchor before an offset. When it is not cached yet, it is searched from the cached one before it. */
export async function anchorAt(
  { table, where, keys, ask }: ListSource,
  cachedPages: CachedPages,
  offset: number,
): Promise<Anchor | undefined> {
  const at = offset - (offset % anchorDistance);
  const order = getKey(compiled(orderBy(keys)));
  const near = anchorBefore(cachedPages, order, at);
  if (near?.at === at) return near;
  const values = sql.join(keys.map((key) => sql`(${key.by})::text`));
  const from = near ? all([where, fromRowOn(keys, near.values)]) : where;
  const select = sql`select array[${values}] as values from ${table} t where ${from} order by ${orderBy(keys)} limit 1 offset ${at - (near?.at ?? 0)}`;
  const [row] = await ask<{ values: (string | null)[] }>(compiled(select));
  if (!row) return near;
  const anchor = { at, values: row.values };
  addAnchor(cachedPages, order, anchor);
  return anchor;
}

/**
 * Reads a page near the top. Where the scope may leave few rows, how many is not known yet, and no index has them in this order, they are counted first: looking
 * for a handful along the order of a long table would end at its other end. When many rows match a search for a part of a text, finding and sorting all of them takes long. Scanning in
 * sort order until the page is full may take long too, when all matches are at the far end. So only the first rows of the order are scanned;
 * if they do not fill the page, all matches are searched.
 */
export async function rowsNear<R>(
  source: ListSource,
  size: number,
  offset: number,
  { known, counting, askedLately }: Counting,
): Promise<R[]> {
  const mayBeFew = source.isSparse && !known && !(await isCheapToEnd(source, size, askedLately));
  if (mayBeFew && (await counting).total <= long)
    return rowsAt<R>({ ...source, where: everything }, size, offset, undefined, getAllRows(source));
  if (!source.isSearch || !known) return rowsAt<R>(source, size, offset);
  const order = getKey(compiled(orderBy(source.keys)));
  const mayScanTop = known.topScans.get(order) ?? (await isCheap(source));
  const rows = mayScanTop ? await rowsAt<R>(source, size, offset, undefined, getTopRows(source)) : [];
  const isFull = rows.length === size;
  noteTopScan(known, order, isFull);
  return isFull ? rows : rowsAt<R>(source, size, offset);
}

/** Rows that a scan of the top looks at: some five milliseconds, where an index has the order. */
const topRows = 5000;
const getTopRows = ({ table, keys }: ListSource) =>
  sql`(select t.* from ${table} t where t.is_deleted = 0 order by ${orderBy(keys)} limit ${sql.lit(topRows)})`;
/** All rows of a list, found before they are put in order. OFFSET keeps PostgreSQL from looking for them along the order instead. */
const getAllRows = ({ table, where }: ListSource) => sql`(select t.* from ${table} t where ${where} offset 0)`;
/** The planner's cost of reading so many rows by an index, at most. Sorting a long table first costs many times as much. */
const maxCost = 10_000;

/** Whether the planner's way to the first page is cheap even where it comes to the end of the rows before the page is full. */
const isCheapToEnd = async (source: ListSource, size: number, askedLately: Counting["askedLately"]): Promise<boolean> =>
  !source.isFiltered &&
  askedLately(getKey(compiled(orderBy(source.keys))), async () => {
    const { table, where, keys } = source;
    const page = sql`select from ${table} t where ${where} order by ${orderBy(keys)} limit ${sql.lit(size)}`;
    // Below the limit, a plan says what all of its rows would cost.
    const { Plans: ways = [] } = await getPlan(source, page);
    return ways.every((way) => way["Total Cost"] < maxCost);
  });

const isCheap = async (source: ListSource): Promise<boolean> =>
  (await getPlan(source, sql`select from ${getTopRows(source)} t`))["Total Cost"] < maxCost;

/**
 * Reads the rows of a page. Looked-up names and other columns are read for the rows shown only, not for those skipped.
 * @param among the rows to search, where not the whole table
 */
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
  const page = sql`from ${among} t where ${from} order by ${orderBy(keys)} ${part}`;
  return ask<R>(
    rowKey
      ? withColumns(source, rowKey, sql`select ${rowKey.columns} ${page}`)
      : compiled(sql`select ${source.columns} ${page}`),
  );
}

/** Texts of page statements, by the columns they show. */
const statements = new WeakMap<RawBuilder<unknown>, Map<string, string>>();

/** The statement of a page with the columns it shows. Their text is long and nearly always the same, so it is built once and cached. */
function withColumns({ table, columns, keys }: ListSource, rowKey: RowKey, page: RawBuilder<unknown>): CompiledQuery {
  let texts = statements.get(columns);
  if (!texts) statements.set(columns, (texts = new Map<string, string>()));
  const inner = compiled(page);
  const known = texts.get(inner.sql);
  if (known) return { ...inner, sql: known };
  const whole = compiled(
    sql`select ${columns} from (${page}) page join ${table} t on ${rowKey.same} order by ${orderBy(keys)}`,
  );
  // Columns with parameters of their own belong to this call only.
  if (whole.parameters.length > inner.parameters.length) return whole;
  if (texts.size >= mostStatements) texts.clear();
  texts.set(inner.sql, whole.sql);
  return whole;
}
/** Bounds the cache, since filters and orders combine in many ways. */
const mostStatements = 500;

const usualSizes: ReadonlySet<number> = new Set(pageSizes);

/**
 * LIMIT and OFFSET of a page without filters. Usual sizes and offsets are literals, so that PostgreSQL plans the statement once. With
 * parameters it would plan again at every call, which takes longer than reading the page. Statements with filters use
 * parameters on purpose: the best plan depends on whether the value is rare or frequent.
 */
function limit(size: number, offset: number): RawBuilder<unknown> {
  const usual = offset < anchorDistance && usualSizes.has(size) && offset % size === 0;
  return sql`limit ${usualSizes.has(size) ? sql.lit(size) : size}${offset === 0 ? sql`` : sql` offset ${usual ? sql.lit(offset) : offset}`}`;
}
