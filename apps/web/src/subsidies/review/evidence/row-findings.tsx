import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Unanswered } from "../../../core/ui/states.tsx";
import { useCall } from "../../../core/api/use-call.ts";
import type { WholeClaim } from "../../claims/claim-calls.ts";
import type { ClaimSide } from "../../claims/claim-side.ts";
import { FindingList } from "./finding-list.tsx";

/** What the newest check said of one row. Asked for row by row: a whole claim has more findings than a list gives at once. */
export function useRowFindings({ id, headFindings, trialTime, side }: WholeClaim, lineId: string) {
  // Every check says something of the claim itself.
  const run = headFindings[0]?.runNo ?? "";
  return useCall(
    findingCalls.list,
    { bizType: side.finding, bizId_equal: id, detailId_equal: lineId, runNo_equal: run, isPaging: "0" },
    { enabled: trialTime !== null && run !== "" },
  );
}

interface Props {
  found: ReturnType<typeof useRowFindings>;
  confirmedIn: ClaimSide["detail"] | null;
}

/** The findings of a row; where they could not be loaded that is said, as no findings would mean that all is well. */
export function RowFindings({ found, confirmedIn }: Props) {
  if (!found.data) return <Unanswered queries={[found]} rows={4} />;
  return <FindingList findings={found.data.records} confirmedIn={confirmedIn} />;
}
