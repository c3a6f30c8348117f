import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { returnsOf } from "../engine/interpreter/send-back.ts";
import type { ProcessModel } from "../engine/model.ts";
import type { InstanceState } from "../engine/state.ts";
import { isStartersStep } from "../instance/starter-step.ts";

/** Steps to which a process can be returned from a task: the starter’s own first, then those that somebody has done before. */
export function findReturnTargets(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
): FlowDetail["returnTargets"] {
  const targets = returnsOf(model, state, taskKey).map((activityId) => ({
    activityId,
    activityName: model.elements.get(activityId)?.name || activityId,
    isStarter: isStartersStep(model, activityId),
  }));
  return targets.toReversed().toSorted((a, b) => Number(b.isStarter) - Number(a.isStarter));
}
