import type { Entity } from "@jipei/contract/core/entity.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import {
  type FilledField,
  type FlowValue,
  type FlowValues,
  type FormColumn,
  type FormField,
  rowsOf,
} from "@jipei/contract/workflow/flow-form.ts";
import { toField } from "@jipei/contract/workflow/form-field.ts";

/** The form of a step as an entity, so that the forms and views of the house show it. */
export function formEntity(fields: readonly FormField[]): Entity {
  const named = fields.map((field) => [fieldKey(field.name), toField(field)] as const);
  return entity("FlowForm", "流程表单", "Form", Object.fromEntries(named), { title: "id" });
}

/** Under the name that refusals give it, which no base field of entities has. */
export const fieldKey = (name: string): string => `variables.${name}`;

/** What stands in the fields, as the controls of a form take it. */
export const formValues = (fields: readonly FilledField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [fieldKey(field.name), toControl(field, field.value)]));

export function toControl({ kind, columns }: Pick<FormField, "kind" | "columns">, value: FlowValue): unknown {
  if (kind === "table") return rowsOf(value).map((row) => toRow(columns, row));
  if (kind === "file") return value;
  return toText(kind, value);
}

/** A value as text, amounts with their decimals. */
export function toText(kind: FormField["kind"], value: FlowValue): string | null {
  if (value === null) return null;
  if (kind === "money" && typeof value === "number") return value.toFixed(2);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A row as the controls of its cells take it. */
export const toRow = (columns: readonly FormColumn[], row: Readonly<Record<string, FlowValue>>) =>
  Object.fromEntries(columns.map(({ name, kind }) => [name, toText(kind, row[name] ?? null)]));

/** What was filled in, as the process takes it. */
export const toVariables = (fields: readonly FormField[], values: Readonly<Record<string, unknown>>): FlowValues =>
  Object.fromEntries(
    fields
      .filter(({ right }) => right === "write")
      .map((field) => [field.name, toVariable(field, values[fieldKey(field.name)])]),
  );

function toVariable({ kind, columns }: FormField, value: unknown): FlowValue {
  if (kind !== "table") return toValue(kind, value);
  return rowsOf(value).map((row) =>
    Object.fromEntries(
      columns
        .filter(({ calculation }) => !calculation)
        .map((column) => [column.name, toValue(column.kind, row[column.name])]),
    ),
  );
}

function toValue(kind: FormField["kind"], value: unknown): FlowValue {
  if (value === undefined || value === null || value === "") return null;
  if (kind === "number" || kind === "money") return Number(value);
  // A control for files holds items.
  if (kind === "file") return (value as FileItem[]).map(({ attId }) => attId);
  return String(value);
}
