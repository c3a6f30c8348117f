import { entities } from "@jipei/contract/entities.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { entityOfList, maxViews, savedViewCalls, unfitFor } from "@jipei/contract/users/saved-view.ts";
import type { SavedView } from "@jipei/contract/users/saved-view.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";

/** Views of lists that users keep for themselves. */
export const viewRoutes: readonly Route[] = [
  reads(savedViewCalls.list, getViews),
  writes(savedViewCalls.save, saveView),
  writes(savedViewCalls.remove, removeViews),
];

async function getViews(db: Db, actor: Actor): Promise<SavedView[]> {
  const { rows } =
    await sql<SavedView>`select v.id, v.list, v.name, v.query, case when v.is_default then '1' else '0' end as is_default
    from saved_view v where v.user_id = ${actor.userId} order by v.id limit ${maxViews}`.execute(db);
  return rows;
}

type Input = ValueOfShape<typeof savedViewCalls.save.input>;

/** @throws FIELD_INVALID, NOT_FOUND for a view of another user, DUPLICATE for the name of another view, VIEW_LIMIT */
async function saveView(tx: Tx, actor: Actor, { id, list, name, query, isDefault }: Input): Promise<{ id: string }> {
  assertFits(list, query ?? "");
  // One after the other, so that two savings at once do not exceed the limit, or make two defaults.
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.userId}, 264))`.execute(tx);
  const { rows: own } = await sql<Pick<SavedView, "id" | "list" | "name">>`
    select v.id, v.list, v.name from saved_view v where v.user_id = ${actor.userId}`.execute(tx);
  const named = own.find((view) => view.list === list && view.name === name);
  const kept = id ? own.find((view) => view.id === id && view.list === list) : named;
  if (id && !kept) throw new Refusal("NOT_FOUND");
  if (kept && named && named.id !== kept.id)
    throw new Refusal("DUPLICATE", { field: { zh: "视图名称", en: "Name of the view" } });
  if (!kept && own.length >= maxViews) throw new Refusal("VIEW_LIMIT", { n: maxViews });
  const asDefault = isDefault === "1";
  if (asDefault)
    await sql`update saved_view set is_default = false where user_id = ${actor.userId} and list = ${list}`.execute(tx);
  if (kept) {
    await sql`update saved_view set name = ${name}, query = ${query ?? ""}, is_default = ${asDefault} where id = ${kept.id}`.execute(
      tx,
    );
    return { id: kept.id };
  }
  return tx
    .insertInto("savedView")
    .values({ userId: actor.userId, list, name, query: query ?? "", isDefault: asDefault })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** A list that exists, and nothing in the view but what may be kept. @throws FIELD_INVALID */
function assertFits(list: string, query: string): void {
  const entity = entities.find(({ name }) => name === entityOfList(list));
  if (!entity) throw invalidField("list", "列表", "List", "不存在", "does not exist");
  const unfit = unfitFor(entity, new URLSearchParams(query).keys()).join("、");
  if (unfit) throw invalidField("query", "条件", "Conditions", `不能保存：${unfit}`, `these cannot be kept: ${unfit}`);
}

/** @throws NOT_FOUND for views of other users */
async function removeViews(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const wanted = splitIds(ids);
  const { rows } = await sql<{ id: string }>`
    delete from saved_view where user_id = ${actor.userId} and id = any(${wanted}::bigint[]) returning id`.execute(tx);
  if (rows.length < wanted.length) throw new Refusal("NOT_FOUND");
}
