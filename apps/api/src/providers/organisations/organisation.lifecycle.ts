import { organisationMachine } from "@jipei/contract/providers/organisation.machine.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { removeRows } from "../../core/database/write-rows.ts";
import { lifecycle } from "../../core/entity/transition.ts";
import { disableAccount, resetPassword } from "../../users/users.queries.ts";
import * as effects from "./organisation.effects.ts";
import * as guards from "./organisation.guards.ts";
import { organisationScope } from "../providers.scope.ts";

/** Moves of an institution with what they check and do. */
export const organisationLifecycle = lifecycle({
  machine: organisationMachine,
  entity: Organisation,
  scope: organisationScope,
  moves: {
    approve: {
      guards: [
        guards.isComplete,
        guards.siteIsLargeEnough,
        guards.licenceHolds,
        guards.licenceIsFiled,
        guards.gradeAllows,
      ],
      set: effects.approved,
      effects: [effects.openAccount, effects.notifyApproved],
    },
    back: { set: effects.returned, effects: [effects.notifyReturned] },
    resubmit: { set: effects.submitted, effects: [effects.notifyClerks] },
    suspend: { set: effects.reasoned, effects: [effects.notifySuspended] },
    resume: { guards: [guards.gradeAllows], set: effects.unreasoned, effects: [effects.notifyResumed] },
    cancel: {
      guards: [guards.hasNoBusiness],
      set: effects.reasoned,
      effects: [(tx, actor, row) => disableAccount(tx, actor, { orgId: row.id })],
    },
    requestChange: { set: effects.changeFiled, effects: [effects.notifyClerks] },
    approveChange: {
      guards: [guards.changeIsPending, guards.changeHolds],
      set: effects.changeApplied,
      effects: [effects.notifyChangeApproved],
    },
    returnChange: {
      guards: [guards.changeIsPending],
      set: effects.changeDropped,
      effects: [effects.notifyChangeReturned],
    },
    resetPassword: { effects: [(tx, actor, row, _input, app) => resetPassword(tx, app, actor, { orgId: row.id })] },
    remove: {
      guards: [guards.isUnused],
      effects: [
        (tx, actor, row) => disableAccount(tx, actor, { orgId: row.id }),
        (tx, actor, row) => removeRows(tx, actor, Organisation, [row.id]),
      ],
    },
  },
});
