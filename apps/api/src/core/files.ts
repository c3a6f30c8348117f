import type { Entity } from '@jipei/contract/core/entity.ts'
import type { Field, FileItem } from '@jipei/contract/core/field.ts'
import type { Actor } from './actor.ts'
import type { Db, Tx } from './db.ts'
import { Refusal } from './refusal.ts'

const isFile = (field: Field) => field.kind === 'files' || (field.kind === 'ref' && field.entity === 'Attachment')
const fileFields = (entity: Entity<any>) => Object.entries<Field>(entity.fields).filter(([, field]) => isFile(field))

/**
 * Ties the uploaded files named by a row to it. A file may be named when the actor uploaded it or it already belongs to this row;
 * files of other units stay out of reach. @throws ATTACH_NOT_OWN
 */
export async function attachFiles(tx: Tx, actor: Actor, entity: Entity<any>, rowId: string, values: Record<string, unknown>): Promise<void> {
  const ids = fileFields(entity).flatMap(([name]) => (values[name] as string | string[] | null | undefined) ?? [])
  if (ids.length === 0) return
  const free = await tx
    .updateTable('attachment')
    .set({ bizType: entity.name, bizId: rowId })
    .where('id', 'in', ids)
    .where('isDeleted', '=', 0)
    .where((where) => where.or([where.and([where('bizId', 'is', null), where('createUser', '=', actor.userId)]), where.and([where('bizType', '=', entity.name), where('bizId', '=', rowId)])]))
    .returning('id')
    .execute()
  if (free.length !== new Set(ids).size) throw new Refusal('ATTACH_NOT_OWN')
}

/** Replaces the ids in `files` fields by the attachments' names, sizes and links. Changes the rows in place. */
export async function withFiles(db: Db, entity: Entity<any>, rows: Record<string, any>[]): Promise<void> {
  const names = fileFields(entity).filter(([, field]) => field.kind === 'files').map(([name]) => name)
  const ids = rows.flatMap((row) => names.flatMap((name) => (row[name] as string[] | null) ?? []))
  if (ids.length === 0) return
  const found = await db.selectFrom('attachment').select(['id', 'fileName', 'fileSize', 'fileType', 'attLink']).where('id', 'in', ids).where('isDeleted', '=', 0).execute()
  const byId = new Map<string, FileItem>(found.map((file) => [file['id'], { attId: file['id'], fileName: file['fileName'], fileSize: Number(file['fileSize']), fileType: file['fileType'], attLink: file['attLink'] }]))
  for (const row of rows) for (const name of names) row[name] = ((row[name] as string[] | null) ?? []).flatMap((id) => byId.get(id) ?? [])
}
