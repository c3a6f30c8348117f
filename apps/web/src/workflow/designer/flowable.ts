/** What Flowable adds to BPMN, as far as the designer writes it; everything else that stands in a file stays there. */
const attributes = [
  "assignee",
  "candidateUsers",
  "candidateGroups",
  "candidateStarterGroups",
  "initiator",
  "dueDate",
  "priority",
  "collection",
  "elementVariable",
  "expression",
  "type",
  "resultVariable",
  "inheritVariables",
];

const attr = (name: string) => ({ name, isAttr: true, type: "String" });
const many = (name: string, type: string) => ({ name, type, isMany: true });
const type = (name: string, ...properties: object[]) => ({ name, superClass: ["Element"], properties });

/** The descriptor of these attributes and elements for moddle. */
export const flowable = {
  name: "Flowable",
  uri: "http://flowable.org/bpmn",
  prefix: "flowable",
  xml: { tagAlias: "lowerCase" },
  types: [
    { name: "Attributes", extends: ["bpmn:BaseElement"], properties: attributes.map(attr) },
    type(
      "FormProperty",
      ...["id", "name", "type", "required", "readable", "writable", "variable", "expression", "default"].map(attr),
      ...["calculation", "inLists", "leastRows", "mostRows"].map(attr),
      many("values", "Value"),
      many("columns", "Column"),
    ),
    type("Column", ...["id", "name", "type", "required", "calculation"].map(attr), many("values", "Value")),
    type("Value", attr("id"), attr("name")),
    type("Field", attr("name"), attr("stringValue"), attr("expression")),
  ],
};
