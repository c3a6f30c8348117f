import { loadAuthMenuList, loadButtonScope, loadOrgList, type OrgItem, type Paging } from '@jipei/contract/auth/system-service.ts'
import type { Page } from '@jipei/contract/core/shape.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { type Route, reads } from '../core/implement.ts'
import { invalidField } from '../core/refusal.ts'
import { likePattern } from '../core/sql.ts'
import { pageOf, unpagedMost, windowOf } from '../core/window.ts'
import { menusOf } from './menus.ts'

export const systemServiceRoutes: Route[] = [
  reads(loadAuthMenuList, async (db, actor, input, app) => {
    const menus = await menusOf(app, db, actor, null)
    const window = windowOf(input as Paging)
    const start = (window.current - 1) * window.size
    return pageOf(menus.slice(start, start + window.size), menus.length, window)
  }),
  reads(loadButtonScope, async (_db, actor) => ({ actionList: [...actor.permissions].sort() })),
  reads(loadOrgList, (db, _actor, input) => departments(db, input as Paging & { orgName?: string | null; deptCategory?: string | null })),
]

async function departments(db: Db, input: Paging & { orgName?: string | null; deptCategory?: string | null }): Promise<Page<OrgItem>> {
  const window = windowOf(input)
  const where = sql`is_deleted = 0
    and (${input.orgName ?? null}::text is null or org_name ilike ${`%${likePattern(input.orgName ?? '')}%`})
    and (${input.deptCategory ?? null}::text is null or dept_category = ${input.deptCategory ?? null})`
  const counted = await sql<{ total: string }>`select count(*) as total from department where ${where}`.execute(db)
  const total = Number(counted.rows[0]?.total)
  if (window.size === unpagedMost && total > unpagedMost) throw invalidField('isPaging', '是否分页', 'Paged', `超过${unpagedMost}条，请分页`, `more than ${unpagedMost} rows, please page`)
  const { rows } = await sql<OrgItem>`select id as org_id, org_name, full_name, parent_id, dept_category, sort from department where ${where}
    order by sort, id limit ${window.size} offset ${(window.current - 1) * window.size}`.execute(db)
  return pageOf(rows, total, window)
}
