import { createHash } from 'node:crypto'
import type { Entity } from '@jipei/contract/core/entity.ts'
import type { ListQuery, Page } from '@jipei/contract/core/shape.ts'
import { type CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { allRows } from './list-query.ts'
import { type OrderKey, fromRowOn, orderBy, orderKeys } from './order.ts'
import { type Anchor, type Outline, Outlines, addAnchor, anchorBefore } from './outline.ts'
import { present } from './present.ts'
import { invalidField } from './refusal.ts'
import type { Scope } from './rows.ts'
import type { Services } from './services.ts'
import { type Condition, all, filterCondition, listColumns } from './sql.ts'

export interface ListOptions {
  scope: Scope
  /** Conditions besides scope and filters (alias `t`). */
  where?: readonly Condition[]
  /** Further columns: SQL with an alias, e.g. sql`(select …) as "studentCount"`. */
  columns?: RawBuilder<unknown>
  /** Order instead of the entity's default, where the client asked for none. */
  order?: readonly OrderKey[]
}

/**
 * A page of an entity: scope, filters and sort in one WHERE, the count as a second query (never `over()`, which reads every row).
 * All run as named statements on the reading pool. Of lists beyond ten thousand rows the count, and where their deep pages begin,
 * are remembered for a moment (outline.ts), so that page 10,000 costs what page 1 costs.
 */
export async function listPage<R = Record<string, any>>(app: Services, actor: Actor, entity: Entity<any>, query: ListQuery, options: ListOptions): Promise<Page<R>> {
  const where = all([sql`t.is_deleted = 0`, options.scope(actor), ...(options.where ?? []), ...query.filters.map((filter) => filterCondition(entity, filter, app.cipher))])
  const keys = query.sort.length === 0 && options.order ? options.order : orderKeys(entity, query.sort)
  const list: List = { app, table: sql.table(entity.table), where, keys, order: query.sort.length === 0 && options.order ? textOf(orderBy(options.order)) : JSON.stringify(query.sort) }
  const outline = await outlineOf(list)
  const { total } = outline
  if (query.all && total > allRows) throw tooMany()
  const size = query.all ? allRows : query.size
  const offset = query.all ? 0 : (query.current - 1) * size
  const columns = options.columns ? sql`${listColumns(entity)}, ${options.columns}` : listColumns(entity)
  const records = total > offset ? await rowsAt<R & Record<string, any>>(list, columns, size, offset, offset < deep ? undefined : await anchorAt(list, outline, offset)) : []
  for (const row of records) present(entity, actor, app.cipher, row, 'list')
  return { records, total, size, current: query.current, pages: Math.ceil(total / size) }
}

/** Only compiles. Lists write names as the database has them, so no plugin need walk through the statement first. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** What all statements of one list share. */
interface List {
  app: Services
  table: RawBuilder<unknown>
  where: Condition
  keys: readonly OrderKey[]
  /** What tells one order from another. */
  order: string
}

function textOf(part: RawBuilder<unknown>): string {
  const { sql: text, parameters } = part.compile(compiler)
  return JSON.stringify([text, parameters])
}

const outlines = new WeakMap<Services, Outlines>()

function outlineOf({ app, table, where, order }: List): Promise<Outline> {
  let known = outlines.get(app)
  if (!known) outlines.set(app, (known = new Outlines()))
  const count = sql`select count(*) as n from ${table} t where ${where}`.compile(compiler)
  return known.of(JSON.stringify([count.sql, count.parameters, order]), async () => Number((await run<{ n: string }>(app, count))[0]?.n ?? 0))
}

/** From this offset on a page is read from an anchor; anchors lie this far apart. */
const deep = 1000

/** The anchor before an offset, found from the one before that when it is not known yet. */
async function anchorAt({ app, table, where, keys }: List, outline: Outline, offset: number): Promise<Anchor | undefined> {
  const at = offset - (offset % deep)
  const near = anchorBefore(outline, at)
  if (near?.at === at) return near
  const values = sql.join(keys.map((key) => sql`(${key.by})::text`))
  const from = near ? all([where, fromRowOn(keys, near.values)]) : where
  const [row] = await named<{ values: (string | null)[] }>(app, sql`select array[${values}] as values from ${table} t where ${from} order by ${orderBy(keys)} limit 1 offset ${at - (near?.at ?? 0)}`)
  if (!row) return near
  const anchor = { at, values: row.values }
  addAnchor(outline, anchor)
  return anchor
}

/** Names and other columns are looked up for the rows shown only, never for those skipped. */
function rowsAt<R>({ app, table, where, keys }: List, columns: RawBuilder<unknown>, size: number, offset: number, anchor: Anchor | undefined): Promise<R[]> {
  const from = anchor ? all([where, fromRowOn(keys, anchor.values)]) : where
  const page = sql`select t.id from ${table} t where ${from} order by ${orderBy(keys)} limit ${size} offset ${offset - (anchor?.at ?? 0)}`
  return named<R>(app, sql`select ${columns} from (${page}) page join ${table} t on t.id = page.id order by ${orderBy(keys)}`)
}

const tooMany = () => invalidField('isPaging', 'isPaging', 'isPaging', `超过${allRows}条，请分页查询`, `more than ${allRows} rows, use paging`)

/** Runs a built query as a named statement, so that PostgreSQL parses and plans its text once per connection. */
export const named = <R>(app: Services, query: RawBuilder<unknown>): Promise<R[]> => run(app, query.compile(compiler))

async function run<R>(app: Services, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
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
