import { isPlain, type Template } from "@jipei/contract/workflow/expression/template.ts";
import type { Element, Flow, Gateway, ProcessModel, Scope } from "../model.ts";
import type { Value } from "../state.ts";
import {
  child,
  documentationOf,
  extensions,
  extra,
  flag,
  idOf,
  nameOf,
  text,
  typeOf,
  type XmlElement,
} from "../xml/tree.ts";
import { readTrigger } from "./events.ts";
import { readFields } from "./forms.ts";
import { type Outline, outline } from "./outline.ts";
import { names } from "./people.ts";
import { type Reading, shorten } from "./reading.ts";
import { resolveForms } from "./resolve-forms.ts";
import { readActivity } from "./tasks.ts";

const gateways: ReadonlySet<string> = new Set<Gateway["type"]>([
  "exclusiveGateway",
  "parallelGateway",
  "inclusiveGateway",
  "eventBasedGateway",
]);
const isGateway = (type: string): type is Gateway["type"] => gateways.has(type);

/** A process with what it was read from, for the checks. */
export interface Compiled {
  readonly model: ProcessModel;
  /** The element of the file for an id. */
  readonly sources: ReadonlyMap<string, XmlElement>;
}

/** More than anybody can look through. */
const most = 2000;

/**
 * Compiles a process of the file. What is wrong with it is left out, and stands in the issues.
 * @returns null where it is too large to be looked at
 */
export function compileProcess(reading: Reading, process: XmlElement): Compiled | null {
  const parts = outline(reading, process);
  if (parts.nodes.length + parts.flows.length > most) {
    reading.refuse("TOO_MANY_ELEMENTS", process);
    return null;
  }
  const sources = new Map<string, XmlElement>([[idOf(process), process]]);
  for (const { element } of [...parts.nodes, ...parts.flows]) {
    sources.set(idOf(element), element);
    refuseListeners(reading, element);
  }
  refuseListeners(reading, process);
  const flows = readFlows(reading, parts);
  const elements = resolveForms(reading, readElements(reading, parts, flows), sources);
  const model: ProcessModel = {
    key: idOf(process),
    name: nameOf(process),
    documentation: documentationOf(process),
    candidateStarterUsers: names(extra(process, "candidateStarterUsers")),
    candidateStarterGroups: names(extra(process, "candidateStarterGroups")),
    elements,
    flows,
    scopes: readScopes(reading, parts, elements),
  };
  return { model, sources };
}

function refuseListeners(reading: Reading, element: XmlElement): void {
  if (extensions(element, "ExecutionListener").length + extensions(element, "TaskListener").length > 0)
    reading.refuse("LISTENER", element);
}

function readFlows(reading: Reading, { flows, nodes }: Outline): Map<string, Flow> {
  const scopeOf = new Map(nodes.map(({ element, scope }) => [idOf(element), scope]));
  const read = new Map<string, Flow>();
  for (const { element } of flows) {
    const [source, target] = [reading.reference(element, "sourceRef"), reading.reference(element, "targetRef")];
    const [from, to] = [source && scopeOf.get(source), target && scopeOf.get(target)];
    if (!source || !target || !from || !to) reading.refuse("FLOW_ENDS", element);
    else if (from !== to) reading.refuse("FLOW_CROSSES", element);
    else {
      const id = idOf(element);
      read.set(id, { id, name: nameOf(element), source, target, condition: readCondition(reading, element) });
    }
  }
  return read;
}

function readCondition(reading: Reading, flow: XmlElement): Template | null {
  const condition = reading.body(flow, child(flow, "conditionExpression"));
  if (condition && isPlain(condition) && condition.source !== "" && !/[$#]\{/.test(condition.source))
    reading.refuse("CONDITION", flow, { text: shorten(condition.source) });
  return condition;
}

function readElements(reading: Reading, { nodes }: Outline, flows: ReadonlyMap<string, Flow>): Map<string, Element> {
  const outgoing = Map.groupBy(flows.values(), (flow) => flow.source);
  const incoming = Map.groupBy(flows.values(), (flow) => flow.target);
  const boundaries = Map.groupBy(
    nodes.filter(({ element }) => typeOf(element) === "boundaryEvent"),
    ({ element }) => reading.reference(element, "attachedToRef") ?? "",
  );
  const read = new Map<string, Element>();
  for (const { element, scope } of nodes) {
    const id = idOf(element);
    const common = {
      id,
      name: nameOf(element),
      scope,
      incoming: (incoming.get(id) ?? []).map((flow) => flow.id),
      outgoing: (outgoing.get(id) ?? []).map((flow) => flow.id),
      defaultFlow: reading.reference(element, "default"),
      boundary: (boundaries.get(id) ?? []).map((each) => idOf(each.element)),
    };
    read.set(id, readElement(reading, element, common));
  }
  return read;
}

type Common = Parameters<typeof readActivity>[2];

function readElement(reading: Reading, element: XmlElement, base: Common): Element {
  const { boundary: _, ...common } = base;
  const type = typeOf(element);
  if (isGateway(type)) return { ...common, type };
  switch (type) {
    case "startEvent": {
      const trigger = readTrigger(reading, element);
      return {
        ...common,
        type,
        trigger,
        interrupting: trigger.kind === "error" || flag(element, "isInterrupting", true),
        initiator: extra(element, "initiator"),
        formKey: extra(element, "formKey"),
        fields: readFields(element),
      };
    }
    case "endEvent":
    case "intermediateCatchEvent":
    case "intermediateThrowEvent":
      return { ...common, type, trigger: readTrigger(reading, element) };
    case "boundaryEvent": {
      const trigger = readTrigger(reading, element);
      // An error always ends what it happened in.
      const interrupting = trigger.kind === "error" || flag(element, "cancelActivity", true);
      return { ...common, type, trigger, interrupting, attachedTo: reading.reference(element, "attachedToRef") ?? "" };
    }
    default: {
      const activity = readActivity(reading, element, base);
      if (activity) return activity;
      reading.refuse("ELEMENT", element, { detail: type });
      // Stands in for it, so that what comes after is still looked at.
      return { ...base, type: "task", message: null, loop: null, skip: null };
    }
  }
}

function readScopes(
  reading: Reading,
  { scopes, data }: Outline,
  elements: ReadonlyMap<string, Element>,
): Map<string, Scope> {
  const all = [...elements.values()];
  return new Map(
    scopes.map(({ id, parent }) => {
      const own = all.filter((element) => element.scope === id);
      const objects = data.filter((each) => each.scope === id).map((each) => readData(reading, each.element));
      return [
        id,
        {
          id,
          parent,
          starts: own.filter((element) => element.type === "startEvent").map((element) => element.id),
          eventSubProcesses: own
            .filter((element) => element.type === "subProcess" && element.byEvent)
            .map((element) => element.id),
          data: new Map(objects),
        },
      ];
    }),
  );
}

/** A data object as the variable that it becomes. */
function readData(reading: Reading, object: XmlElement): [string, Value] {
  const name = nameOf(object) || idOf(object);
  reading.variable(object, name);
  const [given] = extensions(object, "Value");
  const value = given ? text(given, "body") : null;
  const kind = reading.reference(object, "itemSubjectRef")?.replace(/^\w+:/, "") ?? "string";
  if (value === null) return [name, null];
  if (kind === "boolean") return [name, value === "true"];
  return [
    name,
    /^(int|integer|long|short|double|float|decimal)$/.test(kind) && Number.isFinite(Number(value))
      ? Number(value)
      : value,
  ];
}
