import { investigationMachine } from "@jipei/contract/inspection/investigation.machine.ts";
import { Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import { columns } from "../core/entity/columns.ts";
import { lifecycle } from "../core/entity/transition.ts";
import { now } from "../core/foundation/clock.ts";
import { showInClass, tellFiller, tellUnit, tellVerifiers } from "./investigation.effects.ts";
import { complete, enoughChecked, notWorkedOn } from "./investigation.guards.ts";
import { investigationScope } from "./investigation.scope.ts";
import { countChecked, getSampleFigures } from "./sample.ts";

/** What each move of an investigation checks and does. */
export const investigationLifecycle = lifecycle({
  machine: investigationMachine,
  entity: Investigation,
  scope: investigationScope,
  moves: {
    fill: {
      guards: [complete, enoughChecked],
      set: async (tx, actor, row) =>
        columns(Investigation, {
          commitUser: actor.userId,
          commitTime: now(),
          backReason: null,
          checkCount:
            row.investigateKind === inspection ? countChecked(await getSampleFigures(tx, row.id), row.isReal) : null,
        }),
      effects: [tellVerifiers, showInClass],
    },
    verify: {
      guards: [notWorkedOn],
      set: (_tx, actor) => columns(Investigation, { verifyUser: actor.userId, verifyTime: now() }),
      effects: [showInClass, tellUnit],
    },
    back: {
      set: (_tx, _actor, _row, input) => columns(Investigation, { backReason: input.reason }),
      effects: [tellFiller, showInClass],
    },
  },
});
