import type { RoleAlias } from '@jipei/contract/core/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import type { Tx } from '../core/db.ts'
import { Refusal, worded } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import { dutiesClash, isGivenByTwo } from './duties.ts'
import { type Giver, giverOf, goesBeyond, makesAdministrator, rolesWhere, seenRoles } from './reach.ts'

export interface Grants {
  roleIds: readonly string[]
  /** Menus and buttons. Of these three what is left out stays as it is. */
  menuIds?: readonly string[] | null
  dataScopeIds?: readonly string[] | null
  apiScopeIds?: readonly string[] | null
}

interface Links {
  menus: string[]
  permissions: string[]
  dataScopes: string[]
  apiScopes: string[]
}

/** Why rights are not granted: «not permitted» alone would send an administrator looking for a right that he has. */
const denials = {
  own: ['不能变更本人所持角色的权限', 'Nobody changes a role that he holds himself'],
  beyond: ['该角色的权限或可见范围超出您本人的，须由系统管理员处理', 'This role may do or see more than you; a system administrator must do it'],
  lacking: ['只能授予和收回您本人长期拥有的菜单和按钮', 'Only menus and buttons that you hold for good are given and taken'],
  scopes: ['数据权限和接口权限须由系统管理员授予', 'Data scopes and API scopes are granted by a system administrator'],
  held: ['该角色已授予用户，变更后将成为须由两名系统管理员共同授予的角色。请先收回，变更后再申请双人复核', 'Users hold this role, and the change would make it one that two administrators give together: take it from them first, and ask for a two-person request afterwards'],
  deputy: ['代理期间不能授予用户和角色的管理权限', 'Who stands in for somebody makes no administrator'],
} as const

const denied = (words: readonly [zh: string, en: string]): Refusal => worded('ROLE_DENIED', words)

/**
 * Replaces what roles are granted. Buttons are kept as their keys: rights without a button of their own stay as they are.
 * @throws NOT_FOUND for ids that are not there; ROLE_DENIED for a role the actor holds himself, for one that may do more than he, for more than
 *   he may grant, and where anybody would come to hold duties that exclude each other; SECOND_PERSON where a role that somebody holds would come to be
 *   one that two administrators give together
 */
export async function grantRights(tx: Tx, { settings }: Services, actor: Actor, input: Grants): Promise<void> {
  const roles = await lockRoles(tx, actor, input.roleIds)
  if (roles.some(({ alias }) => actor.roles.includes(alias as RoleAlias))) throw denied(denials.own)
  await mustReachRoles(tx, actor, roles.map(({ id }) => id))
  const giver = await giverOf(tx, actor)
  const byTwo = async () => (await rolesWhere(tx, sql`t.id = any(${[...input.roleIds]}::bigint[])`)).filter((role) => isGivenByTwo(role, settings.production)).map(({ id }) => id)
  const before = await byTwo()
  const wanted = await linksOf(tx, input)
  for (const role of roles) {
    const links = await granted(tx, role.id)
    const after = { ...links, ...wanted }
    await mustBeOwn(tx, actor, giver, links, after)
    await replace(tx, role.id, after)
    await writeAudit(tx, actor, [{ bizType: 'Role', bizId: role.id, action: 'grant', ...difference(links, after) }])
  }
  // A key that he is held to some rows for shows all of them to whom nothing holds to these.
  await mustReachRoles(tx, actor, roles.map(({ id }) => id))
  await mustNotClash(tx, roles.map(({ id }) => id))
  const became = (await byTwo()).filter((id) => !before.includes(id))
  await mustBeHeldByNobody(tx, became)
}

/** Its holders would become by one administrator what only two make of them: the role is changed first, and given afterwards. @throws SECOND_PERSON */
async function mustBeHeldByNobody(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql`select from user_role where role_id = any(${[...roleIds]}::bigint[]) limit 1`.execute(tx)
  if (rows.length > 0) throw worded('SECOND_PERSON', denials.held)
}

/**
 * Who is not system administrator handles only roles that may do no more than he, and never that of the system administrator: nobody else
 * could give back what he takes away there. @throws ROLE_DENIED
 */
export async function mustReachRoles(tx: Tx, actor: Actor, roleIds: readonly string[]): Promise<void> {
  if (actor.roles.includes('sysAdmin')) return
  const roles = await rolesWhere(tx, sql`t.id = any(${[...roleIds]}::bigint[])`)
  if (roles.some((role) => goesBeyond(actor, [role]))) throw denied(denials.beyond)
}

/** Roles that the actor sees. @throws NOT_FOUND */
async function lockRoles(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string; alias: string }[]> {
  const { rows } = await sql<{ id: string; alias: string }>`select t.id, t.role_alias as alias from role t where t.id = any(${[...ids]}::bigint[]) and ${seenRoles(actor)} order by t.id for no key update`.execute(tx)
  if (rows.length === 0 || rows.length < new Set(ids).size) throw new Refusal('NOT_FOUND')
  return rows
}

/** The links that ids ask for; all of them must be there. */
async function linksOf(tx: Tx, { menuIds, dataScopeIds, apiScopeIds }: Grants): Promise<Partial<Links>> {
  const links: Partial<Links> = {}
  if (menuIds) {
    const rows = await there<{ category: string; code: string }>(tx, 'menu', sql`category, code`, menuIds)
    links.menus = rows.flatMap((row) => (row.category === '1' ? [row.id] : []))
    links.permissions = rows.flatMap((row) => (row.category === '2' ? [row.code] : []))
  }
  if (dataScopeIds) links.dataScopes = (await there(tx, 'data_scope', sql`null`, dataScopeIds)).map(({ id }) => id)
  if (apiScopeIds) links.apiScopes = (await there(tx, 'api_scope', sql`null`, apiScopeIds)).map(({ id }) => id)
  return links
}

/** Live rows by their ids, kept from being removed meanwhile. @throws NOT_FOUND */
async function there<R>(tx: Tx, table: 'menu' | 'data_scope' | 'api_scope', columns: RawBuilder<unknown>, ids: readonly string[]): Promise<(R & { id: string })[]> {
  const { rows } = await sql<R & { id: string }>`select id, ${columns} from ${sql.table(table)} where id = any(${[...ids]}::bigint[]) and is_deleted = 0 order by id for share`.execute(tx)
  if (rows.length < new Set(ids).size) throw new Refusal('NOT_FOUND')
  return rows
}

/** What a role is granted now; of its keys those that have a button. */
export async function granted(tx: Tx, roleId: string): Promise<Links> {
  const { rows } = await sql<Links>`
    select array(select menu_id::text from role_menu where role_id = ${roleId}) as menus,
      array(select p.permission from role_permission p join menu m on m.code = p.permission and m.category = '2' and m.is_deleted = 0 where p.role_id = ${roleId}) as permissions,
      array(select data_scope_id::text from role_data_scope where role_id = ${roleId}) as "dataScopes",
      array(select api_scope_id::text from role_api_scope where role_id = ${roleId}) as "apiScopes"`.execute(tx)
  return rows[0] as Links
}

/**
 * The system administrator grants everything, and who stands in for him all that makes no administrator; anybody else gives and takes only what he
 * holds for good, and no scopes. @throws ROLE_DENIED
 */
async function mustBeOwn(tx: Tx, actor: Actor, giver: Giver, before: Links, wanted: Links): Promise<void> {
  if (giver.sysAdmin === 'for good') return
  if (giver.sysAdmin === 'lent') {
    if (makesAdministrator(giver, wanted.permissions.filter((key) => !before.permissions.includes(key)))) throw denied(denials.deputy)
    return
  }
  const scopes = [...apart(before.dataScopes, wanted.dataScopes), ...apart(before.apiScopes, wanted.apiScopes)]
  if (scopes.length > 0) throw denied(denials.scopes)
  if ([...apart(before.permissions, wanted.permissions)].some((key) => !giver.permissions.has(key))) throw denied(denials.lacking)
  const menus = [...apart(before.menus, wanted.menus)]
  if (menus.length === 0) return
  const { rows } = await sql<{ id: string }>`select distinct g.menu_id as id from role_menu g join role r on r.id = g.role_id
    where g.menu_id = any(${menus}::bigint[]) and r.role_alias = any(${[...actor.roles]}) and r.tenant_id = ${actor.tenantId} and r.is_deleted = 0`.execute(tx)
  if (rows.length < new Set(menus).size) throw denied(denials.lacking)
}

/** What stands in one of two lists only. */
function* apart(one: readonly string[], other: readonly string[]): Generator<string> {
  for (const item of one) if (!other.includes(item)) yield item
  for (const item of other) if (!one.includes(item)) yield item
}

async function replace(tx: Tx, roleId: string, { menus, permissions, dataScopes, apiScopes }: Links): Promise<void> {
  await sql`delete from role_menu where role_id = ${roleId}`.execute(tx)
  await sql`insert into role_menu select ${roleId}::bigint, unnest(${menus}::bigint[])`.execute(tx)
  await sql`delete from role_permission p using menu m where p.role_id = ${roleId} and m.code = p.permission and m.category = '2' and m.is_deleted = 0`.execute(tx)
  await sql`insert into role_permission select ${roleId}::bigint, unnest(${permissions}::text[])`.execute(tx)
  await sql`delete from role_data_scope where role_id = ${roleId}`.execute(tx)
  await sql`insert into role_data_scope select ${roleId}::bigint, unnest(${dataScopes}::bigint[])`.execute(tx)
  await sql`delete from role_api_scope where role_id = ${roleId}`.execute(tx)
  await sql`insert into role_api_scope select ${roleId}::bigint, unnest(${apiScopes}::bigint[])`.execute(tx)
}

/** For the history: what was taken and what was given, by kind. */
function difference(before: Links, after: Links): { before: Partial<Links>; after: Partial<Links> } {
  const kinds = Object.keys(before) as (keyof Links)[]
  const only = (one: Links, other: Links) => Object.fromEntries(kinds.map((kind) => [kind, one[kind].filter((item) => !other[kind].includes(item))]).filter(([, items]) => (items as string[]).length > 0))
  return { before: only(before, after), after: only(after, before) }
}

/** Neither a role by itself nor anybody who holds it with others may come to exclude himself. @throws ROLE_DENIED */
async function mustNotClash(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ who: string; aliases: string[]; permissions: string[] }>`
    with sets as (
      select array[id] as ids, role_name as who from role where id = any(${[...roleIds]}::bigint[])
      union all select distinct on (h.ids) h.ids, u.real_name from (select ur.user_id, array_agg(ur.role_id order by ur.role_id) as ids from held_role ur
        where ur.user_id in (select user_id from user_role where role_id = any(${[...roleIds]}::bigint[])) group by ur.user_id) h join app_user u on u.id = h.user_id where cardinality(h.ids) > 1)
    select who, array(select role_alias from role where id = any(ids)) as aliases,
      array(select distinct permission from role_permission where role_id = any(ids)) as permissions from sets`.execute(tx)
  for (const { who, aliases, permissions } of rows)
    if (dutiesClash(aliases, new Set(permissions))) throw denied([`授权后“${who}”将兼有互斥的职责，不能由同一角色或同一人承担`, `“${who}” would come to hold duties that exclude each other`])
}
