import { waitedColumn } from "../../../core/queue/waited-column.tsx";
import type { WholeClaim } from "../../claims/claim-calls.ts";
import { ChangeMark } from "../evidence/change-mark.tsx";
import { kindColumn } from "../../claims/claim-kind.tsx";

type Queued = Pick<WholeClaim, "isChanged">;

/** What a reviewer sees of the claims that wait, whichever side they are of: since when, and what the automatic check said. */
export const queueColumns = (status: "firstTrial" | "reTrial") =>
  [
    { field: "className", width: 220 },
    "personCount",
    "applyAmount",
    waitedColumn({ waits: () => true, since: status === "firstTrial" ? "commitTime" : "firstTime" }),
    "trialResult",
    { field: "isChanged", width: 96, render: (row: Queued) => <ChangeMark row={row} /> },
    "commitTime",
    kindColumn,
    "level",
  ] as const;
