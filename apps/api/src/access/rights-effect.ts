import { coversPath } from "@jipei/contract/access/api-scope.ts";
import type { EffectOnGroup, GainAndLoss, RightsEffect } from "@jipei/contract/access/rights-change.ts";
import type { Audience, Call } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import type { DataScopeRule } from "../core/data-scope.ts";
import type { Tx } from "../core/db.ts";
import { keysOf } from "../core/gates.ts";
import { neverClosed } from "../core/rights.ts";
import type { Services } from "../core/services.ts";
import { rowsSeen } from "./rights-effect.rows.ts";
import { askable } from "./why.ts";

/** Who gains and who loses what by a change of rights: users are looked at by the roles they hold together, since rights come from nothing else. */

interface Named {
  zh: string;
  en: string;
}
interface Holder extends Named {
  alias: string;
  permissions: readonly string[];
  menus: readonly string[];
  dataScopes: readonly string[];
  apiScopes: readonly string[];
}
/** Everything that decides about rights, as it is at one moment. */
interface Rights {
  roles: ReadonlyMap<string, Holder>;
  menus: ReadonlyMap<string, Named>;
  buttons: ReadonlyMap<string, Named>;
  dataScopes: ReadonlyMap<string, Named & { rule: DataScopeRule }>;
  apiScopes: readonly { id: string; path: string }[];
  byRegion: boolean;
}
/** Users who hold the same roles; the asker sees them. */
interface Group {
  roleIds: string[];
  audience: Audience;
  users: number;
  /** One of them. */
  userId: string;
}

const most = 100_000;

export async function effectOf(
  tx: Tx,
  asker: Actor,
  app: Services,
  change: () => Promise<void>,
): Promise<RightsEffect> {
  const groups = await groupsOf(tx, asker);
  const before = await rightsOf(tx);
  await change();
  const after = await rightsOf(tx);
  const effects: EffectOnGroup[] = [];
  for (const group of groups) {
    const [was, is] = [heldBy(before, group, app.calls), heldBy(after, group, app.calls)];
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

async function groupsOf(tx: Tx, asker: Actor): Promise<Group[]> {
  const { rows } =
    await sql<Group>`select x.role_ids, x.audience, count(*)::int as users, min(x.id)::text as user_id from (
      select t.id, t.audience, array(select h.role_id::text from held_role h where h.user_id = t.id order by h.role_id) as role_ids from app_user t where t.is_deleted = 0 and t.status = '1' and ${askable(asker)}) x
    where cardinality(x.role_ids) > 0 group by x.role_ids, x.audience order by users desc, x.role_ids limit 200`.execute(
      tx,
    );
  return rows;
}

async function rightsOf(tx: Tx): Promise<Rights> {
  const roles = await sql<
    Holder & { id: string }
  >`select t.id, t.role_alias as alias, t.role_name as zh, coalesce(t.role_name_en, t.role_name) as en, array(select permission from role_permission p where p.role_id = t.id) as permissions,
      array(select g.menu_id::text from role_menu g join menu m on m.id = g.menu_id and m.is_deleted = 0 where g.role_id = t.id and (coalesce(cardinality(m.roles), 0) = 0 or t.role_alias = any(m.roles))) as menus,
      array(select data_scope_id::text from role_data_scope g where g.role_id = t.id) as data_scopes, array(select api_scope_id::text from role_api_scope g where g.role_id = t.id) as api_scopes
    from role t where t.is_deleted = 0`.execute(tx);
  const menus = await sql<
    Named & { id: string; code: string; category: string }
  >`select id, code, category, name as zh, coalesce(name_en, name) as en from menu where is_deleted = 0`.execute(tx);
  const dataScopes = await sql<
    Named & { rule: DataScopeRule }
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
  }>`select param_value = '1' as on from parameter where param_key = 'scope.region.enabled' and is_deleted = 0`.execute(
    tx,
  );
  return {
    roles: new Map(roles.rows.map((role) => [role.id, role])),
    menus: new Map(menus.rows.flatMap((row) => (row.category === "1" ? [[row.id, row] as const] : []))),
    buttons: new Map(menus.rows.flatMap((row) => (row.category === "2" ? [[row.code, row] as const] : []))),
    dataScopes: new Map(dataScopes.rows.map((row) => [row.rule.id as string, row])),
    apiScopes: apiScopes.rows,
    byRegion: region.rows[0]?.on ?? false,
  };
}

/** What a group has at one moment, by key; a data scope is another one when its rule is. */
export interface Had {
  menus: ReadonlyMap<string, Named>;
  buttons: ReadonlyMap<string, Named>;
  scopes: ReadonlyMap<string, Named>;
  calls: ReadonlyMap<string, Named>;
  rules: readonly DataScopeRule[];
  permissions: ReadonlySet<string>;
  byRegion: boolean;
}

function heldBy(rights: Rights, { roleIds, audience }: Group, calls: readonly Call<any, any>[]): Had {
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
  const isOpen = ({ access, audience: of, path }: Call<any, any>) =>
    access === "public" ||
    ((!of || of.includes(audience)) &&
      (access === "signedIn" || keysOf(access).some((key) => permissions.has(key))) &&
      !isClosed(path));
  const pick = (all: ReadonlyMap<string, Named>, ids: Iterable<string>) =>
    new Map([...ids].flatMap((id) => (all.has(id) ? [[id, named(all.get(id) as Named)] as const] : [])));
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

const named = ({ zh, en }: Named): Named => ({ zh, en });

function gainAndLoss(before: ReadonlyMap<string, Named>, after: ReadonlyMap<string, Named>): GainAndLoss {
  const only = (one: ReadonlyMap<string, Named>, other: ReadonlyMap<string, Named>) =>
    [...one].filter(([key]) => !other.has(key)).map(([, name]) => name);
  return { given: only(after, before), taken: only(before, after) };
}
