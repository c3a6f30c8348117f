import { bureauHome } from "@jipei/contract/home/home.ts";
import { useCall } from "../../../core/api/use-call.ts";
import type { WholeClaim } from "../../claims/claim-calls.ts";
import { ChangeMark } from "../evidence/change-mark.tsx";
import { kindColumn } from "../../claims/claim-kind.tsx";
import { Waited } from "./waited.tsx";

type Queued = Pick<WholeClaim, "commitTime" | "firstTime" | "isChanged">;

/** What a reviewer sees of the claims that wait, whichever side they are of: since when, and what the automatic check said. */
export function useQueueColumns(status: "firstTrial" | "reTrial") {
  // The limit of a review is the bureau's.
  const home = useCall(bureauHome, undefined, { staleTime: 60_000 });
  return [
    { field: "className", width: 220 },
    "personCount",
    "applyAmount",
    {
      key: "waited",
      title: { zh: "已等待", en: "Waiting" },
      width: 132,
      render: (row: Queued) => (
        <Waited
          since={status === "firstTrial" ? row.commitTime : row.firstTime}
          overdueBefore={home.data?.overdueBefore}
        />
      ),
    },
    "trialResult",
    { field: "isChanged", width: 96, render: (row: Queued) => <ChangeMark row={row} /> },
    "commitTime",
    kindColumn,
    "level",
  ] as const;
}
