import { computedKinds, fieldTypes, kindOfType, listedKinds } from "@jipei/contract/workflow/form-types.ts";
import type { FormColumn } from "@jipei/contract/workflow/flow-form.ts";
import type { Moddle } from "../../diagram/bpmn-services.ts";
import type { EditedField } from "../../model/field-list.tsx";
import { childrenOf, textOf } from "../editing.ts";

/** How the designer reads and writes the fields of a form in the file. */
export const property = "flowable:FormProperty";

type Create = (type: string, attributes: object) => Moddle;

export const toField = (moddle: Moddle): EditedField => ({
  ...toColumn(moddle),
  right: rightOf(moddle),
  inLists: textOf(moddle, "inLists") === "true",
  columns: childrenOf(moddle, "columns").map(toColumn),
  leastRows: countOf(moddle, "leastRows"),
  mostRows: countOf(moddle, "mostRows"),
});

const toColumn = (moddle: Moddle): FormColumn => ({
  name: textOf(moddle, "id"),
  label: textOf(moddle, "name"),
  kind: kindOfType(textOf(moddle, "type")),
  required: textOf(moddle, "required") === "true",
  calculation: textOf(moddle, "calculation") || null,
  choices: childrenOf(moddle, "values").map((value) => ({
    value: textOf(value, "id"),
    label: textOf(value, "name") || textOf(value, "id"),
  })),
});

function rightOf(moddle: Moddle): EditedField["right"] {
  if (textOf(moddle, "readable") === "false") return "hidden";
  return textOf(moddle, "writable") === "false" ? "read" : "write";
}

const countOf = (moddle: Moddle, name: string): number | null => {
  const text = textOf(moddle, name);
  return /^\d+$/.test(text) ? Number(text) : null;
};

export function toProperty(create: Create, field: EditedField): Moddle {
  const { kind, right, inLists, columns = [], leastRows, mostRows } = field;
  const isTable = kind === "table";
  return create(property, {
    ...attributesOf(create, field),
    readable: right === "hidden" ? "false" : undefined,
    writable: right === "write" || right === undefined ? undefined : "false",
    inLists: inLists && listedKinds.includes(kind) ? "true" : undefined,
    leastRows: isTable && leastRows != null ? String(leastRows) : undefined,
    mostRows: isTable && mostRows != null ? String(mostRows) : undefined,
    columns: isTable ? columns.map((column) => create("flowable:Column", attributesOf(create, column))) : [],
  });
}

const attributesOf = (create: Create, { name, label, kind, required, calculation, choices }: FormColumn): object => ({
  id: name,
  name: label,
  type: fieldTypes[kind],
  required: required ? "true" : undefined,
  calculation: computedKinds.includes(kind) && calculation ? calculation : undefined,
  values: choices.map(({ value, label: words }) => create("flowable:Value", { id: value, name: words })),
});
