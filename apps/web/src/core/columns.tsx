import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Field } from '@jipei/contract/core/field.ts'
import type { ReactNode } from 'react'
import { FieldValue, isNumberKind } from './field-value.tsx'
import { defaultColumns, fieldsOf } from './fields.ts'
import type { Named } from './i18n/language.ts'
import { label, language } from './i18n/language.ts'
import { isSort } from './list-params.ts'
import { isMoney, unitOf } from './numbers.ts'
import type { AnyRow } from './ref-select.tsx'

/** A column that says more than its field. */
export interface ColumnSpec<R = AnyRow> {
  /** Field of the entity; or any key, with `title` and `render`. */
  field: string
  title?: Named
  width?: number
  render?: (row: R) => ReactNode
  /** Add up the values of the page; money is added up anyway. */
  total?: boolean
}

export interface Column {
  key: string
  title: string
  width: number
  field: Field | null
  sortable: boolean
  numeric: boolean
  total: boolean
  render: (row: AnyRow) => ReactNode
}

/** Columns as a page names them, completed from the contract, in the current language. */
export function columnsOf<R>(entity: Entity, specs: readonly (string | ColumnSpec<R>)[] = defaultColumns(entity)): Column[] {
  return specs.map((spec) => {
    const { field: key, title, width, render, total } = typeof spec === 'string' ? ({ field: spec } as ColumnSpec<R>) : spec
    const field = fieldsOf(entity)[key] ?? null
    if (!field && !(title && render)) throw new Error(`${entity.name} has no field ${key}`)
    return {
      key,
      title: headOf(field, title),
      width: width ?? widthOf(field, key === entity.title),
      field,
      sortable: isSort(entity, key),
      numeric: field !== null && isNumberKind(field),
      total: total ?? (field !== null && isMoney(field)),
      render: (row) => (render ? render(row as R) : field ? <FieldValue field={field} value={row[key]} /> : null),
    }
  })
}

function headOf(field: Field | null, title: Named | undefined): string {
  if (title) return label(title)
  if (!field) return ''
  const unit = isNumberKind(field) ? unitOf(field) : ''
  return unit === '' ? label(field) : language() === 'zh' ? `${field.zh}（${unit}）` : `${field.en} (${unit})`
}

/** Room for a value of the kind; English heads need more of it. */
function widthOf(field: Field | null, isTitle: boolean): number {
  if (isTitle) return 200
  switch (field?.kind) {
    case 'date':
      return 112
    case 'datetime':
      return 148
    case 'time':
      return 88
    case 'int':
      return 100
    case 'decimal':
      return 128
    case 'code':
      return 124
    case 'text':
      return Math.min(220, Math.max(120, (field.length ?? 50) * 3 + 90))
    default:
      return 160
  }
}
