import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { getStore, removeStore, setStore, storedAt } from "./storage.ts";

/**
 * What a user has typed and not saved, kept in his browser. Personal data is left out: a browser at a counter is shared, and storage is
 * not encrypted. A draft is forgotten after a week.
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

/** The part of the values that may be kept. */
export function keptValues(entity: Entity, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && isKept((entity.fields as Record<string, Field>)[name]),
    ),
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
