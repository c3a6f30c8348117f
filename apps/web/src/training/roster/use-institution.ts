import { useIsOf } from "../../core/session/session.ts";

/** Whether an institution is at work here, which edits; the others look on and decide. */
export function useInstitution(): boolean {
  return useIsOf("institution");
}
