import type { Entity } from "@jipei/contract/core/entity.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import type { Tx } from "../../database/db.ts";
import type { Actor } from "../../foundation/actor.ts";
import type { Services } from "../../foundation/services.ts";
import type { ImportedRow } from "./import-existing.ts";

/** An import as the record of imports needs it. */
export interface DeclaredImporter {
  entity: Entity;
  /** Of the call that writes; whoever may make it may undo what it wrote. */
  permission: PermissionKey;
  beforeUndo(tx: Tx, actor: Actor, rows: readonly ImportedRow[], app: Services): Promise<void>;
  /** Left out: added rows are removed, and changed columns set back. */
  undo?(tx: Tx, actor: Actor, rows: readonly ImportedRow[], app: Services): Promise<void>;
}

const importers = new Map<string, DeclaredImporter>();
/** Registers an import of a domain (core/http/register-domains.ts). */
export const registerImporter = (importer: DeclaredImporter): void =>
  void importers.set(importer.entity.name, importer);
/** The import into the list of an entity; undefined where none is served any more. */
export const findImporter = (entity: string): DeclaredImporter | undefined => importers.get(entity);
