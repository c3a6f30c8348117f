import { fault } from '@jipei/contract/core/fault.ts'
import type { Field } from '@jipei/contract/core/field.ts'
import type { ImportCell, ImportReport } from '@jipei/contract/core/import.ts'
import type { Actor } from '../actor.ts'
import { closedKeys } from '../choices.ts'
import type { Db } from '../db.ts'
import type { Services } from '../services.ts'
import { type Header, columnLetters, findHeader, headerWithin } from './import-columns.ts'
import type { ImportParts } from './import-parts.ts'
import { type RowReader, rowReader } from './import-row.ts'
import type { ImportRow, Importer, RowFault } from './importer.ts'
import { type SheetRow, readWorkbook, unreadable } from './workbook.ts'

/** Bad cells that are listed; more are only counted. */
const listedCells = 1000
/** Bad cells after which a sheet is not worth reading on. */
const maxBad = 50_000

export interface Analysis {
  report: ImportReport
  header: Header | null
  rows: ImportRow[]
  faults: RowFault[]
  sheet: SheetRow[]
}

/** Reads and checks a sheet without writing anything. @param keepSheet keeps the cells as they were, for marking them */
export async function analyse<X, C>(definition: Importer<X, C>, db: Db, actor: Actor, bytes: Buffer, parts: ImportParts, context: C, app: Services, keepSheet = false): Promise<Analysis> {
  const sheet: SheetRow[] = []
  const head: SheetRow[] = []
  const maxRows = definition.maxRows ?? 100_000
  let begun: Begun | null = null
  for await (const source of readWorkbook(bytes)) {
    if (keepSheet) sheet.push(source)
    if (!begun) {
      if (head.push(source) === headerWithin) begun = begin(definition, head, parts)
      continue
    }
    const { rows, faults } = begun.reader
    if (rows.length >= maxRows) throw unreadable(`数据超过${maxRows}行`, `more than ${maxRows} rows`)
    if (faults.length > maxBad) throw unreadable('错误过多，请核对模板', 'too many mistakes; compare it with the template')
    begun.reader.read(source)
  }
  return judge(definition, db, actor, begun ?? begin(definition, head, parts), sheet, context, app)
}

interface Begun {
  header: Header
  reader: RowReader
}

/** Finds the header in the first rows and reads those below it. */
function begin(definition: Importer<any, any>, head: readonly SheetRow[], parts: ImportParts): Begun {
  const header = findHeader(definition.entity, definition.columns, head, parts.mapping)
  if (!header) throw unreadable('找不到表头，请使用模板', 'no header was found; use the template')
  const reader = rowReader(definition, header, parts)
  for (const waiting of head) if (waiting.row > header.row) reader.read(waiting)
  return { header, reader }
}

/** Checks across columns, rows and the database. */
async function judge<X, C>(definition: Importer<X, C>, db: Db, actor: Actor, { header, reader }: Begun, sheet: SheetRow[], context: C, app: Services): Promise<Analysis> {
  const { rows, texts, faults } = reader
  const missing = missingColumns(definition, header)
  if (missing.length > 0) return { header, rows, faults: missing, sheet, report: reportOf(header, rows, missing, new Set(rows.map((row) => row.row)), 0, texts) }
  await resolveNames(definition, db, header, rows, texts, faults, app)
  faults.push(...(await sealed(definition, db, rows)))
  const wrong = new Set(faults.map((one) => one.row))
  for (const row of rows) if (definition.checksBadRows || !wrong.has(row.row)) for (const found of definition.check?.(row.values, context) ?? []) faults.push({ ...found, row: row.row })
  faults.push(...twins(definition, rows, wrong))
  const bad = new Set(faults.map((one) => one.row))
  const good = rows.filter((row) => !bad.has(row.row))
  const verified = good.length > 0 && definition.verify ? await definition.verify(db, actor, good, context, app) : { existing: 0, faults: [] }
  faults.push(...verified.faults)
  for (const one of verified.faults) bad.add(one.row)
  return { header, rows, faults, sheet, report: reportOf(header, rows, faults, bad, verified.existing, texts) }
}

function missingColumns({ entity, columns }: Importer<any, any>, header: Header): RowFault[] {
  const mapped = new Set(header.columns.map((column) => column.field))
  return columns
    .filter(({ field, needed }) => !mapped.has(field) && (needed ?? (entity.fields[field] as Field).need === 'required'))
    .map(({ field }) => {
      const { zh, en } = entity.fields[field] as Field
      return { row: header.row, field, fault: fault('NO_COLUMN', `缺少“${zh}”列`, `The column “${en}” is missing`) }
    })
}

/** Replaces names by ids, one query a column. */
async function resolveNames({ entity, columns }: Importer<any, any>, db: Db, header: Header, rows: readonly ImportRow[], texts: Map<number, Map<string, string>>, faults: RowFault[], app: Services): Promise<void> {
  for (const { field: name, resolve } of columns) {
    if (!resolve || !header.columns.some((column) => column.field === name)) continue
    const wanted = [...new Set(rows.map((row) => row.values[name] as string | null).filter((text): text is string => text !== null))]
    const ids = await resolve(db, wanted, app)
    const { zh, en } = entity.fields[name] as Field
    for (const row of rows) {
      const text = row.values[name] as string | null
      if (text === null) continue
      row.values[name] = ids.get(text) ?? null
      if (row.values[name] === null) faults.push({ row: row.row, field: name, fault: fault('NOT_FOUND', `找不到${zh}“${text}”`, `No such ${en.toLowerCase()}: ${text}`) })
      else texts.get(row.row)?.delete(name)
    }
  }
}

/** Values of lists that may no longer be chosen. */
async function sealed({ entity, columns }: Importer<any, any>, db: Db, rows: readonly ImportRow[]): Promise<RowFault[]> {
  const chosen = columns.flatMap(({ field: name }) => {
    const field = entity.fields[name] as Field
    return field.codes ? [{ name, zh: field.zh, en: field.en, list: field.codes.name }] : []
  })
  const closed = await closedKeys(db, chosen.map(({ list }) => list))
  if (closed.size === 0) return []
  return rows.flatMap(({ row, values }) =>
    chosen
      .filter(({ name, list }) => [values[name]].flat().some((key) => closed.has(`${list}\n${key}`)))
      .map(({ name, zh, en }) => ({ row, field: name, fault: fault('SEALED', `${zh}：该选项已封存，不能再选`, `${en}: this value is sealed and can no longer be chosen`) })),
  )
}

function twins({ entity, unique = [] }: Importer<any, any>, rows: readonly ImportRow[], wrong: ReadonlySet<number>): RowFault[] {
  const found: RowFault[] = []
  for (const name of unique) {
    const first = new Map<unknown, number>()
    const { zh, en } = entity.fields[name] as Field
    for (const { row, values } of rows) {
      const value = values[name]
      if (value === null || value === undefined || wrong.has(row)) continue
      const twin = first.get(value)
      if (twin === undefined) first.set(value, row)
      else found.push({ row, field: name, fault: fault('TWIN', `${zh}与第${twin}行重复`, `${en} is the same as in row ${twin}`) })
    }
  }
  return found
}

function reportOf(header: Header, rows: readonly ImportRow[], faults: readonly RowFault[], bad: ReadonlySet<number>, existing: number, texts: ReadonlyMap<number, Map<string, string>>): ImportReport {
  const indexes = new Map(header.columns.flatMap(({ index, field }) => (field ? [[field, index] as const] : [])))
  const byRow = new Map(rows.flatMap((row) => (bad.has(row.row) ? [[row.row, row.values] as const] : [])))
  const cells = [...faults]
    .sort((a, b) => a.row - b.row || (indexes.get(a.field ?? '') ?? -1) - (indexes.get(b.field ?? '') ?? -1))
    .slice(0, listedCells)
    .map(({ row, field, fault: { zh, en }, suggestion }): ImportCell => {
      const index = field === undefined ? undefined : indexes.get(field)
      const value = field === undefined ? '' : (texts.get(row)?.get(field) ?? String(byRow.get(row)?.[field] ?? ''))
      return { row, column: index === undefined ? null : columnLetters(index), field: field ?? null, value: value.slice(0, 500), reasonZh: zh.slice(0, 500), reasonEn: en.slice(0, 500), suggestion: suggestion ?? null }
    })
  return { rows: rows.length, good: rows.filter((row) => !bad.has(row.row)).length, existing, columns: header.columns, cells, bad: faults.length }
}
