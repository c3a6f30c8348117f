import { fault } from '@jipei/contract/core/fault.ts'
import type { Field } from '@jipei/contract/core/field.ts'
import { cellText } from './cell-text.ts'
import type { Header } from './import-columns.ts'
import type { ImportParts } from './import-parts.ts'
import { readValue } from './import-value.ts'
import type { ImportColumnSpec, ImportRow, Importer, RowFault, Values } from './importer.ts'
import type { SheetRow, SheetValue } from './workbook.ts'

/** Reads the rows below a header one by one. */
export interface RowReader {
  read(source: SheetRow): void
  rows: ImportRow[]
  faults: RowFault[]
  /** What bad cells said, by row and field. */
  texts: Map<number, Map<string, string>>
}

/** A column of the sheet with everything that is asked of it, looked up once instead of for every cell. */
interface Column {
  index: number
  name: string
  field: Field
  spec: ImportColumnSpec
  needed: boolean
}

export function rowReader(definition: Importer<any, any>, header: Header, parts: ImportParts): RowReader {
  const specs = new Map(definition.columns.map((spec) => [spec.field, spec]))
  const columns = header.columns.flatMap(({ index, field: name }): Column[] => {
    const spec = name ? specs.get(name) : undefined
    if (!name || !spec) return []
    const field = definition.entity.fields[name] as Field
    return [{ index, name, field, spec, needed: spec.needed ?? field.need === 'required' }]
  })
  const examples = columns.filter((column) => column.spec.example !== undefined)
  const rows: ImportRow[] = []
  const faults: RowFault[] = []
  const texts: RowReader['texts'] = new Map()

  /** The example row of our template, left in the sheet. */
  const isExample = (values: readonly SheetValue[]) => examples.length > 1 && examples.every(({ index, spec }) => cellText(values[index]).text === spec.example)

  function say(row: number, name: string, text: string): void {
    const said = texts.get(row) ?? new Map<string, string>()
    texts.set(row, said.set(name, text))
  }

  function readCell(row: number, column: Column, cell: SheetValue): unknown {
    const { name, field, spec, needed } = column
    if (spec.resolve) {
      const { text } = cellText(cell)
      say(row, name, text)
      if (!text && needed) faults.push({ row, field: name, fault: fault('REQUIRED', `请填写${field.zh}`, `${field.en}: please fill in`) })
      return text || null
    }
    const found = readValue(field, spec.words ? (spec.words[cellText(cell).text] ?? cell) : cell, needed)
    if (!found.fault) return found.value
    say(row, name, found.text)
    faults.push({ row, field: name, fault: found.fault, ...(found.suggestion ? { suggestion: found.suggestion } : {}) })
    return null
  }

  return {
    rows,
    faults,
    texts,
    read({ row, values }) {
      if (isExample(values)) return
      const read: Values = {}
      for (const column of columns) {
        const corrected = parts.corrections.size > 0 ? parts.corrections.get(`${row}/${column.name}`) : undefined
        read[column.name] = readCell(row, column, corrected ?? values[column.index])
      }
      rows.push({ row, values: read })
    },
  }
}
