import type { Entity } from "@jipei/contract/core/entity.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import type { Pool } from "pg";
import type { Db, Tx } from "../database/db.ts";
import type { Condition } from "../database/sql.ts";
import type { Actor, DataScopeRule } from "./actor.ts";
import type { Services } from "./services.ts";

/** All roles with their rights, in one version of the grants. */
export interface KnownRights {
  version: string;
  roles: readonly {
    id: string;
    alias: string;
    permissions: readonly string[];
    dataScopes: readonly DataScopeRule[];
    apiScopes: readonly string[];
  }[];
  apiScopes: readonly { id: string; path: string }[];
}

/** What the core needs from tables of the domains above it. One domain provides each, under `provides` of its `Domain` object. */
export interface Provided {
  /** Rows on a page where the client does not say. */
  getPageSize(pool: Pool): Promise<number>;
  /** Entries of these code lists that can no longer be chosen: list and key. */
  findClosedChoices(db: Db, lists: readonly string[]): Promise<readonly { code: string; key: string }[]>;
  /** All roles with their rights. */
  loadRights(pool: Pool): Promise<KnownRights>;
  /** Ids of a department and of all below it, as a subquery without parentheses. */
  departmentsBelow(deptId: string | null): Condition;
  /** Regions of a department and of all below it. A department without a region has that of the nearest department above it. */
  getRegions(pool: Pool, deptId: string | null): Promise<readonly string[]>;
  /** Ids of institutions, as a subquery without parentheses. @param match a condition on the code of their region */
  organisationsWhere(match: (regionCode: Condition) => Condition): Condition;
  files: FileKeeper;
  /**
   * Checks that rows have passed the further approval that the office asks for before a move, where it asks for one.
   * @param move `<machine>.<action>` @throws APPROVAL_REQUIRED
   */
  assertApproved(tx: Tx, move: string, rows: readonly { id: string }[]): Promise<void>;
}

/** A file that the server found within another one: a picture of a document. */
export interface FoundFile {
  name: string;
  kind: UploadKind;
  bytes: Buffer;
}

/** Manages the files that rows name. Call it through `core/storage/files.ts`. */
export interface FileKeeper {
  check(app: Services, actor: Actor, file: FoundFile): Promise<void>;
  store(tx: Tx, actor: Actor, file: FoundFile, app: Services): Promise<{ id: string; key: string }>;
  discard(app: Services, keys: readonly string[]): Promise<void>;
  attach(tx: Tx, actor: Actor, entity: Entity, rowId: string, values: object): Promise<void>;
  share(tx: Tx, attachmentId: string, entity: Entity, rowId: string, field: string): Promise<void>;
  show(db: Db, entity: Entity, rows: object[]): Promise<void>;
}

const known: Partial<Provided> = {};

/** Registers what a domain provides (core/http/register-domains.ts). */
export const registerProvided = (provided: Partial<Provided>): void => void Object.assign(known, provided);

/** Gets what a domain provides. */
export function provided<K extends keyof Provided>(name: K): Provided[K] {
  const found: Provided[K] | undefined = known[name];
  if (!found) throw new Error(`no domain provides ${name}`);
  return found;
}
