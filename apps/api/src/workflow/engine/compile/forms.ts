import type { FormColumn, FormField } from "../model.ts";
import { children, child, extensions, flag, idOf, nameOf, text, type XmlElement } from "../xml/tree.ts";

/** Fields that a start event or task asks for: Flowable's form properties, or Camunda's form data. */
export function readFields(element: XmlElement): FormField[] {
  const properties = extensions(element, "FormProperty").map((property) => ({
    id: text(property, "variable") ?? idOf(property),
    name: nameOf(property),
    type: text(property, "type") ?? "string",
    required: flag(property, "required", false),
    readable: flag(property, "readable", true),
    writable: flag(property, "writable", true),
    value: text(property, "default"),
    options: readOptions(property),
    calculation: text(property, "calculation"),
    columns: children(property, "columns").map(readColumn),
    inLists: flag(property, "inLists", false),
    leastRows: readCount(property, "leastRows"),
    mostRows: readCount(property, "mostRows"),
  }));
  const fields = extensions(element, "FormData")
    .flatMap((data) => children(data, "fields"))
    .map((field) => ({
      id: idOf(field),
      name: text(field, "label") ?? "",
      type: text(field, "type") ?? "string",
      required: constraints(field).some((each) => nameOf(each) === "required" && text(each, "config") !== "false"),
      readable: true,
      writable: !constraints(field).some((each) => nameOf(each) === "readonly"),
      value: text(field, "defaultValue"),
      options: readOptions(field),
      calculation: null,
      columns: [],
      inLists: false,
      leastRows: null,
      mostRows: null,
    }));
  return [...properties, ...fields];
}

const readColumn = (column: XmlElement): FormColumn => ({
  id: idOf(column),
  name: nameOf(column),
  type: text(column, "type") ?? "string",
  required: flag(column, "required", false),
  options: readOptions(column),
  calculation: text(column, "calculation"),
});

/** A number of rows; what is none is found when the forms are checked. */
function readCount(property: XmlElement, name: string): number | null {
  const count = text(property, name);
  return count === null ? null : Number(count);
}

const readOptions = (field: XmlElement) =>
  children(field, "values").map((value) => ({ id: idOf(value), name: nameOf(value) || idOf(value) }));

function constraints(field: XmlElement): readonly XmlElement[] {
  const validation = child(field, "validation");
  return validation ? children(validation, "constraints") : [];
}
