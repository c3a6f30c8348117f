import type { Template } from "@jipei/contract/workflow/expression/template.ts";
import type { Value } from "./state.ts";
import type { Timing } from "./timer/timing.ts";

/** A process as the interpreter reads it: what deployment accepted, with references resolved and expressions parsed. */
export interface ProcessModel {
  /** The id of the process, by which it is started and called. */
  readonly key: string;
  readonly name: string;
  readonly documentation: string;
  readonly candidateStarterUsers: readonly string[];
  readonly candidateStarterGroups: readonly string[];
  readonly elements: ReadonlyMap<string, Element>;
  readonly flows: ReadonlyMap<string, Flow>;
  /** The process itself under its key, and its sub-processes. */
  readonly scopes: ReadonlyMap<string, Scope>;
}

export interface Flow {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly condition: Template | null;
}

/** A process or sub-process, as the place where elements stand. */
export interface Scope {
  readonly id: string;
  readonly parent: string | null;
  /** Start events in the order of the diagram, those of event sub-processes not counted. */
  readonly starts: readonly string[];
  readonly eventSubProcesses: readonly string[];
  /** Data objects, which are variables from the start. */
  readonly data: ReadonlyMap<string, Value>;
}

interface Common {
  readonly id: string;
  readonly name: string;
  /** Key of the process, or id of the sub-process, in which it stands. */
  readonly scope: string;
  /** Ids of flows. */
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow: string | null;
}

/** What makes an event start, fire or be thrown. */
export type Trigger =
  | { readonly kind: "none" }
  | { readonly kind: "terminate"; readonly all: boolean }
  | { readonly kind: "timer"; readonly timing: Timing }
  | { readonly kind: "message"; readonly name: Template }
  | { readonly kind: "signal"; readonly name: Template; readonly within: boolean }
  /** Without a code it catches every error. */
  | { readonly kind: "error"; readonly code: string | null };

export interface StartEvent extends Common {
  readonly type: "startEvent";
  readonly trigger: Trigger;
  readonly interrupting: boolean;
  /** Variable that gets the number of the starter. */
  readonly initiator: string | null;
  readonly formKey: string | null;
  readonly fields: readonly FormField[];
}

export interface EndEvent extends Common {
  readonly type: "endEvent";
  readonly trigger: Trigger;
}

export interface CatchEvent extends Common {
  readonly type: "intermediateCatchEvent";
  readonly trigger: Trigger;
}

export interface ThrowEvent extends Common {
  readonly type: "intermediateThrowEvent";
  readonly trigger: Trigger;
}

export interface BoundaryEvent extends Common {
  readonly type: "boundaryEvent";
  readonly trigger: Trigger;
  readonly interrupting: boolean;
  readonly attachedTo: string;
}

export interface Gateway extends Common {
  readonly type: "exclusiveGateway" | "parallelGateway" | "inclusiveGateway" | "eventBasedGateway";
}

interface ActivityCommon extends Common {
  readonly boundary: readonly string[];
  readonly loop: Loop | null;
  readonly skip: Template | null;
}

export interface UserTask extends ActivityCommon {
  readonly type: "userTask";
  readonly documentation: string;
  readonly title: Template;
  readonly assignee: Template | null;
  readonly candidateUsers: readonly Template[];
  readonly candidateGroups: readonly Template[];
  readonly formKey: Template | null;
  readonly fields: readonly FormField[];
  readonly due: Template | null;
  readonly priority: Template | null;
}

export interface ServiceTask extends ActivityCommon {
  readonly type: "serviceTask";
  /** A name of the closed list, or an expression. */
  readonly run:
    | { readonly action: string; readonly inputs: ReadonlyMap<string, Template> }
    | { readonly value: Template };
  readonly result: string | null;
}

export interface ScriptTask extends ActivityCommon {
  readonly type: "scriptTask";
  readonly value: Template;
  readonly result: string | null;
}

/** A task that does nothing by itself (manual, or of no kind), or waits to be told (receive). */
export interface PlainTask extends ActivityCommon {
  readonly type: "task" | "manualTask" | "receiveTask";
  /** Name of the message, for receive tasks that say one. */
  readonly message: Template | null;
}

export interface SubProcess extends ActivityCommon {
  readonly type: "subProcess";
  /** Started by an event, beside or instead of what its scope does. */
  readonly byEvent: boolean;
}

export interface CallActivity extends ActivityCommon {
  readonly type: "callActivity";
  readonly called: Template;
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
  /** Hands all variables on, and takes all over. */
  readonly allIn: boolean;
  readonly allOut: boolean;
}

export interface Mapping {
  /** The variable that is handed on as it is; null where an expression makes something of it. */
  readonly source: string | null;
  readonly value: Template;
  readonly target: string;
}

export type Activity = UserTask | ServiceTask | ScriptTask | PlainTask | SubProcess | CallActivity;
export type Element = StartEvent | EndEvent | CatchEvent | ThrowEvent | BoundaryEvent | Gateway | Activity;

/** Multi-instance: one after the other, or all at once. */
export interface Loop {
  readonly sequential: boolean;
  /** How many, where no collection says it. */
  readonly cardinality: Template | null;
  readonly collection: Template | null;
  readonly variable: string | null;
  /** Variable that counts the instances, beside `loopCounter`. */
  readonly index: string | null;
  /** When true, the rest is not needed. */
  readonly completion: Template | null;
}

export interface FormField {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly value: string | null;
  readonly options: readonly FormOption[];
  /** By which it is computed. */
  readonly calculation: string | null;
  /** Those of a table; none otherwise. */
  readonly columns: readonly FormColumn[];
  /** Lists of processes and tasks show it. */
  readonly inLists: boolean;
  readonly leastRows: number | null;
  readonly mostRows: number | null;
}

export interface FormOption {
  readonly id: string;
  readonly name: string;
}

export interface FormColumn {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly FormOption[];
  readonly calculation: string | null;
}

const activityTypes: ReadonlySet<string> = new Set([
  "userTask",
  "serviceTask",
  "scriptTask",
  "task",
  "manualTask",
  "receiveTask",
  "subProcess",
  "callActivity",
]);

/** Whether an element does something, and can have boundary events and instances. */
export const isActivity = (element: Element): element is Activity => activityTypes.has(element.type);

/** Elements to which the flows and boundary events of one lead. */
export const nextOf = (model: ProcessModel, element: Element): string[] => [
  ...element.outgoing.flatMap((flow) => model.flows.get(flow)?.target ?? []),
  ...(isActivity(element) ? element.boundary : []),
];
