import type { FlowActivity, FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import type { ProcessModel } from "../engine/model.ts";
import { findStartersStep, isStartersStep } from "../instance/starter-step.ts";

/** Steps to which a process can be returned from one that it is at: those that somebody has done before, and the starter’s own. */
export function findReturnTargets(
  model: ProcessModel,
  history: readonly FlowActivity[],
  at: string,
): FlowDetail["returnTargets"] {
  const starters = findStartersStep(model);
  const doneBefore = history.filter(({ activityType, endTime }) => activityType === "userTask" && endTime !== null);
  const ids = new Set([...(starters ? [starters.id] : []), ...doneBefore.map(({ activityId }) => activityId)]);
  ids.delete(at);
  return [...ids].flatMap((activityId) => {
    const element = model.elements.get(activityId);
    return element
      ? [{ activityId, activityName: element.name || activityId, isStarter: isStartersStep(model, activityId) }]
      : [];
  });
}
