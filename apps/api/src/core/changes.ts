import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { Decimal } from "decimal.js";

/** Names of the own stored fields in which two decrypted rows differ; 1000 and 1000.00 are one value, null and absent as well. */
export function changedFields(entity: Entity<any>, after: Record<string, any>, before: Record<string, any>): string[] {
  return Object.entries<Field>(entity.fields)
    .filter(
      ([name, field]) =>
        !(name in baseFields) &&
        !field.lookup &&
        !field.derived &&
        !same(field, after[name] ?? null, before[name] ?? null),
    )
    .map(([name]) => name);
}

function same(field: Field, a: any, b: any): boolean {
  if (a === null || b === null) return a === b;
  if (field.kind === "decimal") return new Decimal(a).eq(b);
  if (Array.isArray(a) || Array.isArray(b))
    return [...a].map(String).sort().join() === [...b].map(String).sort().join();
  return String(a) === String(b);
}
