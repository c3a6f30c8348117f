/** The attributes that Flowable, Activiti and Camunda add to BPMN, and that we read. Booleans are read as texts, like all others. */
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
  "elementIndexVariable",
  "signalExpression",
  "messageExpression",
];

/** Attributes by which a process would run otherwise than we run it. All others that we do not read are for tools, or about how Java works. */
export const refusedAttributes: ReadonlySet<string> = new Set([
  "triggerable",
  "terminateMultiInstance",
  "useLocalScopeForResultVariable",
  "useLocalScopeForOutParameters",
  "idVariableName",
  "taskIdVariableName",
  "taskCompleterVariableName",
  "errorVariableName",
  "processInstanceName",
  "calledElementBinding",
]);

/** Elements by which nothing runs otherwise: for other tools, translations and how Java works. */
export const silentElement =
  /^(?:[a-z]+(?:-[a-z]+)+|failedJobRetryTimeCycle|localization|translation|historyLevel|includeInHistory|jobCategory)$/;

const attr = (name: string) => ({ name, isAttr: true, type: "String" });
const many = (name: string, type: string) => ({ name, type, isMany: true });
const body = { name: "body", isBody: true, type: "String" };

const type = (name: string, ...properties: object[]) => ({ name, superClass: ["Element"], properties });

/** Their namespaces, which are read as Flowable's. */
export const families = ["http://activiti.org/bpmn", "http://camunda.org/schema/1.0/bpmn"] as const;

/** Elements that have these attributes; to give them to all would hide what BPMN calls by the same name. */
const bearers = ["FlowNode", "Process", "LoopCharacteristics", "EventDefinition", "Signal"];

/** The descriptor of these attributes and elements for moddle. */
export const flowable = {
  name: "Flowable",
  uri: "http://flowable.org/bpmn",
  prefix: "flowable",
  xml: { tagAlias: "lowerCase" },
  types: [
    { name: "Attributes", extends: bearers.map((name) => `bpmn:${name}`), properties: attributes.map(attr) },
    type("In", attr("source"), attr("sourceExpression"), attr("target"), attr("variables"), attr("businessKey")),
    type("Out", attr("source"), attr("sourceExpression"), attr("target"), attr("variables")),
    type(
      "FormProperty",
      ...["id", "name", "type", "required", "readable", "writable", "variable", "expression", "default"].map(attr),
      // Our own: the formula of a computed field, what lists show, and what a table consists of.
      ...["calculation", "inLists", "leastRows", "mostRows"].map(attr),
      many("values", "Value"),
      many("columns", "Column"),
    ),
    type("Column", ...["id", "name", "type", "required", "calculation"].map(attr), many("values", "Value")),
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
