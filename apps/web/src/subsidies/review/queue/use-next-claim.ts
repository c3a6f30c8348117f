import { can } from "../../../core/session/session.ts";
import type { WholeClaim } from "../../claims/claim-calls.ts";

/** The oldest claim of the same side other than this one that waits for the same desk, and how many of those there are; null where none is. */
export function useNextClaim({ id, status, side }: WholeClaim) {
  const first = can(`${side.resource}_first_commit`);
  const stage = first ? "firstTrial" : "reTrial";
  const data = side.useWaiting(stage, first || can(`${side.resource}_re_commit`));
  const next = data?.records.find((one) => one.id !== id);
  if (!data || !next) return null;
  return { id: next.id, applyNo: next.applyNo ?? "", waiting: data.total - (status === stage ? 1 : 0) };
}
