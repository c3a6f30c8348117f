import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as coreCodes from '@jipei/contract/core/codes.ts'
import { type CodeList, type Field, orderedCodes } from '@jipei/contract/core/field.ts'
import { entities } from '@jipei/contract/entities.ts'
import { headKey } from '@jipei/contract/settings/dictionary.ts'
import { parameters } from '@jipei/contract/settings/parameters.ts'
import { serialRules } from '@jipei/contract/settings/serial-rule.ts'
import { knownExceptions, workdayExceptionCode } from '@jipei/contract/settings/workdays.ts'
import { sql } from 'kysely'
import type { Db } from '../src/core/db.ts'

/** Reference data of the settings: adds what is missing, never touches what an administrator changed. */
export async function seedSettings(db: Db): Promise<void> {
  await seedParameters(db)
  await seedSerialRules(db)
  for (const list of codeLists()) await seedList(db, list.name, list.zh, list.en, orderedCodes(list).map(([key, [zh, en]]) => [key, zh, en]))
  const exceptions = Object.entries(knownExceptions).map(([day, [worked, zh, en]]): Entry => [day, worked, worked, `${zh} ${en}`])
  await seedList(db, workdayExceptionCode, '工作日例外（日期→1上班/0休息）', 'Working-day exceptions (date → 1 worked, 0 free)', exceptions)
  await seedRegions(db)
}

async function seedParameters(db: Db): Promise<void> {
  const rows = Object.entries(parameters).map(([key, { value, zh, en }]) => ({ key, value, name: zh, remark: en }))
  await sql`insert into parameter (param_key, param_value, param_name, remark, create_user, update_user)
    select key, value, name, remark, 0, 0 from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, value text, name text, remark text)
    on conflict (param_key) where is_deleted = 0 do nothing`.execute(db)
}

async function seedSerialRules(db: Db): Promise<void> {
  const rows = Object.entries(serialRules).map(([key, [name, prefix, pattern, length, cycle]]) => ({ key, name, prefix: prefix || null, pattern, length, cycle }))
  await sql`insert into serial_rule (serial_key, serial_name, prefix, date_pattern, seq_length, reset_cycle, step, create_user, update_user)
    select key, name, prefix, pattern, length, cycle, 1, 0, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, name text, prefix text, pattern text, length int, cycle text)
    on conflict (serial_key) where is_deleted = 0 do nothing`.execute(db)
}

type Entry = readonly [key: string, zh: string, en: string, remark?: string]

/** All code lists of the contract, by name: those shared in core/codes.ts and those that stand beside an entity. */
function codeLists(): CodeList[] {
  const lists = new Map<string, CodeList>()
  for (const list of Object.values(coreCodes) as CodeList[]) lists.set(list.name, list)
  for (const entity of entities) for (const { codes } of Object.values<Field>(entity.fields)) if (codes) lists.set(codes.name, codes)
  return [...lists.values()]
}

/** One list of the business dictionary: its head row, and its entries below it. */
async function seedList(db: Db, code: string, zh: string, en: string, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(([key, name, nameEn, remark], index) => ({ key, name, nameEn, remark: remark ?? null, sort: index + 1 }))
  await sql`insert into business_dictionary (code, dict_key, dict_value, dict_value_en, sort, create_user, update_user) values (${code}, ${headKey}, ${zh}, ${en}, 0, 0, 0)
    on conflict (tenant_id, code, dict_key) where is_deleted = 0 do nothing`.execute(db)
  await sql`insert into business_dictionary (code, dict_key, dict_value, dict_value_en, remark, sort, parent_id, create_user, update_user)
    select ${code}, key, name, "nameEn", r.remark, r.sort, head.id, 0, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, name text, "nameEn" text, remark text, sort int),
      business_dictionary head where head.code = ${code} and head.dict_key = ${headKey} and head.is_deleted = 0
    on conflict (tenant_id, code, dict_key) where is_deleted = 0 do nothing`.execute(db)
}

/** Provinces, cities and counties; reference/README.md says where they come from. A county without a city belongs to its province. */
async function seedRegions(db: Db): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'reference/regions.tsv'), 'utf8')
  const names = new Map(text.split('\n').filter(Boolean).map((line) => line.split('\t') as [code: string, name: string]))
  const rows = [...names].map(([code, name]) => {
    const [province, city] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`]
    if (code === province) return { code, name, parent: '00', level: '1', full: name }
    const provinceName = names.get(province) ?? ''
    if (code === city) return { code, name, parent: province, level: '2', full: provinceName + name }
    const cityName = names.get(city)
    return { code, name, parent: cityName ? city : province, level: '3', full: provinceName + (cityName ?? '') + name }
  })
  await sql`insert into region (code, name, parent_code, region_level, full_name, is_valid, create_user, update_user)
    select code, name, parent, level, "full", 'isValid', 0, 0
    from jsonb_to_recordset(${JSON.stringify([{ code: '00', name: '中国', parent: '00', level: '0', full: '中国' }, ...rows])}::jsonb) as r (code text, name text, parent text, level text, "full" text)
    on conflict (code) where is_deleted = 0 do nothing`.execute(db)
}
