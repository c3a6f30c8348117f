import { leastPurpose } from "@jipei/contract/core/export.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { invalidField } from "../foundation/refusal.ts";

/** Reads the purpose that is recorded in the history. @param field names it in the refusal @throws FIELD_INVALID when it is too short */
export function getPurpose(text: string | null | undefined, field: Field): string {
  const purpose = text?.trim() ?? "";
  if (purpose.length < leastPurpose)
    throw invalidField(
      "purpose",
      field.zh,
      field.en,
      `不少于${leastPurpose}个字`,
      `at least ${leastPurpose} characters`,
    );
  return purpose;
}
