import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entity, snake } from '@jipei/contract/core/entity.ts'
import type { Field } from '@jipei/contract/core/field.ts'
import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '../../database.ts'
import type { Actor } from '../actor.ts'
import { mayRetry } from '../database-errors.ts'
import type { Tx } from '../db.ts'
import { columnType } from '../ddl.ts'
import type { Services } from '../services.ts'
import type { ImportRow, Values } from './importer.ts'

/** The rows of an import in a temporary table of the transaction: `line` and one column per field (and per hash), in snake case. */
export interface Stage {
  table: RawBuilder<unknown>
  rows: number
  columns: readonly string[]
  /** `insert into <entity> (columns, base fields) select … from stage s <tail>`; the tail may filter and say what to do on conflict. @returns rows inserted */
  insert(tx: Tx, actor: Actor, tail?: RawBuilder<unknown>): Promise<number>
}

/** Copies rows into a temporary table and hands it over; all in one transaction, tried again when the database asks for it. */
export async function withStage<T>(app: Services, entity: Entity<any>, fields: readonly string[], rows: readonly ImportRow[], work: (tx: Tx, stage: Stage) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(app, entity, fields, rows, work)
    } catch (error) {
      if (!mayRetry(error) || attempt >= 4) throw error
    }
  }
}

async function once<T>(app: Services, entity: Entity<any>, fields: readonly string[], rows: readonly ImportRow[], work: (tx: Tx, stage: Stage) => Promise<T>): Promise<T> {
  const client = await app.pool.connect()
  // COPY needs the connection itself, which a Kysely transaction does not give out: so it gets one of its own.
  const lone = { connect: async () => ({ query: client.query.bind(client), release() {} }), end: async () => {} }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: lone as never }), plugins: [new CamelCasePlugin()] })
  try {
    return await db.transaction().execute(async (tx) => {
      const columns = fields.flatMap((name) => ((entity.fields[name] as Field).encrypted ? [name, `${name}Hash`] : [name]))
      const types = columns.map((name) => `${snake(name)} ${entity.fields[name] ? columnType(entity.fields[name] as Field) : 'varchar(43)'}`)
      await sql`create temporary table import_stage (line integer not null, ${sql.raw(types.join(', '))}) on commit drop`.execute(tx)
      const copy = client.query(copyFrom(`copy import_stage (line, ${columns.map(snake).join(', ')}) from stdin`))
      await pipeline(Readable.from(chunks(app, entity, columns, rows)), copy)
      await sql`analyze import_stage`.execute(tx)
      const table = sql.table('import_stage')
      return work(tx, { table, rows: rows.length, columns, insert: (own, actor, tail = sql``) => insert(own, actor, entity, columns, tail) })
    })
  } finally {
    client.release()
  }
}

async function insert(tx: Tx, actor: Actor, entity: Entity<any>, columns: readonly string[], tail: RawBuilder<unknown>): Promise<number> {
  const names = sql.raw(columns.map(snake).join(', '))
  const from = sql.raw(columns.map((name) => `s.${snake(name)}`).join(', '))
  const result = await sql`insert into ${sql.table(entity.table)} (${names}, create_user, create_dept, update_user, tenant_id)
    select ${from}, ${actor.userId}, ${actor.deptId}::bigint, ${actor.userId}, ${actor.tenantId} from import_stage s ${tail}`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Rows as COPY text, a few hundred at a time; encrypted fields become ciphertext and hash. */
function* chunks(app: Services, entity: Entity<any>, columns: readonly string[], rows: readonly ImportRow[]): Generator<string> {
  const { cipher } = app
  const cells = columns.map((name): ((values: Values) => unknown) => {
    if ((entity.fields[name] as Field | undefined)?.encrypted) return (values) => (isFilled(values[name]) ? cipher.encrypt(values[name]) : null)
    if (entity.fields[name]) return (values) => values[name]
    const hashed = name.slice(0, -'Hash'.length)
    return (values) => (isFilled(values[hashed]) ? cipher.hash(values[hashed]) : null)
  })
  let chunk = ''
  for (const { row, values } of rows) {
    chunk += row
    for (const cell of cells) chunk += `\t${copyText(cell(values))}`
    chunk += '\n'
    if (chunk.length > 65_536) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk) yield chunk
}

const isFilled = (value: unknown): value is string => value !== null && value !== undefined

function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (Array.isArray(value)) return escaped(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
  return escaped(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const special = /[\\\t\n\r]/
const specials = new RegExp(special, 'g')
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) => (special.test(text) ? text.replace(specials, (mark) => escapes[mark] as string) : text)
