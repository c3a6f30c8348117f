import type { Filter, ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { ErrorLog, errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import { type InsertObject, sql } from "kysely";
import type { Database } from "../core/database/tables.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { type Route, writesPrepared } from "../core/http/implement.ts";
import { compiled, runPrepared } from "../core/database/prepared-statements.ts";
import { limitRate } from "../core/security/rate-limit.ts";
import { reading } from "../core/database/replica/replica.ts";
import type { Services } from "../core/foundation/services.ts";
import { logText } from "./log-text.ts";
import type { Narrowed } from "../core/list/list-source.ts";
import { logRoutes } from "./log-routes.ts";
import { getPlace } from "./error-row.ts";

/** Upper limit for uploads of one user within an hour. */
const mostUploads = 20;
/** Upper limit for the characters of a text of an entry. */
const longest = 4000;

type Entry = Partial<Record<"url" | "time" | "type" | "message" | "stack" | "info", string | null>>;

/** The row of an error that a browser reports. Nobody can verify the report, so it is cut and masked like everything else. */
function rowShape(actor: Actor, { url, time, type, message, stack, info }: Entry): InsertObject<Database, "errorLog"> {
  const {
    file_name: fileName,
    line_number: lineNumber,
    method_name: methodName,
    method_class: methodClass,
  } = getPlace((stack ?? "").slice(0, longest));
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
    updateUser: "0",
    createDept: actor.deptId,
    tenantId: actor.tenantId,
  };
}

/** Upper limit for the names that are searched. Programs have a few dozen kinds of errors; a browser may report any name. */
const mostNames = 100;
/** All names by a loose index scan: each leads to the next one, so the cost depends on the number of names, not of rows. */
const namesOfErrors = compiled(sql`with recursive known as (
    (select exception_name as name from error_log where exception_name is not null order by exception_name limit 1)
    union all select (select e.exception_name from error_log e where e.exception_name > known.name order by e.exception_name limit 1) from known where known.name is not null
  ) select name from known where name is not null limit ${sql.lit(mostNames + 1)}`);

/**
 * Turns a part of a name into the names that contain it, since an index leads from a name to its rows. Searching the rows for the text would read
 * the index entries of all errors, even where one in five thousand matches.
 */
async function narrow(query: ListQuery, app: Services, actor: Actor): Promise<Narrowed> {
  const [parts, others] = [query.filters.filter(isPartOfName), query.filters.filter((filter) => !isPartOfName(filter))];
  if (parts.length === 0) return { query };
  const names = await reading(app, actor, (pool) => runPrepared<{ name: string }>(pool, namesOfErrors));
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
          .values(entries.map((entry) => rowShape(actor, entry)))
          .execute();
    },
  ),
];
