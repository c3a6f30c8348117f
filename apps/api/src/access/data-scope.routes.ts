import { DataScope, type RuleFault, type ScopePreview, dataScopeCalls } from '@jipei/contract/access/data-scope.ts'
import type { DataScopeKind } from '@jipei/contract/access/data-scope.ts'
import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Field } from '@jipei/contract/core/field.ts'
import { sql } from 'kysely'
import { actorOfUser } from '../auth/auth.queries.ts'
import type { Actor } from '../core/actor.ts'
import { type CrudOptions, crudRoutes } from '../core/crud.ts'
import { type DataScopeRule, isReference, visible } from '../core/data-scope.ts'
import type { Db } from '../core/db.ts'
import { ownerOf } from '../core/files.ts'
import { type Route, reads } from '../core/implement.ts'
import { refuseTwin } from '../core/references.ts'
import { Refusal, invalidField } from '../core/refusal.ts'
import { ExpressionError, parseExpression } from '../core/scope-expression.ts'
import type { Services } from '../core/services.ts'
import { everything } from '../core/sql.ts'
import { mustRunTheHouse } from '../core/house.ts'
import { refuseGranted, refuseHeldScope } from './access.queries.ts'
import { entityOf } from './subjects.ts'
import { askable } from './why.ts'

const options: CrudOptions = {
  entity: DataScope,
  resource: 'data_scope',
  audited: true,
  scope: () => everything,
  async beforeSave(tx, actor, merged, old) {
    mustRunTheHouse(actor)
    if (old) await refuseHeldScope(tx, actor, old['id'])
    await refuseTwin(tx, DataScope, old?.['id'], { resourceCode: merged['resourceCode'] })
    const entity = mustBeEntity(merged['scopeClass'])
    checkColumn(entity, merged['scopeType'], merged['scopeColumn'] ?? null)
    if (merged['scopeType'] === '5') checkExpression(entity, merged['scopeValue'] ?? '')
    return { scopeField: visibleFields(entity, merged['scopeField'] ?? null) }
  },
  async beforeRemove(tx, actor, rows) {
    mustRunTheHouse(actor)
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
  const fault = faultOf(entity, source)
  if (fault) throw wrong('scopeValue', fault.msg, fault.msgEn)
}

function faultOf(entity: Entity<any>, source: string): RuleFault | null {
  try {
    parseExpression(entity, source)
    return null
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { at: error.at, msg: error.zh, msgEn: error.en }
  }
}

/** @throws FIELD_INVALID for a name that is no entity */
function mustBeEntity(name: string): Entity<any> {
  const entity = entityOf(name)
  if (!entity) throw wrong('scopeClass', '没有这一业务对象', 'there is no such entity')
  return entity
}

/** Counting stops there: a preview must not take longer than the list it is about. */
const most = 100_000

interface Tried {
  userId: string
  scopeClass: string
  scopeType: DataScopeKind
  scopeColumn?: string | null
  scopeValue?: string | null
}

/** @throws NOT_FOUND for a user whom the asker does not see or one who may not sign in; what saving such a scope would refuse */
async function preview(db: Db, asker: Actor, tried: Tried, app: Services): Promise<ScopePreview> {
  const entity = mustBeEntity(tried.scopeClass)
  const owner = ownerOf(entity.name)
  if (!owner) throw wrong('scopeClass', '没有这一业务对象', 'there is no such entity')
  checkColumn(entity, tried.scopeType, tried.scopeColumn ?? null)
  if (tried.scopeType === '5') checkExpression(entity, tried.scopeValue ?? '')
  const seen = await sql`select from app_user t where t.id = ${tried.userId} and ${askable(asker)}`.execute(db)
  const actor = seen.rows.length > 0 ? await actorOfUser(app, tried.userId).catch(() => null) : null
  if (!actor) throw new Refusal('NOT_FOUND')
  const others = actor.dataScopes.filter((rule) => rule.entity !== entity.name)
  const rule: DataScopeRule = { entity: entity.name, kind: tried.scopeType, column: tried.scopeColumn ?? null, expression: tried.scopeValue ?? null, fields: null }
  const count = async (dataScopes: readonly DataScopeRule[]) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from ${sql.table(entity.table)} t where t.is_deleted = 0 and ${visible(entity, owner.scope, { ...actor, dataScopes })} limit ${most}) seen`.execute(db)
    return rows[0]?.n ?? 0
  }
  return { business: await count(others), now: await count(actor.dataScopes), tried: await count([...others, rule]), most }
}

/** The names as they are kept: known ones, once, without blanks; `*` and nothing mean all. @throws FIELD_INVALID */
function visibleFields(entity: Entity<any>, text: string | null): string {
  const names = [...new Set((text ?? '*').split(',').map((name) => name.trim()).filter(Boolean))]
  if (names.length === 0 || names.includes('*')) return '*'
  const unknown = names.find((name) => !Object.hasOwn(entity.fields, name))
  if (unknown) throw wrong('scopeField', `${entity.zh}没有字段“${unknown}”`, `${entity.en} has no field “${unknown}”`)
  return names.join(',')
}

export const dataScopeRoutes: Route[] = [
  ...crudRoutes(dataScopeCalls, options),
  reads(dataScopeCalls.check, async (_db, _actor, { scopeClass, rule }) => faultOf(mustBeEntity(scopeClass), rule)),
  reads(dataScopeCalls.preview, preview),
]
