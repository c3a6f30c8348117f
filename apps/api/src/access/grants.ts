import { Role } from "@jipei/contract/access/role.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, worded } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { dutiesClash, isGivenByTwo } from "./duties.ts";
import { type Links, granted, replaceLinks } from "./grants.links.ts";
import { rolesWhere, seenRoles } from "./reach.ts";
import { mustGovernRights } from "./rights-authority.ts";
import { keepChange, stateOf } from "./rights-change.ts";

export interface Grants {
  roleIds: readonly string[];
  /** Menus and buttons. Of these three what is left out stays as it is. */
  menuIds?: readonly string[] | null;
  dataScopeIds?: readonly string[] | null;
  apiScopeIds?: readonly string[] | null;
}

const denied = (words: readonly [zh: string, en: string]): Refusal => worded("ROLE_DENIED", words);

/**
 * Replaces what roles are granted. Buttons are kept as their keys: rights without a button of their own stay as they are.
 * @throws NOT_FOUND for ids that are not there; ROLE_DENIED for anybody but a system administrator, for a role the actor holds himself, and where anybody
 *   would come to hold duties that exclude each other; SECOND_PERSON where a role that somebody holds would come to be one that two administrators give together
 */
export async function grantRights(tx: Tx, app: Services, actor: Actor, input: Grants): Promise<void> {
  await mustGovernRights(tx, actor);
  const roles = await lockRoles(tx, actor, input.roleIds);
  const wanted = await linksOf(tx, input);
  await changingRights(tx, app, actor, roles, async () => {
    for (const { id } of roles) {
      const before = await stateOf(tx, "Role", id);
      await replaceLinks(tx, id, { ...(before?.["links"] as Links), ...wanted });
      const after = await stateOf(tx, "Role", id);
      await keepChange(tx, actor, Role, id, "grant", before, after);
      await writeAudit(tx, actor, [
        { bizType: "Role", bizId: id, action: "grant", ...difference(before?.["links"], after?.["links"]) },
      ]);
    }
  });
}

/** Brings back what a role was granted. @throws ROLE_DENIED, SECOND_PERSON as a grant would */
export async function restoreLinks(
  tx: Tx,
  app: Services,
  actor: Actor,
  role: { id: string; alias: string },
  links: Links,
): Promise<void> {
  if (isDeepStrictEqual(await granted(tx, role.id), links)) return;
  await changingRights(tx, app, actor, [role], () => replaceLinks(tx, role.id, links));
}

/** Changes what roles are granted, within what may come of it. @throws ROLE_DENIED, SECOND_PERSON */
async function changingRights(
  tx: Tx,
  { settings }: Services,
  actor: Actor,
  roles: readonly { id: string; alias: string }[],
  change: () => Promise<void>,
): Promise<void> {
  // So nobody takes from system administrators what they need to mend a mistake.
  if (roles.some(({ alias }) => actor.roles.includes(alias as RoleAlias)))
    throw denied(["不能变更本人所持角色的权限", "Nobody changes a role that he holds himself"]);
  const ids = roles.map(({ id }) => id);
  const byTwo = async () =>
    (await rolesWhere(tx, sql`t.id = any(${ids}::bigint[])`))
      .filter((role) => isGivenByTwo(role, settings.production))
      .map(({ id }) => id);
  const before = await byTwo();
  await change();
  await mustNotClash(tx, ids);
  await mustBeHeldByNobody(
    tx,
    (await byTwo()).filter((id) => !before.includes(id)),
  );
}

/** Its holders would become by one administrator what only two make of them: the role is changed first, and given afterwards. @throws SECOND_PERSON */
async function mustBeHeldByNobody(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql`select from user_role where role_id = any(${[...roleIds]}::bigint[]) limit 1`.execute(tx);
  if (rows.length > 0)
    throw worded("SECOND_PERSON", [
      "该角色已授予用户，变更后将成为须由两名系统管理员共同授予的角色。请先收回，变更后再申请双人复核",
      "Users hold this role, and the change would make it one that two administrators give together: take it from them first, and ask for a two-person request afterwards",
    ]);
}

/** Roles that the actor sees. @throws NOT_FOUND */
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

/** The links that ids ask for; all of them must be there. */
async function linksOf(tx: Tx, { menuIds, dataScopeIds, apiScopeIds }: Grants): Promise<Partial<Links>> {
  const links: Partial<Links> = {};
  if (menuIds) {
    const rows = await there<{ category: string; code: string }>(tx, "menu", sql`category, code`, menuIds);
    links.menus = rows.flatMap((row) => (row.category === "1" ? [row.id] : []));
    links.permissions = rows.flatMap((row) => (row.category === "2" ? [row.code] : []));
  }
  if (dataScopeIds) links.dataScopes = (await there(tx, "data_scope", sql`null`, dataScopeIds)).map(({ id }) => id);
  if (apiScopeIds) links.apiScopes = (await there(tx, "api_scope", sql`null`, apiScopeIds)).map(({ id }) => id);
  return links;
}

/** Live rows by their ids, kept from being removed meanwhile. @throws NOT_FOUND */
async function there<R>(
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

/** For the history: what was taken and what was given, by kind. */
function difference(before: Links, after: Links): { before: Partial<Links>; after: Partial<Links> } {
  const kinds = Object.keys(before) as (keyof Links)[];
  const only = (one: Links, other: Links) =>
    Object.fromEntries(
      kinds
        .map((kind) => [kind, one[kind].filter((item) => !other[kind].includes(item))])
        .filter(([, items]) => (items as string[]).length > 0),
    );
  return { before: only(before, after), after: only(after, before) };
}

/** Neither a role by itself nor anybody who holds it with others may come to exclude himself. @throws ROLE_DENIED */
async function mustNotClash(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ who: string; aliases: string[]; permissions: string[] }>`
    with sets as (
      select array[id] as ids, role_name as who from role where id = any(${[...roleIds]}::bigint[])
      union all select distinct on (h.ids) h.ids, u.real_name from (select ur.user_id, array_agg(ur.role_id order by ur.role_id) as ids from held_role ur
        where ur.user_id in (select user_id from user_role where role_id = any(${[...roleIds]}::bigint[])) group by ur.user_id) h join app_user u on u.id = h.user_id where cardinality(h.ids) > 1)
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
