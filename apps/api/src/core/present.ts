import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, MaskKind } from "@jipei/contract/core/field.ts";
import type { Actor } from "./actor.ts";
import type { Cipher } from "./cipher.ts";
import { hiddenFields } from "./data-scope.ts";
import { type View, dependsOnRow, sightOf } from "@jipei/contract/core/sight.ts";
import { isNameless, mask, maskName } from "./mask.ts";
import { maskJson } from "./mask-parts.ts";

type Guarded = readonly [name: string, field: Field];
const guardedFields = new WeakMap<Entity, readonly Guarded[]>();

/** Fields of an entity that are encrypted or masked. */
function guarded(entity: Entity): readonly Guarded[] {
  let fields = guardedFields.get(entity);
  if (!fields)
    guardedFields.set(
      entity,
      (fields = Object.entries<Field>(entity.fields).filter(([, field]) => field.encrypted || field.masked)),
    );
  return fields;
}

const personNames = (entity: Entity): string[] =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]) => (field.person ? [name] : []));

/** Whether a row, as stored, is about the person who reads it. */
function isOneself(entity: Entity<any>, actor: Actor, cipher: Cipher, row: Record<string, unknown>): boolean {
  const stored = row["idNumber"];
  return (
    actor.idNumberHash !== null &&
    entity.fields["idNumber"]?.encrypted === true &&
    typeof stored === "string" &&
    cipher.hash(cipher.decrypt(stored)) === actor.idNumberHash
  );
}

/**
 * Makes stored rows fit to leave the server: decrypted, masked for this actor, with the second name of their id.
 * Of oneself a detail shows everything. Every business row that is answered passes through here. Changes the rows in place.
 */
export function presenter(
  entity: Entity<any>,
  actor: Actor,
  cipher: Cipher,
  view: View,
): <R extends Record<string, any>>(row: R) => R {
  const hidden = [...(hiddenFields(entity, actor) ?? [])];
  const partsOf = (row?: Record<string, unknown>) =>
    guarded(entity).map(([name, { encrypted, masked }]) => ({
      name,
      encrypted,
      masked,
      sight: masked ? sightOf(actor, entity, masked, view, row) : "full",
    }));
  const parts = partsOf();
  const names = isNameless(actor, view) ? personNames(entity) : [];
  const byRow = view === "detail" && dependsOnRow(entity);
  const decrypt = view === "list" ? cipher.decryptShown : cipher.decrypt;
  return (row) => {
    const shown: Record<string, unknown> = row;
    const asked = byRow ? partsOf(row) : parts;
    for (const name of hidden) if (name in shown) shown[name] = null;
    const own = view === "detail" && isOneself(entity, actor, cipher, row);
    for (const { name, encrypted, masked, sight: usual } of asked) {
      const stored = shown[name] as string | null | undefined;
      if (stored === null || stored === undefined) continue;
      const sight = own ? "full" : usual;
      // What stays hidden is not even decrypted.
      const value = encrypted && sight !== "hidden" ? decrypt(stored) : stored;
      if (masked === "parts") {
        shown[name] = value && maskJson(value, (kind) => (own ? "full" : sightOf(actor, entity, kind, view, row)));
        continue;
      }
      shown[name] = sight === "full" ? value : sight === "hidden" ? null : mask(masked as MaskKind, value);
    }
    for (const name of names) if (typeof shown[name] === "string") shown[name] = maskName(shown[name]);
    if (entity.idName) shown[entity.idName] = shown["id"];
    return row;
  };
}

/** One row by `presenter`. */
export const present = <R extends Record<string, any>>(
  entity: Entity<any>,
  actor: Actor,
  cipher: Cipher,
  row: R,
  view: View,
): R => presenter(entity, actor, cipher, view)(row);

/** The stored columns of input values: encrypted fields become ciphertext and hash. */
export function stored(entity: Entity<any>, cipher: Cipher, values: Record<string, unknown>): Record<string, unknown> {
  const columns: Record<string, unknown> = { ...values };
  for (const [name, field] of guarded(entity)) {
    if (!field.encrypted || !(name in values) || values[name] === undefined) continue;
    const value = values[name] as string | null;
    columns[name] = value === null ? null : cipher.encrypt(value);
    columns[`${name}Hash`] = value === null ? null : cipher.hash(value);
  }
  return columns;
}

/** Decrypted copy of a stored row, for rules that compare personal data inside the server. */
export function opened<R extends Record<string, any>>(entity: Entity<any>, cipher: Cipher, row: R): R {
  const copy: Record<string, any> = { ...row };
  for (const [name, field] of guarded(entity))
    if (field.encrypted && typeof copy[name] === "string") copy[name] = cipher.decrypt(copy[name]);
  return copy as R;
}
