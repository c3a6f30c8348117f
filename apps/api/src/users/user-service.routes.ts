import { loadUserGroupList, loadUserList, loadUserOrgList, loadUserRoleList, type Paging } from '@jipei/contract/auth/system-service.ts'
import type { Page } from '@jipei/contract/core/shape.ts'
import { User } from '@jipei/contract/users/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { hiddenFields, visible } from '../core/data-scope.ts'
import type { Db } from '../core/db.ts'
import { type Route, reads } from '../core/implement.ts'
import { invalidField } from '../core/refusal.ts'
import { likePattern } from '../core/sql.ts'
import { pageOf, unpagedMost, windowOf } from '../core/window.ts'
import { userScope } from './user.scope.ts'

interface Wanted extends Paging {
  userId?: string | null
  account?: string | null
  userName?: string | null
  orgId?: string | null
}

/** Users that the actor may see and the conditions name, with what is joined to each. Its fields are the few that every holder of the right sees. */
async function page<R>(db: Db, actor: Actor, wanted: Wanted, columns: RawBuilder<unknown>, joined: RawBuilder<unknown>): Promise<Page<R>> {
  const window = windowOf(wanted)
  const hidden = hiddenFields(User, actor)
  if (hidden?.has('account') || hidden?.has('realName')) return pageOf<R>([], 0, window)
  const where = sql`t.is_deleted = 0 and ${visible(User, userScope, actor)}
    and (${wanted.userId ?? null}::bigint is null or t.id = ${wanted.userId ?? null}::bigint)
    and (${wanted.account ?? null}::text is null or t.account = ${wanted.account ?? null})
    and (${wanted.userName ?? null}::text is null or t.real_name ilike ${`%${likePattern(wanted.userName ?? '')}%`})
    and (${wanted.orgId ?? null}::bigint is null or t.dept_id = ${wanted.orgId ?? null}::bigint)`
  const counted = await sql<{ n: string }>`select count(*) as n from app_user t ${joined} where ${where}`.execute(db)
  const total = Number(counted.rows[0]?.n ?? 0)
  if (window.size === unpagedMost && total > unpagedMost) throw invalidField('isPaging', '是否分页', 'Paged', `超过${unpagedMost}条，请分页`, `more than ${unpagedMost} rows, please page`)
  const { rows } = await sql<R>`select t.id as user_id, t.account, ${columns} from app_user t ${joined} where ${where} order by t.id limit ${window.size} offset ${(window.current - 1) * window.size}`.execute(db)
  return pageOf(rows, total, window)
}

const withDepartment = sql`join department d on d.id = t.dept_id and d.is_deleted = 0`
const withPost = sql`join post p on p.id = t.post_id and p.is_deleted = 0`
const withRole = sql`join held_role ur on ur.user_id = t.id join role r on r.id = ur.role_id and r.is_deleted = 0`

export const userServiceRoutes: Route[] = [
  reads(loadUserList, (db, actor, input) => page(db, actor, input as Wanted, sql`t.real_name as user_name, t.name as nick_name, t.dept_id as org_id, t.login_type, t.status`, sql``)),
  reads(loadUserOrgList, (db, actor, input) => page(db, actor, input as Wanted, sql`d.id as org_id, d.org_name`, withDepartment)),
  reads(loadUserGroupList, (db, actor, input) => page(db, actor, input as Wanted, sql`p.post_code as group_no, p.post_name as group_name`, withPost)),
  reads(loadUserRoleList, (db, actor, input) => page(db, actor, input as Wanted, sql`r.id as role_id, r.role_no, r.role_name, r.role_alias, ur.end_date::text as end_date`, withRole)),
]
