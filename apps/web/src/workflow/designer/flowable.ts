import { attr, elementType, formTypes } from "@jipei/contract/workflow/flowable-form.ts";

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

/** The descriptor of these attributes and elements for moddle. */
export const flowable = {
  name: "Flowable",
  uri: "http://flowable.org/bpmn",
  prefix: "flowable",
  xml: { tagAlias: "lowerCase" },
  types: [
    { name: "Attributes", extends: ["bpmn:BaseElement"], properties: attributes.map(attr) },
    ...formTypes,
    elementType("Value", attr("id"), attr("name")),
    elementType("Field", attr("name"), attr("stringValue"), attr("expression")),
  ],
};
