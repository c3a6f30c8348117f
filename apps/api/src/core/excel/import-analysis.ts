import { fault } from '@jipei/contract/core/fault.ts'
import type { Field } from '@jipei/contract/core/field.ts'
import type { ImportCell, ImportReport } from '@jipei/contract/core/import.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db.ts'
import type { Services } from '../services.ts'
import { cellText } from './cell-text.ts'
import { type Header, columnLetters, findHeader } from './import-columns.ts'
import type { ImportParts } from './import-parts.ts'
import { readValue } from './import-value.ts'
import type { ImportColumnSpec, ImportRow, Importer, RowFault, Values } from './importer.ts'
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
  const { entity } = definition
  const sheet: SheetRow[] = []
  const head: SheetRow[] = []
  const rows: ImportRow[] = []
  const texts = new Map<number, Map<string, string>>()
  const faults: RowFault[] = []
  let header: Header | null = null
  const specs = new Map(definition.columns.map((spec) => [spec.field, spec]))
  const read = (source: SheetRow) => {
    if (rows.length >= (definition.maxRows ?? 100_000)) throw unreadable(`数据超过${definition.maxRows ?? 100_000}行`, `more than ${definition.maxRows ?? 100_000} rows`)
    if (isExample(source, header as Header, specs)) return
    readRow(definition, source, header as Header, specs, parts, rows, texts, faults)
  }
  for await (const source of readWorkbook(bytes)) {
    if (keepSheet) sheet.push(source)
    if (header) {
      read(source)
      if (faults.length > maxBad) throw unreadable('错误过多，请核对模板', 'too many mistakes; compare it with the template')
      continue
    }
    head.push(source)
    if (head.length < 15) continue
    header = findHeader(entity, definition.columns, head, parts.mapping)
    if (!header) break
    for (const waiting of head) if (waiting.row > header.row) read(waiting)
  }
  if (!header && head.length < 15) {
    header = findHeader(entity, definition.columns, head, parts.mapping)
    if (header) for (const waiting of head) if (waiting.row > header.row) read(waiting)
  }
  if (!header) throw unreadable('找不到表头，请使用模板', 'no header was found; use the template')
  const missing = missingColumns(definition, header)
  if (missing.length > 0) return { header, rows, faults: missing, sheet, report: reportOf(header, rows, missing, new Set(rows.map((row) => row.row)), 0, texts) }
  await resolveNames(definition, db, header, rows, texts, faults, app)
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

function readRow(definition: Importer<any, any>, source: SheetRow, header: Header, specs: ReadonlyMap<string, ImportColumnSpec>, parts: ImportParts, rows: ImportRow[], texts: Map<number, Map<string, string>>, faults: RowFault[]): void {
  const values: Values = {}
  const said = new Map<string, string>()
  for (const { index, field: name } of header.columns) {
    const spec = name ? specs.get(name) : undefined
    if (!name || !spec) continue
    const field = definition.entity.fields[name] as Field
    const corrected = parts.corrections.get(`${source.row}/${name}`)
    const cell = corrected ?? source.values[index]
    const needed = spec.needed ?? field.need === 'required'
    if (spec.resolve) {
      const { text } = cellText(cell)
      values[name] = text || null
      said.set(name, text)
      if (!text && needed) faults.push({ row: source.row, field: name, fault: fault('REQUIRED', `请填写${field.zh}`, `${field.en}: please fill in`) })
      continue
    }
    const found = readValue(field, spec.words?.[cellText(cell).text] ?? cell, needed)
    values[name] = found.fault ? null : found.value
    if (found.fault) {
      said.set(name, found.text)
      faults.push({ row: source.row, field: name, fault: found.fault, ...(found.suggestion ? { suggestion: found.suggestion } : {}) })
    }
  }
  if (said.size > 0) texts.set(source.row, said)
  rows.push({ row: source.row, values })
}

/** The example row of our template, left in the sheet. */
function isExample(source: SheetRow, header: Header, specs: ReadonlyMap<string, ImportColumnSpec>): boolean {
  const examples = header.columns.flatMap(({ index, field }) => {
    const example = field ? specs.get(field)?.example : undefined
    return example === undefined ? [] : [cellText(source.values[index]).text === example]
  })
  return examples.length > 1 && examples.every(Boolean)
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
