import { Region, regionCalls } from '@jipei/contract/settings/region.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { type Route, reads } from '../core/implement.ts'
import { listPage } from '../core/list.ts'
import { Refusal } from '../core/refusal.ts'
import { type Condition, detailColumns, everything, likePattern } from '../core/sql.ts'

const root = '00'
const node = sql.raw(`t.code as value, t.name as title, t.full_name as "fullName", t.region_level as "regionLevel",
  case when exists (select from region c where c.parent_code = t.code and c.code <> t.code and c.is_deleted = 0) then '1' else '0' end as "hasChildren"`)

/** Abolished regions are left out: pickers offer what may still be chosen. */
const nodes = async (db: Db, where: Condition, order: Condition) =>
  (await sql<any>`select ${node} from region t where t.is_deleted = 0 and t.is_valid = 'isValid' and t.code <> ${root} and ${where} order by ${order} limit 5000`.execute(db)).rows

export const regionRoutes: Route[] = [
  reads(regionCalls.list, (_db, actor, query, app) => listPage(app, actor, Region, query, { scope: () => everything })),
  reads(regionCalls.detail, async (db, _actor, { code }) => {
    const found = await sql<any>`select ${detailColumns(Region)} from region t where t.code = ${code} and t.is_deleted = 0`.execute(db)
    return found.rows[0] ?? Promise.reject(new Refusal('NOT_FOUND'))
  }),
  reads(regionCalls.lazyTree, (db, _actor, { parentCode }) => nodes(db, sql`t.parent_code = ${parentCode ?? root}`, sql`t.code`)),
  reads(regionCalls.lazyList, async (db, _actor, { parentCode }) => {
    const found = await sql<any>`select ${detailColumns(Region)} from region t where t.parent_code = ${parentCode ?? root} and t.code <> ${root} and t.is_deleted = 0 order by t.code`.execute(db)
    return found.rows
  }),
  reads(regionCalls.select, async (db, _actor, { code, name }) => {
    if (!code && !name) return []
    const where = [...(code ? [sql`t.code like ${`${likePattern(code)}%`}`] : []), ...(name ? [sql`t.full_name ilike ${`%${likePattern(name)}%`}`] : [])]
    return (await nodes(db, sql.join(where, sql` and `), sql`t.region_level desc, t.code`)).slice(0, 50)
  }),
]
