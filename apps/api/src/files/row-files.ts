import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import { findUploadIssue } from "@jipei/contract/core/fields/upload-rules.ts";
import { sql } from "kysely";
import { type Actor, mayDo } from "../core/foundation/actor.ts";
import { hiddenFields, visible } from "../core/access/data-scope.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { fullInDetail } from "../core/security/mask.ts";
import type { FileKeeper } from "../core/foundation/provided.ts";
import { InvalidFields, Refusal, invalidField } from "../core/foundation/refusal.ts";
import { type RowOwner, allOwners, fileFields, findOwner } from "../core/storage/files.ts";
import { type Condition, all, everything, nothing } from "../core/database/sql.ts";
import { checkFound, discardFiles, storeFound } from "./upload.ts";

/**
 * Attaches the files that a row names, and detaches those it no longer names. A user may name a file that they may open, or one that the
 * row has already; all others are refused. A file that is new in its field must be of the kind that the contract says.
 * @param row the saved row, or the part of it that was written; only its file fields are read
 * @throws ATTACH_NOT_OWN, FIELD_INVALID
 */
async function attachFiles(tx: Tx, actor: Actor, entity: Entity, rowId: string, row: object): Promise<void> {
  const values = row as Record<string, unknown>;
  const written = fileFields(entity).filter(([name]) => values[name] !== undefined);
  if (written.length === 0) return;
  const named = written.flatMap(([name]) => [values[name] ?? []].flat().map((id) => ({ id: String(id), field: name })));
  const ids = [...new Set(named.map(({ id }) => id))];
  if (ids.length > 0) {
    const free =
      await sql`select t.id from attachment t where t.id = any(${ids}::bigint[]) and t.is_deleted = 0 and (${openable(actor, await getUsers(tx, ids))}
      or exists (select 1 from attachment_use u where u.attachment_id = t.id and u.biz_type = ${entity.name} and u.biz_id = ${rowId})) for update of t`.execute(
        tx,
      );
    if (free.rows.length !== ids.length) throw new Refusal("ATTACH_NOT_OWN");
    await assertKinds(tx, entity, rowId, named);
  }
  await sql`delete from attachment_use where biz_type = ${entity.name} and biz_id = ${rowId} and field = any(${written.map(([name]) => name)}) and attachment_id <> all(${ids}::bigint[])`.execute(
    tx,
  );
  for (const { id, field } of named) await shareFile(tx, id, entity, rowId, field);
}

/**
 * Refuses files of another kind than their fields take. What a field has already stays: the kinds may have been stated later.
 * @throws FIELD_INVALID
 */
async function assertKinds(
  tx: Tx,
  entity: Entity,
  rowId: string,
  named: readonly { id: string; field: string }[],
): Promise<void> {
  const limited = named.flatMap(({ id, field: name }) => {
    const field = entity.fields[name] as Field;
    return field.upload ? [{ id, name, field, kind: field.upload }] : [];
  });
  if (limited.length === 0) return;
  const ids = limited.map(({ id }) => id);
  const files = await getFiles(tx, ids);
  const { rows: held } = await sql<{
    attachmentId: string;
    field: string;
  }>`select attachment_id, field from attachment_use where biz_type = ${entity.name} and biz_id = ${rowId} and attachment_id = any(${ids}::bigint[])`.execute(
    tx,
  );
  const failures = limited.flatMap(({ id, name, field, kind }) => {
    const file = files.get(id);
    if (!file || held.some((use) => use.attachmentId === id && use.field === name)) return [];
    const issue = findUploadIssue(kind, 0, { name: file.fileName, size: file.fileSize });
    return issue ? invalidField(name, field.zh, field.en, issue.zh, issue.en).failures : [];
  });
  if (failures.length > 0) throw new InvalidFields(failures);
}

/** Attaches a file of one row to another row as well: photos and proofs that the server copies itself. */
async function shareFile(tx: Tx, attachmentId: string, entity: Entity, rowId: string, field: string): Promise<void> {
  await sql`insert into attachment_use (attachment_id, biz_type, biz_id, field) values (${attachmentId}, ${entity.name}, ${rowId}, ${field}) on conflict do nothing`.execute(
    tx,
  );
  await sql`update attachment set biz_type = ${entity.name}, biz_id = ${rowId} where id = ${attachmentId} and biz_type is null`.execute(
    tx,
  );
}

/** Replaces the ids in `files` fields by the attachments' names, sizes and links. Changes the rows in place. */
async function withFiles(db: Db, entity: Entity, rows: object[]): Promise<void> {
  const values = rows as Record<string, unknown>[];
  const names = fileFields(entity)
    .filter(([, field]) => field.kind === "files")
    .map(([name]) => name);
  const ids = values.flatMap((row) => names.flatMap((name) => (row[name] as string[] | null) ?? []));
  if (ids.length === 0) return;
  const found = await getFiles(db, ids);
  for (const row of values)
    for (const name of names) row[name] = ((row[name] as string[] | null) ?? []).flatMap((id) => found.get(id) ?? []);
}

/** Names, sizes and links of attachments by id. */
async function getFiles(db: Db, ids: readonly string[]): Promise<Map<string, FileItem>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom("attachment")
    .select(["id", "fileName", "fileSize", "fileType", "attLink"])
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .execute();
  return new Map(
    found.map((file) => [
      file.id,
      {
        attId: file.id,
        fileName: file.fileName,
        fileSize: Number(file.fileSize),
        fileType: file.fileType,
        attLink: file.attLink,
      },
    ]),
  );
}

/** Hours for which an upload that no row names belongs to its uploader; afterwards the sweep removes it. */
export const unboundHours = 48;

/**
 * The files that an actor may open (alias `t`). A file that a row has named belongs to its rows: those who may read such a row, and the field that names
 * the file, may open it, and the uploader has no right of their own any more. Until then only the uploader may open it, for two days.
 * @param of names of the entities whose rows may name the file; default: all
 */
export function openable(actor: Actor, of?: readonly string[]): Condition {
  const named = (of ? of.flatMap((name) => findOwner(name) ?? []) : allOwners()).flatMap((owner) =>
    namedBy(actor, owner),
  );
  const unbound = sql`(t.biz_type is null and t.create_user = ${actor.userId} and t.create_user <> 0 and t.create_time > now() - make_interval(hours => ${sql.lit(unboundHours)})
    and not exists (select from attachment_use u where u.attachment_id = t.id))`;
  return named.length === 0
    ? unbound
    : sql`(${unbound} or exists (select from attachment_use u where u.attachment_id = t.id and (${sql.join(named, sql` or `)}) offset 0))`;
}

/** Conditions of which one must hold: the use of a file (alias `u`) by a row and field of this entity that the actor may read. */
function namedBy(actor: Actor, owner: RowOwner): Condition[] {
  const { entity, scope, resource, files: { own, fields = [] } = {} } = owner;
  const names = [...fields, ...fileFields(entity).map(([name]) => name)];
  const ofOwn = own && names.length > 0 ? [usedBy(entity, names, own(actor))] : [];
  if (!mayDo(actor, resource, "view")) return ofOwn;
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

/** With `offset 0` the row is looked up for each use; without it PostgreSQL reads all rows of all tables first, which takes seconds for a page of thirty files. */
const usedBy = (entity: Entity, fields: readonly string[], rows: Condition): Condition =>
  sql`(u.biz_type = ${entity.name} and u.field = any(${[...fields]}::text[]) and exists (select from ${sql.table(entity.table)} t where t.id = u.biz_id and t.is_deleted = 0 and ${rows} offset 0))`;

/**
 * Whether an actor may open a file, by `openable`.
 * @param of names of entities: only as a file of their rows; default: of any
 */
export async function mayFetch(db: Db, actor: Actor, attachmentId: string, of?: readonly string[]): Promise<boolean> {
  const users = await getUsers(db, [attachmentId]);
  const meant = of ? users.filter((name) => of.includes(name)) : users;
  if (of && meant.length === 0) return false;
  const found =
    await sql`select from attachment t where t.id = ${attachmentId} and t.is_deleted = 0 and ${openable(actor, meant)}`.execute(
      db,
    );
  return found.rows.length > 0;
}

/** Names of the entities whose rows use these files: asking about these alone is planned in a fraction of the time. */
export async function getUsers(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    bizType: string;
  }>`select distinct biz_type from attachment_use where attachment_id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map(({ bizType }) => bizType);
}

/** What the core does with the files of rows. */
export const fileKeeper: FileKeeper = {
  attach: attachFiles,
  share: shareFile,
  show: withFiles,
  check: checkFound,
  store: storeFound,
  discard: discardFiles,
};
