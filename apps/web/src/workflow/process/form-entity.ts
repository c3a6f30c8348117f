import type { Entity } from "@jipei/contract/core/entity.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import type { Field, FileItem, Need } from "@jipei/contract/core/fields/field.ts";
import { code, codeList, date, decimal, files, text } from "@jipei/contract/core/fields/field.ts";
import {
  type FilledField,
  type FlowValue,
  type FlowValues,
  type FormColumn,
  type FormField,
  longestCell,
  rowsOf,
} from "@jipei/contract/workflow/flow-form.ts";

/** The form of a step as an entity, so that the forms and views of the house show it. */
export function formEntity(fields: readonly FormField[]): Entity {
  const named = fields.map((field) => [fieldKey(field.name), toField(field)] as const);
  return entity("FlowForm", "流程表单", "Form", Object.fromEntries(named), { title: "id" });
}

/** Under the name that refusals give it, which no base field of entities has. */
export const fieldKey = (name: string): string => `variables.${name}`;

/** A field of a form, or a column of one of its tables, as the controls and rules of the house take it. */
export function toField(column: FormColumn, longest = 2000): Field {
  const { label, required, name, choices } = column;
  const need = getNeed(column);
  switch (column.kind) {
    case "number":
      return decimal(18, 6, label, label, need);
    case "money":
      return decimal(14, 2, label, label, need, { unitZh: "元", unitEn: "yuan" });
    case "date":
      return date(label, label, need);
    case "choice": {
      const codes = Object.fromEntries(choices.map((choice) => [choice.value, [choice.label, choice.label] as const]));
      return code(codeList(`FLOW_FORM_${name}`, label, label, codes), label, label, need);
    }
    case "yesNo":
      return code(yesOrNo, label, label, need);
    case "file":
      return files(label, label, need);
    case "table":
      // Its rows are checked by `findRowsIssue`.
      return { kind: "data", zh: label, en: label, need: required ? "required" : "optional" };
    default:
      return text(longest, label, label, need);
  }
}

/** The same for a column. */
export const toCell = (column: FormColumn): Field => toField(column, longestCell);

function getNeed({ calculation, required }: FormColumn): Need {
  if (calculation) return "computed";
  return required ? "required" : "optional";
}

const yesOrNo = codeList("FLOW_FORM_YES_NO", "是否", "Yes or no", { true: ["是", "Yes"], false: ["否", "No"] });

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
