import { can, useSession } from "../../core/session/session.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";

/** The review of a claim that this user may pass now, if any. Nobody passes both reviews of one claim. */
export function useReviewing({ status, firstUser, side }: WholeClaim): "first" | "second" | null {
  const { info } = useSession();
  if (status === "firstTrial" && can(`${side.resource}_first_commit`)) return "first";
  if (status === "reTrial" && can(`${side.resource}_re_commit`) && firstUser !== info?.userId) return "second";
  return null;
}
