import { attr, elementType, formTypes, many } from "@jipei/contract/workflow/flowable-form.ts";

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

const body = { name: "body", isBody: true, type: "String" };

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
    elementType("In", attr("source"), attr("sourceExpression"), attr("target"), attr("variables"), attr("businessKey")),
    elementType("Out", attr("source"), attr("sourceExpression"), attr("target"), attr("variables")),
    ...formTypes,
    elementType("FormData", many("fields", "FormField")),
    elementType("FormField", ...["id", "label", "type", "defaultValue"].map(attr), many("values", "Value"), {
      name: "validation",
      type: "Validation",
    }),
    elementType("Validation", many("constraints", "Constraint")),
    elementType("Constraint", attr("name"), attr("config")),
    elementType("Value", attr("id"), attr("name"), body),
    elementType("Field", attr("name"), attr("stringValue"), attr("expression"), many("texts", "FieldText")),
    { name: "FieldText", superClass: ["Element"], isAbstract: true, properties: [body] },
    { name: "String", superClass: ["FieldText"], properties: [] },
    { name: "Expression", superClass: ["FieldText"], properties: [] },
    elementType("ExecutionListener", attr("event")),
    elementType("TaskListener", attr("event")),
    elementType("MapException", attr("errorCode"), body),
  ],
};
