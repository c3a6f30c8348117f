import { columns } from "../../core/entity/columns.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { classMachine } from "@jipei/contract/training/training-class.machine.ts";
import { now } from "../../core/foundation/clock.ts";
import { stored } from "../../core/entity/to-response.ts";
import { decidedBy, lifecycle } from "../../core/entity/transition.ts";
import { commitGuards } from "./commit-checks.ts";
import { correctionHolds, getCorrection, onlyCorrectable, stillCorrectable } from "./training-class.correction.ts";
import * as effects from "./training-class.effects.ts";
import * as guards from "./training-class.guards.ts";
import { classScope } from "./training-class.scope.ts";

const unconfirmed = { confirmUser: null, confirmTime: null };
/** What a confirmation repeats, since weeks may lie between submission and decision. */
const stillSound = [guards.placesHold, guards.timetableSound, guards.studentsFree];

export const classLifecycle = lifecycle({
  machine: classMachine,
  entity: TrainingClass,
  scope: classScope,
  moves: {
    commit: {
      guards: commitGuards,
      set: async (tx, actor, row) =>
        columns(TrainingClass, {
          classNo: row.classNo ?? (await effects.issueClassNo(tx, row)),
          commitTime: now(),
          commitUser: actor.userId,
          backReason: null,
        }),
      effects: [effects.recountPlan, effects.submitRoster, effects.askBureau],
    },
    withdraw: {
      guards: [guards.notLookedAt],
      set: () => columns(TrainingClass, { commitTime: null, commitUser: null }),
      effects: [effects.recountPlan, effects.recallRoster],
    },
    confirm: {
      guards: [guards.organisationActive, guards.rosterChecked, guards.notPastStart, ...stillSound],
      set: (_tx, actor) => columns(TrainingClass, decidedBy(actor)),
      effects: [effects.settleRoster, effects.textStudents, effects.notifyInstitution("班级已确认", "Class confirmed")],
    },
    back: {
      set: (_tx, _actor, _row, input) => columns(TrainingClass, { backReason: input.reason }),
      effects: [
        effects.recountPlan,
        effects.releaseRoster,
        effects.notifyInstitution("班级被退回", "Class returned"),
        effects.textReturn,
      ],
    },
    backConfirmed: {
      guards: [guards.notStarted],
      set: (_tx, _actor, _row, input) => columns(TrainingClass, { ...unconfirmed, backReason: input.reason }),
      effects: [
        effects.recountPlan,
        effects.warnStudents,
        effects.notifyInstitution("班级确认被撤回", "Confirmation of a class withdrawn"),
      ],
    },
    undoConfirm: {
      guards: [guards.notStarted],
      set: () => columns(TrainingClass, unconfirmed),
      effects: [effects.notifyInstitution("班级确认被撤销", "Confirmation of a class undone")],
    },
    discard: { guards: [guards.noPendingSignUps], effects: [effects.discardRoster, effects.recountPlan] },
    // Students are notified before their rows end with the class.
    terminate: {
      guards: [guards.withoutResult],
      effects: [
        effects.warnStudents,
        effects.endRoster,
        effects.recountPlan,
        effects.notifyInstitution("班级已终止", "Class ended"),
      ],
    },
    correct: {
      guards: [onlyCorrectable, stillCorrectable, correctionHolds],
      set: (_tx, _actor, row, input, app) =>
        columns(
          TrainingClass,
          stored(TrainingClass, app.cipher, { ...getCorrection(row, input), correctReason: input.reason }),
        ),
      effects: [effects.traceCorrection(getCorrection), effects.notifyInstitution("班级数据已更正", "Class corrected")],
    },
  },
});
