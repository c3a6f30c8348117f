import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { classMachine } from "@jipei/contract/classes/training-class.machine.ts";
import { now } from "../core/clock.ts";
import { stored } from "../core/present.ts";
import { decidedBy, lifecycle } from "../core/transition.ts";
import { correctionHolds, correctionOf, onlyCorrectable, stillCorrectable } from "./training-class.correction.ts";
import * as effects from "./training-class.effects.ts";
import * as guards from "./training-class.guards.ts";
import { classScope } from "./training-class.scope.ts";

const unconfirmed = { confirmUser: null, confirmTime: null };
/** What a confirmation repeats, since weeks may lie between submission and decision. */
const clashFree = [guards.timetableSound, guards.studentsFree];

export const classLifecycle = lifecycle({
  machine: classMachine,
  entity: TrainingClass,
  scope: classScope,
  moves: {
    commit: {
      guards: [
        guards.organisationActive,
        guards.enoughStudents,
        guards.withinPlannedSize,
        guards.hoursScheduled,
        guards.timetableComplete,
        ...clashFree,
        guards.earlyEnough,
        guards.withinPlan,
        guards.licenceValid,
        guards.teachingPlanAttached,
        guards.studentsEntitled,
      ],
      set: async (tx, actor, row) => ({
        classNo: row["classNo"] ?? (await effects.issueClassNo(tx, row)),
        commitTime: now(),
        commitUser: actor.userId,
        backReason: null,
      }),
      effects: [effects.recountPlan, effects.submitRoster, effects.askBureau],
    },
    confirm: {
      guards: [guards.rosterChecked, guards.notPastStart, ...clashFree],
      set: (_tx, actor) => decidedBy(actor),
      effects: [effects.settleRoster, effects.textStudents, effects.tellInstitution("班级已确认", "Class confirmed")],
    },
    back: {
      set: (_tx, _actor, _row, input) => ({ backReason: input["reason"] }),
      effects: [
        effects.recountPlan,
        effects.releaseRoster,
        effects.tellInstitution("班级被退回", "Class returned"),
        effects.textReturn,
      ],
    },
    backConfirmed: {
      guards: [guards.notStarted],
      set: (_tx, _actor, _row, input) => ({ ...unconfirmed, backReason: input["reason"] }),
      effects: [
        effects.recountPlan,
        effects.warnStudents,
        effects.tellInstitution("班级确认被撤回", "Confirmation of a class withdrawn"),
      ],
    },
    undoConfirm: {
      guards: [guards.notStarted],
      set: () => unconfirmed,
      effects: [effects.tellInstitution("班级确认被撤销", "Confirmation of a class undone")],
    },
    discard: { guards: [guards.noPendingSignUps], effects: [effects.discardRoster, effects.recountPlan] },
    // Students are told before their rows end with the class.
    terminate: {
      guards: [guards.withoutResult],
      effects: [
        effects.warnStudents,
        effects.endRoster,
        effects.recountPlan,
        effects.tellInstitution("班级已终止", "Class ended"),
      ],
    },
    correct: {
      guards: [onlyCorrectable, stillCorrectable, correctionHolds],
      set: (_tx, _actor, row, input, app) =>
        stored(TrainingClass, app.cipher, { ...correctionOf(row, input), correctReason: input["reason"] }),
      effects: [effects.traceCorrection(correctionOf), effects.tellInstitution("班级数据已更正", "Class corrected")],
    },
  },
});
