import { now } from "../../core/foundation/clock.ts";
import { columns } from "../../core/entity/columns.ts";
import {
  type ClaimMove,
  enterpriseClaimMachine,
  subsidyApplicationMachine,
} from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { type Guard, type Lifecycle, type Move, lifecycle } from "../../core/entity/transition.ts";
import {
  completion,
  forgetFirstCommit,
  release,
  keepFirstCommit,
  onRoster,
  priceRows,
  publish,
  queueTrial,
  recalled,
  submission,
  reserve,
  notifyApplicantApproved,
  notifyApplicantReturned,
  withdraw,
} from "./claim.effects.ts";
import {
  amountUnchanged,
  approvedWithinAmounts,
  atItsTime,
  byApplicant,
  courseApproved,
  documentsAttached,
  findingsSettled,
  hasRows,
  inspectionPassed,
  kindAllowed,
  notLookedAt,
  notYetPaying,
  payeeComplete,
  rowsClaimable,
  rowsReserved,
  trialRun,
  unbarred,
} from "./claim.guards.ts";
import { dropDraft } from "../draft/draft.store.ts";
import { separate } from "../duties/claim-duties.ts";
import { type SideCode, enterpriseClaims, institutionClaims } from "./claim-side.ts";
import { noWagesOwed, staffOnJob } from "./enterprise/enterprise-claim.guards.ts";
import { unchecked } from "./claim.store.ts";
import { stillAsChecked } from "../automatic-check/second-look.ts";

/** What each move of a claim checks and does. Whatever goes back loses its check: it has to be run again before anybody approves. */
const moves = (
  furtherAtCommit: readonly Guard<typeof SubsidyApplication>[],
): Readonly<Record<ClaimMove, Move<typeof SubsidyApplication>>> => ({
  commit: {
    guards: [
      byApplicant,
      hasRows,
      kindAllowed,
      courseApproved,
      atItsTime,
      rowsClaimable,
      payeeComplete,
      inspectionPassed,
      unbarred,
      documentsAttached,
      ...furtherAtCommit,
    ],
    set: submission,
    effects: [priceRows, keepFirstCommit, reserve, queueTrial, onRoster],
  },
  recall: {
    guards: [byApplicant, notLookedAt],
    set: recalled,
    effects: [release, forgetFirstCommit, onRoster],
  },
  firstCommit: {
    guards: [separate("firstReviewer"), trialRun, approvedWithinAmounts, rowsReserved, stillAsChecked, findingsSettled],
    set: (_tx, actor, claim, input) =>
      columns(SubsidyApplication, {
        firstUser: actor.userId,
        firstTime: now(),
        firstOpinion: input.opinion ?? null,
        firstAmount: claim.approvedAmount,
        backNode: null,
      }),
    effects: [onRoster, dropDraft],
  },
  return: {
    guards: [separate("firstReviewer")],
    set: (_tx, _actor, _claim, input) => ({
      ...unchecked,
      ...columns(SubsidyApplication, { backReason: input.reason, backNode: "first" }),
    }),
    effects: [release, onRoster, notifyApplicantReturned],
  },
  reCommit: {
    guards: [separate("secondReviewer"), amountUnchanged, rowsReserved, stillAsChecked, findingsSettled],
    set: completion,
    effects: [publish, onRoster, dropDraft, notifyApplicantApproved],
  },
  reReturn: {
    guards: [separate("secondReviewer")],
    set: (_tx, _actor, _claim, input) => ({
      ...unchecked,
      ...columns(SubsidyApplication, { backReason: input.reason, backNode: "re" }),
    }),
    effects: [
      async (tx, actor, claim, input, app, before) => {
        if (claim.status !== "back") return;
        await release(tx, actor, claim, input, app, before);
        await notifyApplicantReturned(tx, actor, claim, input, app, before);
      },
      onRoster,
      dropDraft,
    ],
  },
  // The objection is stored with the state: only with it may the claim stand beside a supplementary one.
  upholdObjection: {
    guards: [separate("secondReviewer"), notYetPaying],
    set: (_tx, _actor, _claim, input) => ({
      ...unchecked,
      ...columns(SubsidyApplication, {
        objection: input.reason,
        backReason: input.reason,
        backNode: "re",
        reUser: null,
        reTime: null,
      }),
    }),
    effects: [withdraw, onRoster],
  },
});

/** Claims of both sides, over the table of both. */
export const claimLifecycles: Readonly<Record<SideCode, Lifecycle<ClaimMove, typeof SubsidyApplication>>> = {
  "1": lifecycle({
    machine: subsidyApplicationMachine,
    entity: SubsidyApplication,
    scope: institutionClaims.scope,
    moves: moves([]),
  }),
  "2": lifecycle({
    machine: enterpriseClaimMachine,
    entity: SubsidyApplication,
    scope: enterpriseClaims.scope,
    moves: moves([staffOnJob, noWagesOwed]),
  }),
};
