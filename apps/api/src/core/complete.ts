import { type Phase, faultOf, isEmpty, isNeeded } from "@jipei/contract/core/check-field.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { type Failure, InvalidFields } from "./refusal.ts";

/**
 * Refuses a draft that lacks what is needed now; for rows whose values come partly from the client, partly from elsewhere.
 * @throws FIELD_INVALID naming every missing field
 */
export function mustBeComplete(entity: Entity<any>, values: Record<string, unknown>, phase: Phase): void {
  const failures = Object.entries<Field>(entity.fields).flatMap(([name, field]): Failure[] => {
    if (!isNeeded(field, phase) || !isEmpty(values[name])) return [];
    const fault = faultOf(field, null, phase);
    return fault ? [{ errorCode: "FIELD_INVALID", id: null, field: name, msg: fault.zh, msgEn: fault.en }] : [];
  });
  if (failures.length > 0) throw new InvalidFields(failures);
}
