/** How the fields of a form stand in a BPMN file, in the words of moddle: the designer writes what the server reads. */

export const attr = (name: string) => ({ name, isAttr: true, type: "String" });
export const many = (name: string, type: string) => ({ name, type, isMany: true });
export const elementType = (name: string, ...properties: object[]) => ({ name, superClass: ["Element"], properties });

export const formTypes = [
  elementType(
    "FormProperty",
    ...["id", "name", "type", "required", "readable", "writable", "variable", "expression", "default"].map(attr),
    // Our own: the formula of a computed field, what lists show, and what a table consists of.
    ...["calculation", "inLists", "leastRows", "mostRows"].map(attr),
    many("values", "Value"),
    many("columns", "Column"),
  ),
  elementType("Column", ...["id", "name", "type", "required", "calculation"].map(attr), many("values", "Value")),
];
