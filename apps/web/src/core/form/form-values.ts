import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { findIssue } from "@jipei/contract/core/fields/check-field.ts";
import type { Phase } from "@jipei/contract/core/fields/check-field.ts";
import type { Issue } from "@jipei/contract/core/issue.ts";
import { getFields, getValue } from "./fields.ts";

export type Values = Record<string, unknown>;

/** Full-width digits, points and commas between thousands become what a decimal is written with: １,５００．００ → 1500.00. */
export const plainNumber = (text: string): string =>
  text
    .replace(/[０-９．－]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[,，\s]/g, "")
    .replace("。", ".");

/** A whole number as typed; any other text stays as it is, to be refused with a message. */
export function wholeNumber(text: string): number | string {
  const plain = plainNumber(text);
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : plain;
}

const emptyAsNull = (value: unknown): unknown => {
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return null;
  return typeof value === "string" ? value.trim() : value;
};
const same = (a: unknown, b: unknown): boolean => JSON.stringify(emptyAsNull(a)) === JSON.stringify(emptyAsNull(b));

/** A masked value that was not changed: it is neither checked nor sent, or the stars would be stored. */
export const isUntouchedMask = (field: Field, value: unknown, before: unknown): boolean =>
  field.masked !== undefined && typeof value === "string" && value.includes("*") && value === before;

/** The issue of the value of a form field, or null. */
export const formIssue = (field: Field, value: unknown, before: unknown, phase: Phase): Issue | null =>
  isUntouchedMask(field, value, before) ? null : findIssue(field, value, phase);

/**
 * What a form sends: for a new row every field that is filled; for an existing one its id, its version and the fields that were changed,
 * with null for those that were emptied.
 */
export function saveInput(entity: Entity, names: readonly string[], values: Values, row: object | null): Values {
  const fields = getFields(entity);
  const changed = names.filter((name) => {
    const field = fields[name];
    if (!field || field.need === "computed" || isUntouchedMask(field, values[name], row && getValue(row, name)))
      return false;
    return row ? !same(values[name], getValue(row, name)) : emptyAsNull(values[name]) !== null;
  });
  const sent = Object.fromEntries(changed.map((name) => [name, wire(fields[name] as Field, values[name])]));
  if (!row) return sent;
  const version = getValue(row, "version");
  return { id: getValue(row, "id"), ...(version != null && { version }), ...sent };
}

/** The values that differ from those the form started from; a draft holds no others, so that it restores nothing stale. */
export const changedValues = (names: readonly string[], values: Values, before: object | null | undefined): Values =>
  Object.fromEntries(
    names
      .filter((name) => !same(values[name], before && getValue(before, name)))
      .map((name) => [name, values[name] ?? null]),
  );

const wire = (field: Field, value: unknown): unknown => {
  if (field.kind === "files") return ((value as { attId: string }[] | null) ?? []).map(({ attId }) => ({ attId }));
  return emptyAsNull(value);
};
