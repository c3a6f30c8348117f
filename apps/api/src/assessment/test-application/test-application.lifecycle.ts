import { columns } from "../../core/entity/columns.ts";
import { testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { lifecycle } from "../../core/entity/transition.ts";
import { testApplicationScope } from "../assessment.scope.ts";
import {
  approval,
  callExaminees,
  callOff,
  cancelScoring,
  openScoring,
  setIneligible,
  submission,
  notifyInstitution,
} from "./test-application.effects.ts";
import {
  bodyNamed,
  candidatesEligible,
  classEnded,
  conditionsMet,
  coversOwed,
  dateFixed,
  inLead,
  nothingPublished,
} from "./test-application.guards.ts";

/** What each move of a test application checks and does. */
export const testApplicationLifecycle = lifecycle({
  machine: testApplicationMachine,
  entity: TestApplication,
  scope: testApplicationScope,
  moves: {
    commit: { guards: [classEnded, candidatesEligible, coversOwed, inLead, bodyNamed, conditionsMet], set: submission },
    confirm: {
      guards: [dateFixed, conditionsMet],
      set: approval,
      effects: [setIneligible, openScoring, callExaminees],
    },
    back: {
      set: (_tx, _actor, _row, input) => columns(TestApplication, { backReason: input.reason, reason: input.reason }),
      effects: [notifyInstitution("考核申请被退回", "Test application returned")],
    },
    invalidate: { set: (_tx, _actor, _row, input) => columns(TestApplication, { reason: input.reason }) },
    revoke: {
      guards: [nothingPublished],
      set: (_tx, _actor, _row, input) => columns(TestApplication, { reason: input.reason, gradeStatus: null }),
      effects: [callOff, cancelScoring, notifyInstitution("考核已撤销", "Assessment cancelled")],
    },
  },
});
