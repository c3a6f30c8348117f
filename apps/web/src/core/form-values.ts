import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { faultOf } from "@jipei/contract/core/check-field.ts";
import type { Phase } from "@jipei/contract/core/check-field.ts";
import type { Fault } from "@jipei/contract/core/fault.ts";
import { fieldsOf } from "./fields.ts";

export type Values = Record<string, unknown>;

/** Full-width digits, points and commas between thousands become what a decimal is written with: １,５００．００ → 1500.00. */
export const plainNumber = (text: string): string =>
  text
    .replace(/[０-９．－]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[,，\s]/g, "")
    .replace("。", ".");

/** What is typed for a whole number; anything else stays as it was typed, to be refused in words. */
export function wholeNumber(text: string): number | string {
  const plain = plainNumber(text);
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : plain;
}

const emptyAsNull = (value: unknown): unknown => {
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return null;
  return typeof value === "string" ? value.trim() : value;
};
const same = (a: unknown, b: unknown): boolean => JSON.stringify(emptyAsNull(a)) === JSON.stringify(emptyAsNull(b));

/** A value that came masked and was left as it came: it is neither checked nor sent, or the stars would be stored. */
export const isUntouchedMask = (field: Field, value: unknown, before: unknown): boolean =>
  field.masked !== undefined && typeof value === "string" && value.includes("*") && value === before;

/** The fault of a form field, or null. */
export const formFault = (field: Field, value: unknown, before: unknown, phase: Phase): Fault | null =>
  isUntouchedMask(field, value, before) ? null : faultOf(field, value, phase);

/**
 * What a form sends: for a new row every field that is filled; for an existing one its id, its version and the fields that were changed,
 * with null for those that were emptied.
 */
export function saveInput(entity: Entity, names: readonly string[], values: Values, row: Values | null): Values {
  const fields = fieldsOf(entity);
  const changed = names.filter((name) => {
    const field = fields[name];
    if (!field || field.need === "computed" || isUntouchedMask(field, values[name], row?.[name])) return false;
    return row ? !same(values[name], row[name]) : emptyAsNull(values[name]) !== null;
  });
  const sent = Object.fromEntries(changed.map((name) => [name, wire(fields[name] as Field, values[name])]));
  return row ? { id: row["id"], ...(row["version"] != null && { version: row["version"] }), ...sent } : sent;
}

/** The values that differ from those the form started from; a draft holds no others, so that it brings back nothing stale. */
export const changedValues = (names: readonly string[], values: Values, before: Values | null | undefined): Values =>
  Object.fromEntries(
    names.filter((name) => !same(values[name], before?.[name])).map((name) => [name, values[name] ?? null]),
  );

const wire = (field: Field, value: unknown): unknown => {
  if (field.kind === "files") return ((value as { attId: string }[] | null) ?? []).map(({ attId }) => ({ attId }));
  return emptyAsNull(value);
};
