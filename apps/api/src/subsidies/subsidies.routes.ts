import { PaymentObjection } from "@jipei/contract/subsidies/payment-objection.ts";
import { RecoveryItem } from "@jipei/contract/subsidies/recovery-item.ts";
import { SubsidyBar } from "@jipei/contract/subsidies/subsidy-bar.ts";
import { derived } from "../core/database/sql.ts";
import { objectionRows } from "./payment/payment-objection.routes.ts";
import { findingRows } from "./claim/finding.routes.ts";
import { lineRows } from "./claim/line.routes.ts";
import { claimRows, enterpriseClaimRows } from "./claim/claim.store.ts";
import {
  enterpriseClaimDerived,
  enterpriseClaimRoutes,
  enterpriseLineRoutes,
  enterpriseLineRows,
} from "./claim/enterprise/enterprise-claim.routes.ts";
import { barRoutes, barRows } from "./bars/bar.routes.ts";
import type { Domain } from "../core/http/implement.ts";
import { answers } from "../core/foundation/ports.ts";
import { system } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { certificateIsClaimed, gradeIsClaimed } from "../assessment/assessment.queries.ts";
import { standardIsUsed } from "../catalogue/catalogue.queries.ts";
import { enterpriseHasBusiness } from "../enterprises/enterprises.queries.ts";
import { isInClaim } from "../external-data/external-data.queries.ts";
import { organisationHasBusiness } from "../providers/providers.queries.ts";
import { classIsClaimed } from "../training/training.queries.ts";
import * as claims from "./claim/claim.holds.ts";
import { changeRoutes } from "./changes/change.routes.ts";
import { draftRoutes } from "./draft/draft.routes.ts";
import { claimRoutes } from "./claim/claim.routes.ts";
import { draftWhenReady, draftWorker } from "./claim/enterprise/ready-claim.ts";
import { storeClassFindings } from "./findings/class-findings.ts";
import { findingRoutes } from "./claim/finding.routes.ts";
import { lineRoutes } from "./claim/line.routes.ts";
import { paymentObjectionRoutes } from "./payment/payment-objection.routes.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { dueAmount, paymentEntryRows } from "./payment/payment.ledger.ts";
import { paymentRoutes } from "./payment/payment.routes.ts";
import { recoveryRoutes, recoveryRows } from "./recoveries/recovery.routes.ts";
import { recoveryWatch } from "./recoveries/watch.ts";
import { subsidyReminders } from "./reminders.ts";
import { subsidiesExports } from "./subsidies.exports.ts";
import { everything } from "../core/database/sql.ts";
import { judge, record } from "./automatic-check/run.ts";

/** SQL of whose claim a row is about. */
const sideOfClaim = "select c.side from subsidy_application c where c.id = t.apply_id";

export const subsidies: Domain = {
  name: "subsidies",
  derived: [
    ...enterpriseClaimDerived,
    derived(SubsidyApplication, "dueAmount", dueAmount),
    derived(SubsidyApplication, "unitSide", "t.side", { "1": "t.side = '1'", "2": "t.side = '2'" }),
    derived(RecoveryItem, "side", sideOfClaim),
    derived(SubsidyBar, "side", sideOfClaim),
    derived(PaymentObjection, "side", sideOfClaim),
  ],
  owners: [
    claimRows,
    enterpriseClaimRows,
    lineRows,
    enterpriseLineRows,
    findingRows,
    objectionRows,
    barRows,
    recoveryRows,
    paymentEntryRows,
  ],
  routes: [
    ...claimRoutes,
    ...changeRoutes,
    ...draftRoutes,
    ...lineRoutes,
    ...enterpriseClaimRoutes,
    ...enterpriseLineRoutes,
    ...findingRoutes,
    ...paymentRoutes,
    ...paymentObjectionRoutes,
    ...barRoutes,
    ...recoveryRoutes,
    ...subsidiesExports,
  ],
  holds: [
    answers(standardIsUsed, claims.standardIsUsed),
    answers(organisationHasBusiness, claims.hasOpenClaims),
    answers(enterpriseHasBusiness, claims.enterpriseHasOpenClaims),
    answers(classIsClaimed, claims.classIsClaimed),
    answers(gradeIsClaimed, claims.memberIsClaimed),
    answers(certificateIsClaimed, claims.certificateIsClaimed),
    answers(isInClaim, claims.claimNames),
  ],
  reactions: [storeClassFindings, draftWhenReady],
  constraints: {
    subsidy_application_live: "SUBSIDY_APPLY_DUP",
    subsidy_application_two_reviewers: "SAME_REVIEWER",
    subsidy_application_own_review: "SELF_REVIEW",
    subsidy_application_return_reason: "REASON_REQUIRED",
    subsidy_application_paid: "PAY_MISMATCH",
    subsidy_application_recovery: "REASON_REQUIRED",
    payment_entry_key: "DUPLICATE",
    payment_entry_follows: "STATE_ILLEGAL",
    payment_entry_amount: "PAY_MISMATCH",
    payment_entry_decision: "ATTACH_REQUIRED",
    payment_entry_reason: "REASON_REQUIRED",
    payment_entry_positive: "PAY_MISMATCH",
    payment_entry_payee: "BANK_REQUIRED",
    payment_agrees: "PAY_MISMATCH",
    claim_duties_separate: "SELF_REVIEW",
    subsidy_line_student: "SUBSIDY_APPLY_DUP",
    subsidy_line_amount: "AMOUNT_OVER",
    subsidy_line_above_zero: "AMOUNT_ZERO",
    subsidy_application_inspected: "CLASS_INSPECT_FAIL",
    subsidy_application_payee: "ORG_NOT_ACTIVE",
    subsidy_application_reserved: "STATE_ILLEGAL",
    subsidy_barred: "SUBSIDY_BARRED",
    subsidy_bar_class: "SUBSIDY_BARRED",
    subsidy_bar_two_persons: "SELF_REVIEW",
    subsidy_bar_stays: "STATE_ILLEGAL",
    recovery_item_two_persons: "SELF_REVIEW",
    recovery_item_stays: "STATE_ILLEGAL",
    entitlement_once: "SUBSIDY_DUP",
    entitlement_day_once: "SUBSIDY_DUP",
    payment_objection_once: "DUPLICATE",
  },
  timers: [subsidyReminders, recoveryWatch],
  workers: [
    draftWorker,
    {
      name: "subsidies.trial",
      // A claim that was returned meanwhile needs no check any more.
      async run(app, { applyId }: { applyId: string }) {
        try {
          const verdict = await judge(app, system, applyId, () => everything);
          await app.db.transaction().execute((tx) => record(tx, system, verdict));
        } catch (error) {
          if (error instanceof Refusal && (error.code === "STATE_ILLEGAL" || error.code === "NOT_FOUND")) return;
          throw error;
        }
      },
    },
  ],
};
