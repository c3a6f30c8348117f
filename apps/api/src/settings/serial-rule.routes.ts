import { SerialRule, type SerialKey, serialRuleCalls, serialRules } from '@jipei/contract/settings/serial-rule.ts'
import { today } from '../core/clock.ts'
import { crud } from '../core/crud.ts'
import type { Db } from '../core/db.ts'
import { type Route, reads, writes } from '../core/implement.ts'
import { Refusal } from '../core/refusal.ts'
import { everything } from '../core/sql.ts'
import { cyclePatterns, segment } from './settings.queries.ts'

type Row = Record<string, any>

/** Parts of a number that may no longer change once numbers of it exist. */
const frozen = ['serialKey', 'prefix', 'datePattern', 'seqLength'] as const

const handlers = crud({
  entity: SerialRule,
  resource: 'wf_serial',
  scope: () => everything,
  async beforeSave(tx, _actor, merged, old) {
    if (!/^[A-Z][A-Z_]{1,29}$/.test(merged['serialKey'])) throw new Refusal('FIELD_INVALID', { field: { zh: '流水号键', en: 'Key' }, reason: { zh: '须为大写字母和下划线', en: 'capital letters and _' } })
    if (merged['prefix'] && !/^[A-Za-z]{1,10}$/.test(merged['prefix'])) throw new Refusal('FIELD_INVALID', { field: { zh: '前缀', en: 'Prefix' }, reason: { zh: '只能是字母', en: 'letters only' } })
    if (old && (await used(tx, old['serialKey'])))
      for (const name of frozen) if (merged[name] !== old[name]) throw new Refusal('FIELD_FROZEN', { field: { zh: SerialRule.fields[name].zh, en: SerialRule.fields[name].en } })
    return {}
  },
  async beforeRemove(_tx, _actor, rows) {
    if (rows.some((row) => row['serialKey'] in serialRules)) throw new Refusal('PARAM_BUILTIN')
  },
})

const used = async (db: Db, key: string) => (await db.selectFrom('serialCounter').select('value').where('serialKey', '=', key).where('value', '>', 0).limit(1).execute()).length > 0

/** Adds where the sequence stands and what would come next; sequences with scopes have no single answer. */
async function withStanding(db: Db, rows: Row[]): Promise<Row[]> {
  const found = await db.selectFrom('serialCounter').selectAll().where('scope', '=', '').where('serialKey', 'in', rows.length > 0 ? rows.map((row) => row['serialKey']) : ['']).execute()
  for (const row of rows) {
    const period = segment(cyclePatterns[row['resetCycle'] as keyof typeof cyclePatterns], today())
    const value = Number(found.find((counter) => counter['serialKey'] === row['serialKey'] && counter['period'] === period)?.['value'] ?? 0)
    const next = value === 0 ? 1 : value + row['step']
    const scoped = (['CLASS_NO', 'CERT_SEQ'] as SerialKey[]).includes(row['serialKey'])
    Object.assign(row, { currentValue: scoped ? null : value, currentPeriod: period, sample: (row['prefix'] ?? '') + segment(row['datePattern'], today()) + String(next).padStart(row['seqLength'], '0') })
  }
  return rows
}

export const serialRuleRoutes: Route[] = [
  reads(serialRuleCalls.list, async (db, actor, query, app) => {
    const page = await handlers.list(db, actor, query, app)
    await withStanding(db, page.records)
    return page as never
  }),
  reads(serialRuleCalls.detail, async (db, actor, input, app) => (await withStanding(db, [await handlers.detail(db, actor, input, app)]))[0] as never),
  writes(serialRuleCalls.submit as never, handlers.submit as never),
  writes(serialRuleCalls.remove as never, handlers.remove as never),
]
