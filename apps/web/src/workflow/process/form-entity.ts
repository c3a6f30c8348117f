import type { Entity } from "@jipei/contract/core/entity.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import { code, codeList, date, decimal, files, text } from "@jipei/contract/core/fields/field.ts";
import type { FilledField, FlowValue, FlowValues, FormField } from "@jipei/contract/workflow/flow-form.ts";

/** The form of a step as an entity, so that the forms and views of the house show it. */
export function formEntity(fields: readonly FormField[]): Entity {
  const named = fields.map((field) => [fieldKey(field.name), toField(field)] as const);
  return entity("FlowForm", "流程表单", "Form", Object.fromEntries(named), { title: "id" });
}

/** Under the name that refusals give it, which no base field of entities has. */
export const fieldKey = (name: string): string => `variables.${name}`;

function toField({ label, kind, required, name, choices }: FormField): Field {
  const need = required ? "required" : "optional";
  switch (kind) {
    case "number":
      return decimal(18, 6, label, label, need);
    case "date":
      return date(label, label, need);
    case "choice": {
      const codes = Object.fromEntries(choices.map((choice) => [choice.value, [choice.label, choice.label] as const]));
      return code(codeList(`FLOW_FORM_${name}`, label, label, codes), label, label, need);
    }
    case "file":
      return files(label, label, need);
    default:
      return text(2000, label, label, need);
  }
}

/** What stands in the fields, as the controls of a form take it. */
export const formValues = (fields: readonly FilledField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, kind, value }) => [fieldKey(name), toControl(kind, value)]));

const toControl = (kind: FilledField["kind"], value: FlowValue): unknown => {
  if (value === null || kind === "file") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** What was filled in, as the process takes it. */
export const toVariables = (fields: readonly FormField[], values: Readonly<Record<string, unknown>>): FlowValues =>
  Object.fromEntries(
    fields
      .filter(({ right }) => right === "write")
      .map((field) => [field.name, toValue(field.kind, values[fieldKey(field.name)])]),
  );

function toValue(kind: FormField["kind"], value: unknown): FlowValue {
  if (value === undefined || value === null || value === "") return null;
  if (kind === "number") return Number(value);
  // A control for files holds items.
  if (kind === "file") return (value as FileItem[]).map(({ attId }) => attId);
  return String(value);
}
