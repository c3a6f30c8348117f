import { audienceOf, useSession } from "../core/session.ts";

/** Whether an institution is at work here, which edits; the others look on and decide. */
export function useInstitution(): boolean {
  const { info } = useSession();
  return info !== null && audienceOf(info) === "institution";
}
