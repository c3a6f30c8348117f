import { DataScope, dataScopeCalls } from '@jipei/contract/access/data-scope.ts'
import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Field } from '@jipei/contract/core/field.ts'
import { entities } from '@jipei/contract/entities.ts'
import { type CrudOptions, crudRoutes } from '../core/crud.ts'
import { isReference } from '../core/data-scope.ts'
import { refuseTwin } from '../core/references.ts'
import { invalidField } from '../core/refusal.ts'
import { ExpressionError, parseExpression } from '../core/scope-expression.ts'
import { everything } from '../core/sql.ts'
import { refuseGranted } from './access.queries.ts'

const byName = new Map(entities.map((entity) => [entity.name, entity]))

const options: CrudOptions = {
  entity: DataScope,
  resource: 'data_scope',
  audited: true,
  scope: () => everything,
  async beforeSave(tx, _actor, merged, old) {
    await refuseTwin(tx, DataScope, old?.['id'], { resourceCode: merged['resourceCode'] }, 'DUPLICATE', { field: { zh: '权限编号', en: 'Code' } })
    const entity = byName.get(merged['scopeClass'])
    if (!entity) throw wrong('scopeClass', '没有这一业务对象', 'there is no such entity')
    checkColumn(entity, merged['scopeType'], merged['scopeColumn'] ?? null)
    if (merged['scopeType'] === '5') checkExpression(entity, merged['scopeValue'] ?? '')
    return { scopeField: visibleFields(entity, merged['scopeField'] ?? null) }
  },
  async beforeRemove(tx, _actor, rows) {
    await refuseGranted(tx, 'data', rows)
  },
}

const wrong = (field: keyof typeof DataScope.fields, zh: string, en: string) => invalidField(field, DataScope.fields[field].zh, DataScope.fields[field].en, zh, en)

/** Scopes of a user or his departments stand on a reference; the others on none. @throws FIELD_INVALID */
function checkColumn(entity: Entity<any>, kind: string, name: string | null): void {
  if (name === null) return
  const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (kind === '1' || kind === '5') throw wrong('scopeColumn', '此类型不使用权限字段', 'this kind uses none')
  if (!field || !isReference(field)) throw wrong('scopeColumn', `${entity.zh}没有这一引用字段`, `${entity.en} has no such reference`)
}

/** @throws FIELD_INVALID with the place of the mistake */
function checkExpression(entity: Entity<any>, source: string): void {
  try {
    parseExpression(entity, source)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw wrong('scopeValue', error.zh, error.en)
  }
}

/** The names as they are kept: known ones, once, without blanks; `*` and nothing mean all. @throws FIELD_INVALID */
function visibleFields(entity: Entity<any>, text: string | null): string {
  const names = [...new Set((text ?? '*').split(',').map((name) => name.trim()).filter(Boolean))]
  if (names.length === 0 || names.includes('*')) return '*'
  const unknown = names.find((name) => !Object.hasOwn(entity.fields, name))
  if (unknown) throw wrong('scopeField', `${entity.zh}没有字段“${unknown}”`, `${entity.en} has no field “${unknown}”`)
  return names.join(',')
}

export const dataScopeRoutes = crudRoutes(dataScopeCalls, options)
