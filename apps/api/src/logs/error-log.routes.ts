import type { Filter, ListQuery } from "@jipei/contract/core/shape.ts";
import { ErrorLog, errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { type Route, writesPrepared } from "../core/implement.ts";
import { compiled, named } from "../core/named.ts";
import { limitRate } from "../core/rate-limit.ts";
import { reading } from "../core/replica.ts";
import type { Services } from "../core/services.ts";
import { logText } from "./log-text.ts";
import { type Narrowed, logRoutes } from "./log-routes.ts";
import { placeOf } from "./fault-row.ts";

/** Uploads of one user within an hour. */
const mostUploads = 20;
/** Longest text that is kept of an entry. */
const longest = 4000;

type Entry = Partial<Record<"url" | "time" | "type" | "message" | "stack" | "info", string | null>>;

/** What a browser says went wrong in it. Nobody vouches for it, so it is cut and masked like everything else. */
function rowOf(actor: Actor, { url, time, type, message, stack, info }: Entry): Record<string, unknown> {
  const {
    file_name: fileName,
    line_number: lineNumber,
    method_name: methodName,
    method_class: methodClass,
  } = placeOf((stack ?? "").slice(0, longest));
  return {
    serviceId: "web",
    exceptionName: logText(type || "Error", 250),
    // What follows the question mark may name people.
    requestUri: url ? logText(url.replace(/[?#].*$/s, ""), 250) : null,
    message: logText(message ?? "", longest),
    stackTrace: logText(stack ?? "", longest),
    params: logText(JSON.stringify({ time, info }), longest),
    fileName,
    lineNumber,
    methodName,
    methodClass,
    remoteIp: actor.ip,
    createBy: logText(actor.account, 48),
    createUser: actor.userId,
    createDept: actor.deptId,
    tenantId: actor.tenantId,
  };
}

/** Names that are looked through at most. Programs know a few dozen errors; a browser may say that it had any. */
const mostNames = 100;
/** Each name leads to the next one: as many steps in the index as there are names, however many rows. */
const namesOfErrors = compiled(sql`with recursive known as (
    (select exception_name as name from error_log where exception_name is not null order by exception_name limit 1)
    union all select (select e.exception_name from error_log e where e.exception_name > known.name order by e.exception_name limit 1) from known where known.name is not null
  ) select name from known where name is not null limit ${sql.lit(mostNames + 1)}`);

/**
 * A part of a name becomes the names that have it, since an index leads from a name to its rows. By its characters alone the one error in five
 * thousand that somebody looks for costs reading what the index has of every other one.
 */
async function narrow(query: ListQuery, app: Services, actor: Actor): Promise<Narrowed> {
  const [parts, others] = [query.filters.filter(isPartOfName), query.filters.filter((filter) => !isPartOfName(filter))];
  if (parts.length === 0) return { query };
  const names = await reading(app, actor, (pool) => named<{ name: string }>(pool, namesOfErrors));
  if (names.length > mostNames) return { query };
  const fitting = names
    .map(({ name }) => name)
    .filter((name) => parts.every(({ value }) => name.toLowerCase().includes(value.toLowerCase())));
  return { query: { ...query, filters: others }, whereOf: () => [sql`t.exception_name = any(${fitting}::text[])`] };
}

const isPartOfName = ({ field, operator }: Filter): boolean => field === "exceptionName" && operator === "contains";

export const errorLogRoutes: Route[] = [
  ...logRoutes(ErrorLog, errorLogCalls, narrow),
  writesPrepared(
    errorLogCalls.upload,
    (app, actor) => limitRate(app, "error log upload", actor.userId, mostUploads, 60),
    async (tx, actor, entries) => {
      if (entries.length > 0)
        await tx
          .insertInto("errorLog")
          .values(entries.map((entry) => rowOf(actor, entry)) as never)
          .execute();
    },
  ),
];
