import { trainingBaseKind } from "@jipei/contract/work-records/training-base.ts";
import { RecordPage } from "./record-page.tsx";

/** 实训基地: public bases, and what was trained there. */
export default function TrainingBasePage() {
  return (
    <RecordPage
      kind={trainingBaseKind}
      subject={["baseName", "baseKind", "baseLevel"]}
      countedBy={[]}
      facts={["approveDate", "address", "area", "stationCount", "occupationNames", "fundAmount"]}
      unlisted={["address", "area", "occupationNames", "fundAmount"]}
    />
  );
}
