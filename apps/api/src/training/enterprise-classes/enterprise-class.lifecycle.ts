import { enterpriseClassMachine } from "@jipei/contract/training/enterprise-class.machine.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { columns } from "../../core/entity/columns.ts";
import { decidedBy, lifecycle } from "../../core/entity/transition.ts";
import { now } from "../../core/foundation/clock.ts";
import { notPastStart, studentsFree, withoutResult } from "../classes/training-class.guards.ts";
import * as effects from "./enterprise-class.effects.ts";
import { commitGuards, timetableSound, trainerActive } from "./enterprise-class.guards.ts";
import { enterpriseClassScope } from "./enterprise-class.scope.ts";

/** Classes of enterprises and their moves. */
export const enterpriseClassLifecycle = lifecycle({
  machine: enterpriseClassMachine,
  entity: EnterpriseClass,
  scope: enterpriseClassScope,
  moves: {
    commit: {
      guards: commitGuards,
      set: async (tx, actor, row) =>
        columns(EnterpriseClass, {
          classNo: row.classNo ?? (await effects.issueClassNo(tx, row)),
          commitTime: now(),
          commitUser: actor.userId,
          backReason: null,
        }),
      effects: [effects.submitStaff, effects.askBureau],
    },
    confirm: {
      // Weeks may lie between submission and decision.
      guards: [trainerActive, notPastStart, timetableSound, studentsFree],
      set: (_tx, actor, _row, input) =>
        columns(EnterpriseClass, { ...decidedBy(actor), confirmOpinion: input.opinion?.trim() || null }),
      effects: [effects.approveStaff, effects.notifyEnterprise("企业班级已审核通过", "Class approved")],
    },
    back: {
      set: (_tx, _actor, _row, input) => columns(EnterpriseClass, { backReason: input.reason?.trim() }),
      effects: [effects.releaseStaff, effects.notifyEnterprise("企业班级被退回", "Class returned"), effects.textReturn],
    },
    invalidate: { effects: [effects.discardStaff, effects.notifyEnterprise("企业班级已作废", "Class discarded")] },
    terminate: {
      guards: [withoutResult],
      effects: [effects.endStaff, effects.notifyEnterprise("企业班级已终止", "Class ended")],
    },
  },
});
