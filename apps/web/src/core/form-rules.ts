import type { Phase } from "@jipei/contract/core/check-field.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { FormRule } from "antd";
import { formFault } from "./form-values.ts";
import { label } from "./i18n/language.ts";

/**
 * The contract's rule of a field as a rule of antd's form.
 * @param before the value the row came with; a mask left as it was is not checked
 */
export const rulesOf = (field: Field, phase: Phase, before?: unknown): FormRule[] => [
  {
    validator: (_rule, value: unknown) => {
      const fault = formFault(field, value, before, phase);
      return fault ? Promise.reject(new Error(label(fault))) : Promise.resolve();
    },
  },
];
