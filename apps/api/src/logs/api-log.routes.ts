import { ApiLog, apiLogCalls } from "@jipei/contract/logs/api-log.ts";
import type { Filter, ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Route } from "../core/http/implement.ts";
import type { Services } from "../core/foundation/services.ts";
import { getService } from "./journal.ts";
import type { Narrowed } from "../core/list/list-source.ts";
import { logRoutes } from "./log-routes.ts";

/** Filters of the list, and the texts of a call that they are compared with. */
const searchable: Readonly<Record<string, (call: Services["calls"][number]) => readonly string[]>> = {
  title: (call) => [call.zh, call.en],
  requestUri: (call) => [call.path],
  serviceId: (call) => [getService(call.path)],
};

/**
 * Turns filters by title, address and service into the calls that match. There are only some hundreds of calls, and an index leads from a call
 * to its rows; a part of a text would have to be searched for in each of ten million rows.
 */
function narrow(query: ListQuery, app: Services): Narrowed {
  const ofCalls = query.filters.filter(({ field }) => Object.hasOwn(searchable, field));
  if (ofCalls.length === 0) return { query };
  const names = app.calls
    .filter((call) =>
      ofCalls.every((filter) => fitsOne((searchable[filter.field] as (typeof searchable)[string])(call), filter)),
    )
    .map((call) => call.name);
  return {
    query: { ...query, filters: query.filters.filter(({ field }) => !Object.hasOwn(searchable, field)) },
    where: [sql`t.method_name = any(${names}::text[])`],
  };
}

/** What is not to be there may be in no language. */
const fitsOne = (texts: readonly string[], filter: Filter): boolean =>
  filter.operator === "notEqual" || filter.operator === "notContains"
    ? texts.every((text) => fits(text, filter))
    : texts.some((text) => fits(text, filter));

function fits(text: string, { operator, value }: Filter): boolean {
  const [a, b] = [text.toLowerCase(), value.toLowerCase()];
  switch (operator) {
    case "contains":
      return a.includes(b);
    case "notContains":
      return !a.includes(b);
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
