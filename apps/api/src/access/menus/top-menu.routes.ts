import { exporter } from "../../core/excel/export.ts";
import { TopMenu, topMenuCalls } from "@jipei/contract/access/top-menu.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../../core/entity/crud.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Route, writes } from "../../core/http/implement.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { derived, everything } from "../../core/database/sql.ts";
import { isSameSet } from "../../core/foundation/same-set.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertTenantOwner } from "../../core/access/tenant-owner.ts";
import { getPagelessMenus } from "./pages.ts";

const scope = () => everything;
const options: CrudOptions<typeof TopMenu> = {
  entity: TopMenu,
  resource: "top_menu",
  audited: true,
  scope,
  async beforeSave(tx, actor, merged, old) {
    assertTenantOwner(actor);
    await refuseDuplicate(tx, TopMenu, old?.id, { code: merged.code });
  },
  async beforeRemove(tx, actor, rows) {
    assertTenantOwner(actor);
    await sql`delete from top_menu_menu where top_menu_id = any(${rows.map((row) => row.id)}::bigint[])`.execute(tx);
  },
};

const gathered = "select l.menu_id from top_menu_menu l where l.top_menu_id = t.id order by l.menu_id";
export const topMenuDerived = derived(TopMenu, "menuIds", `array(${gathered})`);

export const topMenuRoutes: Route[] = [
  exporter(TopMenu, topMenuCalls.export, { scope }),
  ...crudRoutes(topMenuCalls, options, {
    submit: writes(topMenuCalls.submit, async (tx, actor, { menuIds, ...input }, app) => {
      const saved = await saveRow(tx, actor, options, input, app);
      if (menuIds !== undefined && !(await gathersExactly(tx, saved.id, menuIds ?? [])))
        await chooseMenus(tx, actor, { topMenuIds: [saved.id], menuIds }, app);
      return saved;
    }),
  }),
  writes(topMenuCalls.grant, chooseMenus),
];

async function gathersExactly(tx: Tx, id: string, menuIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ menuId: string }>`select menu_id from top_menu_menu where top_menu_id = ${id}`.execute(
    tx,
  );
  return isSameSet(
    rows.map(({ menuId }) => menuId),
    menuIds,
  );
}

/** Replaces the menus of top menus; menus without a page, which nobody could choose, stay. @throws NOT_FOUND for ids that the actor does not see, and for buttons */
async function chooseMenus(
  tx: Tx,
  actor: Actor,
  { topMenuIds, menuIds: chosen }: { topMenuIds: string[]; menuIds?: string[] | null },
  app: Services,
): Promise<void> {
  assertTenantOwner(actor);
  const menuIds = chosen ?? [];
  const tops = await sql<{
    id: string;
  }>`select t.id from top_menu t where t.id = any(${topMenuIds}::bigint[]) and t.is_deleted = 0 and ${visible(TopMenu, () => everything, actor)} order by t.id for no key update`.execute(
    tx,
  );
  const menus =
    await sql`select 1 from menu where id = any(${menuIds}::bigint[]) and category = '1' and is_deleted = 0 for key share`.execute(
      tx,
    );
  if (
    tops.rows.length === 0 ||
    tops.rows.length < new Set(topMenuIds).size ||
    menus.rows.length < new Set(menuIds).size
  )
    throw new Refusal("NOT_FOUND");
  const pageless = [...(await getPagelessMenus(app, tx))];
  await sql`delete from top_menu_menu where top_menu_id = any(${topMenuIds}::bigint[]) and menu_id <> all(${pageless}::bigint[])`.execute(
    tx,
  );
  await sql`insert into top_menu_menu select t, m from unnest(${[...new Set(topMenuIds)]}::bigint[]) t, unnest(${[...new Set(menuIds)]}::bigint[]) m on conflict do nothing`.execute(
    tx,
  );
  await writeAudit(
    tx,
    actor,
    tops.rows.map(({ id }) => ({ bizType: "TopMenu", bizId: id, action: "grant", after: { menuIds } })),
  );
}
