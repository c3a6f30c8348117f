import { SubsidyStandard, type SubsidyStandardRow } from '@jipei/contract/teaching/subsidy-standard.ts'
import { snake } from '@jipei/contract/core/entity.ts'
import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import type { Db } from '../core/db.ts'
import { present } from '../core/present.ts'
import type { Services } from '../core/services.ts'
import { detailColumns } from '../core/sql.ts'
import { validRows } from './teaching.scope.ts'

/** Standards of one course or one document, newest first, read where the caller reads (also inside its transaction). */
export async function standardsOf(db: Db, actor: Actor, app: Services, of: { courseId: string } | { subsidyFileId: string }): Promise<SubsidyStandardRow[]> {
  const [[field, id] = ['', '']] = Object.entries(of)
  const found = await sql<SubsidyStandardRow>`select ${detailColumns(SubsidyStandard)} from subsidy_standard t
    where t.is_deleted = 0 and t.${sql.ref(snake(field))} = ${id} and ${validRows(actor)} order by t.effect_date desc, t.id desc`.execute(db)
  return found.rows.map((row) => present(SubsidyStandard, actor, app.cipher, row, 'list'))
}
