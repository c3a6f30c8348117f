import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getFields } from "../fields.ts";
import type { Values } from "../form-values.ts";
import { getStore, removeStore, setStore, storedAt, storedNames } from "../../session/storage.ts";

/**
 * Unsaved entries of a user, stored in the browser. Personal data is left out: a browser at a counter is shared, and storage is
 * not encrypted. A draft expires after a week.
 */

const week = 7 * 86_400_000;

export interface Draft {
  values: Values;
  /** Milliseconds since 1970. */
  time: number;
}

/** @param of what the form is about: the id of a row, or `newRow` */
export const draftName = (userId: string, entity: Entity, of: string): string => `draft-${userId}-${entity.name}-${of}`;

/**
 * What a new row is, as far as that is known when its form opens: what is written of a student for one class is not offered for another.
 * Days and times are left out, since those of tomorrow are others.
 * @param place the page on which it is added, and what else tells it from other new rows there
 */
export function newRow(entity: Entity, place: string, initial: object = {}): string {
  const fields = getFields(entity);
  const given = Object.entries(initial).filter(
    ([name, value]) => value != null && isKept(fields[name]) && !fields[name]?.person && !isTime(fields[name]),
  );
  return `new-${place}-${JSON.stringify(Object.fromEntries(given))}`;
}
const isTime = (field: Field | undefined) => field !== undefined && ["date", "datetime", "time"].includes(field.kind);

export const isKept = (field: Field | undefined): boolean =>
  field !== undefined && !field.encrypted && !field.masked && !field.writeOnly;

/** The entries of a draft that a form takes over. @param names of the fields that may be changed in it */
export const restored = (draft: Draft | null, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(draft?.values ?? {}).filter(([name]) => names.includes(name)));

/** The part of the values that may be stored. */
export function keptValues(entity: Entity, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && isKept(getFields(entity)[name])),
  );
}

export function saveDraft(name: string, entity: Entity, values: Values): void {
  setStore({ name, content: keptValues(entity, values) });
}

export function readDraft(name: string, now = Date.now()): Draft | null {
  const time = storedAt({ name });
  if (time === null) return null;
  const values = getStore<Values>({ name });
  if (values && now - time < week) return { values, time };
  removeStore({ name });
  return null;
}

/** Removes drafts older than a week, whatever they were about: most are never asked for again. */
export function dropOldDrafts(now = Date.now()): void {
  for (const name of storedNames("draft-")) if (now - (storedAt({ name }) ?? 0) >= week) removeStore({ name });
}

export const dropDraft = (name: string): void => removeStore({ name });
