import { NextCase } from "../../../core/queue/next-case.tsx";
import { can } from "../../../core/session/session.ts";
import type { WholeClaim } from "../../claims/claim-calls.ts";

/** Leads to the oldest other claim of the same side that waits for the same desk. */
export function NextClaim({ claim: { id, status, side } }: { claim: WholeClaim }) {
  const first = can(`${side.resource}_first_commit`);
  const stage = first ? "firstTrial" : "reTrial";
  const cases = side.useWaiting(stage, first || can(`${side.resource}_re_commit`));
  return (
    <NextCase
      cases={cases}
      id={id}
      waits={status === stage}
      nameOf={({ applyNo }) => applyNo}
      open={(next) => `${side.reviewPage}/${next}`}
    />
  );
}
