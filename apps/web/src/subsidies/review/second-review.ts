import type { ApprovedMove } from "@jipei/contract/workflow/extra-approval.ts";
import { can } from "../../core/session/session.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";

/** The second review of a claim of either side, as further approvals know it. */
export const secondReviewOf = ({ side }: WholeClaim): ApprovedMove =>
  side.resource === "subsidy_apply" ? "subsidyApplication.reCommit" : "enterpriseClaim.reCommit";

/** Whether this user completes the second review of the claim now. */
export const mayComplete = ({ status, side }: WholeClaim): boolean =>
  status === "reTrial" && can(`${side.resource}_re_commit`);
