import { provided } from "../foundation/provided.ts";
import type { Entity, Row } from "@jipei/contract/core/entity.ts";
import type { ListQuery, Page } from "@jipei/contract/core/fields/shape.ts";
import type { Actor } from "../foundation/actor.ts";
import { allRows } from "./list-query.ts";
import { anchorAt, deep, rowsAt, rowsNear } from "./list-rows.ts";
import { type ListOptions, type ListSource, listSource } from "./list-source.ts";
import { getPageCache } from "./list-total.ts";
import { countSearches } from "../security/masked-search.ts";
import { type CachedPages, long } from "./page-cache.ts";
import { createResponseMapper } from "../entity/to-response.ts";
import { invalidField } from "../foundation/refusal.ts";
import type { Services } from "../foundation/services.ts";

/**
 * Reads a page of an entity: scope and filters in one WHERE, the count as a second query (never `over()`, which reads every row). Both run as
 * prepared statements, on the replica where there is one. For lists of more than a thousand rows the total, and where deep pages begin, are
 * cached for a moment (page-cache.ts), so that page 10,000 costs what page 1 costs.
 * @throws FIELD_INVALID, RATE_LIMIT
 */
export async function listPage<E extends Entity, X = unknown>(
  app: Services,
  actor: Actor,
  entity: E,
  query: ListQuery,
  options: ListOptions<X>,
): Promise<Page<Row<E> & X>> {
  type R = Row<E> & X & object;
  const source = listSource(app, actor, entity, query, options);
  await countSearches(app, actor, entity, query);
  const { most = allRows } = options;
  const size = query.all ? most : (query.size ?? entity.pageSize ?? (await provided("getPageSize")(app.readPool)));
  const offset = query.all ? 0 : (query.current - 1) * size;
  if (options.estimated && offset + size > deepest) throw tooDeep();
  const cached = getPageCache(app, actor, source, options.estimated ?? false);
  const { counting } = cached;
  // A page near the top is read while the rows are counted. A deep page needs the cached anchors first.
  const isNearTop = offset < deep && !query.all;
  const reading = isNearTop
    ? rowsNear<R>(source, size, offset, cached)
    : counting.then((cachedPages) => rowsAfter<R>(source, query, size, offset, cachedPages, options));
  const [counted, records] = await Promise.all([counting, reading]);
  if (options.estimated && counted.total > long) counted.total = corrected(counted.total, offset, size, records.length);
  records.forEach(createResponseMapper(entity, actor, app.cipher, "list"));
  const { total } = counted;
  const pages = Math.ceil(total / size);
  return {
    records,
    total,
    size,
    current: query.current,
    pages: options.estimated ? Math.min(pages, Math.floor(deepest / size)) : pages,
  };
}

/** Corrects an estimated total by the rows that were found. @param found number of rows on the page at `offset` */
function corrected(estimate: number, offset: number, size: number, found: number): number {
  if (found === size) return Math.max(estimate, offset + size + 1);
  return found > 0 ? offset + found : Math.min(estimate, offset);
}

/** The rows of a page deep in a list, or of a whole list. @throws FIELD_INVALID when a whole list is too long */
async function rowsAfter<R>(
  source: ListSource,
  query: ListQuery,
  size: number,
  offset: number,
  cachedPages: CachedPages,
  { estimated, most = allRows }: ListOptions<unknown>,
): Promise<R[]> {
  if (query.all && cachedPages.total > most) throw tooMany(most);
  return estimated || cachedPages.total > offset
    ? rowsAt<R>(source, size, offset, query.all ? undefined : await anchorAt(source, cachedPages, offset))
    : [];
}

/** Greatest offset in an estimated list: to reach a row, the database walks past all rows before it. */
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
