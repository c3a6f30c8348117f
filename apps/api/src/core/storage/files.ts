import type { ResourceKey } from "@jipei/contract/capabilities.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Tx } from "../database/db.ts";
import type { Actor } from "../foundation/actor.ts";
import { type FileKeeper, provided } from "../foundation/provided.ts";
import type { Services } from "../foundation/services.ts";
import type { Scope } from "../database/rows.ts";
import { column } from "../database/sql.ts";

const isFile = (field: Field) => field.kind === "files" || (field.kind === "ref" && field.entity === "Attachment");
/** Fields of an entity that name files: lists of attachments, and references to a single one. */
export const fileFields = (entity: Entity): [name: string, field: Field][] =>
  Object.entries<Field>(entity.fields).filter(([, field]) => isFile(field) && !field.lookup);

/**
 * Attaches the files that a row names to it, and detaches those that it no longer names. An actor may name files that they may open, and files
 * that the row has already.
 * @param values the saved row, or the part of it that was written; only its file fields are used
 * @throws ATTACH_NOT_OWN
 */
export const attachFiles: FileKeeper["attach"] = (...row) => provided("files").attach(...row);

/** Attaches the file of one row to another row too, where the server itself copies photos and proofs. */
export const shareFile: FileKeeper["share"] = (...use) => provided("files").share(...use);

/** Whether a file that was found within another one would be stored. @throws as an upload is refused */
export const checkFile: FileKeeper["check"] = (...file) => provided("files").check(...file);

/**
 * Stores a file that was found within another one, with the checks of an upload. Its row belongs to the transaction; where that fails, its bytes are
 * given to `discardFiles`.
 */
export const storeFile: FileKeeper["store"] = (...file) => provided("files").store(...file);

/** Removes the bytes of files that no row names, by the keys that `storeFile` answered. */
export const discardFiles: FileKeeper["discard"] = (...keys) => provided("files").discard(...keys);

/** Replaces the ids in `files` fields by the attachments' names, sizes and links. Changes the rows in place. */
export const withFiles: FileKeeper["show"] = (...rows) => provided("files").show(...rows);

/** Ids of the files that an input names. After its check the input holds ids instead of items. Undefined (unchanged) stays undefined. */
export const fileIds = (files: readonly (FileItem | string)[] | null | undefined): string[] | null | undefined =>
  files?.map((file) => (typeof file === "string" ? file : file.attId)) ?? (files as null | undefined);

/**
 * Says which rows of an entity an actor sees. It is used to serve files (to actors with `<resource>_view` who see the row), and to offer and
 * explain data scopes. Routes of the CRUD factory declare it; for handlers written by hand it is listed under `owners` of the `Domain` object.
 */
export interface RowOwner {
  entity: Entity;
  scope: Scope;
  resource: ResourceKey;
  /** Saves some fields of a row by the rules of its domain, as its call does; left out: who edits its files cannot be told. */
  save?: (tx: Tx, actor: Actor, input: { id: string }, app: Services) => Promise<unknown>;
  files?: {
    /** The actor's own rows, whose files they may read whatever their rights. */
    own?: Scope;
    /** Fields that hold the id of a file without being declared as files. */
    fields?: readonly string[];
  };
}
const owners = new Map<string, RowOwner>();

/** Registers which rows of an entity an actor sees (core/http/register-domains.ts). */
export const registerOwner = (owner: RowOwner): void =>
  void owners.set(owner.entity.name, { save: owners.get(owner.entity.name)?.save, ...owner });

/** Finds which rows of an entity an actor sees; undefined where its domain has not declared it. */
export const findOwner = (entity: string): Readonly<RowOwner> | undefined => owners.get(entity);

/** Whether it is declared who may fetch the files of an entity's rows; else nobody may. */
export const isOwned = (entity: Entity): boolean => owners.has(entity.name);

/** All declarations of who sees which rows. */
export const allOwners = (): readonly RowOwner[] => [...owners.values()];

/** SQL for the ids of all files that rows of the given entities name; the sweep of unused files must keep them. */
export function namedFiles(entities: readonly Entity[]) {
  const parts = entities.flatMap((entity) =>
    fileFields(entity).map(([name, field]) => {
      const col = field.kind === "files" ? sql`unnest(${column(name)})` : column(name);
      return sql`select ${col} as id from ${sql.table(entity.table)} t where ${sql.raw(`t.${snake(name)}`)} is not null`;
    }),
  );
  return sql`(${sql.join(parts, sql` union `)})`;
}
