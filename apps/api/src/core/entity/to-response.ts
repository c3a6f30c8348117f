import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, MaskKind } from "@jipei/contract/core/fields/field.ts";
import type { Actor, Reader } from "../foundation/actor.ts";
import type { Cipher } from "../security/cipher.ts";
import { hiddenFields } from "../access/data-scope.ts";
import { type View, dependsOnRow, getSight } from "@jipei/contract/core/fields/sight.ts";
import { isNameless, mask, maskName } from "../security/mask.ts";
import type { Columns } from "../database/tables.ts";
import type { NothingBeside } from "./columns.ts";
import { maskJson } from "../security/mask-parts.ts";

type ProtectedField = readonly [name: string, field: Field];
const protectedFields = new WeakMap<Entity, readonly ProtectedField[]>();

/** Fields of an entity that are encrypted or masked. */
function getProtectedFields(entity: Entity): readonly ProtectedField[] {
  let fields = protectedFields.get(entity);
  if (!fields)
    protectedFields.set(
      entity,
      (fields = Object.entries<Field>(entity.fields).filter(([, field]) => field.encrypted || field.masked)),
    );
  return fields;
}

const getPersonNames = (entity: Entity): string[] =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]) => (field.person ? [name] : []));

/** Whether a stored row is about the person who reads it. */
function isOneself(entity: Entity, actor: Reader, cipher: Cipher, row: Record<string, unknown>): boolean {
  const stored = row.idNumber;
  return (
    actor.idNumberHash !== null &&
    entity.fields.idNumber?.encrypted === true &&
    typeof stored === "string" &&
    cipher.hash(cipher.decrypt(stored)) === actor.idNumberHash
  );
}

/**
 * Turns stored rows into rows of a response: decrypted, masked for this actor, with the alias of their id. A detail shows people everything
 * about themselves. Every business row in a response passes through here. Changes the rows in place.
 */
export function createResponseMapper(
  entity: Entity,
  actor: Reader,
  cipher: Cipher,
  view: View,
): <R extends object>(row: R) => R {
  const hidden = [...(hiddenFields(entity, actor) ?? [])];
  const findParts = (row?: Record<string, unknown>) =>
    getProtectedFields(entity).map(([name, { encrypted, masked }]) => ({
      name,
      encrypted,
      masked,
      sight: masked ? getSight(actor, entity, masked, view, row) : "full",
    }));
  const parts = findParts();
  const names = isNameless(actor, view) ? getPersonNames(entity) : [];
  const byRow = view === "detail" && dependsOnRow(entity);
  const decrypt = view === "list" ? cipher.decryptShown : cipher.decrypt;
  return (row) => {
    const shown = row as Record<string, unknown>;
    const rowParts = byRow ? findParts(shown) : parts;
    for (const name of hidden) if (name in shown) shown[name] = null;
    const own = view === "detail" && isOneself(entity, actor, cipher, shown);
    for (const { name, encrypted, masked, sight: usual } of rowParts) {
      const stored = shown[name] as string | null | undefined;
      if (stored === null || stored === undefined) continue;
      const sight = own ? "full" : usual;
      // A hidden value is not decrypted at all.
      const value = encrypted && sight !== "hidden" ? decrypt(stored) : stored;
      if (masked === "parts") {
        shown[name] = value && maskJson(value, (kind) => (own ? "full" : getSight(actor, entity, kind, view, shown)));
        continue;
      }
      if (sight === "hidden") shown[name] = null;
      else shown[name] = sight === "full" ? value : mask(masked as MaskKind, value);
    }
    for (const name of names) if (typeof shown[name] === "string") shown[name] = maskName(shown[name]);
    if (entity.idName) shown[entity.idName] = shown.id;
    return row;
  };
}

/** Maps one row as `createResponseMapper` does. */
export const toResponse = <R extends object>(entity: Entity, actor: Actor, cipher: Cipher, row: R, view: View): R =>
  createResponseMapper(entity, actor, cipher, view)(row);

/** Turns plain values into stored columns: encrypted fields become ciphertext and hash. */
export const stored = <E extends Entity, V extends Columns<E>>(
  entity: E,
  cipher: Cipher,
  plain: V & NothingBeside<Columns<E>, V>,
): Columns<E> => storedColumns<E>(entity, cipher, plain);

/** `stored` for values whose names were checked where they were made. */
export function storedColumns<E extends Entity>(entity: E, cipher: Cipher, plain: Columns<E>): Columns<E> {
  const values = plain as Record<string, unknown>;
  const columns: Record<string, unknown> = { ...values };
  for (const [name, field] of getProtectedFields(entity)) {
    if (!field.encrypted || !(name in values) || values[name] === undefined) continue;
    const value = values[name] as string | null;
    columns[name] = value === null ? null : cipher.encrypt(value);
    columns[`${name}Hash`] = value === null ? null : cipher.hash(value);
  }
  return columns as Columns<E>;
}

/** A decrypted copy of a stored row, for rules that compare personal data inside the server. */
export function decryptRow<R extends object>(entity: Entity, cipher: Cipher, row: R): R {
  const copy = { ...row };
  const columns = copy as Record<string, unknown>;
  for (const [name, { encrypted }] of getProtectedFields(entity)) {
    const value = columns[name];
    if (encrypted && typeof value === "string") columns[name] = cipher.decrypt(value);
  }
  return copy;
}
