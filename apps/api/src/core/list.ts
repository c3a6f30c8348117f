import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ListQuery, Page } from "@jipei/contract/core/shape.ts";
import type { Actor } from "./actor.ts";
import { allRows } from "./list-query.ts";
import { anchorAt, deep, rowsAt, rowsNear } from "./list-rows.ts";
import { type ListOptions, type ListSource, listSource } from "./list-source.ts";
import { outlineOf } from "./list-total.ts";
import { countSearches } from "./masked-search.ts";
import { type Outline, long } from "./outline.ts";
import { presenter } from "./present.ts";
import { invalidField } from "./refusal.ts";
import type { Services } from "./services.ts";

/**
 * A page of an entity: scope, filters and sort in one WHERE, the count as a second query (never `over()`, which reads every row).
 * All run as named statements, on the replica where there is one. Of lists beyond a thousand rows the count, and where their deep pages begin,
 * are remembered for a moment (outline.ts), so that page 10,000 costs what page 1 costs.
 */
export async function listPage<R = Record<string, any>>(
  app: Services,
  actor: Actor,
  entity: Entity<any>,
  query: ListQuery,
  options: ListOptions,
): Promise<Page<R>> {
  const source = listSource(app, actor, entity, query, options);
  await countSearches(app, actor, entity, query);
  const { most = allRows } = options;
  const size = query.all ? most : (query.size ?? entity.pageSize ?? (await standardSize(app)));
  const offset = query.all ? 0 : (query.current - 1) * size;
  if (options.estimated && offset + size > deepest) throw tooDeep();
  const { known, counting } = outlineOf(app, actor, source, options.estimated ?? false);
  // A page near the top is read while the rows are counted; what else there is begins where the outline says.
  const near = offset < deep && !query.all;
  const reading = near
    ? rowsNear<R & Record<string, any>>(source, size, offset, known)
    : counting.then((outline) => rowsAfter<R & Record<string, any>>(source, query, size, offset, outline, options));
  const [outline, records] = await Promise.all([counting, reading]);
  if (options.estimated && outline.total > long) outline.total = corrected(outline.total, offset, size, records.length);
  records.forEach(presenter(entity, actor, app.cipher, "list"));
  const { total } = outline;
  const pages = Math.ceil(total / size);
  return {
    records,
    total,
    size,
    current: query.current,
    pages: options.estimated ? Math.min(pages, Math.floor(deepest / size)) : pages,
  };
}

/** A guess ends where the rows do, and not before. @param found rows on the page at `offset` */
const corrected = (guess: number, offset: number, size: number, found: number): number =>
  found === size ? Math.max(guess, offset + size + 1) : found > 0 ? offset + found : Math.min(guess, offset);

/** The rows of a page deep in a list, or of a whole list that is short enough. @throws FIELD_INVALID for a whole long one */
async function rowsAfter<R>(
  source: ListSource,
  query: ListQuery,
  size: number,
  offset: number,
  outline: Outline,
  { estimated, most = allRows }: ListOptions,
): Promise<R[]> {
  if (query.all && outline.total > most) throw tooMany(most);
  return estimated || outline.total > offset
    ? rowsAt<R>(source, size, offset, query.all ? undefined : await anchorAt(source, outline, offset))
    : [];
}

/** Rows a page where the client does not say; read each time, so that a change of the parameter acts at once on every node. */
async function standardSize(app: Services): Promise<number> {
  const { rows } = await app.readPool.query<{ size: string }>(
    "select param_value as size from parameter where param_key = 'page.size.default' and is_deleted = 0",
  );
  return Number(rows[0]?.size ?? 10);
}

/** How deep one may turn the pages of an estimated list: to find a row the database walks past all before it. */
const deepest = 100_000;

const tooDeep = () =>
  invalidField(
    "current",
    "页码",
    "Page",
    `最多可翻到第${deepest}条，请缩小查询范围`,
    `pages end after ${deepest} rows, narrow the search`,
  );
const tooMany = (most: number) =>
  invalidField("isPaging", "isPaging", "isPaging", `超过${most}条，请分页查询`, `more than ${most} rows, use paging`);
