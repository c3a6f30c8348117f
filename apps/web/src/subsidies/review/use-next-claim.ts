import { claimListOfBureau } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { useCall } from "../../core/api/use-call.ts";
import { can } from "../../core/session/session.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";

/** The oldest claim other than this one that waits for the same desk, and how many of those there are; null where none is. */
export function useNextClaim(claim: WholeClaim) {
  const first = can("subsidy_apply_first_commit");
  const status = first ? "firstTrial" : "reTrial";
  const enabled = first || can("subsidy_apply_re_commit");
  const { data } = useCall(claimListOfBureau, { status, size: 2 }, { enabled, staleTime: 0 });
  const next = data?.records.find(({ id }) => id !== claim.id);
  if (!data || !next) return null;
  return { id: next.id, applyNo: next.applyNo ?? "", waiting: data.total - (claim.status === status ? 1 : 0) };
}
