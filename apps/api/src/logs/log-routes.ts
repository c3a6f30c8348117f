import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Call } from '@jipei/contract/core/call.ts'
import type { ListQuery } from '@jipei/contract/core/shape.ts'
import { sql } from 'kysely'
import { type Route, reads } from '../core/implement.ts'
import { listPage } from '../core/list.ts'
import { present } from '../core/present.ts'
import { type Scope, readRow } from '../core/rows.ts'
import type { Services } from '../core/services.ts'
import type { Condition } from '../core/sql.ts'

/** Those of one's own tenant; which roles may read them at all is a right. */
const scope: Scope = (actor) => sql`t.tenant_id = ${actor.tenantId}`

/** A row of a log is never changed: the order by time of change is the one by time, which has an index. */
const byTime = (key: ListQuery['sort'][number]) => (key.field === 'updateTime' ? { ...key, field: 'createTime' } : key)

/**
 * List and detail of a log.
 * @param narrow takes filters out of a query and says them as a condition that an index answers
 */
export function logRoutes(entity: Entity<any>, calls: { list: Call<any, any>; detail: Call<any, any> }, narrow?: (query: ListQuery, app: Services) => { query: ListQuery; where: readonly Condition[] }): Route[] {
  return [
    reads(calls.list, (_db, actor, query: ListQuery, app) => {
      const narrowed = narrow?.(query, app) ?? { query, where: [] }
      return listPage(app, actor, entity, { ...narrowed.query, sort: narrowed.query.sort.map(byTime) }, { scope, where: narrowed.where, estimated: true, partsByTime: true })
    }),
    reads(calls.detail, async (db, actor, input: { id: string }, app) => present(entity, actor, app.cipher, await readRow(db, entity, scope, actor, input.id), 'detail')),
  ]
}
