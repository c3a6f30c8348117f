import { Role } from "@jipei/contract/access/role.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, worded } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { dutiesClash, isGivenByTwo } from "../../core/access/duties.ts";
import { type Links, granted, replaceLinks } from "./grants.links.ts";
import { rolesWhere, seenRoles } from "./reach.ts";
import { getPagelessMenus } from "../menus/pages.ts";
import { assertGovernsRights } from "../rights-change/rights-authority.ts";
import { recordChange, getState } from "../rights-change/rights-change.ts";

export interface Grants {
  roleIds: readonly string[];
  /** Ids of menus and buttons. Of the following three, what is left out stays unchanged. */
  menuIds?: readonly string[] | null;
  dataScopeIds?: readonly string[] | null;
  apiScopeIds?: readonly string[] | null;
}

const denied = (words: readonly [zh: string, en: string]): Refusal => worded("ROLE_DENIED", words);

/**
 * Replaces what roles are granted. Buttons are stored as their keys; rights without a button stay unchanged, and so do menus without a page, which
 * nobody could choose.
 * @throws NOT_FOUND for unknown ids; ROLE_DENIED for anybody but a system administrator, for a role that the actor holds, and where anybody would hold
 *   duties that exclude each other; SECOND_PERSON where a role that users hold would become one that only two administrators grant together
 */
export async function grantRights(tx: Tx, app: Services, actor: Actor, input: Grants): Promise<void> {
  await assertGovernsRights(tx, actor);
  const roles = await lockRoles(tx, actor, input.roleIds);
  const wanted = await getLinks(tx, input);
  const pageless = await getPagelessMenus(app, tx);
  await checkedChange(tx, app, actor, roles, async () => {
    for (const { id } of roles) {
      const before = await getState(tx, Role, id);
      const held = before?.links as Links;
      const kept = held.menus.filter((menu) => pageless.has(menu));
      const menus = wanted.menus ? [...new Set([...wanted.menus, ...kept])] : held.menus;
      await replaceLinks(tx, id, { ...held, ...wanted, menus });
      const after = await getState(tx, Role, id);
      await recordChange(tx, actor, Role, id, "grant", before, after);
      await writeAudit(tx, actor, [
        { bizType: "Role", bizId: id, action: "grant", ...difference(before?.links as Links, after?.links as Links) },
      ]);
    }
  });
}

/** Restores what a role was granted. @throws ROLE_DENIED, SECOND_PERSON as `grantRights` does */
export async function restoreLinks(
  tx: Tx,
  app: Services,
  actor: Actor,
  role: { id: string; alias: string },
  links: Links,
): Promise<void> {
  if (isDeepStrictEqual(await granted(tx, role.id), links)) return;
  await checkedChange(tx, app, actor, [role], () => replaceLinks(tx, role.id, links));
}

/** Changes what roles are granted, and checks the result. @throws ROLE_DENIED, SECOND_PERSON */
async function checkedChange(
  tx: Tx,
  { settings }: Services,
  actor: Actor,
  roles: readonly { id: string; alias: string }[],
  change: () => Promise<void>,
): Promise<void> {
  // This also keeps the rights of system administrators, which are needed to correct a mistake.
  if (roles.some(({ alias }) => actor.roles.includes(alias as RoleAlias)))
    throw denied(["不能变更本人所持角色的权限", "You cannot change a role that you hold yourself"]);
  const ids = roles.map(({ id }) => id);
  const byTwo = async () =>
    (await rolesWhere(tx, sql`t.id = any(${ids}::bigint[])`))
      .filter((role) => isGivenByTwo(role, settings.production))
      .map(({ id }) => id);
  const before = await byTwo();
  await change();
  await assertNoClash(tx, ids);
  await assertHeldByNobody(
    tx,
    (await byTwo()).filter((id) => !before.includes(id)),
  );
}

/** Refuses roles that users hold: one administrator alone would give them rights that take two. The role has to be changed before it is granted. @throws SECOND_PERSON */
async function assertHeldByNobody(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql`select from granted_role where role_id = any(${[...roleIds]}::bigint[]) limit 1`.execute(
    tx,
  );
  if (rows.length > 0)
    throw worded("SECOND_PERSON", [
      "该角色已授予用户，变更后将成为须由两名系统管理员共同授予的角色。请先收回，变更后再申请双人复核",
      "Users hold this role, and the change would make it one that two administrators give together: take it from them first, and ask for a two-person request afterwards",
    ]);
}

/** Locks roles that the actor sees. @throws NOT_FOUND */
async function lockRoles(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string; alias: string }[]> {
  const { rows } = await sql<{
    id: string;
    alias: string;
  }>`select t.id, t.role_alias as alias from role t where t.id = any(${[...ids]}::bigint[]) and ${seenRoles(actor)} order by t.id for no key update`.execute(
    tx,
  );
  if (rows.length === 0 || rows.length < new Set(ids).size) throw new Refusal("NOT_FOUND");
  return rows;
}

/** The links for the ids of the input; all ids must exist. @throws NOT_FOUND */
async function getLinks(tx: Tx, { menuIds, dataScopeIds, apiScopeIds }: Grants): Promise<Partial<Links>> {
  const links: Partial<Links> = {};
  if (menuIds) {
    const rows = await lockLiveRows<{ category: string; code: string }>(tx, "menu", sql`category, code`, menuIds);
    links.menus = rows.flatMap((row) => (row.category === "1" ? [row.id] : []));
    links.permissions = rows.flatMap((row) => (row.category === "2" ? [row.code] : []));
  }
  if (dataScopeIds)
    links.dataScopes = (await lockLiveRows(tx, "data_scope", sql`null`, dataScopeIds)).map(({ id }) => id);
  if (apiScopeIds) links.apiScopes = (await lockLiveRows(tx, "api_scope", sql`null`, apiScopeIds)).map(({ id }) => id);
  return links;
}

/** Locks live rows by their ids, so that they are not removed meanwhile. @throws NOT_FOUND */
async function lockLiveRows<R>(
  tx: Tx,
  table: "menu" | "data_scope" | "api_scope",
  columns: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<(R & { id: string })[]> {
  const { rows } = await sql<
    R & { id: string }
  >`select id, ${columns} from ${sql.table(table)} where id = any(${[...ids]}::bigint[]) and is_deleted = 0 order by id for share`.execute(
    tx,
  );
  if (rows.length < new Set(ids).size) throw new Refusal("NOT_FOUND");
  return rows;
}

/** What was revoked and what was granted, by kind, for the history. */
function difference(before: Links, after: Links): { before: Partial<Links>; after: Partial<Links> } {
  const kinds = Object.keys(before) as (keyof Links)[];
  function only(one: Links, other: Links): Partial<Links> {
    const some: Partial<Links> = {};
    for (const kind of kinds) {
      const items = one[kind].filter((item) => !other[kind].includes(item));
      if (items.length > 0) some[kind] = items;
    }
    return some;
  }
  return { before: only(before, after), after: only(after, before) };
}

/** Refuses duties that exclude each other, in a role by itself and for users who hold it beside other roles. @throws ROLE_DENIED */
async function assertNoClash(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ who: string; aliases: string[]; permissions: string[] }>`
    with sets as (
      select array[id] as ids, role_name as who from role where id = any(${[...roleIds]}::bigint[])
      union all select distinct on (h.ids) h.ids, u.real_name from (select ur.user_id, array_agg(ur.role_id order by ur.role_id) as ids from held_role ur
        where ur.user_id in (select user_id from granted_role where role_id = any(${[...roleIds]}::bigint[])) group by ur.user_id) h join account u on u.id = h.user_id where cardinality(h.ids) > 1)
    select who, array(select role_alias from role where id = any(ids)) as aliases,
      array(select distinct permission from role_permission where role_id = any(ids)) as permissions from sets`.execute(
    tx,
  );
  for (const { who, aliases, permissions } of rows)
    if (dutiesClash(aliases, new Set(permissions)))
      throw denied([
        `授权后“${who}”将兼有互斥的职责，不能由同一角色或同一人承担`,
        `“${who}” would come to hold duties that exclude each other`,
      ]);
}
