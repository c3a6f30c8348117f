import type { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { Leave, leaveMachine } from "@jipei/contract/workflow/leave.ts";
import { sql } from "kysely";
import type { Scope } from "../../core/database/rows.ts";
import { everything, nothing } from "../../core/database/sql.ts";
import { columns } from "../../core/entity/columns.ts";
import { type Effect, type MoveInput, lifecycle, transition } from "../../core/entity/transition.ts";
import { hasRole, system } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { actedFor } from "../tasks/task.scope.ts";

/** A leave is seen by who asked for it, by who decides about it, by all who had a task in its process or act for who has one, and by who audits. */
export const leaveScope: Scope = (actor) => {
  const { userId, audience } = actor;
  if (hasRole(actor, "auditor")) return everything;
  return audience === "bureau"
    ? sql`(t.create_user = ${userId} or t.task_user = ${userId} or exists (select from flow_task f
        where f.process_instance_id = t.process_instance_id
          and (${userId} in (f.assignee, f.done_by) or (f.status = '1' and f.assignee = any(${actedFor(userId)})))))`
    : nothing;
};

interface LeaveInput extends MoveInput {
  processInstanceId?: string;
  passed?: "0" | "1";
}

export const leaveLifecycle = lifecycle<"start" | "finish" | "giveBack", typeof Leave, LeaveInput>({
  machine: leaveMachine,
  entity: Leave,
  // The server moves what its process moves.
  scope: (actor) => (actor.userId === system.userId ? everything : leaveScope(actor)),
  moves: {
    start: {
      set: (_tx, _actor, _row, { processInstanceId }) =>
        columns(Leave, { processInstanceId: processInstanceId ?? null, applyTime: now(), passed: null }),
    },
    finish: { set: (_tx, _actor, _row, { passed }) => columns(Leave, { passed: passed ?? "0" }) },
    giveBack: {},
  },
});

type FollowEffect = Effect<typeof FlowFollow>;

/** The leave ends with its process. One about which nobody decided can be handed in again. */
export const finishLeave: FollowEffect = async (tx, actor, instance, input, app, before) => {
  const { businessType, businessId, parentId, ending } = instance;
  if (businessType !== Leave.name || businessId === null || parentId !== null) return;
  if (ending === "undecided") return giveLeaveBack(tx, actor, instance, input, app, before);
  const passed = ending === "passed" ? "1" : "0";
  await transition(tx, system, leaveLifecycle, "finish", [businessId], { passed }, app);
};

/** A leave whose process is gone is as before it was handed in. */
export const giveLeaveBack: FollowEffect = async (
  tx,
  _actor,
  { businessType, businessId, parentId },
  { reason },
  app,
) => {
  if (businessType !== Leave.name || businessId === null || parentId !== null) return;
  await transition(tx, system, leaveLifecycle, "giveBack", [businessId], { opinion: reason }, app);
};
