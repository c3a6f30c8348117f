import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { formKind } from "@jipei/contract/workflow/flow-codes.ts";
import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import type { Element, FormField as ModelField } from "../engine/model.ts";

/** Types of form fields as Flowable, Activiti and Camunda name them. What is not here is a text. */
const kinds: Readonly<Record<string, CodeOf<typeof formKind>>> = {
  long: "number",
  int: "number",
  integer: "number",
  double: "number",
  number: "number",
  date: "date",
  enum: "choice",
  boolean: "choice",
  choice: "choice",
  file: "file",
  upload: "file",
};

/** The two choices of a field that is yes or no. */
const yesOrNo = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
];

/** The form of a step: what it states, with what may be done with each field there. */
export const formOf = (element: Element): FormField[] =>
  element.type === "userTask" || element.type === "startEvent" ? element.fields.map(toField) : [];

function toField({ id, name, type, required, readable, writable, options }: ModelField): FormField {
  return {
    name: id,
    label: name || id,
    kind: kinds[type] ?? "text",
    right: readable ? (writable ? "write" : "read") : "hidden",
    required,
    choices: type === "boolean" ? yesOrNo : options.map((option) => ({ value: option.id, label: option.name })),
  };
}
