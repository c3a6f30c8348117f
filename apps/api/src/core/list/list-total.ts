import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { type ListSource, getCount } from "./list-source.ts";
import { compiled } from "../database/prepared-statements.ts";
import { type CachedPages, PageCache, long } from "./page-cache.ts";
import { hasJustWritten } from "../database/replica/recent-writes.ts";
import type { Services } from "../foundation/services.ts";

const pageCaches = new WeakMap<Services, PageCache>();

function pageCacheOf(app: Services): PageCache {
  let cache = pageCaches.get(app);
  if (!cache) pageCaches.set(app, (cache = new PageCache()));
  return cache;
}

/** How many rows a list has, as far as that is known, and what else is cached of it. */
export interface Counting {
  /** What was cached of a long list before this call. */
  known: CachedPages | undefined;
  counting: Promise<CachedPages>;
  /**
   * What the planner answered lately to a question about lists of this kind. Whose rows are asked for makes little difference.
   * @param question one for each order, of lists without filters
   */
  askedLately(question: string, ask: () => Promise<boolean>): Promise<boolean>;
}

/** Gets what is cached of a list, and the promise of its total. */
export function getPageCache(app: Services, actor: Actor, source: ListSource, estimated: boolean): Counting {
  const cache = pageCacheOf(app);
  const count = compiled(estimated ? countUpToLong(source) : getCount(source));
  const counted = async () => {
    const n = Number((await source.ask<{ n: string }>(count))[0]?.n ?? 0);
    return estimated && n > long
      ? Math.max(n, (await getPlan(source, sql`select from ${source.table} t where ${source.where}`))["Plan Rows"])
      : n;
  };
  const key = getKey(count);
  return {
    known: cache.known(key),
    counting: cache.of(key, counted, !estimated && hasJustWritten(app, actor)),
    askedLately: (question, ask) => cache.askedLately(`${count.sql} ${question}`, ask),
  };
}

/** The cache key of a statement: its text and parameters. */
export const getKey = ({ sql: text, parameters }: CompiledQuery) => `${text} ${JSON.stringify(parameters)}`;

/** Counts an estimated list up to the length of a long one. Beyond that its total is the planner's estimate, and is cached. */
const countUpToLong = ({ table, where }: ListSource) =>
  sql`select count(*) as n from (select from ${table} t where ${where} limit ${sql.lit(long + 1)}) few`;

interface Plan {
  "Plan Rows": number;
  "Total Cost": number;
  Plans?: Plan[];
}

/** The planner's expectation for a statement. */
export async function getPlan({ askPlanner }: ListSource, statement: RawBuilder<unknown>): Promise<Plan> {
  const [found] = await askPlanner<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    compiled(sql`explain (format json) ${statement}`),
  );
  return (found as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"][0].Plan;
}
