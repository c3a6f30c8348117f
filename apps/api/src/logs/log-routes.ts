import { exporter } from "../core/excel/export.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { type Route, reads } from "../core/http/implement.ts";
import type { ListOptions, Narrowed } from "../core/list/list-source.ts";
import { listPage } from "../core/list/list.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { ofTenant, readRow } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";

/** Rows of a log are never changed, so sorting by time of change means sorting by time of creation, which has an index. */
const byTime = (key: ListQuery["sort"][number]) => (key.field === "updateTime" ? { ...key, field: "createTime" } : key);

/** List and detail of a log, limited to the rows of the actor's tenant; a permission decides who may read them. */
export function logRoutes(
  entity: Entity,
  calls: { list: Call<ListQuery, unknown>; detail: Call<{ id: string }, unknown>; export: Call<ListQuery, unknown> },
  narrow?: (query: ListQuery, app: Services, actor: Actor) => Narrowed | Promise<Narrowed>,
): Route[] {
  const options = { scope: ofTenant, estimated: true, partsByTime: true } satisfies ListOptions;
  const narrowed = async (asked: ListQuery, app: Services, actor: Actor): Promise<Narrowed> => {
    const { query, ...conditions } = (await narrow?.(asked, app, actor)) ?? { query: asked };
    return { query: { ...query, sort: query.sort.map(byTime) }, ...conditions };
  };
  return [
    reads(calls.list, async (_db, actor, asked: ListQuery, app) => {
      const { query, ...conditions } = await narrowed(asked, app, actor);
      return listPage(app, actor, entity, query, { ...options, ...conditions });
    }),
    exporter(entity, calls.export, { ...options, narrow: narrowed }),
    reads(calls.detail, async (db, actor, input: { id: string }, app) =>
      toResponse(entity, actor, app.cipher, await readRow(db, entity, ofTenant, actor, input.id), "detail"),
    ),
  ];
}
