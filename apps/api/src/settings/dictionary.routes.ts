import { BusinessDictionary, Dictionary, dictionaryCalls, headKey } from '@jipei/contract/settings/dictionary.ts'
import { enumCalls } from '@jipei/contract/settings/enums.ts'
import type { Entity } from '@jipei/contract/core/entity.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { type Route, reads } from '../core/implement.ts'
import { detailColumns } from '../core/sql.ts'

async function entries(db: Db, entity: Entity<any>, code: string): Promise<any[]> {
  const found = await sql`select ${detailColumns(entity)} from ${sql.table(entity.table)} t
    where t.code = ${code} and t.dict_key <> ${headKey} and t.is_deleted = 0 order by t.sort, t.id`.execute(db)
  return found.rows as any[]
}

export const dictionaryRoutes: Route[] = [
  reads(dictionaryCalls.system, (db, _actor, { code }) => entries(db, Dictionary, code)),
  reads(dictionaryCalls.business, (db, _actor, { code }) => entries(db, BusinessDictionary, code)),
  ...enumCalls.map(({ codes, call }) => {
    const answer = Object.entries(codes.codes).map(([code, [label, labelEn]]) => ({ value: code, code, label, labelEn }))
    return reads(call, async () => answer)
  }),
]
