import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { type Route, reads } from "../core/http/implement.ts";
import type { ListOptions } from "../core/list/list-source.ts";
import { listPage } from "../core/list/list.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { ofTenant, readRow } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";

/** Rows of a log are never changed, so sorting by time of change means sorting by time of creation, which has an index. */
const byTime = (key: ListQuery["sort"][number]) => (key.field === "updateTime" ? { ...key, field: "createTime" } : key);

/** A query without some of its filters, and those filters as conditions that use an index. */
export interface Narrowed extends Pick<ListOptions, "where" | "whereOf"> {
  query: ListQuery;
}

/** List and detail of a log, limited to the rows of the actor's tenant; a permission decides who may read them. */
export function logRoutes(
  entity: Entity,
  calls: { list: Call<ListQuery, unknown>; detail: Call<{ id: string }, unknown> },
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
      toResponse(entity, actor, app.cipher, await readRow(db, entity, ofTenant, actor, input.id), "detail"),
    ),
  ];
}
