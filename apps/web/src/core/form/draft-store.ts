import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getFields } from "./fields.ts";
import { getStore, removeStore, setStore, storedAt } from "../session/storage.ts";

/**
 * Unsaved entries of a user, stored in the browser. Personal data is left out: a browser at a counter is shared, and storage is
 * not encrypted. A draft expires after a week.
 */
export type Values = Record<string, unknown>;

const week = 7 * 86_400_000;

export interface Draft {
  values: Values;
  /** Milliseconds since 1970. */
  time: number;
}

export const draftName = (userId: string, entity: string, rowId: string | null): string =>
  `draft-${userId}-${entity}-${rowId ?? "new"}`;

export const isKept = (field: Field | undefined): boolean =>
  field !== undefined && !field.encrypted && !field.masked && !field.writeOnly;

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

export const dropDraft = (name: string): void => removeStore({ name });
