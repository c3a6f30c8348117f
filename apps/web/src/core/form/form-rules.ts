import type { Phase } from "@jipei/contract/core/fields/check-field.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { FormRule } from "antd";
import { formIssue } from "./form-values.ts";
import { label } from "../i18n/language.ts";

/** A check that says what is wrong with a value, as a rule of antd's form. */
export const toRules = (check: (value: unknown) => string | null): FormRule[] => [
  {
    validator: (_rule, value: unknown) => {
      const issue = check(value);
      return issue === null ? Promise.resolve() : Promise.reject(new Error(issue));
    },
  },
];

/**
 * The contract's rule of a field.
 * @param before the value the row came with; a mask left as it was is not checked
 */
export const getRules = (field: Field, phase: Phase, before?: unknown): FormRule[] =>
  toRules((value) => {
    const issue = formIssue(field, value, before, phase);
    return issue && label(issue);
  });
