import { type Element, isActivity, type ProcessModel, type Scope } from "../model.ts";
import type { Compiled } from "./process.ts";
import type { IssueCode } from "./issues.ts";
import type { Reading } from "./reading.ts";

/** Checks what a process needs as a whole: starts, ends of flows, what can be reached. */
export function checkProcess(reading: Reading, { model, sources }: Compiled): void {
  const refuse = (code: IssueCode, id: string, detail = "") => {
    const source = sources.get(id);
    if (source) reading.refuse(code, source, { detail });
  };
  for (const scope of model.scopes.values()) checkStarts(model, scope, refuse);
  for (const flow of model.flows.values()) {
    const [source, target] = [model.elements.get(flow.source), model.elements.get(flow.target)];
    if (target?.type === "startEvent" || target?.type === "boundaryEvent") refuse("FLOW_INTO_START", flow.id);
    if (source?.type === "endEvent") refuse("FLOW_FROM_END", flow.id);
  }
  for (const element of model.elements.values()) checkElement(model, element, refuse);
  const reached = reachedFrom(model);
  for (const element of model.elements.values()) if (!reached.has(element.id)) refuse("UNREACHABLE", element.id);
}

type Refuse = (code: IssueCode, id: string, detail?: string) => void;

function checkStarts(model: ProcessModel, scope: Scope, refuse: Refuse): void {
  const starts = scope.starts.flatMap((id) => {
    const start = model.elements.get(id);
    return start?.type === "startEvent" ? [start] : [];
  });
  const around = model.elements.get(scope.id);
  if (starts.length === 0) return refuse("NO_START", scope.id);
  const untriggered = starts.filter((start) => start.trigger.kind === "none");
  if (untriggered.length > 1) refuse("STARTS", scope.id);
  if (around?.type !== "subProcess") {
    for (const start of starts) if (start.trigger.kind === "error") refuse("EVENT", start.id, "errorEventDefinition");
  } else if (around.byEvent) {
    if (untriggered.length > 0) refuse("START_OF_EVENT_SUB", scope.id);
    if (around.incoming.length + around.outgoing.length > 0) refuse("START_OF_EVENT_SUB", scope.id);
  } else for (const start of starts) if (start.trigger.kind !== "none") refuse("START_OF_SUB", start.id);
}

function checkElement(model: ProcessModel, element: Element, refuse: Refuse): void {
  if (element.defaultFlow && !element.outgoing.includes(element.defaultFlow))
    refuse("DEFAULT_FLOW", element.id, element.defaultFlow);
  if (element.type === "boundaryEvent") {
    const host = model.elements.get(element.attachedTo);
    if (!host || !isActivity(host) || host.scope !== element.scope) refuse("BOUNDARY", element.id);
  }
  if (element.type === "eventBasedGateway") {
    const targets = element.outgoing.map((id) => model.elements.get(model.flows.get(id)?.target ?? ""));
    if (targets.length === 0 || targets.some((target) => target?.type !== "intermediateCatchEvent"))
      refuse("EVENT_GATEWAY", element.id);
  } else if (element.type === "exclusiveGateway" && element.outgoing.length === 0)
    refuse("GATEWAY_NO_FLOW", element.id);
}

/** Elements that a token can come to. */
function reachedFrom(model: ProcessModel): ReadonlySet<string> {
  const reached = new Set<string>();
  const open: string[] = [];
  const enter = (scope: Scope | undefined) => open.push(...(scope?.starts ?? []), ...(scope?.eventSubProcesses ?? []));
  enter(model.scopes.get(model.key));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const element = model.elements.get(id);
    if (!element || reached.has(id)) continue;
    reached.add(id);
    for (const flow of element.outgoing) open.push(model.flows.get(flow)?.target ?? "");
    if (isActivity(element)) open.push(...element.boundary);
    if (element.type === "subProcess") enter(model.scopes.get(id));
  }
  return reached;
}
