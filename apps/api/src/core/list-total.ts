import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Actor } from "./actor.ts";
import { type ListSource, countOf } from "./list-source.ts";
import { compiled } from "./named.ts";
import { type Outline, Outlines, long } from "./outline.ts";
import { hasJustWritten } from "./recent-writes.ts";
import type { Services } from "./services.ts";

const outlines = new WeakMap<Services, Outlines>();

/** What is remembered of a list, and what will be known of it when it is counted. */
export function outlineOf(
  app: Services,
  actor: Actor,
  source: ListSource,
  estimated: boolean,
): { known: Outline | undefined; counting: Promise<Outline> } {
  let kept = outlines.get(app);
  if (!kept) outlines.set(app, (kept = new Outlines()));
  const count = compiled(estimated ? fewOf(source) : countOf(source));
  const counted = async () => {
    const n = Number((await source.ask<{ n: string }>(count))[0]?.n ?? 0);
    return estimated && n > long
      ? Math.max(n, (await planOf(source, sql`select from ${source.table} t where ${source.where}`))["Plan Rows"])
      : n;
  };
  const key = keyOf(count);
  return { known: kept.known(key), counting: kept.of(key, counted, !estimated && hasJustWritten(app, actor)) };
}

/** What statements are remembered by. */
export const keyOf = ({ sql: text, parameters }: CompiledQuery) => `${text} ${JSON.stringify(parameters)}`;

/** An estimated list is counted as far as a long one begins; beyond that it is guessed, and the guess is remembered. */
const fewOf = ({ table, where }: ListSource) =>
  sql`select count(*) as n from (select from ${table} t where ${where} limit ${sql.lit(long + 1)}) few`;

interface Plan {
  "Plan Rows": number;
  "Total Cost": number;
}

/** What the planner expects of a statement. */
export async function planOf({ ask }: ListSource, statement: RawBuilder<unknown>): Promise<Plan> {
  const [found] = await ask<{ "QUERY PLAN": [{ Plan: Plan }] }>(compiled(sql`explain (format json) ${statement}`));
  return (found as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"][0].Plan;
}
