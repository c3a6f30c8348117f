import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { formKind } from "@jipei/contract/workflow/flow-codes.ts";
import { useLabel } from "../../../core/i18n/language.ts";
import { FieldList, type ListedField } from "../../model/field-list.tsx";
import { fieldTypes } from "../../model/field-types.ts";
import type { Moddle } from "../../diagram/bpmn-services.ts";
import { type Editing, childrenOf, extensionsOf, setExtensions, textOf } from "../editing.ts";

const property = "flowable:FormProperty";

/** The form of a start or a task: its fields, and what may be done with each of them there. */
export function FormPart({ editing }: { editing: Editing }) {
  const label = useLabel();
  const fields = extensionsOf(editing.element.businessObject, property).map(toField);
  const change = (next: ListedField[]) =>
    setExtensions(
      editing,
      property,
      next.map((field) => toProperty(editing, field)),
    );
  return (
    <section>
      <h3 className="section-title">{label(["表单字段", "Form"])}</h3>
      <FieldList fields={fields} onChange={change} withRights />
    </section>
  );
}

function toField(moddle: Moddle): ListedField {
  return {
    name: textOf(moddle, "id"),
    label: textOf(moddle, "name"),
    kind: kindOf(textOf(moddle, "type")),
    required: textOf(moddle, "required") === "true",
    right: rightOf(moddle),
    choices: childrenOf(moddle, "values").map((value) => ({
      value: textOf(value, "id"),
      label: textOf(value, "name") || textOf(value, "id"),
    })),
  };
}

function rightOf(moddle: Moddle): ListedField["right"] {
  if (textOf(moddle, "readable") === "false") return "hidden";
  return textOf(moddle, "writable") === "false" ? "read" : "write";
}

const kindOf = (type: string): CodeOf<typeof formKind> => {
  if (type === "date") return "date";
  if (["enum", "boolean", "choice"].includes(type)) return "choice";
  if (["upload", "file"].includes(type)) return "file";
  return ["long", "int", "integer", "double", "number"].includes(type) ? "number" : "text";
};

const toProperty = (editing: Editing, { name, label, kind, required, right, choices }: ListedField): Moddle =>
  editing.create(property, {
    id: name,
    name: label,
    type: fieldTypes[kind],
    required: required ? "true" : undefined,
    readable: right === "hidden" ? "false" : undefined,
    writable: right === "write" || right === undefined ? undefined : "false",
    values: choices.map(({ value, label: words }) => editing.create("flowable:Value", { id: value, name: words })),
  });
