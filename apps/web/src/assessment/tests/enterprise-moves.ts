import { enterpriseTestApplicationCalls as calls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import type { ConfirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { moveWith } from "../../core/moves/moves.ts";

/** Every move goes through one call, by the state that the application shall have; the approval has a dialog of its own. */
const to = (confirmType: ConfirmStatus) => moveWith(calls.submit, { confirmType });
export const enterpriseMoves = {
  commit: to("unConfirm"),
  back: to("back"),
  invalidate: to("Invalidate"),
  revoke: to("Invalidate"),
};
