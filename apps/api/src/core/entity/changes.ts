import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Columns } from "../database/tables.ts";
import type { Draft } from "./columns.ts";
import { Decimal } from "decimal.js";

/** Names of the entity's own stored fields in which two decrypted rows differ. 1000 equals 1000.00, and null equals a missing value. */
export function changedFields<E extends Entity>(
  entity: E,
  newRow: Columns<E> | Draft<E>,
  oldRow: Columns<E>,
): (keyof E["fields"] & string)[] {
  const after = newRow as Readonly<Record<string, unknown>>;
  const before = oldRow as Readonly<Record<string, unknown>>;
  return Object.entries<Field>(entity.fields)
    .filter(
      ([name, field]) =>
        !(name in baseFields) &&
        !field.lookup &&
        !field.derived &&
        !isSame(field, after[name] ?? null, before[name] ?? null),
    )
    .map(([name]) => name as keyof E["fields"] & string);
}

function isSame(field: Field, a: unknown, b: unknown): boolean {
  if (a === null || b === null) return a === b;
  if (field.kind === "decimal") return new Decimal(a as string).eq(b as string);
  if (Array.isArray(a) && Array.isArray(b)) return a.map(String).sort().join() === b.map(String).sort().join();
  return String(a) === String(b);
}
