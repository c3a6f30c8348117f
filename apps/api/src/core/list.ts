import { createHash } from 'node:crypto'
import type { Entity } from '@jipei/contract/core/entity.ts'
import type { ListQuery, Page } from '@jipei/contract/core/shape.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { allRows } from './list-query.ts'
import { present } from './present.ts'
import { invalidField } from './refusal.ts'
import type { Scope } from './rows.ts'
import type { Services } from './services.ts'
import { type Condition, all, filterCondition, listColumns, orderOf } from './sql.ts'

export interface ListOptions {
  scope: Scope
  /** Conditions besides scope and filters (alias `t`). */
  where?: readonly Condition[]
  /** Further columns: SQL with an alias, e.g. sql`(select …) as "studentCount"`. */
  columns?: RawBuilder<unknown>
  /** Order instead of the entity's default, where the client asked for none. */
  order?: RawBuilder<unknown>
}

/**
 * A page of an entity: scope, filters and sort in one WHERE, the count as a second query (never `over()`, which reads every row).
 * Both run as named statements on the reading pool.
 */
export async function listPage<R = Record<string, any>>(app: Services, actor: Actor, entity: Entity<any>, query: ListQuery, options: ListOptions): Promise<Page<R>> {
  const where = all([sql`t.is_deleted = 0`, options.scope(actor), ...(options.where ?? []), ...query.filters.map((filter) => filterCondition(entity, filter, app.cipher))])
  const from = sql`from ${sql.table(entity.table)} t where ${where}`
  const order = query.sort.length === 0 && options.order ? options.order : orderOf(entity, query.sort)
  const columns = options.columns ? sql`${listColumns(entity)}, ${options.columns}` : listColumns(entity)
  const size = query.all ? allRows : query.size
  const total = Number((await named<{ n: string }>(app, sql`select count(*) as n ${from}`))[0]?.n ?? 0)
  if (query.all && total > allRows) throw tooMany()
  const offset = query.all ? 0 : (query.current - 1) * size
  const records = total > offset ? await named<R & Record<string, any>>(app, sql`select ${columns} ${from} order by ${order} limit ${size} offset ${offset}`) : []
  for (const row of records) present(entity, actor, app.cipher, row, 'list')
  return { records, total, size, current: query.current, pages: Math.ceil(total / size) }
}

const tooMany = () => invalidField('isPaging', 'isPaging', 'isPaging', `超过${allRows}条，请分页查询`, `more than ${allRows} rows, use paging`)

/** Runs a built query as a named statement, so that PostgreSQL parses and plans its text once per connection. */
export async function named<R>(app: Services, query: RawBuilder<unknown>): Promise<R[]> {
  const { sql: text, parameters } = query.compile(app.db)
  const result = await app.readPool.query({ name: statementName(text), text, values: parameters as unknown[] })
  return result.rows as R[]
}

const names = new Map<string, string>()
/** A short name per text; the cache is bounded, since filters combine in many ways. */
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    if (names.size > 2000) names.clear()
    names.set(text, (name = createHash('sha1').update(text).digest('base64url')))
  }
  return name
}
