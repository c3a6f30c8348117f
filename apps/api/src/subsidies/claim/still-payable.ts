import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { assertActive } from "../../providers/providers.queries.ts";
import { stillAsChecked } from "../automatic-check/second-look.ts";
import { findingsSettled, rowsReserved } from "./claim.guards.ts";
import { assertNoWagesOwed } from "./enterprise/enterprise-claim.guards.ts";

/**
 * What was approved would be approved today: nothing of it has changed since its check, nothing blocks it, and its payee is neither suspended nor
 * blacklisted, whatever the check said. The call looks again before (`lookAgainAtPayment`). @throws ORG_NOT_ACTIVE, ENT_BLACK, STATE_ILLEGAL, TRIAL_REQUIRED, TRIAL_BLOCKED
 */
export const stillPayable: Guard<typeof SubsidyApplication> = async (tx, actor, claim, input, app) => {
  await assertActive(tx, claim.orgId);
  if (claim.side === "2") await assertNoWagesOwed(tx, claim.orgId);
  await rowsReserved(tx, actor, claim, input, app);
  await stillAsChecked(tx, actor, claim, input, app);
  await findingsSettled(tx, actor, claim, input, app);
};
