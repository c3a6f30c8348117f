import { subsidyApplicationMachine } from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import { lifecycle } from "../core/transition.ts";
import {
  completion,
  giveBack,
  onRoster,
  publish,
  queueTrial,
  submission,
  takeUp,
  tellApplicantApproved,
  tellApplicantReturned,
  withdraw,
} from "./claim.effects.ts";
import {
  amountUnchanged,
  anotherReviewer,
  approvedWithinAmounts,
  documentsAttached,
  findingsSettled,
  hasRows,
  inspectionPassed,
  notOwnStandard,
  notYetPaying,
  payeeComplete,
  rowsClaimable,
  trialRun,
} from "./claim.guards.ts";
import { claimScope } from "./claim.scope.ts";

/** What each move of a claim checks and does. */
export const claimLifecycle = lifecycle({
  machine: subsidyApplicationMachine,
  entity: SubsidyApplication,
  scope: claimScope,
  moves: {
    commit: {
      guards: [hasRows, rowsClaimable, payeeComplete, inspectionPassed, documentsAttached],
      set: submission,
      effects: [takeUp, queueTrial, onRoster],
    },
    firstCommit: {
      guards: [trialRun, approvedWithinAmounts, findingsSettled],
      set: (_tx, actor, claim, input) => ({
        firstUser: actor.userId,
        firstTime: sql`now()`,
        firstOpinion: input["opinion"] ?? null,
        firstAmount: claim["approvedAmount"],
        backNode: null,
      }),
      effects: [onRoster],
    },
    return: {
      set: (_tx, _actor, _claim, input) => ({ backReason: input["reason"], backNode: "first" }),
      effects: [giveBack, onRoster, tellApplicantReturned],
    },
    reCommit: {
      guards: [anotherReviewer, amountUnchanged, notOwnStandard, findingsSettled],
      set: completion,
      effects: [publish, onRoster, tellApplicantApproved],
    },
    reReturn: {
      set: (_tx, _actor, _claim, input) => ({ backReason: input["reason"], backNode: "re" }),
      effects: [
        async (tx, actor, claim, input, app, before) => {
          if (claim["status"] !== "back") return;
          await giveBack(tx, actor, claim, input, app, before);
          await tellApplicantReturned(tx, actor, claim, input, app, before);
        },
        onRoster,
      ],
    },
    // The objection is stored with the state: only with it may the claim stand beside a supplementary one.
    upholdObjection: {
      guards: [notYetPaying],
      set: (_tx, _actor, _claim, input) => ({
        objection: input["reason"],
        backReason: input["reason"],
        backNode: "re",
        reUser: null,
        reTime: null,
      }),
      effects: [withdraw, onRoster],
    },
  },
});
