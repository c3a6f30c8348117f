/**
 * What Flowable, Activiti and Camunda add to BPMN and we read: a descriptor for moddle, by which the designer writes it and the server reads it.
 * Booleans are read as texts, like all others.
 */
const attributes = [
  "assignee",
  "candidateUsers",
  "candidateGroups",
  "candidateStarterUsers",
  "candidateStarterGroups",
  "formKey",
  "initiator",
  "dueDate",
  "priority",
  "skipExpression",
  "collection",
  "elementVariable",
  "expression",
  "delegateExpression",
  "class",
  "type",
  "resultVariable",
  "resultVariableName",
  "scope",
  "terminateAll",
  "inheritVariables",
  "calledElementType",
  "triggerable",
];

const attr = (name: string) => ({ name, isAttr: true, type: "String" });
const many = (name: string, type: string) => ({ name, type, isMany: true });
const body = { name: "body", isBody: true, type: "String" };

const type = (name: string, ...properties: object[]) => ({ name, superClass: ["Element"], properties });

export const flowable = {
  name: "Flowable",
  uri: "http://flowable.org/bpmn",
  prefix: "flowable",
  xml: { tagAlias: "lowerCase" },
  types: [
    { name: "Attributes", extends: ["bpmn:BaseElement"], properties: attributes.map(attr) },
    type("In", attr("source"), attr("sourceExpression"), attr("target"), attr("variables"), attr("businessKey")),
    type("Out", attr("source"), attr("sourceExpression"), attr("target"), attr("variables")),
    type(
      "FormProperty",
      ...["id", "name", "type", "required", "readable", "writable", "variable", "expression", "default"].map(attr),
      many("values", "Value"),
    ),
    type("FormData", many("fields", "FormField")),
    type("FormField", ...["id", "label", "type", "defaultValue"].map(attr), many("values", "Value"), {
      name: "validation",
      type: "Validation",
    }),
    type("Validation", many("constraints", "Constraint")),
    type("Constraint", attr("name"), attr("config")),
    type("Value", attr("id"), attr("name"), body),
    type("Field", attr("name"), attr("stringValue"), attr("expression"), many("texts", "FieldText")),
    { name: "FieldText", superClass: ["Element"], isAbstract: true, properties: [body] },
    { name: "String", superClass: ["FieldText"], properties: [] },
    { name: "Expression", superClass: ["FieldText"], properties: [] },
    type("ExecutionListener", attr("event")),
    type("TaskListener", attr("event")),
    type("MapException", attr("errorCode"), body),
  ],
};
