import type { Domain } from "../core/implement.ts";
import { system } from "../core/actor.ts";
import { Refusal } from "../core/refusal.ts";
import { claimRoutes } from "./claim.routes.ts";
import { findingRoutes } from "./finding.routes.ts";
import { lineRoutes } from "./line.routes.ts";
import { paymentRoutes } from "./payment.routes.ts";
import { subsidyReminders } from "./reminders.ts";
import { subsidiesExports } from "./subsidies.exports.ts";
import { judge, record } from "./trial/run.ts";

export const subsidies: Domain = {
  name: "subsidies",
  routes: [
    ...claimRoutes,
    ...lineRoutes,
    ...findingRoutes,
    ...paymentRoutes,
    ...subsidiesExports.map(({ route }) => route),
  ],
  constraints: {
    subsidy_application_live: "SUBSIDY_APPLY_DUP",
    subsidy_application_two_reviewers: "SAME_REVIEWER",
    subsidy_application_own_review: "SELF_REVIEW",
    subsidy_application_return_reason: "REASON_REQUIRED",
    subsidy_application_paid: "PAY_MISMATCH",
    subsidy_application_recovery: "REASON_REQUIRED",
    subsidy_line_student: "SUBSIDY_APPLY_DUP",
    subsidy_line_amount: "AMOUNT_OVER",
    entitlement_once: "SUBSIDY_DUP",
  },
  timers: [subsidyReminders],
  workers: [
    ...subsidiesExports.map(({ worker }) => worker),
    {
      name: "subsidies.trial",
      // A claim that was returned meanwhile needs no check any more.
      async run(app, { applyId }: { applyId: string }) {
        try {
          const verdict = await judge(app, system, applyId);
          await app.db.transaction().execute((tx) => record(tx, system, verdict));
        } catch (error) {
          if (error instanceof Refusal && (error.code === "STATE_ILLEGAL" || error.code === "NOT_FOUND")) return;
          throw error;
        }
      },
    },
  ],
};
