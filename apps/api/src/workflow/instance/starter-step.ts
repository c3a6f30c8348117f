import { variableOf } from "@jipei/contract/workflow/expression/template.ts";
import type { Element, ProcessModel, UserTask } from "../engine/model.ts";

/** Whether a step is the starter's own, where they fill in and hand in again: the model gives it to them by name. It is no approval. */
export function isStartersStep(model: ProcessModel, elementId: string): boolean {
  const element = model.elements.get(elementId);
  return element !== undefined && isStarters(model, element);
}

/** The step to which a process is returned when it goes back to its starter; undefined where the model has none. */
export const findStartersStep = (model: ProcessModel): UserTask | undefined =>
  [...model.elements.values()].find((element): element is UserTask => isStarters(model, element));

function isStarters(model: ProcessModel, element: Element): element is UserTask {
  if (element.type !== "userTask" || !element.assignee) return false;
  const named = variableOf(element.assignee);
  return named !== null && (named === "starter" || initiators(model).includes(named));
}

const initiators = ({ elements }: ProcessModel): (string | null)[] =>
  [...elements.values()].flatMap((element) => (element.type === "startEvent" ? [element.initiator] : []));
