import type { Entity } from '@jipei/contract/core/entity.ts'
import { pageSizes } from '@jipei/contract/core/page-sizes.ts'
import type { ListQuery, Page } from '@jipei/contract/core/shape.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { allRows } from './list-query.ts'
import { type ListOptions, type ListSource, countOf, listSource } from './list-source.ts'
import { compiled } from './named.ts'
import { fromRowOn, orderBy } from './order.ts'
import { type Anchor, type Outline, Outlines, addAnchor, anchorBefore } from './outline.ts'
import { presenter } from './present.ts'
import { invalidField } from './refusal.ts'
import type { Services } from './services.ts'
import { all } from './sql.ts'

/**
 * A page of an entity: scope, filters and sort in one WHERE, the count as a second query (never `over()`, which reads every row).
 * All run as named statements, on the replica where there is one. Of lists beyond ten thousand rows the count, and where their deep pages begin,
 * are remembered for a moment (outline.ts), so that page 10,000 costs what page 1 costs.
 */
export async function listPage<R = Record<string, any>>(app: Services, actor: Actor, entity: Entity<any>, query: ListQuery, options: ListOptions): Promise<Page<R>> {
  const source = listSource(app, actor, entity, query, options)
  const { most = allRows } = options
  const size = query.all ? most : (query.size ?? entity.pageSize ?? (await standardSize(app)))
  const offset = query.all ? 0 : (query.current - 1) * size
  if (options.estimated && offset + size > deepest) throw tooDeep()
  const counting = outlineOf(app, source, options.estimated ?? false)
  // A page near the top is read while the rows are counted; what else there is begins where the outline says.
  const near = offset < deep && !query.all
  const reading = near
    ? rowsAt<R & Record<string, any>>(source, size, offset)
    : counting.then((outline) => rowsAfter<R & Record<string, any>>(source, query, size, offset, outline, options))
  const [outline, records] = await Promise.all([counting, reading])
  if (options.estimated && outline.total > exactly) outline.total = corrected(outline.total, offset, size, records.length)
  records.forEach(presenter(entity, actor, app.cipher, 'list'))
  const { total } = outline
  const pages = Math.ceil(total / size)
  return { records, total, size, current: query.current, pages: options.estimated ? Math.min(pages, Math.floor(deepest / size)) : pages }
}

/** A guess ends where the rows do, and not before. @param found rows on the page at `offset` */
const corrected = (guess: number, offset: number, size: number, found: number): number => (found === size ? Math.max(guess, offset + size + 1) : found > 0 ? offset + found : Math.min(guess, offset))

/** The rows of a page deep in a list, or of a whole list that is short enough. @throws FIELD_INVALID for a whole long one */
async function rowsAfter<R>(source: ListSource, query: ListQuery, size: number, offset: number, outline: Outline, { estimated, most = allRows }: ListOptions): Promise<R[]> {
  if (query.all && outline.total > most) throw tooMany(most)
  return estimated || outline.total > offset ? rowsAt<R>(source, size, offset, query.all ? undefined : await anchorAt(source, outline, offset)) : []
}

/** Rows a page where the client does not say; read each time, so that a change of the parameter acts at once on every node. */
async function standardSize(app: Services): Promise<number> {
  const { rows } = await app.pool.query<{ size: string }>("select param_value as size from parameter where param_key = 'page.size.default' and is_deleted = 0")
  return Number(rows[0]?.size ?? 10)
}

const outlines = new WeakMap<Services, Outlines>()

function outlineOf(app: Services, source: ListSource, estimated: boolean): Promise<Outline> {
  let known = outlines.get(app)
  if (!known) outlines.set(app, (known = new Outlines()))
  const count = compiled(estimated ? fewOf(source) : countOf(source))
  const counted = async () => {
    const n = Number((await source.ask<{ n: string }>(count))[0]?.n ?? 0)
    return estimated && n > exactly ? Math.max(n, await guess(source)) : n
  }
  return known.of(keyOf(count), counted, estimated ? exactly : undefined)
}

const keyOf = ({ sql: text, parameters }: CompiledQuery) => `${text} ${JSON.stringify(parameters)}`

/** Rows of an estimated list that are counted one by one, at every call; more are guessed, and the guess is remembered. */
const exactly = 1000
/** How deep one may turn the pages of an estimated list: to find a row the database walks past all before it. */
const deepest = 100_000
const fewOf = ({ table, where }: ListSource) => sql`select count(*) as n from (select from ${table} t where ${where} limit ${sql.lit(exactly + 1)}) few`

/** How many rows the planner expects. */
async function guess({ table, where, ask }: ListSource): Promise<number> {
  const [found] = await ask<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(compiled(sql`explain (format json) select from ${table} t where ${where}`))
  return Math.round(found?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}

/** From this offset on a page is read from an anchor. */
const deep = 500
/** Anchors lie this far apart: walking past so many rows takes less than asking for another anchor. */
const apart = 100

/** The anchor before an offset, found from the one before that when it is not known yet. */
async function anchorAt({ table, where, keys, ask }: ListSource, outline: Outline, offset: number): Promise<Anchor | undefined> {
  const at = offset - (offset % apart)
  const order = keyOf(compiled(orderBy(keys)))
  const near = anchorBefore(outline, order, at)
  if (near?.at === at) return near
  const values = sql.join(keys.map((key) => sql`(${key.by})::text`))
  const from = near ? all([where, fromRowOn(keys, near.values)]) : where
  const select = sql`select array[${values}] as values from ${table} t where ${from} order by ${orderBy(keys)} limit 1 offset ${at - (near?.at ?? 0)}`
  const [row] = await ask<{ values: (string | null)[] }>(compiled(select))
  if (!row) return near
  const anchor = { at, values: row.values }
  addAnchor(outline, order, anchor)
  return anchor
}

/** Names and other columns are looked up for the rows shown only, never for those skipped. */
function rowsAt<R>(source: ListSource, size: number, offset: number, anchor?: Anchor): Promise<R[]> {
  const { table, where, keys, rowKey, ask, isFiltered } = source
  const from = anchor ? all([where, fromRowOn(keys, anchor.values)]) : where
  const skipped = offset - (anchor?.at ?? 0)
  const part = isFiltered ? sql`limit ${size} offset ${skipped}` : limit(size, skipped)
  return ask<R>(withColumns(source, sql`select ${rowKey.columns} from ${table} t where ${from} order by ${orderBy(keys)} ${part}`))
}

/** Statements of pages, by the columns they show. */
const statements = new WeakMap<RawBuilder<unknown>, Map<string, string>>()

/** The statement of a page with the columns it shows. These are long, and the same at almost every call: the text is put together once. */
function withColumns({ table, columns, keys, rowKey }: ListSource, page: RawBuilder<unknown>): CompiledQuery {
  let texts = statements.get(columns)
  if (!texts) statements.set(columns, (texts = new Map()))
  const inner = compiled(page)
  const known = texts.get(inner.sql)
  if (known) return { ...inner, sql: known }
  const whole = compiled(sql`select ${columns} from (${page}) page join ${table} t on ${rowKey.same} order by ${orderBy(keys)}`)
  // With values of their own the columns are part of one call only.
  if (whole.parameters.length > inner.parameters.length) return whole
  if (texts.size >= mostStatements) texts.clear()
  texts.set(inner.sql, whole.sql)
  return whole
}
/** Filters and orders combine in many ways. */
const mostStatements = 500

const usualSizes: ReadonlySet<number> = new Set(pageSizes)

/**
 * Where a usual size is written out, and what is skipped up to the next anchor, PostgreSQL plans the statement once. Numbers behind parameters
 * could be any, so it would plan every time anew, which takes longer than reading the page. With a filter that is what we want: a value may be
 * rare or frequent.
 */
function limit(size: number, offset: number): RawBuilder<unknown> {
  const usual = offset < apart && offset % 10 === 0
  return sql`limit ${usualSizes.has(size) ? sql.lit(size) : size}${offset === 0 ? sql`` : sql` offset ${usual ? sql.lit(offset) : offset}`}`
}

const tooDeep = () => invalidField('current', '页码', 'Page', `最多可翻到第${deepest}条，请缩小查询范围`, `pages end after ${deepest} rows, narrow the search`)
const tooMany = (most: number) => invalidField('isPaging', 'isPaging', 'isPaging', `超过${most}条，请分页查询`, `more than ${most} rows, use paging`)
