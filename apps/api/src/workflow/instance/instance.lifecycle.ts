import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { flowEnding } from "@jipei/contract/workflow/flow-codes.ts";
import { FlowFollow, type FlowFollowMove, flowFollowMachine } from "@jipei/contract/workflow/flow-follow.ts";
import { everything } from "../../core/database/sql.ts";
import { columns } from "../../core/entity/columns.ts";
import { type Effect, type MoveInput, type Settings, lifecycle } from "../../core/entity/transition.ts";
import { now } from "../../core/foundation/clock.ts";
import { finishLeave, giveLeaveBack } from "../leave/leave.lifecycle.ts";
import { tellStarter } from "./tell.ts";
import { cut } from "../../core/foundation/texts/cut.ts";

interface EndInput extends MoveInput {
  /** How the process came to its end by itself. */
  ending?: CodeOf<typeof flowEnding>;
}

type FollowEffect = Effect<typeof FlowFollow, EndInput>;

/** What a removal sets; the reason stays with the process. */
const removed =
  (ending: CodeOf<typeof flowEnding>): Settings<typeof FlowFollow, EndInput> =>
  (_tx, _actor, _row, { reason }) =>
    columns(FlowFollow, { endTime: now(), ending, deleteReason: reason ? cut(reason, 200) : null });

/** The row that it was about is as before it was handed in. */
const giveBack: FollowEffect = giveLeaveBack;

/** The states of a process as a whole. Who may make which move is checked before. */
export const instanceLifecycle = lifecycle<FlowFollowMove, typeof FlowFollow, EndInput>({
  machine: flowFollowMachine,
  entity: FlowFollow,
  scope: () => everything,
  moves: {
    finish: {
      set: (_tx, _actor, _row, { ending }) => columns(FlowFollow, { endTime: now(), ending: ending ?? "passed" }),
      effects: [finishLeave, tellStarter],
    },
    suspend: {},
    activate: {},
    withdraw: { set: removed("withdrawn"), effects: [giveBack] },
    terminate: { set: removed("terminated"), effects: [giveBack, tellStarter] },
    cancel: { set: removed("terminated") },
    delete: { set: removed("deleted"), effects: [giveBack, tellStarter] },
  },
});
