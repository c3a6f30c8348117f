import { type Entity, snake } from '@jipei/contract/core/entity.ts'
import type { Field, FileItem } from '@jipei/contract/core/field.ts'
import { sql } from 'kysely'
import { type Actor, may } from './actor.ts'
import { visible } from './data-scope.ts'
import type { Db, Tx } from './db.ts'
import { sightOf } from './mask.ts'
import { Refusal } from './refusal.ts'
import type { Scope } from './rows.ts'
import { all, column } from './sql.ts'

const isFile = (field: Field) => field.kind === 'files' || (field.kind === 'ref' && field.entity === 'Attachment')
/** Fields of an entity that name files: lists of attachments, and references to a single one. */
export const fileFields = (entity: Entity<any>): [name: string, field: Field][] => Object.entries<Field>(entity.fields).filter(([, field]) => isFile(field) && !field.lookup)

/**
 * Ties the files named by a row to it, and lets go of those it no longer names. A file may be named by who uploaded it, or when this
 * row has it already; files of others stay out of reach.
 * @param values the saved row, or the part of it that was written: only file fields in it are looked at
 * @throws ATTACH_NOT_OWN
 */
export async function attachFiles(tx: Tx, actor: Actor, entity: Entity<any>, rowId: string, values: Record<string, unknown>): Promise<void> {
  const written = fileFields(entity).filter(([name]) => values[name] !== undefined)
  if (written.length === 0) return
  const named = written.flatMap(([name]) => [values[name] ?? []].flat().map((id) => ({ id: String(id), field: name })))
  const ids = [...new Set(named.map(({ id }) => id))]
  if (ids.length > 0) {
    const free = await sql`select a.id from attachment a where a.id = any(${ids}::bigint[]) and a.is_deleted = 0 and (a.create_user = ${actor.userId}
      or exists (select 1 from attachment_use u where u.attachment_id = a.id and u.biz_type = ${entity.name} and u.biz_id = ${rowId})) for update of a`.execute(tx)
    if (free.rows.length !== ids.length) throw new Refusal('ATTACH_NOT_OWN')
  }
  await sql`delete from attachment_use where biz_type = ${entity.name} and biz_id = ${rowId} and field = any(${written.map(([name]) => name)}) and attachment_id <> all(${ids}::bigint[])`.execute(tx)
  for (const { id, field } of named) await shareFile(tx, id, entity, rowId, field)
}

/** Lets a row use a file that another one brought: copies of photos and proofs that the server makes itself. */
export async function shareFile(tx: Tx, attachmentId: string, entity: Entity<any>, rowId: string, field: string): Promise<void> {
  await sql`insert into attachment_use (attachment_id, biz_type, biz_id, field) values (${attachmentId}, ${entity.name}, ${rowId}, ${field}) on conflict do nothing`.execute(tx)
  await sql`update attachment set biz_type = ${entity.name}, biz_id = ${rowId} where id = ${attachmentId} and biz_type is null`.execute(tx)
}

/** Replaces the ids in `files` fields by the attachments' names, sizes and links. Changes the rows in place. */
export async function withFiles(db: Db, entity: Entity<any>, rows: Record<string, any>[]): Promise<void> {
  const names = fileFields(entity).filter(([, field]) => field.kind === 'files').map(([name]) => name)
  const ids = rows.flatMap((row) => names.flatMap((name) => (row[name] as string[] | null) ?? []))
  if (ids.length === 0) return
  const found = await filesOf(db, ids)
  for (const row of rows) for (const name of names) row[name] = ((row[name] as string[] | null) ?? []).flatMap((id) => found.get(id) ?? [])
}

/** Names, sizes and links of attachments by id. */
async function filesOf(db: Db, ids: readonly string[]): Promise<Map<string, FileItem>> {
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('attachment').select(['id', 'fileName', 'fileSize', 'fileType', 'attLink']).where('id', 'in', ids).where('isDeleted', '=', 0).execute()
  return new Map(found.map((file) => [file['id'], { attId: file['id'], fileName: file['fileName'], fileSize: Number(file['fileSize']), fileType: file['fileType'], attLink: file['attLink'] }]))
}

interface Owner {
  entity: Entity<any>
  scope: Scope
  resource: string
}
const owners = new Map<string, Owner>()

/** Which rows of an entity its own domain lets an actor see; undefined where no list of its own shows it. */
export const ownerOf = (entity: string): Readonly<Owner> | undefined => owners.get(entity)

/**
 * Says which rows of an entity an actor sees, for those who serve its files (to whoever has `<resource>_view` and the row in his scope), offer data
 * scopes for it and explain them. The CRUD factory says it for its entities; a domain that writes its handlers by hand says it itself.
 */
export function ownFiles(entity: Entity<any>, scope: Scope, resource: string): void {
  owners.set(entity.name, { entity, scope, resource })
}

/** Whether somebody has said who may fetch the files of an entity's rows; else only their uploaders can. */
export const isOwned = (entity: Entity<any>): boolean => owners.has(entity.name)

/** Whether an actor may fetch a file: his own upload, or a file of a row he may see. */
export async function mayFetch(db: Db, actor: Actor, attachment: { id: string; createUser: string }): Promise<boolean> {
  if (attachment.createUser === actor.userId && actor.userId !== '0') return true
  const uses = await sql<{ bizType: string; bizId: string; field: string }>`select biz_type, biz_id, field from attachment_use where attachment_id = ${attachment.id}`.execute(db)
  for (const { bizType, bizId, field } of uses.rows) {
    const owner = owners.get(bizType)
    const row = owner && may(actor, `${owner.resource}_view`) ? await rowInScope(db, actor, owner, bizId) : undefined
    if (owner && row && maySee(actor, owner.entity, field, row)) return true
  }
  return false
}

/** Proofs of a person's situation are for those alone who decide about it. */
function maySee(actor: Actor, entity: Entity<any>, name: string, row: Record<string, unknown>): boolean {
  const field: Field | undefined = entity.fields[name]
  return !field?.masked || sightOf(actor, entity, field.masked, 'detail', row) === 'full'
}

async function rowInScope(db: Db, actor: Actor, { entity, scope }: Owner, id: string): Promise<Record<string, unknown> | undefined> {
  const found = await sql<Record<string, unknown>>`select t.* from ${sql.table(entity.table)} t where ${all([sql`t.id = ${id}`, sql`t.is_deleted = 0`, visible(entity, scope, actor)])}`.execute(db)
  return found.rows[0]
}

/** SQL of all ids that rows of the given entities name, used or not registered: what a sweep must keep. */
export function namedFiles(entities: readonly Entity<any>[]) {
  const parts = entities.flatMap((entity) =>
    fileFields(entity).map(([name, field]) => {
      const col = field.kind === 'files' ? sql`unnest(${column(name)})` : column(name)
      return sql`select ${col} as id from ${sql.table(entity.table)} t where ${sql.raw(`t.${snake(name)}`)} is not null`
    }),
  )
  return parts.length > 0 ? sql`(${sql.join(parts, sql` union `)})` : sql`(select null::bigint as id where false)`
}
