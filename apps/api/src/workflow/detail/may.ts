import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { flowMay } from "@jipei/contract/workflow/flow-codes.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";
import type { TaskRow } from "../instance/save-tasks.ts";
import type { InstanceRow } from "../instance/state/load-state.ts";

type May = CodeOf<typeof flowMay>;

/** How somebody stands to a task. */
export interface Standing {
  task: TaskRow | null;
  isCandidate: boolean;
  /** Whether it is theirs, or that of a colleague for whom they stand in. */
  isHolder: boolean;
  /** Whether they, or a colleague for whom they stand in, delegated it. */
  isDelegator: boolean;
  /** Whether they would approve what they started themselves. */
  isOwn: boolean;
  /** Whether they have added signers who have yet to sign: to their task, or in front of themselves. */
  hasAdded: boolean;
  canReturn: boolean;
  isActedOn: boolean;
}

/** What an actor may do in a process now, for the buttons of its page; each call checks it again. */
export function getMay(actor: Actor, instance: InstanceRow, standing: Standing): May[] {
  if (instance.status !== "running") return [];
  const { task, isCandidate, isHolder, isDelegator, isOwn, hasAdded, canReturn, isActedOn } = standing;
  const completes = may(actor, "flow_task_complete");
  const found = new Set<May>();
  if (task?.status === "0" && isCandidate && may(actor, "flow_task_claim")) found.add("claim");
  if (task?.status === "1" && isHolder && completes) {
    for (const one of ["transfer", "copy"] as const) found.add(one);
    if (!isOwn) found.add("complete");
    // Who was only asked for an answer does nothing else for who delegated it.
    if (task.owner === null) {
      if (!isOwn) for (const one of ["delegate", "addSigner"] as const) found.add(one);
      if (canReturn && !isOwn) found.add("return");
      if (task.candidates.length > 0 && may(actor, "flow_task_unclaim")) found.add("unclaim");
      if (may(actor, "flow_follow_terminate")) found.add("terminate");
    }
  }
  if (isDelegator && completes) found.add("recall");
  if (hasAdded && completes) found.add("removeSigner");
  if (instance.startUser === actor.userId && instance.parentId === null) {
    found.add("urge");
    if (!isActedOn && may(actor, "flow_follow_withdraw")) found.add("withdraw");
  }
  return [...found];
}
