import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import type { Element, ProcessModel } from "../engine/model.ts";
import { isStartersStep } from "../instance/starter-step.ts";
import { formOf } from "./form-fields.ts";

/** What who starts a process fills in: the form of its start, else that of the starter’s own step right behind it. */
export function startForm(model: ProcessModel): FormField[] {
  const [first] = model.scopes.get(model.key)?.starts ?? [];
  const start = first === undefined ? undefined : model.elements.get(first);
  if (!start) return [];
  const own = formOf(start);
  const [next] = own.length > 0 ? [] : start.outgoing.flatMap((id) => findTarget(model, id));
  return next && isStartersStep(model, next.id) ? formOf(next) : own;
}

function findTarget(model: ProcessModel, flowId: string): Element[] {
  const flow = model.flows.get(flowId);
  const target = flow && model.elements.get(flow.target);
  return target ? [target] : [];
}
