import { coversPath } from "@jipei/contract/access/api-scope.ts";
import type { EffectOnGroup, GainAndLoss, RightsEffect } from "@jipei/contract/access/rights-change.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { DataScopeRule } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { getKeys } from "../../core/access/access-check.ts";
import { neverClosed } from "../../core/access/rights.ts";
import type { Words } from "../../core/foundation/texts/words.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { GroupRights } from "./group-rights.ts";
import { rowsSeen } from "./rights-effect.rows.ts";
import { visibleUsers } from "../grants/reach.ts";

/** Who gains and who loses which rights by a change. Users are grouped by the roles they hold, since rights come from roles only. */

interface Holder extends Words {
  alias: string;
  permissions: readonly string[];
  menus: readonly string[];
  dataScopes: readonly string[];
  apiScopes: readonly string[];
}
/** All data that decide about rights, at one moment. */
interface Rights {
  roles: ReadonlyMap<string, Holder>;
  menus: ReadonlyMap<string, Words>;
  buttons: ReadonlyMap<string, Words>;
  dataScopes: ReadonlyMap<string, Words & { rule: DataScopeRule }>;
  apiScopes: readonly { id: string; path: string }[];
  byRegion: boolean;
}
/** Users with the same roles, as far as the asker sees them. */
interface Group {
  roleIds: string[];
  audience: Audience;
  users: number;
  /** Id of one of them. */
  userId: string;
}

const most = 100_000;

export async function getEffect(
  tx: Tx,
  asker: Actor,
  app: Services,
  change: () => Promise<void>,
): Promise<RightsEffect> {
  const groups = await getGroups(tx, asker);
  const before = await getRights(tx);
  await change();
  const after = await getRights(tx);
  const effects: EffectOnGroup[] = [];
  for (const group of groups) {
    const [was, is] = [getGroupRights(before, group, app.calls), getGroupRights(after, group, app.calls)];
    const effect = {
      roles: group.roleIds.flatMap((id) => after.roles.get(id) ?? before.roles.get(id) ?? []).map(named),
      users: group.users,
      menus: gainAndLoss(was.menus, is.menus),
      buttons: gainAndLoss(was.buttons, is.buttons),
      dataScopes: gainAndLoss(was.scopes, is.scopes),
      calls: gainAndLoss(was.calls, is.calls),
      rows: await rowsSeen(tx, asker, app, { userId: group.userId, before: was, after: is, most }),
    };
    if (
      [effect.menus, effect.buttons, effect.dataScopes, effect.calls].some(
        ({ given, taken }) => given.length + taken.length > 0,
      ) ||
      effect.rows.length > 0
    )
      effects.push(effect);
  }
  return { groups: effects, users: effects.reduce((sum, { users }) => sum + users, 0), most };
}

async function getGroups(tx: Tx, asker: Actor): Promise<Group[]> {
  const { rows } =
    await sql<Group>`select x.role_ids, x.audience, count(*)::int as users, min(x.id)::text as user_id from (
      select t.id, t.audience, array(select h.role_id::text from held_role h where h.user_id = t.id order by h.role_id) as role_ids from account t where t.is_deleted = 0 and t.status = '1' and ${visibleUsers(asker)}) x
    where cardinality(x.role_ids) > 0 group by x.role_ids, x.audience order by users desc, x.role_ids limit 200`.execute(
      tx,
    );
  return rows;
}

async function getRights(tx: Tx): Promise<Rights> {
  const roles = await sql<
    Holder & { id: string }
  >`select t.id, t.role_alias as alias, t.role_name as zh, coalesce(t.role_name_en, t.role_name) as en, array(select permission from role_permission p where p.role_id = t.id) as permissions,
      array(select g.menu_id::text from role_menu g join menu m on m.id = g.menu_id and m.is_deleted = 0 where g.role_id = t.id and (coalesce(cardinality(m.roles), 0) = 0 or t.role_alias = any(m.roles))) as menus,
      array(select data_scope_id::text from role_data_scope g where g.role_id = t.id) as data_scopes, array(select api_scope_id::text from role_api_scope g where g.role_id = t.id) as api_scopes
    from role t where t.is_deleted = 0`.execute(tx);
  const menus = await sql<
    Words & { id: string; code: string; category: string }
  >`select id, code, category, name as zh, coalesce(name_en, name) as en from menu where is_deleted = 0`.execute(tx);
  const dataScopes = await sql<
    Words & { rule: DataScopeRule }
  >`select scope_name as zh, scope_name as en, jsonb_build_object('id', id::text, 'entity', scope_class, 'kind', scope_type, 'column', scope_column, 'expression', scope_value,
      'fields', case when scope_field is null or scope_field = '*' then null else to_jsonb(string_to_array(scope_field, ',')) end) as rule from data_scope where is_deleted = 0`.execute(
    tx,
  );
  const apiScopes = await sql<{
    id: string;
    path: string;
  }>`select id, scope_path as path from api_scope where is_deleted = 0`.execute(tx);
  const region = await sql<{
    on: boolean;
  }>`select param_value = '1' as on from setting where param_key = 'scope.region.enabled'`.execute(tx);
  return {
    roles: new Map(roles.rows.map((role) => [role.id, role])),
    menus: new Map(menus.rows.flatMap((row) => (row.category === "1" ? [[row.id, row] as const] : []))),
    buttons: new Map(menus.rows.flatMap((row) => (row.category === "2" ? [[row.code, row] as const] : []))),
    dataScopes: new Map(dataScopes.rows.map((row) => [row.rule.id as string, row])),
    apiScopes: apiScopes.rows,
    byRegion: region.rows[0]?.on ?? false,
  };
}

function getGroupRights(rights: Rights, { roleIds, audience }: Group, calls: readonly Call[]): GroupRights {
  const held = roleIds.flatMap((id) => rights.roles.get(id) ?? []);
  const permissions = new Set(held.flatMap((role) => role.permissions));
  const keys = new Set(held.flatMap((role) => role.apiScopes));
  const isAdministrator = held.some(({ alias }) => alias === "sysAdmin");
  const rules = [...new Set(held.flatMap((role) => role.dataScopes))].flatMap((id) => rights.dataScopes.get(id) ?? []);
  const isClosed = (path: string) => {
    const covering = rights.apiScopes.filter((scope) => coversPath(scope.path, path));
    return (
      !isAdministrator && !neverClosed.test(path) && covering.length > 0 && !covering.some(({ id }) => keys.has(id))
    );
  };
  const isOpen = ({ access, audience: of, path }: Call) =>
    access === "public" ||
    ((!of || of.includes(audience)) &&
      (access === "signedIn" || getKeys(access).some((key) => permissions.has(key))) &&
      !isClosed(path));
  const pick = (all: ReadonlyMap<string, Words>, ids: Iterable<string>) =>
    new Map([...ids].flatMap((id) => (all.has(id) ? [[id, named(all.get(id) as Words)] as const] : [])));
  return {
    menus: pick(rights.menus, new Set(held.flatMap((role) => role.menus))),
    buttons: pick(rights.buttons, permissions),
    scopes: new Map(rules.map((scope) => [JSON.stringify(scope.rule), named(scope)])),
    calls: new Map(calls.filter(isOpen).map((call) => [call.name, named(call)])),
    rules: rules.map(({ rule }) => rule),
    permissions,
    byRegion: rights.byRegion,
  };
}

const named = ({ zh, en }: Words): Words => ({ zh, en });

function gainAndLoss(before: ReadonlyMap<string, Words>, after: ReadonlyMap<string, Words>): GainAndLoss {
  const only = (one: ReadonlyMap<string, Words>, other: ReadonlyMap<string, Words>) =>
    [...one].filter(([key]) => !other.has(key)).map(([, name]) => name);
  return { given: only(after, before), taken: only(before, after) };
}
