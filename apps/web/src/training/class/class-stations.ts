import type { RunState } from "@jipei/contract/core/fields/codes.ts";
import type { TrainingClassRow } from "@jipei/contract/training/training-class.ts";
import type { Station } from "../../core/ui/stations.tsx";

/** The way of a class from filing to payment. */
export const stations: readonly Station[] = [
  { key: "filing", name: ["备案", "Filing"] },
  { key: "training", name: ["培训", "Training"] },
  { key: "assessment", name: ["考核", "Assessment"] },
  { key: "certificates", name: ["发证", "Certificates"] },
  { key: "subsidy", name: ["补贴", "Subsidy"] },
  { key: "payment", name: ["拨付", "Payment"] },
];

const byRun: Readonly<Record<RunState, string | null>> = {
  draft: "filing",
  terminated: "training",
  notStarted: "training",
  running: "training",
  ended: "assessment",
  testing: "assessment",
  graded: "certificates",
  certified: "subsidy",
  closed: null,
};

/** Where a class stands on its way; null when it has passed all of it. */
export const findStation = ({ runState }: Pick<TrainingClassRow, "runState">): string | null =>
  byRun[runState ?? "draft"];
