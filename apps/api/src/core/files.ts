import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field, FileItem } from "@jipei/contract/core/field.ts";
import { sql } from "kysely";
import { type Actor, may } from "./actor.ts";
import { hiddenFields, visible } from "./data-scope.ts";
import type { Db, Tx } from "./db.ts";
import { fullInDetail } from "./mask.ts";
import { Refusal } from "./refusal.ts";
import type { Scope } from "./rows.ts";
import { type Condition, all, column, everything, nothing } from "./sql.ts";

const isFile = (field: Field) => field.kind === "files" || (field.kind === "ref" && field.entity === "Attachment");
/** Fields of an entity that name files: lists of attachments, and references to a single one. */
export const fileFields = (entity: Entity<any>): [name: string, field: Field][] =>
  Object.entries<Field>(entity.fields).filter(([, field]) => isFile(field) && !field.lookup);

/**
 * Ties the files named by a row to it, and lets go of those it no longer names. A file may be named by whoever may open it, or when this
 * row has it already; all others stay out of reach.
 * @param values the saved row, or the part of it that was written: only file fields in it are looked at
 * @throws ATTACH_NOT_OWN
 */
export async function attachFiles(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  rowId: string,
  values: Record<string, unknown>,
): Promise<void> {
  const written = fileFields(entity).filter(([name]) => values[name] !== undefined);
  if (written.length === 0) return;
  const named = written.flatMap(([name]) => [values[name] ?? []].flat().map((id) => ({ id: String(id), field: name })));
  const ids = [...new Set(named.map(({ id }) => id))];
  if (ids.length > 0) {
    const free =
      await sql`select t.id from attachment t where t.id = any(${ids}::bigint[]) and t.is_deleted = 0 and (${openable(actor, await usersOf(tx, ids))}
      or exists (select 1 from attachment_use u where u.attachment_id = t.id and u.biz_type = ${entity.name} and u.biz_id = ${rowId})) for update of t`.execute(
        tx,
      );
    if (free.rows.length !== ids.length) throw new Refusal("ATTACH_NOT_OWN");
  }
  await sql`delete from attachment_use where biz_type = ${entity.name} and biz_id = ${rowId} and field = any(${written.map(([name]) => name)}) and attachment_id <> all(${ids}::bigint[])`.execute(
    tx,
  );
  for (const { id, field } of named) await shareFile(tx, id, entity, rowId, field);
}

/** Lets a row use a file that another one brought: copies of photos and proofs that the server makes itself. */
export async function shareFile(
  tx: Tx,
  attachmentId: string,
  entity: Entity<any>,
  rowId: string,
  field: string,
): Promise<void> {
  await sql`insert into attachment_use (attachment_id, biz_type, biz_id, field) values (${attachmentId}, ${entity.name}, ${rowId}, ${field}) on conflict do nothing`.execute(
    tx,
  );
  await sql`update attachment set biz_type = ${entity.name}, biz_id = ${rowId} where id = ${attachmentId} and biz_type is null`.execute(
    tx,
  );
}

/** Replaces the ids in `files` fields by the attachments' names, sizes and links. Changes the rows in place. */
export async function withFiles(db: Db, entity: Entity<any>, rows: Record<string, any>[]): Promise<void> {
  const names = fileFields(entity)
    .filter(([, field]) => field.kind === "files")
    .map(([name]) => name);
  const ids = rows.flatMap((row) => names.flatMap((name) => (row[name] as string[] | null) ?? []));
  if (ids.length === 0) return;
  const found = await filesOf(db, ids);
  for (const row of rows)
    for (const name of names) row[name] = ((row[name] as string[] | null) ?? []).flatMap((id) => found.get(id) ?? []);
}

/** Names, sizes and links of attachments by id. */
async function filesOf(db: Db, ids: readonly string[]): Promise<Map<string, FileItem>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom("attachment")
    .select(["id", "fileName", "fileSize", "fileType", "attLink"])
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .execute();
  return new Map(
    found.map((file) => [
      file["id"],
      {
        attId: file["id"],
        fileName: file["fileName"],
        fileSize: Number(file["fileSize"]),
        fileType: file["fileType"],
        attLink: file["attLink"],
      },
    ]),
  );
}

interface Owner {
  entity: Entity<any>;
  scope: Scope;
  resource: string;
  /** Which rows are the actor's own, readable whatever rights he holds. */
  own?: Scope;
  /** Fields that name a file without being declared as files. */
  fields?: readonly string[];
}
const owners = new Map<string, Owner>();

/** Which rows of an entity its own domain lets an actor see; undefined where no list of its own shows it. */
export const ownerOf = (entity: string): Readonly<Owner> | undefined => owners.get(entity);

/**
 * Says which rows of an entity an actor sees, for those who serve its files (to whoever has `<resource>_view` and the row in his scope), offer data
 * scopes for it and explain them. The CRUD factory says it for its entities; a domain that writes its handlers by hand says it itself.
 */
export function ownFiles(
  entity: Entity<any>,
  scope: Scope,
  resource: string,
  more: Pick<Owner, "own" | "fields"> = {},
): void {
  owners.set(entity.name, { entity, scope, resource, ...more });
}

/** Whether somebody has said who may fetch the files of an entity's rows; else nobody can. */
export const isOwned = (entity: Entity<any>): boolean => owners.has(entity.name);

/** Hours for which an upload that no row has named yet is its uploader's; the sweep takes it away afterwards. */
export const unboundHours = 48;

/**
 * The files that an actor may open (alias `t`). A file that a row has named belongs to its rows: whoever reads such a row, and the field that names the file,
 * opens it, and its uploader has nothing of his own any more. Until then it is its uploader's alone, for two days.
 * @param of names of the entities whose rows may name the file; left out: all
 */
export function openable(actor: Actor, of?: readonly string[]): Condition {
  const named = (of ? of.flatMap((name) => owners.get(name) ?? []) : [...owners.values()]).flatMap((owner) =>
    namedBy(actor, owner),
  );
  const unbound = sql`(t.biz_type is null and t.create_user = ${actor.userId} and t.create_user <> 0 and t.create_time > now() - make_interval(hours => ${sql.lit(unboundHours)})
    and not exists (select from attachment_use u where u.attachment_id = t.id))`;
  return named.length === 0
    ? unbound
    : sql`(${unbound} or exists (select from attachment_use u where u.attachment_id = t.id and (${sql.join(named, sql` or `)})))`;
}

/** Uses of files (alias `u`) by rows and fields of one entity that an actor reads: conditions of which one must hold. */
function namedBy(actor: Actor, owner: Owner): Condition[] {
  const { entity, scope, resource, own, fields = [] } = owner;
  const names = [...fields, ...fileFields(entity).map(([name]) => name)];
  const ofOwn = own && names.length > 0 ? [usedBy(entity, names, own(actor))] : [];
  if (!may(actor, `${resource}_view`)) return ofOwn;
  const hidden = hiddenFields(entity, actor);
  const sights = new Map<Condition, string[]>();
  for (const name of names.filter((one) => !hidden?.has(one))) {
    const masked = (entity.fields[name] as Field).masked;
    const sight = masked ? fullInDetail(actor, entity, masked) : everything;
    if (sight !== nothing) sights.set(sight, [...(sights.get(sight) ?? []), name]);
  }
  return [
    ...ofOwn,
    ...[...sights].map(([sight, seen]) => usedBy(entity, seen, all([visible(entity, scope, actor), sight]))),
  ];
}

const usedBy = (entity: Entity<any>, fields: readonly string[], rows: Condition): Condition =>
  sql`(u.biz_type = ${entity.name} and u.field = any(${[...fields]}::text[]) and exists (select from ${sql.table(entity.table)} t where t.id = u.biz_id and t.is_deleted = 0 and ${rows}))`;

/** Whether an actor may open a file, by `openable`. */
export async function mayFetch(db: Db, actor: Actor, attachmentId: string): Promise<boolean> {
  const found =
    await sql`select from attachment t where t.id = ${attachmentId} and t.is_deleted = 0 and ${openable(actor, await usersOf(db, [attachmentId]))}`.execute(
      db,
    );
  return found.rows.length > 0;
}

/** Names of the entities whose rows name these files. */
async function usersOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    bizType: string;
  }>`select distinct biz_type from attachment_use where attachment_id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map(({ bizType }) => bizType);
}

/** SQL of all ids that rows of the given entities name, used or not registered: what a sweep must keep. */
export function namedFiles(entities: readonly Entity<any>[]) {
  const parts = entities.flatMap((entity) =>
    fileFields(entity).map(([name, field]) => {
      const col = field.kind === "files" ? sql`unnest(${column(name)})` : column(name);
      return sql`select ${col} as id from ${sql.table(entity.table)} t where ${sql.raw(`t.${snake(name)}`)} is not null`;
    }),
  );
  return parts.length > 0 ? sql`(${sql.join(parts, sql` union `)})` : sql`(select null::bigint as id where false)`;
}
