import { columns } from "../../core/entity/columns.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import {
  type ApplicationMove,
  enterpriseTestMachine,
  testApplicationMachine,
} from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { type MoveInput, lifecycle } from "../../core/entity/transition.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { enterpriseApplicationScope, testApplicationScope } from "../assessment.scope.ts";
import type { ApprovalInput } from "./test-application.input.ts";
import {
  type AnyApplication,
  type ApplicationSide,
  enterpriseApplications,
  institutionApplications,
} from "./application-side.ts";
import {
  approval,
  callExaminees,
  callOff,
  cancelScoring,
  notifyUnit,
  openScoring,
  setIneligible,
  submission,
} from "./test-application.effects.ts";
import {
  bodyNamed,
  candidatesEligible,
  classEnded,
  conditionsMet,
  dateFixed,
  inLead,
  inPeriod,
  nothingPublished,
  numberable,
  sameMode,
} from "./test-application.guards.ts";
import { lockWhole } from "./lock-applications.ts";
import { coversOwed } from "./make-up/owed-parts.ts";

type Moved = [tx: Tx, actor: Actor, row: AnyApplication, input: MoveInput];

/** What each move of an application checks and does, on both sides. */
const moves = (side: ApplicationSide) => ({
  commit: {
    guards: [classEnded, candidatesEligible, sameMode, coversOwed, inLead, bodyNamed, numberable, conditionsMet],
    set: submission(side),
  },
  confirm: {
    guards: [dateFixed, inPeriod, sameMode, coversOwed, conditionsMet],
    set: approval,
    effects: [
      setIneligible,
      openScoring,
      callExaminees(side),
      notifyUnit(side, "考核申请已通过", "Test application approved"),
    ],
  },
  back: {
    set: (...[, , , input]: Moved) => columns(TestApplication, { backReason: input.reason, reason: input.reason }),
    effects: [notifyUnit(side, "考核申请被退回", "Test application returned")],
  },
  invalidate: { set: (...[, , , input]: Moved) => columns(TestApplication, { reason: input.reason }) },
  revoke: {
    guards: [lockWhole, nothingPublished],
    set: (...[, , , input]: Moved) => columns(TestApplication, { reason: input.reason, gradeStatus: null }),
    effects: [callOff(side), cancelScoring, notifyUnit(side, "考核已撤销", "Assessment cancelled")],
  },
});

export const testApplicationLifecycle = lifecycle<ApplicationMove, typeof TestApplication, ApprovalInput>({
  machine: testApplicationMachine,
  entity: TestApplication,
  scope: testApplicationScope,
  moves: moves(institutionApplications),
});

export const enterpriseApplicationLifecycle = lifecycle<
  ApplicationMove,
  typeof EnterpriseTestApplication,
  ApprovalInput
>({
  machine: enterpriseTestMachine,
  entity: EnterpriseTestApplication,
  scope: enterpriseApplicationScope,
  moves: moves(enterpriseApplications),
});
