import { computedKinds, fieldTypes, listedKinds } from "@jipei/contract/workflow/form-types.ts";
import type { FormColumn } from "@jipei/contract/workflow/flow-form.ts";
import { signer, toAssignment } from "../model/people.ts";
import type { Flow, Node } from "./graph.ts";
import { layout } from "./layout.ts";
import type { Step, StepField, StepModel } from "./step-model.ts";
import { type Tag, tag, toXml } from "./xml.ts";

/** Writes a list of steps as BPMN 2.0. The list itself goes along as a comment, so that it can be read back (`read-steps.ts`). */
export function writeSteps(model: StepModel): string {
  const { nodes, flows } = getParts(model);
  const definitions = tag(
    "bpmn:definitions",
    {
      "xmlns:bpmn": "http://www.omg.org/spec/BPMN/20100524/MODEL",
      "xmlns:bpmndi": "http://www.omg.org/spec/BPMN/20100524/DI",
      "xmlns:dc": "http://www.omg.org/spec/DD/20100524/DC",
      "xmlns:di": "http://www.omg.org/spec/DD/20100524/DI",
      "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
      "xmlns:flowable": "http://flowable.org/bpmn",
      targetNamespace: "http://flowable.org/bpmn",
    },
    [
      tag("bpmn:process", { id: model.key, name: model.name, isExecutable: "true" }, [
        ...nodes.map(({ content }) => content),
        ...flows.map(({ content }) => content),
      ]),
      layout(model.key, nodes, flows),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${comment(model)}\n${toXml(definitions)}\n`;
}

/** Two hyphens would end a comment. */
const comment = (model: StepModel): string => `<!-- steps ${JSON.stringify(model).replaceAll("-", "\\u002d")} -->`;

/** Names that come with every list of steps. */
const words = {
  zh: { start: "发起", apply: "填写申请", end: "通过", refused: "不通过", agree: "同意", refuse: "不同意" },
  en: { start: "Start", apply: "Fill in", end: "Passed", refused: "Refused", agree: "Agreed", refuse: "Refused" },
} as const;
type Words = (typeof words)["zh" | "en"];

function getParts({ fields, steps, refusal, language }: StepModel): { nodes: Node[]; flows: Flow[] } {
  const said = words[language];
  const start = node("start", "event", 0, tag("bpmn:startEvent", { id: "start", name: said.start }));
  const last = steps.length * 2 + 2;
  const end = node("end", "event", last, tag("bpmn:endEvent", { id: "end", name: said.end }));
  const each = steps.flatMap((step, index) => stepNodes(step, fields, index));
  const refused = refusal === "end" && steps.length > 0 ? [refusedEnd(said)] : [];
  return {
    nodes: [start, apply(fields, said), ...each, end, ...refused],
    flows: getFlows(steps.length, refusal === "end" ? "refused" : "apply", said),
  };
}

const node = (id: string, size: Node["size"], column: number, content: Tag, row: Node["row"] = 0): Node => ({
  id,
  size,
  column,
  content,
  row,
});

const refusedEnd = (said: Words): Node =>
  node("refused", "event", 3, tag("bpmn:endEvent", { id: "refused", name: said.refused }), 1);

/** The starter's own step: starting the process completes it, and what is returned to the starter comes back here. */
const apply = (fields: readonly StepField[], said: Words): Node =>
  node(
    "apply",
    "task",
    1,
    tag(
      "bpmn:userTask",
      { id: "apply", name: said.apply, "flowable:assignee": "${starter}" },
      form(fields, () => "write"),
    ),
  );

function stepNodes(step: Step, fields: readonly StepField[], index: number): Node[] {
  const [id, decision] = [taskId(index), decisionId(index)];
  const { assignee, candidateUsers, candidateGroups, collection, completion } = toAssignment(step.people, step.signing);
  const task = tag(
    "bpmn:userTask",
    {
      id,
      name: step.name,
      "flowable:assignee": assignee,
      "flowable:candidateUsers": candidateUsers,
      "flowable:candidateGroups": candidateGroups,
      "flowable:dueDate": step.days === null ? undefined : `P${step.days}D`,
    },
    [
      ...form(fields, ({ name }) => step.rights[name] ?? "read"),
      ...(collection
        ? [
            tag(
              "bpmn:multiInstanceLoopCharacteristics",
              {
                "flowable:collection": collection,
                "flowable:elementVariable": signer,
              },
              [tag("bpmn:completionCondition", { "xsi:type": "bpmn:tFormalExpression" }, completion)],
            ),
          ]
        : []),
    ],
  );
  const gateway = tag("bpmn:exclusiveGateway", { id: decision, name: "", default: passedId(index) });
  return [node(id, "task", index * 2 + 2, task), node(decision, "gateway", index * 2 + 3, gateway)];
}

const taskId = (index: number): string => `step${index + 1}`;
const decisionId = (index: number): string => `decision${index + 1}`;
const passedId = (index: number): string => `passed${index + 1}`;

function getFlows(count: number, back: string, said: Words): Flow[] {
  const next = (index: number) => (index < count ? taskId(index) : "end");
  return [
    flow("begin", "start", "apply"),
    flow("applied", "apply", next(0)),
    ...Array.from({ length: count }, (_, index) => [
      flow(`done${index + 1}`, taskId(index), decisionId(index)),
      flow(passedId(index), decisionId(index), next(index + 1), said.agree),
      flow(`refused${index + 1}`, decisionId(index), back, said.refuse, "${!pass}"),
    ]).flat(),
  ];
}

const flow = (id: string, from: string, to: string, name?: string, condition?: string): Flow => ({
  id,
  from,
  to,
  content: tag(
    "bpmn:sequenceFlow",
    { id, name, sourceRef: from, targetRef: to },
    condition ? [tag("bpmn:conditionExpression", { "xsi:type": "bpmn:tFormalExpression" }, condition)] : [],
  ),
});

/** The fields of a form with what may be done with each. */
function form(fields: readonly StepField[], rightOf: (field: StepField) => "write" | "read" | "hidden"): Tag[] {
  if (fields.length === 0) return [];
  const properties = fields.map((field) => {
    const right = rightOf(field);
    const isTable = field.kind === "table";
    return tag(
      "flowable:formProperty",
      {
        ...attributesOf(field),
        required: field.required && right === "write" && !isComputed(field) ? "true" : undefined,
        readable: right === "hidden" ? "false" : undefined,
        writable: right === "write" ? undefined : "false",
        inLists: field.inLists && listedKinds.includes(field.kind) ? "true" : undefined,
        leastRows: isTable && field.leastRows != null ? String(field.leastRows) : undefined,
        mostRows: isTable && field.mostRows != null ? String(field.mostRows) : undefined,
      },
      [...choicesOf(field), ...(isTable ? (field.columns ?? []).map(columnTag) : [])],
    );
  });
  return [tag("bpmn:extensionElements", {}, properties)];
}

type Written = Pick<FormColumn, "name" | "label" | "kind" | "choices" | "calculation">;

const isComputed = ({ kind, calculation }: Written): boolean => computedKinds.includes(kind) && Boolean(calculation);

const attributesOf = (field: Written): Tag["attributes"] => ({
  id: field.name,
  name: field.label,
  type: fieldTypes[field.kind],
  calculation: isComputed(field) ? (field.calculation ?? undefined) : undefined,
});

const choicesOf = ({ choices }: Written): Tag[] =>
  choices.map(({ value, label }) => tag("flowable:value", { id: value, name: label }));

const columnTag = (column: FormColumn): Tag =>
  tag(
    "flowable:column",
    { ...attributesOf(column), required: column.required && !isComputed(column) ? "true" : undefined },
    choicesOf(column),
  );
