import type { PolicyChangeRow, PolicySubject } from "@jipei/contract/policy/policy-change.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { question } from "../core/foundation/ports.ts";
import type { Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import type { Draft } from "../core/entity/columns.ts";
import type { SaveInput } from "../core/entity/crud.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Services } from "../core/foundation/services.ts";

/** A change as its subject gets it: to be tried before it is approved, or to be written. */
export interface PolicyRequest {
  tx: Tx;
  actor: Actor;
  app: Services;
  subject: PolicySubject;
  subjectId: string;
  before: Values;
  after: Values;
  /** Its id, which the row keeps; null where it is only tried. */
  changeId: string | null;
}
export type Values = Readonly<Record<string, unknown>>;

/** Asked of the domains whose rows policy changes are about; the one that has the row answers true. */
export const applyPolicy = question<PolicyRequest>("apply a policy change");

/** What differs between the subjects. */
export interface PolicyRules<E extends Entity> {
  /** Whether a row as it is, or as it would be, decides about money. */
  governs: (row: Partial<StoredRow<E>>) => boolean;
  /** A new row as it stands until it is approved. */
  draft: (input: SaveInput<E>) => SaveInput<E>;
  /** The title of a change. */
  title: (tx: Tx, row: Draft<E>) => Promise<string> | string;
}

export type PolicyKind = NonNullable<PolicyChangeRow["changeKind"]>;
