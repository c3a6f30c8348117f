import { FlowTask, flowTaskMachine } from "@jipei/contract/workflow/flow-task.ts";
import { everything } from "../../core/database/sql.ts";
import { columns } from "../../core/entity/columns.ts";
import { type MoveInput, lifecycle } from "../../core/entity/transition.ts";
import { now } from "../../core/foundation/clock.ts";

interface TaskInput extends MoveInput {
  pass?: boolean;
  /** Whose a task becomes that somebody claims. */
  assignee?: string;
}

function decisionOf(pass: boolean | undefined): "1" | "0" | null {
  if (pass === undefined) return null;
  return pass ? "1" : "0";
}

/** The states of a task. Whose it is was checked before, under the lock of its process; the process itself moves along with it. */
export const taskLifecycle = lifecycle<"claim" | "unclaim" | "complete", typeof FlowTask, TaskInput>({
  machine: flowTaskMachine,
  entity: FlowTask,
  scope: () => everything,
  moves: {
    claim: {
      set: (_tx, actor, _row, { assignee = actor.userId }) => columns(FlowTask, { assignee, claimTime: now() }),
    },
    unclaim: { set: () => columns(FlowTask, { assignee: null, claimTime: null }) },
    complete: {
      set: (_tx, actor, _row, { pass, opinion }) =>
        columns(FlowTask, {
          doneBy: actor.userId,
          endTime: now(),
          passed: decisionOf(pass),
          comment: opinion?.trim() || null,
        }),
    },
  },
});
