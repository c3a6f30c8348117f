import { leastPurpose } from "@jipei/contract/core/export.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { invalidField } from "./refusal.ts";

/** A purpose as it goes into the history. @param field what it is called @throws FIELD_INVALID where it says nothing */
export function purposeOf(text: string | null | undefined, field: Field): string {
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
