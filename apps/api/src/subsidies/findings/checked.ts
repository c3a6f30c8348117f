import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { findingBusiness } from "@jipei/contract/subsidies/subsidy-codes.ts";

/** What a check was about: a claim or a class. */
export interface Checked {
  bizType: Extract<CodeOf<typeof findingBusiness>, "class" | "subsidyApply" | "entSubsidyApply">;
  bizId: string;
}
