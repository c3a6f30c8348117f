import { type Phase, findIssue, isEmpty, isNeeded } from "@jipei/contract/core/fields/check-field.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { RequiredColumns } from "./columns.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { type Failure, InvalidFields } from "../foundation/refusal.ts";

/**
 * Refuses a draft that lacks a value which this phase needs. For rows whose values come partly from the client and partly from elsewhere.
 * @throws FIELD_INVALID naming every missing field
 */
export function assertComplete<E extends Entity, V extends object>(
  entity: E,
  values: V,
  phase: Phase,
): asserts values is V & RequiredColumns<E> {
  const failures = Object.entries<Field>(entity.fields).flatMap(([name, field]): Failure[] => {
    if (!isNeeded(field, phase) || !isEmpty((values as Readonly<Record<string, unknown>>)[name])) return [];
    const issue = findIssue(field, null, phase);
    return issue ? [{ errorCode: "FIELD_INVALID", id: null, field: name, msg: issue.zh, msgEn: issue.en }] : [];
  });
  if (failures.length > 0) throw new InvalidFields(failures);
}
