import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { ListQuery } from "@jipei/contract/core/shape.ts";
import type { Actor } from "../core/actor.ts";
import { type Route, reads } from "../core/implement.ts";
import type { ListOptions } from "../core/list-source.ts";
import { listPage } from "../core/list.ts";
import { present } from "../core/present.ts";
import { ofTenant, readRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";

/** A row of a log is never changed: the order by time of change is the one by time, which has an index. */
const byTime = (key: ListQuery["sort"][number]) => (key.field === "updateTime" ? { ...key, field: "createTime" } : key);

/** A query without some of its filters, and what they mean as conditions that an index answers. */
export interface Narrowed extends Pick<ListOptions, "where" | "whereOf"> {
  query: ListQuery;
}

/** List and detail of a log: its rows of one's own tenant; which roles may read them at all is a right. */
export function logRoutes(
  entity: Entity<any>,
  calls: { list: Call<any, any>; detail: Call<any, any> },
  narrow?: (query: ListQuery, app: Services, actor: Actor) => Narrowed | Promise<Narrowed>,
): Route[] {
  return [
    reads(calls.list, async (_db, actor, asked: ListQuery, app) => {
      const { query, ...conditions } = (await narrow?.(asked, app, actor)) ?? { query: asked };
      return listPage(
        app,
        actor,
        entity,
        { ...query, sort: query.sort.map(byTime) },
        { scope: ofTenant, ...conditions, estimated: true, partsByTime: true },
      );
    }),
    reads(calls.detail, async (db, actor, input: { id: string }, app) =>
      present(entity, actor, app.cipher, await readRow(db, entity, ofTenant, actor, input.id), "detail"),
    ),
  ];
}
