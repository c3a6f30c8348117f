import type { Surroundings } from "@jipei/contract/workflow/expression/evaluate.ts";
import { ExpressionError } from "@jipei/contract/workflow/expression/expression-error.ts";
import { isFree, lastDecision } from "@jipei/contract/workflow/expression/names.ts";
import { evaluateTemplate, type Template } from "@jipei/contract/workflow/expression/template.ts";
import { toText } from "@jipei/contract/workflow/expression/values.ts";
import type { Host } from "../host.ts";
import type { Element, Flow, ProcessModel } from "../model.ts";
import type { Execution, InstanceState, Value, Variables } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { Draft } from "./draft.ts";

/** What is to be done next. Elements say it instead of calling each other, so that a loop of the model is none of the stack. */
export type Step =
  /** A token comes to its element. An assignee takes the place of whom the model would choose. */
  | { readonly kind: "enter"; readonly execution: string; readonly assignee?: string | null }
  /** A token goes on along the flows of its element. */
  | { readonly kind: "leave"; readonly execution: string }
  /** What an activity does is done. */
  | { readonly kind: "complete"; readonly execution: string }
  /** A token has ended; its scope may have, too. */
  | { readonly kind: "ended"; readonly scope: string }
  /** An error happened at an execution, and looks for whom it concerns. */
  | { readonly kind: "error"; readonly execution: string; readonly code: string }
  /** An event happened: the one where the execution stands, a boundary event, or the start of an event sub-process. */
  | { readonly kind: "happen"; readonly execution: string; readonly event: string }
  /** What a wait was for has come. */
  | { readonly kind: "arrived"; readonly wait: string };

/** One transition at work. */
export class Run {
  readonly model: ProcessModel;
  readonly draft: Draft;
  readonly host: Host;
  /** Steps to come, the next one first. */
  readonly agenda: Step[] = [];
  /** Instances of call activities that were interrupted. */
  readonly cancelled: string[] = [];
  /** Whether this transition decided anything. */
  private hasDecided = false;

  constructor(model: ProcessModel, state: InstanceState, host: Host) {
    this.model = model;
    this.draft = new Draft(state);
    this.host = host;
  }

  next(...steps: Step[]): void {
    this.agenda.push(...steps);
  }

  element(id: string): Element {
    const element = this.model.elements.get(id);
    if (!element) throw new WorkflowError("NO_ELEMENT", { element: id });
    return element;
  }

  flow(id: string): Flow {
    const flow = this.model.flows.get(id);
    if (!flow) throw new WorkflowError("NO_ELEMENT", { element: id });
    return flow;
  }

  /** The value of a text of the model, as an execution sees the variables. */
  value(template: Template, execution: Execution): Promise<Value> {
    return this.explained(template, execution, this.surroundings(execution.key));
  }

  private async explained(template: Template, execution: Execution, around: Surroundings): Promise<Value> {
    try {
      return await evaluateTemplate(template, around);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const { name, id } = this.model.elements.get(execution.element) ?? { name: "", id: execution.element };
      throw new WorkflowError("EXPRESSION", { element: name || id, text: template.source, zh: error.zh, en: error.en });
    }
  }

  /** The value of a text that sees these variables alone. */
  async valueOf(template: Template, execution: Execution, variables: Variables): Promise<Value> {
    const own = {
      ...this.surroundings(execution.key),
      read: (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    };
    return this.explained(template, execution, own);
  }

  async text(template: Template, execution: Execution): Promise<string> {
    return toText(await this.value(template, execution));
  }

  /** Whether a condition holds. Like Flowable it wants an answer: neither nothing nor a text will do. */
  async holds(condition: Template, execution: Execution): Promise<boolean> {
    const value = await this.value(condition, execution);
    if (typeof value === "boolean") return value;
    throw new WorkflowError("EXPRESSION", {
      element: execution.element,
      text: condition.source,
      zh: "结果不是“是/否”",
      en: "the result is neither true nor false",
    });
  }

  private surroundings(key: string): Surroundings {
    const { draft, host } = this;
    return {
      read: (name) => (name === "starter" ? draft.starter : draft.read(key, name)),
      write: (name, value) => {
        this.writeAll(key, { [name]: value });
      },
      remove: (name) => {
        checkVariables({ [name]: null });
        draft.remove(key, name);
      },
      method: (name, parameters) => host.method(name, parameters),
    };
  }

  /** Takes variables over. With `pass` among them something was decided, unless it is said that nothing was. */
  writeAll(from: string | null, variables: Variables, { decides = true } = {}): void {
    checkVariables(variables);
    for (const [name, value] of Object.entries(variables)) this.draft.write(from, name, value);
    if (decides && variables.pass !== undefined) this.decide(variables.pass);
  }

  /** Keeps what was decided last. Nothing is a decision that was asked for and has not come. */
  decide(decision: Value): void {
    this.hasDecided = true;
    this.draft.write(null, lastDecision, decision);
  }

  /** An event takes away what was to be decided, unless the same step has decided it: what was decided before does not stand for it. */
  leaveUndecided(): void {
    if (!this.hasDecided) this.draft.write(null, lastDecision, null);
  }
}

/** Refuses names that mean something to JavaScript or to the interpreter, and values that JSON would keep as something else. */
export function checkVariables(variables: Variables): void {
  for (const name of Object.getOwnPropertyNames(variables)) {
    if (!isFree(name)) throw new WorkflowError("VARIABLE_NAME", { name });
    if (!isKept(variables[name], 0)) throw new WorkflowError("VARIABLE_VALUE", { name });
  }
}

const deepest = 50;

function isKept(value: unknown, depth: number): boolean {
  if (value === null || typeof value === "boolean" || typeof value === "string") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth >= deepest) return false;
  if (Array.isArray(value)) return value.every((item) => isKept(item, depth + 1));
  const entries = Object.entries(value);
  return (
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null) &&
    Object.getOwnPropertyNames(value).every(
      (name) => name !== "__proto__" && name !== "constructor" && name !== "prototype",
    ) &&
    entries.every(([, item]) => isKept(item, depth + 1))
  );
}
