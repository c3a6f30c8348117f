import { kindOfType } from "@jipei/contract/workflow/form-types.ts";
import { type FormColumn, type FormField, mostRows } from "@jipei/contract/workflow/flow-form.ts";
import type { FormulaField } from "@jipei/contract/workflow/formula/compute-form.ts";
import type { Element, FormColumn as ModelColumn, FormField as ModelField, ProcessModel } from "../engine/model.ts";

/** The two choices of a field that is yes or no. */
const yesOrNo = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
];

/** The form of a step: what it states, with what may be done with each field there. */
export const formOf = (element: Element): FormField[] =>
  element.type === "userTask" || element.type === "startEvent" ? element.fields.map(toField) : [];

/** Every field of a process with its formula, as whoever computes them needs it. */
export const formulaFields = (model: ProcessModel): FormulaField[] => fieldsOf(model, () => true);

/** The fields that lists show, as the first step says them that marks them. */
export const listedFields = (model: ProcessModel): FormField[] => fieldsOf(model, ({ inLists }) => inLists);

function fieldsOf(model: ProcessModel, isMeant: (field: FormField) => boolean): FormField[] {
  const fields = new Map<string, FormField>();
  for (const element of model.elements.values())
    for (const field of formOf(element)) if (isMeant(field) && !fields.has(field.name)) fields.set(field.name, field);
  return [...fields.values()];
}

function toField(field: ModelField): FormField {
  const { columns, leastRows } = field;
  const kind = kindOfType(field.type);
  const isTable = kind === "table";
  return {
    ...toColumn(field),
    right: rightOf(field),
    inLists: field.inLists,
    columns: isTable ? columns.map(toColumn) : [],
    leastRows: isTable ? Math.max(leastRows ?? 0, field.required ? 1 : 0) : null,
    mostRows: isTable ? (field.mostRows ?? mostRows) : null,
  };
}

function rightOf({ readable, writable, calculation }: ModelField): FormField["right"] {
  if (!readable) return "hidden";
  // What is computed is filled in by nobody.
  return writable && calculation === null ? "write" : "read";
}

const toColumn = ({ id, name, type, required, options, calculation }: ModelColumn): FormColumn => ({
  name: id,
  label: name || id,
  kind: kindOfType(type),
  required: required && calculation === null,
  choices: type === "boolean" ? yesOrNo : options.map((option) => ({ value: option.id, label: option.name })),
  calculation,
});
