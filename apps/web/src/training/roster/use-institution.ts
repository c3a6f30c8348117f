import { getAudience, useSession } from "../../core/session/session.ts";

/** Whether an institution is at work here, which edits; the others look on and decide. */
export function useInstitution(): boolean {
  const { info } = useSession();
  return info !== null && getAudience(info) === "institution";
}
