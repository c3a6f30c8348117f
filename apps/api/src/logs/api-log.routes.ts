import { ApiLog, apiLogCalls } from "@jipei/contract/logs/api-log.ts";
import type { Filter, ListQuery } from "@jipei/contract/core/shape.ts";
import { sql } from "kysely";
import type { Route } from "../core/implement.ts";
import type { Services } from "../core/services.ts";
import { serviceOf } from "./journal.ts";
import { type Narrowed, logRoutes } from "./log-routes.ts";

/** What a row says of its call, as the call says it itself. */
const facts: Readonly<Record<string, (call: Services["calls"][number]) => readonly string[]>> = {
  title: (call) => [call.zh, call.en],
  requestUri: (call) => [call.path],
  serviceId: (call) => [serviceOf(call.path)],
};

/**
 * Filters by title, address and service become the calls that they mean: there are some hundreds of them, and an index leads from a call
 * to its rows, where a part of a text could only be looked for in each of ten million rows.
 */
function narrow(query: ListQuery, app: Services): Narrowed {
  const ofCalls = query.filters.filter(({ field }) => Object.hasOwn(facts, field));
  if (ofCalls.length === 0) return { query };
  const names = app.calls
    .filter((call) =>
      ofCalls.every((filter) =>
        (facts[filter.field] as (typeof facts)[string])(call).some((text) => fits(text, filter)),
      ),
    )
    .map((call) => call.name);
  return {
    query: { ...query, filters: query.filters.filter(({ field }) => !Object.hasOwn(facts, field)) },
    where: [sql`t.method_name = any(${names}::text[])`],
  };
}

function fits(text: string, { operator, value }: Filter): boolean {
  const [a, b] = [text.toLowerCase(), value.toLowerCase()];
  switch (operator) {
    case "contains":
      return a.includes(b);
    case "startsWith":
      return a.startsWith(b);
    case "endsWith":
      return a.endsWith(b);
    case "equal":
      return text === value;
    case "notEqual":
      return text !== value;
    default:
      return operator === "notNull";
  }
}

export const apiLogRoutes: Route[] = logRoutes(ApiLog, apiLogCalls, narrow);
